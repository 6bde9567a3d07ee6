package records

import (
	"rastro/internal/check/record"
	"rastro/internal/finding"
	"rastro/internal/kind"
	"rastro/internal/trace"
)

// Slips returns what a person who fills in a form or a spreadsheet has to correct before a payload
// is written: see finding.Rule. The API stores and reports it (docs/decisions.md#accept-then-grade).
func Slips(k *kind.Kind, payload []byte) []trace.Problem {
	var all []trace.Problem
	for _, f := range record.Slips(k, payload) {
		all = append(all, problemOf(f))
	}
	return all
}

// problemOf makes a problem of a finding on a record.
func problemOf(f finding.Finding) trace.Problem {
	return trace.Problem{Field: f.Field, Pointer: f.Pointer, Rule: f.Rule.ID, Message: f.Text()}
}
