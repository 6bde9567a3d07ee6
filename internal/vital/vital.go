// Package vital has the figures that tell how a server is doing. One list feeds the metrics and
// the console's page of the server, so that the two never differ.
package vital

import (
	"sync"
	"sync/atomic"
	"time"

	"rastro/internal/lang"
)

// Unit says how people read a figure.
type Unit int

// Units of figures.
const (
	Plain Unit = iota
	Bytes
	Span    // seconds
	Instant // seconds since 1970; 0 is never
	Answer  // 1 is yes, 0 is no
)

// Figure is a number that some part of the program keeps. Whoever reads it may do so often, so
// its value is at hand: no database is asked.
type Figure struct {
	Name, Help string
	Counts     bool // it only ever grows
	Unit       Unit
	// Title is what the console calls it. A figure without one is for metrics alone.
	Title lang.Text
	Value func() float64
}

// Work is what a store counts of its own work.
type Work struct {
	Waiting       int    // writers that wait for a group
	Groups        uint64 // transactions that were committed
	Writes        uint64 // writers that were in them
	CacheMisses   uint64 // records that the cache did not have
	CachedRecords int
}

// Groups counts transactions that writers share. It costs two additions for each.
type Groups struct{ groups, writes atomic.Uint64 }

// Ended counts a transaction with so many writers, unless it failed.
func (g *Groups) Ended(writers int, failed error) {
	if failed == nil {
		g.groups.Add(1)
		g.writes.Add(uint64(writers))
	}
}

// Work returns what was counted so far.
func (g *Groups) Work(waiting int) Work {
	return Work{Waiting: waiting, Groups: g.groups.Load(), Writes: g.writes.Load()}
}

// Commits is what is known of a store from those who commit to it.
type Commits struct {
	Groups
	Overdue              // commits that have not been answered for too long
	failing atomic.Int64 // how many Outcomes are failures
}

// Outcome is how the last transaction of one who commits ended, among several who commit to a
// store. Each has its own, because they may commit to different servers: where one is lost, what
// others write says nothing about it.
type Outcome struct{ failed atomic.Bool }

// Tell notes whether the last transaction that wrote, or should have, failed because of the store.
func (c *Commits) Tell(o *Outcome, failed bool) {
	switch before := o.failed.Swap(failed); {
	case failed && !before:
		c.failing.Add(1)
	case before && !failed:
		c.failing.Add(-1)
	}
}

// Failed reports whether that was a failure.
func (o *Outcome) Failed() bool { return o.failed.Load() }

// Fail reports whether of anyone the last transaction that wrote failed because of the store, or
// one waits and waits for its commit. One that only looked says nothing about it.
func (c *Commits) Fail() bool { return c.failing.Load() > 0 || c.Any() }

// Since returns how long ago something was, in seconds; 0 if it has not been.
func Since(at, now time.Time) float64 {
	if at.IsZero() {
		return 0
	}
	return max(0, now.Sub(at).Seconds())
}

// Unix returns an instant as metrics write it; 0 if it has not been.
func Unix(at time.Time) float64 {
	if at.IsZero() {
		return 0
	}
	return float64(at.Unix())
}

// Overdue counts calls that take longer than they should.
type Overdue struct{ now atomic.Int64 }

// Watch watches a call until the returned function is called.
func (o *Overdue) Watch(limit time.Duration) (over func()) {
	var mu sync.Mutex
	late, ended := false, false
	timer := time.AfterFunc(limit, func() {
		mu.Lock()
		defer mu.Unlock()
		if late = !ended; late {
			o.now.Add(1)
		}
	})
	return func() {
		timer.Stop()
		mu.Lock()
		defer mu.Unlock()
		if ended = true; late {
			o.now.Add(-1)
		}
	}
}

// Any reports whether some call is late now.
func (o *Overdue) Any() bool { return o.now.Load() > 0 }
