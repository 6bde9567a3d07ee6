package storetest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"rastro/internal/kind"
	"rastro/internal/lot"
	"rastro/internal/trace"
)

var shipping = kind.ByPrefix(kind.Shipment)

// crowd returns a journal in which one lot has many rows in every role, of several
// harvests, with versions that came and went.
func crowd(t *testing.T) []trace.Record {
	var journal []trace.Record
	n := 0
	add := func(k *kind.Kind, payload string) {
		n++
		r := naming(t, k, fmt.Sprintf("S-%d", n%3), 1000-n, payload) // against the order of ids
		journal = append(journal, r)
		switch n % 5 {
		case 1: // a version that still names it
			v2 := next(r, trace.Updated)
			v2.Payload = r.Payload
			journal = append(journal, v2)
		case 2: // one that does not
			v2 := next(r, trace.Updated)
			v2.Payload = []byte(strings.ReplaceAll(payload, "A-1", "A-2"))
			journal = append(journal, v2)
		case 3:
			journal = append(journal, next(r, trace.Deleted))
		}
	}
	for i := range 7 {
		add(identification, `{"codigoLote":"A-1"}`)
		add(drying, fmt.Sprintf(`{"loteEntrada":"X-%d","loteSaida":"A-1"}`, i))
		add(drying, fmt.Sprintf(`{"loteEntrada":"A-1","loteSaida":"Y-%d"}`, i))
		add(processing, `{"lote":"A-1","volume":"1 t","volumeFinal":"0,9 t"}`)
		add(shipping, `{"loteOrigem":"A-1","volumeTransportado":10}`)
		add(receipt, `{"loteOrigem":"A-1","volume":"10 kg"}`)
		for _, k := range []*kind.Kind{cargo, analysis, inspection, validationKind()} {
			add(k, string(light(t, k, i, "A-1").Payload))
		}
	}
	return journal
}

// rowsInPages reads the rows of a lot page by page, and checks the size of each page.
func rowsInPages(t *testing.T, s trace.Reader, q trace.LotQuery, size int) (all []lot.Row) {
	t.Helper()
	for q.Limit = size; ; {
		page := rowsOf(t, s, q)
		if len(page) > size {
			t.Fatalf("%+v: a page of %d", q, len(page))
		}
		all = append(all, page...)
		if len(page) < size {
			return all
		}
		q.After = page[len(page)-1].Key()
	}
}

func entries(rows []lot.Row) (list []string) {
	for i := range rows {
		list = append(list, entry(&rows[i]))
	}
	return list
}

// holdPages compares the rows of A-1 at an instant with a model, for all queries and page sizes.
func holdPages(t *testing.T, s trace.Reader, at time.Time, model []lot.Row) {
	t.Helper()
	for _, c := range []struct {
		from, to lot.Role
		kind     *kind.Kind
		harvests []string
	}{
		{from: lot.Identified, to: lot.Validated}, {from: lot.Identified, to: lot.Received}, {from: lot.FirstLight, to: lot.Validated}, {from: lot.Consumed, to: lot.Documented},
		{from: lot.Identified, to: lot.Validated, harvests: []string{"S-1"}}, {from: lot.Processed, to: lot.Validated, harvests: []string{"S-2", "S-0", "NONE"}},
		{from: lot.Identified, to: lot.Validated, harvests: []string{"NONE"}}, {from: lot.Identified, to: lot.Validated, kind: drying}, {from: lot.Identified, to: lot.Validated, kind: cargo, harvests: []string{"S-2"}},
	} {
		var want []string
		for i := range model {
			r := model[i]
			if r.Role >= c.from && r.Role <= c.to && (c.kind == nil || r.Kind == c.kind.Code) && (c.harvests == nil || slices.Contains(c.harvests, r.HarvestID)) {
				r.Until = 0
				want = append(want, entry(&r))
			}
		}
		slices.Sort(want)
		q := trace.LotQuery{Lots: []string{"A-1"}, From: c.from, To: c.to, At: at, Reach: trace.Only(c.harvests...)}
		if c.kind != nil {
			q.Kind = c.kind.Code
		}
		var first []string
		for _, size := range []int{100, 1, 2, 3, 7} {
			rows := rowsInPages(t, s, q, size)
			for i := range rows {
				if rows[i].Until = 0; i > 0 && rows[i].Role < rows[i-1].Role {
					t.Errorf("%+v by %d: role %s after %s", q, size, rows[i].Role, rows[i-1].Role)
				}
			}
			got := entries(rows)
			if first == nil {
				first = got
			}
			if d := diff(first, got); d != "" {
				t.Errorf("%+v by %d: another order: -whole +pages\n%s", q, size, d)
			}
			if d := diff(want, slices.Sorted(slices.Values(got))); d != "" {
				t.Errorf("%+v by %d: -want +got\n%s", q, size, d)
			}
		}
	}
}

var lotPageCases = []namedCase{
	{"pages of any size join to the whole, in every role, at every instant", func(t *testing.T, s trace.Store) {
		journal := crowd(t)
		write(t, s, journal...)
		moments := []time.Time{{}}
		for i, at := range instants(journal) {
			if i%29 == 0 {
				moments = append(moments, at)
			}
		}
		for _, at := range moments {
			then := at
			if at.IsZero() {
				then = start.Add(1000 * time.Hour)
			}
			var model []lot.Row
			for _, r := range pastOf(journal, then, everyRecord) {
				for _, row := range r.LotRows() {
					if row.Lot == "A-1" {
						model = append(model, row)
					}
				}
			}
			holdPages(t, s, at, model)
		}
	}},
	{"a thousand rows of others do not hide one's own", func(t *testing.T, s trace.Store) {
		var rows []trace.Record
		for i := range 3000 {
			rows = append(rows, naming(t, receipt, "S-ATK", i, `{"loteOrigem":"A-1"}`), light(t, cargo, 3*i, "A-1"))
		}
		mine, paper := naming(t, receipt, "S-MINE", 4000, `{"loteOrigem":"A-1"}`), light(t, cargo, 10_000, "A-1") // of S-1
		write(t, s, append(rows, mine, paper)...)
		for _, c := range []struct {
			limit int
			want  []trace.ID
		}{{1, []trace.ID{mine.ID}}, {2, []trace.ID{mine.ID, paper.ID}}, {100, []trace.ID{mine.ID, paper.ID}}} {
			var got []trace.ID
			for _, r := range rowsOf(t, s, trace.LotQuery{Lots: []string{"A-1"}, From: lot.Identified, To: lot.Validated, Limit: c.limit, Reach: trace.Only("S-1", "S-MINE")}) {
				got = append(got, r.ID)
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("up to %d: %v, want %v", c.limit, got, c.want)
			}
		}
	}},
	{"several lots with more rows than were asked for are refused, not cut", func(t *testing.T, s trace.Store) {
		for i := range 6 {
			write(t, s, naming(t, receipt, "S-1", i, `{"loteOrigem":"A-1"}`), light(t, cargo, 10+i, "B-1"))
		}
		for limit, want := range map[int]error{12: nil, 13: nil, 11: trace.ErrManyRows, 6: trace.ErrManyRows, 5: trace.ErrManyRows} {
			err := s.EachLotRow(context.Background(), trace.LotQuery{Lots: []string{"A-1", "B-1"}, From: lot.Identified, To: lot.Validated, Limit: limit}, func(*lot.Row) error { return nil })
			if !errors.Is(err, want) {
				t.Errorf("up to %d rows: %v, want %v", limit, err, want)
			}
		}
	}},
}
