package review

import (
	"context"

	"rastro/internal/check/harvest"
	"rastro/internal/trace"
)

// Survey is a harvest as a validation finds it: the list of its records, a line
// "prefix id version hash" for each, and the result of their review.
type Survey struct {
	Cover   []byte
	Records int
	Found   harvest.Review
}

// Survey reviews the harvest of a validation that is being made. What grading finds in the
// validations themselves is shown with each, and an update can fix it: it does not count
// against the harvest.
func (s *Reviewer) Survey(ctx context.Context, r Reader, v *trace.Record) (Survey, error) {
	var out Survey
	each := func(old *trace.Record) (remark bool) {
		out.Cover = trace.AppendCovered(out.Cover, old)
		if !old.Kind.IsChange() {
			out.Records++
		}
		return !old.Kind.IsValidation()
	}
	// Everyone who may read this harvest reads the report, so it names no other.
	var err error
	out.Found, err = harvest.Run(ctx, &reviewed{s: s, r: r, harvestID: v.HarvestID, each: each, made: v, named: ValidatedLots{}}, s.now().Year(), "")
	return out, err
}

// SurveyAhead is Survey over its own snapshot, before the validation is written.
func (s *Reviewer) SurveyAhead(ctx context.Context, v *trace.Record) (found Survey, err error) {
	err = s.store.View(ctx, func(r Readers) (err error) {
		found, err = s.Survey(ctx, r.Reader, v)
		return err
	})
	return found, err
}
