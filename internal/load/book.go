package load

import (
	"context"
	"errors"
	"strconv"

	"rastro/internal/brdoc"
	"rastro/internal/kind"
	"rastro/internal/trace"
)

// MaxLoads is how many loads of a harvest are compared, the newest first. A harvest of a large
// farm has a few thousand.
const MaxLoads = 20_000

// Reader is what the package reads.
type Reader interface{ trace.PageReader }

// Book has the loads of a harvest.
type Book struct {
	list []Load
	by   map[string][]int // plates, and keys of invoices
	// taken are the records that stand for a load of a file already: each stands for one.
	taken map[trace.ID]bool
}

// Read reads the loads of a harvest. Whose harvest it is MUST be checked before: what a caller may
// not read repeats nothing for that caller.
func Read(ctx context.Context, r Reader, harvestID string) (*Book, error) {
	b := &Book{by: map[string][]int{}, taken: map[trace.ID]bool{}}
	q := trace.Query{Kind: kind.ByPrefix(kind.Receiving), Reach: trace.Only(harvestID), Order: trace.NewestFirst, Limit: trace.RecordChunk}
	seen := 0
	read := func(ctx context.Context, q trace.Query) ([]trace.Record, error) { return trace.RecordsOf(ctx, r, q) }
	err := trace.EachRecord(ctx, read, q, func(one *trace.Record) error {
		if seen++; seen > MaxLoads {
			return errEnough
		}
		if l, ok := Of(one); ok {
			b.add(l)
		}
		return nil
	})
	if err != nil && !errors.Is(err, errEnough) {
		return nil, err
	}
	return b, nil
}

// errEnough ends the reading of a harvest with more loads.
var errEnough = errors.New("enough loads")

// Len is how many loads it has.
func (b *Book) Len() int { return len(b.list) }

func (b *Book) add(l Load) {
	for _, name := range append(l.plates[:len(l.plates):len(l.plates)], l.keys...) {
		b.by[name] = append(b.by[name], len(b.list))
	}
	b.list = append(b.list, l)
}

// Repeats returns the record that is about the load of another record already; false if none is.
func (b *Book) Repeats(r *trace.Record) (trace.ID, bool) {
	l, ok := Of(r)
	if !ok || b == nil {
		return trace.ID{}, false
	}
	for _, name := range append(l.plates[:len(l.plates):len(l.plates)], l.keys...) {
		for _, at := range b.by[name] {
			if other := &b.list[at]; other.ID != r.ID && !b.taken[other.ID] && other.Same(&l) {
				return other.ID, true
			}
		}
	}
	return trace.ID{}, false
}

// Take says that a record stands for a load that was asked for. It is not found again.
func (b *Book) Take(id trace.ID) { b.taken[id] = true }

// numberOf is the number of an invoice in its key, as people write it.
func numberOf(key string) string {
	parsed, ok := brdoc.ParseKey(key)
	if !ok {
		return ""
	}
	return strconv.Itoa(parsed.Number)
}
