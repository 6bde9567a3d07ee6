// Package clock detects jumps of the system clock. Records carry its time, so a
// jump would put them in the wrong order without anyone noticing.
package clock

import (
	"context"
	"log/slog"
	"sync/atomic"
	"time"
)

// Bound is how far the clock may move against the time that has passed before it
// counts as a jump: a time service moves it by less, a little at a time.
const Bound = 2 * time.Second

// Watch compares the clock with the time that has passed.
type Watch struct {
	jumps atomic.Int64
	wall  time.Time
	since time.Duration
}

// Jumps returns how many jumps were seen.
func (w *Watch) Jumps() int64 { return w.jumps.Load() }

// Look takes the clock and how much time has passed since some fixed moment. It
// returns by how much the clock jumped since the last look, 0 if it did not.
func (w *Watch) Look(wall time.Time, since time.Duration) time.Duration {
	wall = wall.Round(0) // without the monotonic reading, which does not jump
	defer func() { w.wall, w.since = wall, since }()
	if w.wall.IsZero() {
		return 0
	}
	jump := wall.Sub(w.wall) - (since - w.since)
	if jump.Abs() <= Bound {
		return 0
	}
	w.jumps.Add(1)
	return jump
}

// Run looks once a second until the context ends, and logs each jump.
func (w *Watch) Run(ctx context.Context, log *slog.Logger) {
	begin := time.Now()
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for {
		if jump := w.Look(time.Now(), time.Since(begin)); jump != 0 {
			log.Warn("the system's clock jumped: times of records may be out of order; check the time service", "by", jump.Round(time.Millisecond).String())
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}
