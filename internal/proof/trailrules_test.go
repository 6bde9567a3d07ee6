package proof

import (
	"testing"

	"rastro/internal/kind"
)

// Every kind of entry has a rule for who may see it.
func TestTrailRules(t *testing.T) {
	for _, k := range kind.Changes {
		if rule := trailRules[k]; rule.see == nil || rule.note == nil {
			t.Errorf("%s has no row", k.Name)
		}
	}
	if len(trailRules) != len(kind.Changes) {
		t.Errorf("%d rows for %d kinds", len(trailRules), len(kind.Changes))
	}
}
