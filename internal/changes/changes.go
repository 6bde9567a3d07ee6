// Package changes reports what was written, as events in the order of the log: an event's position
// is its version's place in the log. So whoever reads all of it can prove that nothing is missing,
// and a position means the same on every server, after a restart and after restoring a backup.
package changes

import (
	"context"
	"time"

	"rastro/internal/bounded"
	"rastro/internal/publiclog"
	"rastro/internal/trace"
)

// Reader is what the package reads.
type Reader interface {
	trace.LoggedReader
	publiclog.SignedReader
	// NewestCheckpointsUpTo returns kept checkpoints of logs up to a length, the newest first. It
	// MUST NOT read more than it returns.
	NewestCheckpointsUpTo(ctx context.Context, size int64, limit int) ([]trace.KeptCheckpoint, error)
	RecallHarvests(ctx context.Context, id trace.ID) ([]string, error)
}

// Port is the store as the package sees it.
type Port = trace.ReadPort[Reader]

// NewPort narrows a store.
func NewPort(store trace.Store) Port {
	return trace.NarrowRead(store, func(r trace.Reader) Reader {
		found, _ := r.(Reader) // a store outside a snapshot is not queried
		return found
	})
}

// Feed reads changes, and reports them to those who wait. It is safe for concurrent use.
type Feed struct {
	store  Port
	log    *publiclog.LogKeeper
	limits Limits
	hub    hub
	places places
	blocks blocks
	// checkpoints are those that pages ended with.
	checkpoints bounded.Cache[pageEnd, signed]
}

// Limits bound what readers take. Fields that are zero are as in DefaultLimits.
type Limits struct {
	// Streams and PerKey bound how many readers wait at once, in all and with one key.
	Streams, PerKey int
	// Ring is how many of the newest events are in memory, for all readers that wait.
	Ring int
	// Memory is about how many bytes of events are kept for those who read them next.
	Memory uint64
	// Block is how many places are read and kept together.
	Block int
	// Beat is how often a waiting reader gets a sign of life, and its key is checked.
	Beat time.Duration
}

// DefaultLimits are the limits of a server.
var DefaultLimits = Limits{Streams: 10_000, PerKey: 100, Ring: 4096, Memory: 32 << 20, Block: 1000, Beat: 15 * time.Second}

// New returns a Feed.
func New(store Port, log *publiclog.LogKeeper, l Limits) *Feed {
	fill := func(n *int, usual int) {
		if *n == 0 {
			*n = usual
		}
	}
	fill(&l.Streams, DefaultLimits.Streams)
	fill(&l.PerKey, DefaultLimits.PerKey)
	fill(&l.Ring, DefaultLimits.Ring)
	fill(&l.Block, DefaultLimits.Block)
	if l.Beat == 0 {
		l.Beat = DefaultLimits.Beat
	}
	if l.Memory == 0 {
		l.Memory = DefaultLimits.Memory
	}
	f := &Feed{store: store, log: log, limits: l}
	f.hub.grown, f.hub.over = make(chan struct{}), make(chan struct{})
	f.places.held = map[string]int{}
	f.blocks.init(l.Memory)
	var err error
	if f.checkpoints, err = bounded.ByCount[pageEnd, signed](1024, time.Hour); err != nil {
		panic(err) // the limits are constants of the program
	}
	return f
}
