package sqlite

import (
	"context"
	"encoding/binary"
	"fmt"
	"sync"
	"sync/atomic"

	"rastro/internal/bounded"
	"rastro/internal/store/sqlite/native"
	"rastro/internal/trace"
)

// cache keeps live records that were read recently. It never returns anything older than the file:
// SQLite counts commits in memory shared by all processes that have the file open, and a cached
// record is returned only while that count equals the one at which the cache is current.
//
// A commit of this process increases the count by one and lists the records that it changed, which
// are dropped. Any other change of the count is another process's commit, with no such list, so
// everything is dropped.
type cache struct {
	changes native.ChangeCounter
	records bounded.Cache[trace.ID, *trace.Record]
	asked   asked
	misses  atomic.Uint64

	// known is the count at which the cache is current. It is written under mu, which orders adding
	// and dropping records.
	known atomic.Uint32
	mu    sync.Mutex
	// committing: a commit of this process may be changing the count.
	committing bool
}

// cacheWeight is the maximum size of the cached records in bytes. It is small compared with a store
// of millions: the rest is left to SQLite's pages and the system's.
const cacheWeight = 16 << 20

func newCache(changes native.ChangeCounter) (*cache, error) {
	records, err := bounded.ByWeight(cacheWeight, func(_ trace.ID, r *trace.Record) uint32 {
		return uint32(r.Weight())
	})
	if err != nil {
		return nil, fmt.Errorf("the cache of records: %w", err)
	}
	c := &cache{changes: changes, records: records}
	c.known.Store(changes.Load())
	return c, nil
}

// record returns a cached record, or reads and caches it. The caller must not change what the
// record points to.
func (c *cache) record(id trace.ID, read func() (*trace.Record, error)) (*trace.Record, error) {
	count := c.changes.Load()
	good := c.known.Load() == count || c.catchUp()
	if good {
		if r, ok := c.records.GetIfPresent(id); ok {
			return r, nil
		}
	}
	count = c.changes.Load()
	c.misses.Add(1)
	r, err := read()
	if err != nil || !good || len(r.Payload) > maxCached || !c.asked.before(id) {
		return r, err
	}
	return c.take(count, r), nil
}

// asked remembers, approximately, the ids that were read recently: a record is cached when it is
// read again, because most are read only once.
type asked [1 << 16]atomic.Uint32

// before reports whether an id was requested before, and remembers it.
func (a *asked) before(id trace.ID) bool {
	// The last eight bytes of an id are random.
	slot, mark := binary.BigEndian.Uint16(id[14:]), binary.BigEndian.Uint32(id[10:])
	return a[slot].Swap(mark) == mark
}

// maxCached keeps one huge plot from displacing everything else.
const maxCached = 64 << 10

// take keeps a record that was read when the count was at least count,
// unless something was dropped since: then it might be what was dropped.
func (c *cache) take(count uint32, r *trace.Record) *trace.Record {
	kept := r.Kept()
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.known.Load() == count {
		c.records.Set(r.ID, kept)
	}
	return kept
}

// catchUp drops everything when another process changed the file. It tells
// whether the cache is good now.
func (c *cache) catchUp() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.committing {
		return false // possibly our own commit, which will report what it changed
	}
	c.drop(c.changes.Load())
	return true
}

// drop forgets everything. The cache, being empty, is then good for any count.
func (c *cache) drop(count uint32) {
	if c.known.Load() != count {
		c.records.InvalidateAll()
		c.known.Store(count)
	}
}

// commit runs a commit of this process, which must hold the write lock. changed are the records
// that it changed. sure means that it certainly changes the count, and that changed is complete.
func (c *cache) commit(sure bool, changed []trace.ID, commit func() error) error {
	c.mu.Lock()
	before := c.changes.Load() // we hold the write lock, so the count cannot change
	c.drop(before)
	c.committing = true
	c.mu.Unlock()

	err := commit()

	c.mu.Lock()
	defer c.mu.Unlock()
	c.committing = false
	for _, id := range changed {
		c.records.Invalidate(id)
	}
	if after := c.changes.Load(); sure && err == nil && after == before+1 {
		c.known.Store(after)
	} else {
		c.drop(after)
	}
	return err
}

// Record implements trace.Reader: through the cache.
func (s *Store) Record(ctx context.Context, id trace.ID) (*trace.Record, error) {
	return s.writer.cache.record(id, func() (*trace.Record, error) { return s.point(ctx, id) })
}

// Stamp implements trace.Store: with SQLite's own count of commits, which a
// commit moves before any reader can see it.
func (s *Store) Stamp(context.Context) (trace.Stamp, error) {
	var count [4]byte
	binary.BigEndian.PutUint32(count[:], s.writer.cache.changes.Load())
	return trace.Stamp(count[:]), nil
}
