package app

import (
	"context"
	"errors"
	"sync"
	"time"

	"rastro/internal/publiclog"
	"rastro/internal/trace"
)

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
			err = errors.Join(err, s.Sealer.RotateCursorKey(ctx))
		}
		if err != nil && ctx.Err() == nil {
			s.log.Warn("housekeeping failed; it will be tried again", "err", err)
		}
	}
}

// Now is the service's clock.
func (s *App) Now() time.Time { return s.now() }
