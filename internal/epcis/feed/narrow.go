package feed

import (
	"bytes"
	"context"
	"slices"
	"strings"
	"time"

	"rastro/internal/epcis/ours"
	"rastro/internal/epcis/query"
	"rastro/internal/epcis/uri"
	"rastro/internal/kind"
	"rastro/internal/logged"
	"rastro/internal/lot"
	"rastro/internal/trace"
)

// What a query may read before it goes through the log instead.
const (
	maxRows  = 5_000 // of one lot
	readPage = 200
)

// ownNames gives the lots in a query the same names that events have while they are compared: those
// at our origin. The Digital Link of a lot counts if the trade item is the lot's.
func (p *pager) ownNames(ctx context.Context, r Reader, q *query.Query) error {
	for i := range q.Filters {
		f := &q.Filters[i]
		if f.Op != query.MATCH {
			continue
		}
		f.Values = slices.Clone(f.Values)
		for k := range f.Values {
			v := &f.Values[k]
			if v.Prefix != "" {
				continue
			}
			named := uri.LotOf(v.Text, p.n.Origin)
			code := lot.Fold(named.Code)
			if named.Foreign || code == "" {
				continue
			}
			if named.GTIN != "" {
				known, err := gtins(ctx, r, p.by, []string{code})
				if err != nil {
					return err
				}
				if known[code] != named.GTIN {
					continue
				}
			}
			v.Text = p.n.Lot(code)
		}
	}
	return nil
}

// narrowed finds the events of a query that names lots, harvests, records or events, unless these
// are too many: then the answer goes through the log.
func (w *walk) narrowed(ctx context.Context) (hits []hit, narrowed bool, err error) {
	p := w.p
	if p.from != nil && p.from.At == throughLog && w.q.OrderBy == "" {
		return nil, false, nil
	}
	ids, narrowed, err := p.narrow(ctx, w.r, w.q)
	if narrowed && err == nil {
		err = w.loadRecords(ctx, ids)
	}
	hits, w.hits, w.bytes = w.hits, nil, 0
	if failed, ok := Refused(err); ok && failed.Code == query.TooWide {
		return nil, false, nil
	}
	return hits, narrowed, err
}

// narrow finds the records that a query can be about, if it names lots, harvests, records or
// events. narrowed says that it does.
func (p *pager) narrow(ctx context.Context, r Reader, q *query.Query) (ids []trace.ID, narrowed bool, err error) {
	seen := map[trace.ID]bool{}
	add := func(id trace.ID) error {
		if !seen[id] {
			if len(ids) >= p.a.most.records {
				return query.Fail(query.TooWide, "", "")
			}
			seen[id] = true
			ids = append(ids, id)
		}
		return nil
	}
	for i := range q.Filters {
		f := &q.Filters[i]
		if !names(f) {
			continue
		}
		for _, v := range f.Values {
			if err := p.named(ctx, r, v.Text, add); err != nil {
				return nil, false, err
			}
		}
		slices.SortFunc(ids, func(a, b trace.ID) int { return bytes.Compare(a[:], b[:]) })
		return ids, true, nil
	}
	if p.harvest == "" {
		return nil, false, nil
	}
	err = p.ofHarvest(ctx, r, p.harvest, add)
	return ids, true, err
}

// names reports whether a filter names exactly the things that the events are about.
func names(f *query.Filter) bool {
	switch f.Field {
	case "eventID", "transformationID":
		return f.Op == query.EQ
	}
	return f.Op == query.MATCH && !slices.ContainsFunc(f.Values, func(v query.Value) bool { return v.Prefix != "" })
}

// named finds the records that a name of ours leads to.
func (p *pager) named(ctx context.Context, r Reader, name string, add func(trace.ID) error) error {
	if id, _, ok := p.n.VersionOf(name); ok {
		return add(id)
	}
	if text, ok := strings.CutPrefix(name, p.n.Record("")); ok {
		if id, ok := trace.ParseID(text); ok {
			return add(id)
		}
		return nil
	}
	if harvest, ok := p.n.HarvestOf(name); ok {
		return p.ofHarvest(ctx, r, harvest, add)
	}
	code := lot.Fold(uri.LotOf(name, p.n.Origin).Code)
	if code == "" {
		return nil
	}
	rows := 0
	q := trace.LotQuery{Lots: []string{code}, From: lot.Identified, To: lot.Validated, Ever: true, Limit: maxRows, RefsOnly: true, Reach: p.by.Reach()}
	var all []trace.ID
	err := r.EachLotRow(ctx, q, func(row *lot.Row) error {
		rows++
		all = append(all, row.ID)
		return nil
	})
	if err == nil && rows >= maxRows {
		err = query.Fail(query.TooWide, "", "")
	}
	for _, id := range all {
		if err == nil {
			err = add(id)
		}
	}
	return err
}

// ofHarvest finds the records of a harvest, including those that are no longer live.
func (p *pager) ofHarvest(ctx context.Context, r Reader, harvest string, add func(trace.ID) error) error {
	return p.lists(harvest, readPage, func(q trace.Query) error {
		for {
			found, err := r.Records(ctx, q)
			if err != nil {
				return err
			}
			for i := range found {
				if err := add(found[i].ID); err != nil {
					return err
				}
			}
			if len(found) < q.Limit {
				return nil
			}
			q.After = trace.Position{found[len(found)-1].ID}
		}
	})
}

// firstPlace returns a place in a log of the given size; before it there is no version of the
// pager's harvest.
func (p *pager) firstPlace(ctx context.Context, r Reader, size int64) (int64, error) {
	var first time.Time
	err := p.lists(p.harvest, 1, func(q trace.Query) error {
		found, err := r.Records(ctx, q)
		for i := range found {
			if at := found[i].CreatedAt(); first.IsZero() || at.Before(first) {
				first = at
			}
		}
		return err
	})
	if err != nil || first.IsZero() {
		return size, err
	}
	return logged.PlaceAt(ctx, r, size, first.Add(-trace.UnplacedFor))
}

// lists calls fn with the queries for all records of a harvest that are shown as events.
func (p *pager) lists(harvest string, page int, fn func(trace.Query) error) error {
	if !p.by.Reaches(harvest) {
		return nil
	}
	for _, k := range kind.All {
		if !ours.ShowsKind(k) {
			continue
		}
		for _, ended := range []bool{false, true} {
			if err := fn(trace.Query{Kind: k, Reach: trace.Only(harvest), NoLongerLive: ended, Order: trace.OldestFirst, Limit: page}); err != nil {
				return err
			}
		}
	}
	return nil
}
