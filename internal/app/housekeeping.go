package app

import (
	"context"
	"errors"
	"sync"
	"time"

	"rastro/internal/account"
	"rastro/internal/publiclog"
	"rastro/internal/trace"
)

// Housekeeping intervals. A key that was deactivated on another server must stop working
// within two seconds, so keys are checked twice in that time.
const (
	keyInterval   = time.Second
	touchInterval = time.Minute
	dropInterval  = time.Hour
	sweepInterval = 6 * time.Hour
	// A validation ends at the end of a day, and whoever is reminded has days to act.
	remindInterval = 3 * time.Hour
)

// Run does the housekeeping until the context ends. It adds what is written to the log, takes over
// other servers' changes of keys, stores when keys were last used, deletes expired answers and
// sessions, renews the key of cursors, adds older records to newer indexes and new ones to the
// search index, reviews what the board shows, announces changes, delivers to webhooks, and writes
// reminders of validations that end. It logs a failure of the store and tries again.
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
	filling.Go(func() {
		if err := s.People.FillIndexes(ctx); err != nil && ctx.Err() == nil {
			s.log.Warn("people and roles of an earlier build cannot all be searched; the next start tries again", "err", err)
		}
	})
	filling.Go(func() { s.Board.Run(ctx) })
	filling.Go(func() { s.Finder.Run(ctx) })
	filling.Go(func() { s.sweep(ctx) })
	filling.Go(func() { s.remind(ctx) })
	filling.Go(func() { s.Deliveries.Run(ctx, publiclog.Interval) })
	filling.Go(func() {
		s.Changes.Run(ctx, publiclog.Interval, func(err error) {
			s.log.Warn("those who wait for changes were not told; it will be tried again", "err", err)
		})
	})
	for {
		var err error
		select {
		case <-ctx.Done():
			// Storing the last uses is worth one more try, but not a hanging shutdown.
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
				return errors.Join(w.DropReplies(ctx, s.now()), w.DropSessions(ctx, s.now()), account.Expiry(w).DropExpiredTickets(ctx, s.now()))
			})
			err = errors.Join(err, s.Sealer.RotateCursorKey(ctx))
		}
		if err != nil && ctx.Err() == nil {
			s.log.Warn("housekeeping failed; it will be tried again", "err", err)
		}
	}
}

// sweep removes files that nothing lists, at start and every few hours. Several servers may do so
// at once.
func (s *App) sweep(ctx context.Context) {
	tick := time.NewTicker(sweepInterval)
	defer tick.Stop()
	for {
		if removed, err := s.Files.Sweep(ctx); err != nil && ctx.Err() == nil {
			s.log.Warn("files that no record lists could not be removed; it will be tried again", "err", err)
		} else if removed > 0 {
			s.log.Info("files that no record lists were removed", "files", removed)
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// remind writes reminders of validations that end, at start and every few hours. Several servers
// may do so at once.
func (s *App) remind(ctx context.Context) {
	tick := time.NewTicker(remindInterval)
	defer tick.Stop()
	for {
		if _, err := s.Reminders.Remind(ctx); err != nil && ctx.Err() == nil {
			s.log.Warn("not all validations that end were told of; it will be tried again", "err", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// Now returns the service's clock.
func (s *App) Now() time.Time { return s.now() }
