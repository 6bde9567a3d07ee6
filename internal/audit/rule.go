// Package audit grades what was written. A finding never blocks a write by
// itself: it goes back beside the record, and weighs when the harvest is
// validated. The rules are rows of a table, and so is what is looked for in
// each field.
package audit

import (
	"slices"

	"rastro/internal/lang"
)

// Severity says how much a finding weighs.
type Severity string

// The severities, lightest first. An Error is wrong beyond doubt, an Alert very
// likely; Info is what would be better. In strict mode an Error refuses the write.
const (
	Info  Severity = "info"
	Alert Severity = "alerta"
	Error Severity = "erro"
)

// Rule is one row of the rule table.
type Rule struct {
	ID       string
	Severity Severity
	Message  lang.Text // with {placeholders} for a finding's Args and Words
	// Hint follows the message when the finding has a {sugestao} to make.
	Hint lang.Text
	// Source says where the rule comes from.
	Source string
	// Kinds are the prefixes of the kinds that it looks at; nil: every kind.
	Kinds []string
	// Harvest: it looks at all the records of a harvest, not at one alone.
	Harvest bool
	// Trigger is a payload (or, of a harvest's rule, a list of records) that it
	// finds something in, Quiet a near one that it does not. They are shown in
	// the documents and run by the tests.
	Trigger, Quiet string
	// On is the prefix of the kind whose payloads Trigger and Quiet are; "" is
	// the first of Kinds.
	On string
	// Later: it is younger than versions that commit to their findings. Set it on
	// every new rule about one record: those that do not commit to them are held
	// against the others alone.
	Later bool
}

// Example is the prefix of the kind whose payloads Trigger and Quiet are, "" for
// a harvest's rule.
func (r *Rule) Example() string {
	switch {
	case r.Harvest:
		return ""
	case r.On == "" && len(r.Kinds) > 0:
		return r.Kinds[0]
	}
	return r.On
}

// Rules lists every rule, those on one record first.
var Rules = slices.Concat(recordRules, harvestRules)
