package review

import (
	"time"

	"rastro/internal/check/harvest"
	"rastro/internal/lang"
	"rastro/internal/verdict"
)

// Result is the result of a review, and the state of the harvest's newest validation.
type Result struct {
	harvest.Review
	Validation *LastValidation // nil without any, live or deleted
}

// Verdict returns the verdict on the harvest at an instant.
func (r *Result) Verdict(now time.Time) verdict.Verdict {
	return r.Validation.Joined(r.Review.Verdict(), now)
}

// AppendVerdict appends the review as the wire shows it, with the verdict.
func (r *Result) AppendVerdict(dst []byte, l lang.Lang, now time.Time) []byte {
	dst = r.AppendJSON(dst, l)
	said := r.Verdict(now)
	dst = append(dst[:len(dst)-1], `,"veredito":`...)
	dst = said.AppendJSON(dst, l)
	return append(dst, '}')
}
