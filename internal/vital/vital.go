// Package vital has the figures about how a server is doing. One list feeds the metrics and the
// console's page about the server, so that the two never differ.
package vital

import (
	"sync"
	"sync/atomic"
	"time"

	"rastro/internal/lang"
)

// Unit is how a figure is displayed.
type Unit int

// Units of figures.
const (
	Plain Unit = iota
	Bytes
	Span    // seconds
	Instant // seconds since 1970; 0 means never
	Answer  // 1 means yes, 0 means no
)

// Figure is a number kept by some part of the program. It may be read often, so its value is in
// memory: no database is queried.
type Figure struct {
	Name, Help string
	Counts     bool // it only ever grows
	Unit       Unit
	// Title is its name in the console. A figure without one is only for metrics.
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

// Ended counts a transaction with a number of writers, unless it failed.
func (g *Groups) Ended(writers int, failed error) {
	if failed == nil {
		g.groups.Add(1)
		g.writes.Add(uint64(writers))
	}
}

// Work returns the counts so far.
func (g *Groups) Work(waiting int) Work {
	return Work{Waiting: waiting, Groups: g.groups.Load(), Writes: g.writes.Load()}
}

// Commits is what a store's committers report about it.
type Commits struct {
	Groups
	Overdue              // commits that have not been answered for too long
	failing atomic.Int64 // how many Outcomes are failures
}

// Outcome is the result of a committer's last transaction, among several committers of a store.
// Each has its own, because they may commit to different servers: if one is lost, what others write
// says nothing about it.
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

// Fail reports whether any committer's last transaction with writes failed because of the store, or
// has been waiting too long for its commit. A transaction that only read says nothing about it.
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
