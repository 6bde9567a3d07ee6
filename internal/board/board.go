// Package board lists which harvests are ready for a market: a row for each harvest, with the
// state of each gate of the market. It keeps the rows in memory, follows new versions, and
// reviews again only changed harvests.
package board

import (
	"context"
	"log/slog"
	"slices"
	"sync"
	"time"

	"rastro/internal/harvests"
	"rastro/internal/personal"
	"rastro/internal/trace"
)

// Lister reviews harvests.
type Lister interface {
	Names(ctx context.Context, by *trace.Key, most int) (names []string, more bool, err error)
	// LandStamp changes when a public layer is imported or removed.
	LandStamp(ctx context.Context) (string, error)
	Named(ctx context.Context, by *trace.Key, names []string, budget int64, memory harvests.Memory) ([]*harvests.Card, error)
}

// Changes reports new versions.
type Changes interface {
	Touched(ctx context.Context, since trace.Place, limit int) (trace.Touched, error)
}

// Limits bounds what a board keeps, and what a request reviews.
type Limits struct {
	// Rows is the most harvests that a board shows, and how many the indexes of limited
	// readers hold together.
	Rows int
	// PerRequest is how much a request reviews before it looks at its page, in versions. The
	// harvests of the page are reviewed up to the limit of any list, and the rest by Run.
	PerRequest int64
}

// usualLimits keep the rows within some tens of megabytes, and a request within a tenth of a
// second.
var usualLimits = Limits{Rows: 20_000, PerRequest: 1_000}

// retryInterval is how long Run waits after the store failed.
const retryInterval = 5 * time.Second

// Board answers which harvests are ready. It is safe for concurrent use.
type Board struct {
	lister  Lister
	changes Changes
	now     func() time.Time
	log     *slog.Logger
	limits  Limits
	wake    chan struct{}

	mu   sync.Mutex
	used []*index // one for each set of harvests that a reader may see; the last used last
}

// New returns a Board. Zero limits mean the usual ones.
func New(lister Lister, changes Changes, now func() time.Time, log *slog.Logger, limits Limits) *Board {
	if limits == (Limits{}) {
		limits = usualLimits
	}
	return &Board{lister: lister, changes: changes, now: now, log: log, limits: limits, wake: make(chan struct{}, 1)}
}

// BoardPage returns a page of the board as the key may see it. Its rows are as of a review now;
// rows without a review yet say so.
func (b *Board) BoardPage(ctx context.Context, by *trace.Key, q Query) (Page, error) {
	x, err := b.followed(ctx, by)
	if err != nil {
		return Page{}, err
	}
	defer b.leave(x)
	if err := x.advance(ctx, b.limits.PerRequest); err != nil {
		return Page{}, err
	}
	return x.page(ctx, by, q)
}

// WholeBoard returns all rows that a query finds. It waits for those that no review has seen.
func (b *Board) WholeBoard(ctx context.Context, by *trace.Key, q Query) (Page, error) {
	q.Offset, q.Size = 0, b.limits.Rows
	x, err := b.followed(ctx, by)
	if err != nil {
		return Page{}, err
	}
	defer b.leave(x)
	// Constant writers must not delay it forever: the page says what is left.
	for range 2*b.limits.Rows/batchSize + 1 {
		x.mu.Lock()
		left := x.queueUnseen() + x.again.len()
		x.mu.Unlock()
		if left == 0 {
			break
		}
		if err := x.advance(ctx, 0); err != nil {
			return Page{}, err
		}
	}
	return x.page(ctx, by, q)
}

// BoardCards returns the cards of all harvests that the key may see and that have been reviewed, by
// name, and how many are still to be reviewed. The cards come from the board's memory, without the
// disputes of their lots.
func (b *Board) BoardCards(ctx context.Context, by *trace.Key) (cards []*harvests.Card, waiting int, err error) {
	x, err := b.followed(ctx, by)
	if err != nil {
		return nil, 0, err
	}
	defer b.leave(x)
	if err := x.advance(ctx, b.limits.PerRequest); err != nil {
		return nil, 0, err
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	x.sort()
	for _, r := range x.order {
		if r.card == nil {
			waiting++
		} else {
			cards = append(cards, r.card)
		}
	}
	return cards, waiting, nil
}

// followed returns the index of what a key may read, updated with what was written.
func (b *Board) followed(ctx context.Context, by *trace.Key) (*index, error) {
	if err := by.Need(trace.Read); err != nil {
		return nil, err
	}
	x := b.indexFor(by)
	return x, x.follow(ctx)
}

// leave ends a request: it makes room, and lets Run do the rest.
func (b *Board) leave(x *index) {
	x.mu.Lock()
	rows, left := len(x.rows), x.unseen.len()+x.again.len()
	x.mu.Unlock()
	b.makeRoom(x, rows)
	if left > 0 {
		b.wakeUp()
	}
}

// indexFor returns the index of what a key may read.
func (b *Board) indexFor(by *trace.Key) *index {
	reader := personal.Sight(by)
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

// makeRoom drops the least recently used indexes of limited readers, but not x, until the rows of
// all such readers are within the limit. The index of those who see everything has its own room: no
// limited key can push it out, or learn from its own index that someone used it.
func (b *Board) makeRoom(x *index, rows int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	x.held = rows + 1 // an index without rows takes room too
	held := 0
	for _, other := range b.used {
		if other.reader != "" {
			held += other.held
		}
	}
	b.used = slices.DeleteFunc(b.used, func(other *index) bool {
		forget := held > b.limits.Rows+1 && other != x && other.reader != ""
		if forget {
			held -= other.held
		}
		return forget
	})
}

// Run reviews the harvests that requests left over, until the context ends.
func (b *Board) Run(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-b.wake:
		}
		if err := b.finish(ctx); err != nil && ctx.Err() == nil {
			b.log.Warn("the board could not be brought up to date; it will be tried again", "err", err)
			select {
			case <-ctx.Done():
			case <-time.After(retryInterval):
				b.wakeUp()
			}
		}
	}
}

func (b *Board) wakeUp() {
	select {
	case b.wake <- struct{}{}:
	default: // it is awake
	}
}

// finish reviews what is left in all indexes, the most recently used first.
func (b *Board) finish(ctx context.Context) error {
	b.mu.Lock()
	all := slices.Clone(b.used)
	b.mu.Unlock()
	for _, x := range slices.Backward(all) {
		for x.left() > 0 {
			if err := x.advance(ctx, 0); err != nil {
				return err
			}
		}
	}
	return nil
}
