// Package harvests lists harvests: a card for each, with its kinds, lots, plots and
// measurements.
package harvests

import (
	"context"
	"log/slog"
	"runtime"
	"time"

	"rastro/internal/cursors"
	"rastro/internal/review"
	"rastro/internal/trace"
)

// Reader is what the package reads.
type Reader interface {
	trace.HarvestReader
	trace.PageReader
	trace.PhaseReader
	Harvests(ctx context.Context, q trace.HarvestQuery) ([]trace.Harvest, error)
	LastEnd(ctx context.Context, harvestID string) (time.Time, error)
	Count(ctx context.Context, q trace.Query) (int64, error)
}

// Readers are its own reader, and the reader of reviews in the same snapshot.
type Readers struct {
	Reader
	Review review.Reader
}

// Port is the store as the package sees it.
type Port = trace.ReadPort[Readers]

// Lister lists harvests. It is safe for concurrent use.
type Lister struct {
	store    Port
	cursors  *cursors.Sealer
	reviewer *review.Reviewer
	now      func() time.Time
	harvests Limits
	log      *slog.Logger
	drawing  chan struct{} // a slot for each card that may be made at once
}

// New returns a Lister. Zero limits mean the defaults.
func New(store Port, c *cursors.Sealer, r *review.Reviewer, now func() time.Time, log *slog.Logger, limits Limits) *Lister {
	if limits == (Limits{}) {
		limits = defaultHarvestLimits
	}
	return &Lister{store, c, r, now, limits, log, make(chan struct{}, max(1, runtime.GOMAXPROCS(0)/2))}
}
