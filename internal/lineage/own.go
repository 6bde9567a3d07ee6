package lineage

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"rastro/internal/kind"
	"rastro/internal/lot"
	"rastro/internal/trace"
)

// eachOwnRow calls fn with what the live records of a limited key's harvests say about lots. It
// reads nothing from other harvests: its running time must not reveal what they have. It stops if
// fn fails.
func (s *Tracer) eachOwnRow(ctx context.Context, r trace.LotReader, by *trace.Key, fn func(v *trace.Record, rows []lot.Row) error) error {
	for _, k := range kind.All {
		if !k.NamesLots() {
			continue
		}
		err := r.EachOfHarvests(ctx, k, by.Reach(), time.Time{}, func(v *trace.Record) error {
			if err := ctx.Err(); err != nil {
				return err
			}
			return fn(v, v.LotRows())
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// lotPlace is the place of a lot in a list: those that begin with the text come first
// (part 0), then those that contain it, each in the order of codes.
type lotPlace struct {
	part int64
	code string
}

func (p lotPlace) compare(other lotPlace) int {
	return cmp.Or(cmp.Compare(p.part, other.part), strings.Compare(p.code, other.code))
}

func (p lotPlace) position() trace.Position { return trace.Position{p.code, p.part} }

// ownList collects the first lots of a limited key's list after a place. It keeps only a
// few more than it is asked for.
type ownList struct {
	text  string
	after *lotPlace // nil: from the start
	last  *lotPlace // lots beyond it are not needed; nil until there are enough
	most  int
	lots  map[string]*Summary
}

func (l *ownList) place(code string) lotPlace {
	if strings.HasPrefix(code, l.text) {
		return lotPlace{0, code}
	}
	return lotPlace{1, code}
}

func (l *ownList) wants(code string) bool {
	if !strings.Contains(code, l.text) {
		return false
	}
	p := l.place(code)
	return (l.after == nil || p.compare(*l.after) > 0) && (l.last == nil || p.compare(*l.last) <= 0)
}

// take adds what a record says.
func (l *ownList) take(v *trace.Record, rows []lot.Row) {
	before := ""
	for i := range rows { // by lot
		row := &rows[i]
		one := l.lots[row.Lot]
		if one == nil {
			if !l.wants(row.Lot) {
				continue
			}
			one = &Summary{Code: row.Lot}
			l.lots[row.Lot] = one
		}
		if row.Lot != before && one.Records < maxSummaryRows {
			one.Records++
		}
		before = row.Lot
		one.Known = one.Known || row.Role == lot.Identified || row.Role == lot.Produced
		if len(one.HarvestIDs) < 20 {
			one.HarvestIDs = trace.AppendOnce(one.HarvestIDs, v.HarvestID)
		}
	}
	if len(l.lots) > 2*l.most {
		l.first()
	}
}

// first keeps only the first lots, and returns them in order. A lot that it drops comes after all
// that it keeps, so it is not needed again.
func (l *ownList) first() []Summary {
	var all []Summary
	for _, one := range l.lots {
		all = append(all, *one)
	}
	slices.SortFunc(all, func(a, b Summary) int { return l.place(a.Code).compare(l.place(b.Code)) })
	if len(all) > l.most {
		for _, one := range all[l.most:] {
			delete(l.lots, one.Code)
		}
		all = all[:l.most]
		last := l.place(all[l.most-1].Code)
		l.last = &last
	}
	return all
}

// ownLots lists the lots of a limited key from the records of its harvests, after a place. next is
// where to continue, nil at the end. The list of all codes would give the same result, but its
// duration, and how often a page is empty, would reveal how many lots others have.
func (s *Tracer) ownLots(ctx context.Context, by *trace.Key, text string, from trace.Position, size int) (found []Summary, next trace.Position, err error) {
	list := ownList{text: text, most: size + 1, lots: map[string]*Summary{}}
	if from != nil {
		list.after = &lotPlace{from[1].(int64), from[0].(string)}
	}
	err = s.eachOwnRow(ctx, s.store.Direct().Reader, by, func(v *trace.Record, rows []lot.Row) error {
		list.take(v, rows)
		return nil
	})
	if err != nil {
		return nil, nil, err
	}
	if found = list.first(); len(found) > size {
		found = found[:size]
		next = list.place(found[size-1].Code).position()
	}
	for i := range found {
		slices.Sort(found[i].HarvestIDs)
	}
	return found, next, nil
}
