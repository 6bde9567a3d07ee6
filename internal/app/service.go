package app

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"sync"
	"time"

	"rastro/internal/harvests"
	"rastro/internal/lineage"
	"rastro/internal/publiclog"
	"rastro/internal/trace"
)

// Options are what a Service is made of besides its store.
type Options struct {
	Now    func() time.Time
	Random io.Reader
	Log    *slog.Logger
	// Strict refuses a write whose grading finds an error.
	Strict bool
	// Vault keeps the log's key and the last checkpoint. A service without one
	// leaves the key in the store and serves nobody: a benchmark, a test.
	Vault trace.Vault
	// HarvestLimit is the most records that a review takes up; 0 is
	// DefaultHarvestLimit.
	HarvestLimit int
	// Harvests bounds the list of harvests; the zero value is what is usual.
	Harvests harvests.Limits
	// Lots bounds the memory of answers about lots; the zero value is what is usual.
	Lots lineage.Limits
	// RecallsPerHour is how many reports of recalls each key may store in an hour; 0 is
	// no limit.
	RecallsPerHour int
}

// Housekeeping intervals. A key deactivated on another server must stop within
// two seconds, so keys are looked at twice in that time.
const (
	keyInterval   = time.Second
	touchInterval = time.Minute
	dropInterval  = time.Hour
)

// Run keeps house until the context ends: it brings what is written into the
// log, takes over other servers' changes
// of keys, writes down when keys were last used, forgets expired answers and
// sessions, renews the key of cursors, and takes older records into newer indexes.
// A failing store is logged and tried again.
func (s *App) Run(ctx context.Context) {
	keys, touch, drop := time.NewTicker(keyInterval), time.NewTicker(touchInterval), time.NewTicker(dropInterval)
	log := time.NewTicker(publiclog.Interval)
	defer log.Stop()
	defer keys.Stop()
	defer touch.Stop()
	defer drop.Stop()
	var filling sync.WaitGroup
	defer filling.Wait()
	filling.Go(func() { s.FillIndexes(ctx) })
	filling.Go(func() { s.scrub(ctx) })
	for {
		var err error
		select {
		case <-ctx.Done():
			// The last uses are worth one more try, not a hanging shutdown.
			last, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
			defer cancel()
			if err := errors.Join(s.KeyKeeper.FlushUses(last), s.LogKeeper.IntegrateAll(last)); err != nil {
				s.log.Warn("the last house-keeping failed", "err", err)
			}
			return
		case <-log.C:
			err = s.LogKeeper.IntegrateAll(ctx)
		case <-keys.C:
			s.tellHealth()
			err = errors.Join(s.KeyKeeper.RefreshKeys(ctx), s.Tracer.RefreshFilled(ctx), s.LogKeeper.WatchLog(ctx))
		case <-touch.C:
			err = s.KeyKeeper.FlushUses(ctx)
		case <-drop.C:
			err = s.store.Update(ctx, func(w trace.Writer) error {
				return errors.Join(w.DropReplies(ctx, s.now()), w.DropSessions(ctx, s.now()))
			})
			err = errors.Join(err, s.Keeper.RotateCursorKey(ctx))
		}
		if err != nil && ctx.Err() == nil {
			s.log.Warn("housekeeping failed; it will be tried again", "err", err)
		}
	}
}

// Now is the service's clock.
func (s *App) Now() time.Time { return s.now() }
