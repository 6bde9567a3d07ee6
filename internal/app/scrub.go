package app

import (
	"context"
	"sync/atomic"
	"time"

	"rastro/internal/ledger"
	"rastro/internal/trace"
)

// The scan of the journal: a batch a second costs a thousandth of a processor, and a
// journal of five million versions takes less than a day.
const (
	scrubBatch    = 64
	scrubPause    = time.Second
	scrubInterval = 24 * time.Hour
	maxScrubTold  = 20 // damaged versions that are named in the log; the rest are counted
)

// scrubbed counts what the scan of the journal has read.
type scrubbed struct{ versions, damaged atomic.Int64 }

// Scrubbed returns how many versions were compared with their commitments since the
// server started, and how many of the last scan were damaged.
func (s *App) Scrubbed() (versions, damaged int64) {
	return s.scrubbed.versions.Load(), s.scrubbed.damaged.Load()
}

// scrub scans the whole journal once a day, a little at a time: a disk
// that lost a page shows no error until the page is read.
func (s *App) scrub(ctx context.Context) {
	tick := time.NewTicker(scrubPause)
	defer tick.Stop()
	var next int64
	var found int64
	var resume time.Time
	for {
		select {
		case <-ctx.Done():
			return
		case now := <-tick.C:
			if now.Before(resume) {
				continue
			}
			from := next
			damaged, err := int64(0), error(nil)
			if next, damaged, err = s.scrubStep(ctx, from, found); err != nil {
				next = from // unavailable: the next tick tries again
				continue
			}
			if found += damaged; found > s.scrubbed.damaged.Load() {
				s.scrubbed.damaged.Store(found)
			}
			if next == 0 {
				s.scrubbed.damaged.Store(found)
				found, resume = 0, now.Add(scrubInterval)
			}
		}
	}
}

// scrubStep compares one batch of versions with their commitments and the log. It
// returns where the next batch begins, 0 after the last.
func (s *App) scrubStep(ctx context.Context, from, found int64) (next, damaged int64, err error) {
	state, err := s.store.Log(ctx)
	if err != nil {
		return 0, 0, err
	}
	limit := min(scrubBatch, state.Tree.Size-from)
	if limit <= 0 {
		return 0, 0, nil
	}
	records, err := s.store.Logged(ctx, from, int(limit))
	if trace.Is(err, trace.CodeStoreDamaged) {
		// The page cannot be read at all, and the store reports that. Continue after it.
		s.tellDamaged(found, from, err)
		return from + limit, 1, nil
	}
	if err != nil {
		return 0, 0, err
	}
	for i := range records {
		place := from + int64(i)
		if err := s.LogKeeper.CheckLogged(ctx, ledger.Tree{}, &records[i], place); err != nil {
			if ctx.Err() != nil || trace.AsError(err).Class() == trace.Unavailable && !trace.Is(err, trace.CodeStoreDamaged) {
				return 0, 0, err
			}
			s.tellDamaged(found+damaged, place, err)
			damaged++
		}
	}
	s.scrubbed.versions.Add(int64(len(records)))
	if from+limit >= state.Tree.Size {
		return 0, damaged, nil
	}
	return from + limit, damaged, nil
}

func (s *App) tellDamaged(already, place int64, err error) {
	if already < maxScrubTold {
		s.log.Error("a stored version is damaged: restore a backup, and run 'rastro verify' to see all", "entry", place, "err", err)
	}
}
