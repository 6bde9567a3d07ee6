package harvest

import (
	"slices"
	"testing"

	"rastro/internal/check/record"
	"rastro/internal/finding"
	"rastro/internal/kind"
	"rastro/internal/verdict"
)

// Every kind that may be missed, every topic and every error has a gate: otherwise a
// harvest would be ready despite it.
func TestEverythingHasItsGate(t *testing.T) {
	for _, k := range kind.All {
		if _, ok := kindGates[k.Prefix]; ok == k.IsValidation() {
			t.Errorf("%s has a gate: %v", k.Prefix, ok)
		}
	}
	for i := range requirements {
		if !slices.Contains(verdict.Gates, topicGates[requirements[i].topic]) {
			t.Errorf("the topic %q has no gate", requirements[i].topic)
		}
	}
	errors := map[string]bool{}
	for _, rule := range slices.Concat(record.Rules, Rules) {
		if rule.Severity == finding.Error {
			errors[rule.ID] = true
			if !slices.Contains(verdict.Gates, ruleGates[rule.ID]) {
				t.Errorf("the error %s shuts no gate", rule.ID)
			}
		}
	}
	for id := range ruleGates {
		if !errors[id] {
			t.Errorf("%s is no error any more", id)
		}
	}
}
