// Package board says which harvests are ready for a market: a row for each harvest, and in it
// how each gate of the market stands. It keeps the rows in memory, follows what is written, and
// reviews again only what changed.
package board

import (
	"context"
	"slices"
	"sync"
	"time"

	"rastro/internal/harvests"
	"rastro/internal/trace"
)

// Lister reviews harvests.
type Lister interface {
	Names(ctx context.Context, by *trace.Key, most int) (names []string, more bool, err error)
	Named(ctx context.Context, by *trace.Key, names []string, budget int64, memory harvests.Memory) ([]*harvests.Card, error)
}

// Changes says what was written.
type Changes interface {
	Touched(ctx context.Context, since trace.Place, limit int) (trace.Touched, error)
}

// Limits bounds what a board keeps, and what a request reviews.
type Limits struct {
	// Rows is how many harvests all indexes hold together, and so the most that one shows.
	Rows int
	// Slice is how many versions a request reviews before it answers, and once more for the
	// harvests on its page. Run reviews the rest.
	Slice int64
}

// usualLimits keep the rows within some tens of megabytes, and a request within a tenth of a
// second.
var usualLimits = Limits{Rows: 20_000, Slice: 1_000}

// Board answers which harvests are ready. It is safe for concurrent use.
type Board struct {
	lister  Lister
	changes Changes
	now     func() time.Time
	limits  Limits
	wake    chan struct{}

	mu   sync.Mutex
	used []*index // one for each set of harvests that a reader may see; the last used last
}

// New makes a Board. Zero limits mean the usual ones.
func New(lister Lister, changes Changes, now func() time.Time, limits Limits) *Board {
	if limits == (Limits{}) {
		limits = usualLimits
	}
	return &Board{lister: lister, changes: changes, now: now, limits: limits, wake: make(chan struct{}, 1)}
}

// BoardPage returns a page of the board as the key may see it. The rows on it are as a review says
// now; those that no review has seen yet say so.
func (b *Board) BoardPage(ctx context.Context, by *trace.Key, q Query) (page Page, err error) {
	err = b.with(ctx, by, func(x *index) error {
		if err := x.advance(ctx, b.limits.Slice); err != nil {
			return err
		}
		page = x.find(q, b.now())
		return page.fill(ctx, x, by, b.limits.Slice)
	})
	return page, err
}

// WholeBoard returns all rows that a query finds. It waits for those that no review has seen.
func (b *Board) WholeBoard(ctx context.Context, by *trace.Key, q Query) (page Page, err error) {
	q.Offset, q.Size = 0, b.limits.Rows
	for rounds := 0; ; rounds++ {
		done := false
		err = b.with(ctx, by, func(x *index) error {
			// Those who write all the time do not keep it for ever.
			if done = x.unseen.len() == 0 || rounds > 2*b.limits.Rows/chunk; !done {
				return x.advance(ctx, 0)
			}
			page = x.find(q, b.now())
			return page.fill(ctx, x, by, 0)
		})
		if done || err != nil {
			return page, err
		}
	}
}

// with calls fn with the index of what a key may read, which has followed what was written.
func (b *Board) with(ctx context.Context, by *trace.Key, fn func(*index) error) error {
	if err := by.Need(trace.Read); err != nil {
		return err
	}
	x := b.indexFor(by)
	if err := x.lock(ctx); err != nil {
		return err
	}
	defer x.unlock()
	if err := x.follow(ctx); err != nil {
		return err
	}
	err := fn(x)
	b.makeRoom(x)
	if x.left() > 0 {
		select {
		case b.wake <- struct{}{}:
		default: // it is awake
		}
	}
	return err
}

// indexFor is the index of what a key may read.
func (b *Board) indexFor(by *trace.Key) *index {
	reader := ""
	if len(by.Harvests) > 0 {
		reader = by.Limits()
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	at := slices.IndexFunc(b.used, func(x *index) bool { return x.reader == reader })
	if at < 0 {
		b.used = append(b.used, newIndex(b, by, reader))
		return b.used[len(b.used)-1]
	}
	x := b.used[at]
	b.used = append(slices.Delete(b.used, at, at+1), x)
	return x
}

// makeRoom forgets the indexes that were not used for longest, but not x, until all rows
// together are within the limit.
func (b *Board) makeRoom(x *index) {
	b.mu.Lock()
	defer b.mu.Unlock()
	x.held = len(x.rows)
	held := 0
	for i := len(b.used) - 1; i >= 0; i-- {
		if held += b.used[i].held + 1; held > b.limits.Rows && b.used[i] != x {
			b.used = slices.Delete(b.used, 0, i+1)
			return
		}
	}
}

// Run reviews what requests left over, until the context ends.
func (b *Board) Run(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-b.wake:
		}
		for _, x := range b.waiting() {
			for x.work(ctx) {
			}
		}
	}
}

// waiting lists the indexes, the last used first.
func (b *Board) waiting() []*index {
	b.mu.Lock()
	defer b.mu.Unlock()
	all := slices.Clone(b.used)
	slices.Reverse(all)
	return all
}
