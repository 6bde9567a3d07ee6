package load

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strconv"
	"time"

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
	// taken are the records that already represent a load of a file: each can represent only one.
	taken map[trace.ID]bool
}

// Read reads the loads of a harvest. The caller MUST have checked the harvest: a record that a
// caller may not read does not count as a repetition.
func Read(ctx context.Context, r Reader, harvestID string) (*Book, error) {
	b := &Book{by: map[string][]int{}, taken: map[trace.ID]bool{}}
	q := trace.Query{Kind: kind.ByPrefix(kind.Receiving), Reach: trace.Only(harvestID), Order: trace.NewestFirst, Limit: trace.RecordChunk}
	seen := 0
	read := func(ctx context.Context, q trace.Query) ([]trace.Record, error) { return trace.RecordsOf(ctx, r, q) }
	err := trace.EachRecord(ctx, read, q, func(one *trace.Record) error {
		if seen++; seen > MaxLoads {
			return errEnough
		}
		l, ok := Of(one)
		if !ok {
			l = Load{ID: one.ID, day: l.day, plates: l.plates, kilos: l.kilos, keys: l.keys, tooLittleData: true}
		}
		b.add(l)
		return nil
	})
	if err != nil && !errors.Is(err, errEnough) {
		return nil, err
	}
	return b, nil
}

// errEnough stops reading a harvest that has more loads.
var errEnough = errors.New("enough loads")

// Len returns how many loads it has.
func (b *Book) Len() int { return len(b.list) }

func (b *Book) add(l Load) {
	for _, name := range append(l.plates[:len(l.plates):len(l.plates)], l.keys...) {
		if !l.tooLittleData {
			b.by[name] = append(b.by[name], len(b.list))
		}
	}
	b.list = append(b.list, l)
}

// Match is a record about a load. Sure means that it is the same load; otherwise it may be.
type Match struct {
	ID   trace.ID
	Sure bool
}

// Repeats returns the record that is about the load of another record already, or else the possible
// one with the nearest weight; false if there is none.
func (b *Book) Repeats(r *trace.Record) (found Match, ok bool) {
	l, known := Of(r)
	if !known || b == nil {
		return Match{}, false
	}
	nearest := 2.0
	for _, name := range append(l.plates[:len(l.plates):len(l.plates)], l.keys...) {
		for _, at := range b.by[name] {
			other := &b.list[at]
			if other.ID == r.ID || b.taken[other.ID] {
				continue
			}
			if other.Same(&l) {
				return Match{other.ID, true}, true
			}
			if far := other.far(&l); far < nearest && other.Alike(&l) {
				found, ok, nearest = Match{other.ID, false}, true, far
			}
		}
	}
	return found, ok
}

// Near returns the records to which a person may link a document, at most n, the most likely first:
// those that name no invoice yet, by lorry, day and weight.
func (b *Book) Near(r *trace.Record, n int) (ids []trace.ID) {
	l, _ := Of(r)
	type scored struct {
		id    trace.ID
		score float64
	}
	var list []scored
	for i := range b.list {
		other := &b.list[i]
		if len(other.keys) > 0 || other.invoiced || other.ID == r.ID {
			continue
		}
		score := min(other.far(&l), 1)
		if !meet(l.plates, other.plates) {
			score++
		}
		list = append(list, scored{other.ID, score + l.apartDays(other)})
	}
	slices.SortStableFunc(list, func(a, b scored) int { return cmp.Compare(a.score, b.score) })
	for _, one := range list[:min(len(list), n)] {
		ids = append(ids, one.id)
	}
	return ids
}

// apartDays returns how far the days of two records are apart, from 0 to 1 in a week; 1 if one is unknown.
func (l *Load) apartDays(other *Load) float64 {
	a, errA := time.Parse(time.DateOnly, l.day)
	b, errB := time.Parse(time.DateOnly, other.day)
	if errA != nil || errB != nil {
		return 1
	}
	const week = 7 * 24 * time.Hour
	return min(1, b.Sub(a).Abs().Hours()/week.Hours())
}

// Take marks a record as representing a load. It is not found again.
func (b *Book) Take(id trace.ID) { b.taken[id] = true }

// numberOf returns the number of an invoice in its key, as people write it.
func numberOf(key string) string {
	parsed, ok := brdoc.ParseKey(key)
	if !ok {
		return ""
	}
	return strconv.Itoa(parsed.Number)
}
