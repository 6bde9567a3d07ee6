package plotfile

import (
	"strings"
	"testing"

	"rastro/internal/finding"
	"rastro/internal/lang"
	"rastro/internal/profile"
)

// A finding about a missing value names the one that other records give.
func TestDerivedValuesReplaceFindings(t *testing.T) {
	derived := profile.Derived{profile.Town: {Text: "Sorriso"}, profile.State: {Text: "MT"}, profile.Producer: {Text: "Fazenda X"}}
	about := func(rule *finding.Rule, harvestID string) Finding {
		return Finding{Finding: finding.Finding{Rule: rule, Args: lang.Args{"nome": "Org"}}, Record: &Ref{HarvestID: harvestID}}
	}
	r := &Report{Findings: []Finding{about(noPlace, "A"), about(assumedProducer, "A"), about(noPlace, "B")}}
	r.SuggestDerived(func(harvestID string) func(string) profile.Value {
		if harvestID == "B" {
			return nil
		}
		return func(field string) profile.Value { return profile.Inherit(field, "", profile.Profile{}, derived) }
	})
	for i, want := range []string{"Sorriso/MT", "Fazenda X", "sem local de produção"} {
		if got := r.Findings[i].Message(lang.PT); !strings.Contains(got, want) {
			t.Errorf("%d: %s, want %s", i, got, want)
		}
	}
}
