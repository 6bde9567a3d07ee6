package record

import (
	"context"
	"slices"

	"rastro/internal/check/harvest"
	"rastro/internal/finding"
	"rastro/internal/personal"
	"rastro/internal/review"
	"rastro/internal/trace"
	"rastro/internal/web/console/pagekit"
)

// Reviews is what the page of a record asks about its harvest; app.App says what each method
// promises.
type Reviews interface {
	HarvestWithin(ctx context.Context, by *trace.Key, harvestID string, most int64) (bool, error)
	Review(ctx context.Context, by *trace.Key, harvestID string, target harvest.Target) (review.Result, error)
}

// found is everything that is said of a record: what grading it gives, and what the review of its
// harvest says of it besides. whole is false if the harvest was not looked at, or not to the end.
func (c *Controller) found(on *pagekit.Call, r *trace.Record) (all []finding.Finding, whole bool, err error) {
	all = personal.Graded(on.Key, r.Kind, r.Graded()).Findings
	if r.Kind.IsValidation() || on.Key.MayRead(r.HarvestID) != nil {
		return all, false, nil
	}
	if small, err := c.reviews.HarvestWithin(on.Ctx, on.Key, r.HarvestID, pagekit.ReviewedVersions); err != nil || !small {
		return all, false, err
	}
	reviewed, err := c.reviews.Review(on.Ctx, on.Key, r.HarvestID, "")
	if err != nil {
		return nil, false, err
	}
	own := all
	for _, f := range reviewed.Findings {
		at := slices.IndexFunc(f.Records, func(ref finding.Ref) bool { return ref.ID == r.ID.String() })
		if at < 0 || slices.ContainsFunc(own, func(o finding.Finding) bool { return o.Rule == f.Rule }) {
			continue
		}
		f.Field = f.Records[at].Field
		all = append(slices.Clip(all), f)
	}
	return all, reviewed.Summary.All() == len(reviewed.Findings), nil
}
