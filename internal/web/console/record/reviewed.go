package record

import (
	"slices"

	"rastro/internal/finding"
	"rastro/internal/personal"
	"rastro/internal/trace"
	"rastro/internal/web/console/pagekit"
	"rastro/internal/web/console/reviewed"
)

// A list usually has records of one harvest, and sometimes of a few. The harvests after the first
// are reviewed only if they are small, so that all together take little longer than one.
const (
	reviewedOnList  = 5   // harvests
	reviewedBesides = 100 // maximum versions of each harvest after the first
)

// findings collects the findings on a page's records, of at most left harvests.
type findings struct {
	c        *Controller
	on       *pagekit.Call
	left     int
	reviewed map[string]*reviewed.Harvest // nil: the harvest was not looked at
}

func (c *Controller) findings(on *pagekit.Call, harvests int) *findings {
	return &findings{c, on, harvests, map[string]*reviewed.Harvest{}}
}

// of returns all findings on a record: those from grading, and those of its harvest's review. whole
// is false if the harvest was not reviewed, or not completely.
func (f *findings) of(r *trace.Record) (all []finding.Finding, whole bool, err error) {
	all = personal.Graded(f.on.Key, r.Kind, r.Graded()).Findings
	if r.Kind.IsValidation() || f.on.Key.MayRead(r.HarvestID) != nil {
		return all, false, nil
	}
	harvest, err := f.review(r.HarvestID)
	if err != nil || harvest == nil {
		return all, false, err
	}
	own := all
	for _, found := range harvest.On(r.ID) {
		if !slices.ContainsFunc(own, func(o finding.Finding) bool { return o.Rule == found.Rule }) {
			all = append(slices.Clip(all), found)
		}
	}
	return all, harvest.Whole(), nil
}

// review returns the review of a harvest; nil if the harvest is too large, or too many were
// reviewed already.
func (f *findings) review(harvestID string) (*reviewed.Harvest, error) {
	if known, looked := f.reviewed[harvestID]; looked || f.left == 0 {
		return known, nil
	}
	most := int64(pagekit.ReviewedVersions)
	if len(f.reviewed) > 0 {
		most = reviewedBesides
	}
	f.left--
	made, err := f.c.reviews.Of(f.on.Ctx, f.on.Key, harvestID, most)
	f.reviewed[harvestID] = made
	return made, err
}
