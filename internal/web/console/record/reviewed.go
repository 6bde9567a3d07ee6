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

// Reviews is what pages of records need about their harvests; app.App documents each method.
type Reviews interface {
	HarvestWithin(ctx context.Context, by *trace.Key, harvestID string, most int64) (bool, error)
	Review(ctx context.Context, by *trace.Key, harvestID string, target harvest.Target) (review.Result, error)
}

// A list has records of one harvest, as a rule, and sometimes of a few. Those after the first are
// reviewed if they are small, so that all together take little more than one.
const (
	reviewedOnList  = 5   // harvests
	reviewedBesides = 100 // versions of each after the first
)

// findings collects the findings on a page's records. It reviews each harvest once, however many of
// the records belong to it, and at most left harvests.
type findings struct {
	c        *Controller
	on       *pagekit.Call
	left     int
	reviewed map[string]*review.Result // nil: the harvest was not looked at
}

func (c *Controller) findings(on *pagekit.Call, harvests int) *findings {
	return &findings{c, on, harvests, map[string]*review.Result{}}
}

// of returns all findings on a record: those from grading, and those of its harvest's review. whole
// is false if the harvest was not reviewed, or not completely.
func (f *findings) of(r *trace.Record) (all []finding.Finding, whole bool, err error) {
	all = personal.Graded(f.on.Key, r.Kind, r.Graded()).Findings
	if r.Kind.IsValidation() || f.on.Key.MayRead(r.HarvestID) != nil {
		return all, false, nil
	}
	reviewed, err := f.review(r.HarvestID)
	if err != nil || reviewed == nil {
		return all, false, err
	}
	own := all
	for _, found := range reviewed.Findings {
		at := slices.IndexFunc(found.Records, func(ref finding.Ref) bool { return ref.ID == r.ID.String() })
		if at < 0 || slices.ContainsFunc(own, func(o finding.Finding) bool { return o.Rule == found.Rule }) {
			continue
		}
		found.Field = found.Records[at].Field
		all = append(slices.Clip(all), found)
	}
	return all, reviewed.Summary.All() == len(reviewed.Findings), nil
}

// review returns the review of a harvest; nil if it is too large, or one too many.
func (f *findings) review(harvestID string) (*review.Result, error) {
	if known, looked := f.reviewed[harvestID]; looked || f.left == 0 {
		return known, nil
	}
	most := int64(pagekit.ReviewedVersions)
	if len(f.reviewed) > 0 {
		most = reviewedBesides
	}
	f.left--
	f.reviewed[harvestID] = nil
	if small, err := f.c.reviews.HarvestWithin(f.on.Ctx, f.on.Key, harvestID, most); err != nil || !small {
		return nil, err
	}
	made, err := f.c.reviews.Review(f.on.Ctx, f.on.Key, harvestID, "")
	if err != nil {
		return nil, err
	}
	f.reviewed[harvestID] = &made
	return &made, nil
}
