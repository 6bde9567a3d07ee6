// Package finding defines what every table of rules consists of: the rule, its severity, and what
// it found. Each code is one Rule, in one place.
package finding

import "rastro/internal/lang"

// Rule is one thing that can be wrong. A code belongs to one Rule, whatever lists the rule is on.
type Rule struct {
	ID       string // the code: it is on the wire and in stores, and never changes
	Severity Severity
	Message  lang.Text // with {placeholders} for a finding's Args and Words
	// Hint follows the message when the finding has a {sugestao} to make.
	Hint lang.Text
	// Source is where the rule comes from.
	Source string
	// Kinds are the prefixes of the kinds that it checks; nil means all.
	Kinds []string
	// Harvest: it checks all records of a harvest together, not each one alone.
	Harvest bool
	// NeedsCrop: it is skipped while the harvest's crop is unknown.
	NeedsCrop bool
	// Trigger is a payload (or, for a harvest's rule, a list of records) in which the rule finds
	// something, Quiet a similar one in which it does not. They are shown in the documents and run
	// by the tests.
	Trigger, Quiet string
	// On is the prefix of the kind whose payloads Trigger and Quiet are; "" is
	// the first of Kinds.
	On string
	// Later: the rule is newer than some versions that commit to their findings. Set it on every
	// new rule about one record. Versions that do not commit to their findings are checked only
	// against the rules without it.
	Later bool
	// Before is the rule's Portuguese message in versions that do not commit to their findings, if
	// its wording was different then.
	Before string
	// Slip: whoever typed the value can correct it at once. Forms and spreadsheets refuse it; the
	// API stores and reports it.
	Slip bool
	// Class is the number of the refusal in the EU's file description; 0 for what the EU's system
	// does not check.
	Class int
	// Also is the wording and the severity that other lists than the rule's own give it.
	Also map[List]Wording
}

// List is a list of findings that words the rules of other lists in its own way.
type List string

// The lists.
const (
	Balance List = "balance" // the masses of a lot
	EUFile  List = "EU file" // checked before a file goes to the EU
	Request List = "request" // members of a request outside its payload
)

// Wording is a list's wording of a rule.
type Wording struct {
	Class    int
	Severity Severity
	Message  lang.Text
}

// In returns a list's wording of the rule, or the rule's own if the list has none.
func (r *Rule) In(list List) Wording {
	if told, ok := r.Also[list]; ok {
		return told
	}
	return Wording{r.Class, r.Severity, r.Message}
}

// Example returns the prefix of the kind whose payloads Trigger and Quiet are, "" for
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

// Text returns the result of Says in every language.
func (r *Rule) Text() lang.Text {
	return lang.Text{PT: r.Says(lang.PT), EN: r.Says(lang.EN), ES: r.Says(lang.ES)}
}

// Says returns the rule's message with its placeholders unfilled, for lists of rules.
func (r *Rule) Says(l lang.Lang) string { return lang.Open(r.Message.In(l), "…") }
