package feed

import (
	"bytes"
	"context"
	"slices"
	"strings"

	"rastro/internal/epcis/ours"
	"rastro/internal/epcis/query"
	"rastro/internal/epcis/uri"
	"rastro/internal/kind"
	"rastro/internal/lot"
	"rastro/internal/trace"
)

// What a query may read before it is too wide.
const (
	maxRows    = 5_000 // of one lot
	maxRecords = 2_000
	readPage   = 200
)

// ownNames gives the lots that a query names the names that events have while they are
// compared: those at our origin. The Digital Link of a lot counts if the trade item is the lot's.
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

// narrow finds the records that a query can be about, if it names lots, harvests, records or
// events. few says that it does.
func (p *pager) narrow(ctx context.Context, r Reader, q *query.Query) (ids []trace.ID, few bool, err error) {
	seen := map[trace.ID]bool{}
	add := func(id trace.ID) error {
		if !seen[id] {
			if len(ids) >= maxRecords {
				return query.Fail(query.TooWide, "", "")
			}
			seen[id] = true
			ids = append(ids, id)
		}
		return nil
	}
	if p.harvest != "" {
		err = p.ofHarvest(ctx, r, p.harvest, add)
		return ids, true, err
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
	return nil, false, nil
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
	if !p.by.Reaches(harvest) {
		return nil
	}
	for _, k := range kind.All {
		if !ours.Shows(&trace.Record{Kind: k}) {
			continue
		}
		for _, ended := range []bool{false, true} {
			q := trace.Query{Kind: k, Reach: trace.Only(harvest), NoLongerLive: ended, Order: trace.OldestFirst, Limit: readPage}
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
				if len(found) < readPage {
					break
				}
				q.After = trace.Position{found[len(found)-1].ID}
			}
		}
	}
	return nil
}

// gtins returns the trade items that live validations, which the caller may read, name with lots. A
// lot that they name with several has none.
func gtins(ctx context.Context, r Reader, by *trace.Key, codes []string) (map[string]string, error) {
	slices.Sort(codes)
	codes = slices.Compact(codes)
	all := map[string]string{}
	for _, code := range codes[:min(len(codes), maxNamed)] {
		var ids []trace.ID
		q := trace.LotQuery{Lots: []string{code}, From: lot.Validated, To: lot.Validated, Limit: maxValidations, RefsOnly: true, Reach: by.Reach()}
		err := r.EachLotRow(ctx, q, func(row *lot.Row) error {
			ids = append(ids, row.ID)
			return nil
		})
		if err != nil {
			return nil, err
		}
		for _, id := range ids {
			v, err := r.Record(ctx, id)
			if trace.Is(err, trace.CodeRecordNotFound) || trace.Is(err, trace.CodeErased) {
				continue
			}
			if err != nil {
				return nil, err
			}
			for _, item := range v.TradeItems() {
				if item.Lot == "" || lot.Fold(item.Lot) != code {
					continue
				}
				if had, ok := all[code]; ok && had != item.GTIN {
					item.GTIN = ""
				}
				all[code] = item.GTIN
			}
		}
	}
	return all, nil
}

// The bounds of looking for trade items: what is beyond them keeps its name at our origin.
const (
	maxNamed       = 500
	maxValidations = 20
)
