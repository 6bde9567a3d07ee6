// Package verdict judges a harvest or a validation of it: whether its records are as validated,
// whether they agree with each other, how complete they are, and for which markets they are ready.
// Every page, printed document and response takes its verdict from here, so that they never
// disagree.
package verdict

import "rastro/internal/finding"

// State is the state of a validation now.
type State string

// The states, gravest first: of several that apply, the first counts.
const (
	Revoked  State = "REVOGADA"   // the validation was deleted
	Tampered State = "ADULTERADA" // stored data does not match its commitment
	Refused  State = "REPROVADA"  // it was not approved, or had errors without a reason
	Expired  State = "VENCIDA"    // its validity is over
	Altered  State = "ALTERADA"   // records were added, changed or deleted since
	Valid    State = "VALIDA"
)

// Verdict is built from findings. Its methods return the conclusions.
type Verdict struct {
	// State is the validation's state, "" without one. Diverged: the records differ from those
	// it covered, which the state does not show if it also expired.
	State    State
	Diverged bool
	// Overruled: a newer validation of the harvest was not approved.
	Overruled bool
	Summary   finding.Summary
	// Present counts the recorded steps, Total the required ones.
	Present, Total int
	// Targets are the markets with the harvest's readiness; nil if not shown.
	Targets []Readiness
}

// Integrity reports whether records are as they were validated.
type Integrity string

// The integrities; "" without a validation.
const (
	Intact    Integrity = "INTEGRA"
	Changed   Integrity = "ALTERADA"
	Falsified Integrity = "ADULTERADA"
)

// Integrity of the records that the validation covers.
func (v *Verdict) Integrity() Integrity {
	switch {
	case v.State == "":
		return ""
	case v.State == Tampered:
		return Falsified
	case v.State == Altered || v.Diverged:
		return Changed
	}
	return Intact
}

// Complete reports whether every required step is recorded.
func (v *Verdict) Complete() bool { return v.Present >= v.Total }

// Percent returns how much of the required records is present.
func (v *Verdict) Percent() int {
	if v.Total == 0 {
		return 100
	}
	return 100 * v.Present / v.Total
}

// Level is the verdict at a glance: a colour, always accompanied by text.
type Level string

// The levels.
const (
	Green Level = "VERDE"    // as validated, complete and without errors
	Amber Level = "AMARELO"  // something is missing, wrong, changed or expired; the sentence says what
	Red   Level = "VERMELHO" // not to be trusted, not approved, or withdrawn
)

// Level of a harvest without a validation is the level of its records.
func (v *Verdict) Level() Level {
	switch v.State {
	case "", Valid:
	case Expired, Altered:
		return Amber
	default:
		return Red
	}
	if !v.Complete() || v.Summary.Errors > 0 || v.Diverged || v.Overruled {
		return Amber
	}
	return Green
}
