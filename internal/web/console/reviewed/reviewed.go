// Package reviewed tells which findings the review of a harvest has on each of its records. Pages
// that show a few records ask for them, and the review takes longer than the rest of such a page, so
// it is kept for as long as nothing is written.
package reviewed

import (
	"context"
	"time"

	"rastro/internal/check/harvest"
	"rastro/internal/finding"
	"rastro/internal/httpkit/answercache"
	"rastro/internal/personal"
	"rastro/internal/review"
	"rastro/internal/trace"
)

// Reviews is what the package needs about harvests; app.App documents each method.
type Reviews interface {
	answercache.Source
	HarvestWithin(ctx context.Context, by *trace.Key, harvestID string, most int64) (bool, error)
	Review(ctx context.Context, by *trace.Key, harvestID string, target harvest.Target) (review.Result, error)
}

// Harvest is what the review of a harvest found on its records.
type Harvest struct {
	found map[string][]finding.Finding // by record
	whole bool
}

// On returns the findings on a record, each with the record's own field. The caller does not change
// them.
func (h *Harvest) On(id trace.ID) []finding.Finding { return h.found[id.String()] }

// Whole reports whether these are all findings of the review.
func (h *Harvest) Whole() bool { return h.whole }

// Book has what reviews found. It is safe for concurrent use.
type Book struct {
	reviews Reviews
	kept    *answercache.Answers[asked, *Harvest]
}

// asked is what a review depends on, besides what is stored: what the reader may see, and how many
// versions are reviewed.
type asked struct {
	sight, harvestID string
	most             int64
}

const (
	keptBytes    = 8 << 20
	findingBytes = 1 << 10 // roughly what a finding takes, with its texts and records
)

// New returns an empty book.
func New(reviews Reviews) (*Book, error) {
	kept, err := answercache.New(reviews, keptBytes, func(_ asked, h *Harvest) uint32 {
		weight := findingBytes
		if h != nil {
			for _, found := range h.found {
				weight += findingBytes * len(found)
			}
		}
		return uint32(weight)
	})
	return &Book{reviews, kept}, err
}

// Of returns what a review finds in a harvest that the key may read; nil if the harvest has more
// than most versions.
func (b *Book) Of(ctx context.Context, by *trace.Key, harvestID string, most int64) (*Harvest, error) {
	return b.kept.Get(ctx, asked{personal.Sight(by), harvestID, most}, func(ctx context.Context) (*Harvest, time.Time, error) {
		if small, err := b.reviews.HarvestWithin(ctx, by, harvestID, most); err != nil || !small {
			return nil, time.Time{}, err
		}
		made, err := b.reviews.Review(ctx, by, harvestID, "")
		if err != nil {
			return nil, time.Time{}, err
		}
		return byRecord(&made), time.Time{}, nil
	})
}

func byRecord(made *review.Result) *Harvest {
	h := &Harvest{found: map[string][]finding.Finding{}, whole: made.Summary.All() == len(made.Findings)}
	last := map[string]int{} // the number of the last finding on a record
	for i, found := range made.Findings {
		for _, ref := range found.Records {
			if last[ref.ID] == i+1 { // the first of its fields that the finding names
				continue
			}
			last[ref.ID] = i + 1
			on := found
			on.Field = ref.Field
			h.found[ref.ID] = append(h.found[ref.ID], on)
		}
	}
	return h
}
