package harvest

import (
	"fmt"
	"slices"
	"testing"

	"rastro/internal/check/harvest/facts"
	"rastro/internal/check/harvest/rules"
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
	for _, rule := range slices.Concat(record.Rules, rules.All) {
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

// A gap names a record to correct only if that record is of the required kind.
func TestGapNamesTheRecordItself(t *testing.T) {
	b := facts.NewBook(2026)
	for i, k := range []string{kind.Planting, kind.Harvesting} {
		b.Add(facts.Entry{Kind: kind.ByPrefix(k), ID: fmt.Sprint("id-", i), Payload: []byte(`{"observacao":"feito"}`)})
	}
	for _, target := range Targets {
		of := Check(b, Options{Target: target}).Completeness
		for i, step := range of.Missing {
			if step.Record == "id-0" && of.Next[i].Prefix != kind.Planting || step.Record == "id-1" && of.Next[i].Prefix != kind.Harvesting {
				t.Errorf("%s: %s is a %s", target, step.Record, of.Next[i].Prefix)
			}
			if _, known := step.Kind.Field(step.Field); step.Field != "" && !known {
				t.Errorf("%s: %s has no field %s", target, step.Kind.Name, step.Field)
			}
		}
	}
}
