package storetest

import (
	"bytes"
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

var (
	cargo      = kind.ByPrefix(kind.Cargo)
	analysis   = kind.ByPrefix(kind.StorageQuality)
	inspection = kind.ByPrefix(kind.Inspection)
)

// light makes a record that names lots in a light role, and only that.
func light(tb testing.TB, k *kind.Kind, n int, lots ...string) trace.Record {
	list := `"` + strings.Join(lots, `","`) + `"`
	return naming(tb, k, fmt.Sprintf("S-%d", n%3), n, map[*kind.Kind]string{
		cargo:            fmt.Sprintf(`{"notaFiscal":"NF %d","declaracaoSegregacao":"lote %s"}`, n, strings.Join(lots, ", lote ")),
		analysis:         fmt.Sprintf(`{"analiseQualidade":"umidade 12%%","identificacao":"lote %s"}`, lots[0]),
		inspection:       fmt.Sprintf(`{"dataInspecao":"2026-01-%02d","resultadoInspecao":"aprovado","numeroRelatorioInspecao":"R-%d","codigosLote":[%s]}`, 1+n%28, n, list),
		validationKind(): fmt.Sprintf(`{"lotes":[%s]}`, list),
	}[k])
}

// rowsOf returns the rows of one lot as they come.
func rowsOf(tb testing.TB, s trace.Reader, q trace.LotQuery) (rows []lot.Row) {
	tb.Helper()
	err := s.EachLotRow(context.Background(), q, func(r *lot.Row) error {
		rows = append(rows, *r)
		return nil
	})
	if err != nil {
		tb.Fatal(err)
	}
	return rows
}

var mentionCases = []namedCase{
	{"written, updated, deleted, and as it was", func(t *testing.T, s trace.Store) {
		v1 := light(t, cargo, 1, "A-1", "A-2")
		v1.Findings = []byte(`"avisos":[{"regra":"X"}],"identificadores":[]`)
		seen, sampled, validated := light(t, inspection, 2, "A-1", "B-1"), light(t, analysis, 3, "B-1"), light(t, validationKind(), 4, "A-1")
		v2 := next(v1, trace.Updated)
		v2.Payload = []byte(`{"declaracaoSegregacao":"lote A-3"}`)
		again := next(seen, trace.Updated)
		again.Payload, again.UpdatedAt = seen.Payload, seen.UpdatedAt // in the same millisecond
		journal := []trace.Record{v1, seen, sampled, validated, v2, again, next(sampled, trace.Deleted)}
		for i := range journal {
			write(t, s, journal[i])
			holdGraph(t, s, journal[:i+1], instants(journal[:i+1])...)
		}
		if got := roles(t, s, "A-1") + "; " + roles(t, s, "A-3") + "; " + roles(t, s, "B-1"); got != "inspeciona S-2, valida S-1; documenta S-1; inspeciona S-2" {
			t.Errorf("the graph is now %q", got)
		}
	}},
	{"next to whole rows, in order, up to a limit", func(t *testing.T, s trace.Store) {
		var journal []trace.Record
		add := func(r trace.Record) { journal = append(journal, r) }
		for i := range 4 {
			add(light(t, cargo, 10-i, "A-1")) // written against the order of ids
			add(light(t, inspection, 20-i, "A-1", "B-1"))
			add(naming(t, receipt, "S-0", 30-i, `{"loteOrigem":"A-1"}`))
		}
		v2 := next(journal[1], trace.Updated)
		v2.Payload = journal[1].Payload
		add(v2)
		write(t, s, journal...)
		q := trace.LotQuery{Lots: []string{"A-1"}, From: lot.Identified, To: lot.Validated, Limit: 100}
		all := rowsOf(t, s, q)
		if len(all) != 12 || !slices.IsSortedFunc(all, func(a, b lot.Row) int {
			if a.Role != b.Role || a.Role.Light() { // light rows lie as the engine has them
				return int(a.Role) - int(b.Role)
			}
			return bytes.Compare(a.ID[:], b.ID[:])
		}) {
			t.Errorf("%d rows, or not in order: %+v", len(all), all)
		}
		for _, c := range []struct {
			from, to    lot.Role
			limit, want int
		}{
			{lot.Identified, lot.Validated, 1, 1}, {lot.Identified, lot.Validated, 4, 4}, {lot.Identified, lot.Validated, 5, 5}, {lot.Identified, lot.Validated, 12, 12},
			{lot.Identified, lot.Received, 100, 4}, {lot.Inspected, lot.Validated, 100, 8}, {lot.Inspected, lot.Inspected, 100, 4}, {lot.Documented, lot.Validated, 3, 3},
			{lot.Sampled, lot.Sampled, 100, 0},
		} {
			q := trace.LotQuery{Lots: q.Lots, From: c.from, To: c.to, Limit: c.limit}
			got := rowsOf(t, s, q)
			if len(got) != c.want || len(got) > 0 && (got[0].Role < c.from || got[len(got)-1].Role > c.to) {
				t.Errorf("%+v: %d rows, want %d", q, len(got), c.want)
			}
			if again := rowsOf(t, s, q); fmt.Sprint(again) != fmt.Sprint(got) {
				t.Errorf("%+v: other rows when asked again", q)
			}
			whole := len(rowsOf(t, s, trace.LotQuery{Lots: q.Lots, From: c.from, To: c.to, Limit: 100}))
			q.Lots = []string{"A-1", "NONE"}
			n := 0
			err := s.EachLotRow(context.Background(), q, func(*lot.Row) error { n++; return nil })
			if many := whole > c.limit; errors.Is(err, trace.ErrManyRows) != many || !many && (err != nil || n != whole) {
				t.Errorf("%+v: %d rows, %v, of %d", q, n, err, whole)
			}
		}
	}},
	{"bare, they name the same records", func(t *testing.T, s trace.Store) {
		write(t, s, light(t, cargo, 1, "A-1"), light(t, validationKind(), 2, "A-1", "B-1"), naming(t, receipt, "S", 3, `{"loteOrigem":"A-1"}`))
		names := func(bare bool) (named []string) {
			for _, r := range rowsOf(t, s, trace.LotQuery{Lots: []string{"A-1", "B-1"}, From: lot.Identified, To: lot.Validated, Limit: 100, RefsOnly: bare}) {
				named = append(named, fmt.Sprint(r.Lot, r.Role, r.Kind, r.ID, r.Version, r.Since, r.Until, r.HarvestID, r.By))
			}
			slices.Sort(named)
			return named
		}
		if whole := names(false); len(whole) != 4 || diff(whole, names(true)) != "" {
			t.Errorf("-whole +bare\n%s", diff(whole, names(true)))
		}
	}},
	{"one record that names five hundred", func(t *testing.T, s trace.Store) {
		var lots []string
		for i := range 500 {
			lots = append(lots, fmt.Sprintf("L-%03d", i))
		}
		r := light(t, inspection, 1, lots...)
		write(t, s, r)
		holdGraph(t, s, []trace.Record{r})
	}},
	{"an erasure takes those of every version", func(t *testing.T, s trace.Store) {
		v1 := light(t, cargo, 1, "A-1", "A-2")
		v2 := next(v1, trace.Updated)
		v2.Payload = []byte(`{"declaracaoSegregacao":"lote A-3"}`)
		kept := light(t, cargo, 2, "A-2")
		write(t, s, v1, kept, v2)
		erase(t, s, v2, false)
		codes, err := s.LotCodes(context.Background(), trace.LotCodes{Limit: 10})
		if err != nil || !slices.Equal(codes, []string{"A-2"}) {
			t.Errorf("lots after the erasure: %q, %v", codes, err)
		}
		if rows := graph(t, s, "", v1.UpdatedAt); len(rows) != 0 {
			t.Errorf("as of before it: %q", rows)
		}
	}},
	{"codes of both kinds of row, each once", func(t *testing.T, s trace.Store) {
		write(t, s, light(t, cargo, 1, "A-2", "C-1"), naming(t, receipt, "S", 2, `{"loteOrigem":"A-1, A-2, B-1"}`), light(t, inspection, 3, "D-1"))
		for _, c := range []struct {
			q    trace.LotCodes
			want string
		}{
			{trace.LotCodes{Limit: 10}, "A-1 A-2 B-1 C-1 D-1"},
			{trace.LotCodes{Limit: 3}, "A-1 A-2 B-1"},
			{trace.LotCodes{From: "A-2", After: true, Limit: 2}, "B-1 C-1"},
			{trace.LotCodes{From: "Z", Down: true, Limit: 3}, "D-1 C-1 B-1"},
			{trace.LotCodes{From: "B-1", Down: true, After: true, Limit: 9}, "A-2 A-1"},
		} {
			got, err := s.LotCodes(context.Background(), c.q)
			if text := strings.Join(got, " "); text != c.want || err != nil {
				t.Errorf("%+v: %q, %v, want %q", c.q, text, err, c.want)
			}
		}
	}},
	{"inside a transaction it sees what that wrote", func(t *testing.T, s trace.Store) {
		update(t, s, func(w trace.Writer) error {
			for _, r := range []trace.Record{light(t, cargo, 1, "A-1"), record(t, planting, "S-9", 2), light(t, cargo, 3, "A-1", "A-2")} {
				if err := w.Append(context.Background(), r); err != nil {
					return err
				}
			}
			if got := roles(t, w, "A-1") + "; " + roles(t, w, "A-2"); got != "documenta S-1, documenta S-0; documenta S-0" {
				t.Errorf("A-1; A-2: %q", got)
			}
			return nil
		})
	}},
}

// CarryLots opens a store as left by builds before light rows, in which every row was stored
// complete, and the log's entries as well. whole inserts such a row: lot, role, id, version, kind,
// since, until, body. open reopens the store.
func CarryLots(t *testing.T, e Engine, whole string, open func() trace.Store) {
	v1 := light(t, cargo, 1, "A-1", "A-2")
	v2 := next(v1, trace.Updated)
	v2.Payload = []byte(`{"declaracaoSegregacao":"lote A-2, lote A-3"}`)
	gone := light(t, inspection, 4, "A-1")
	erased := light(t, cargo, 5, "X-1")
	journal := []trace.Record{v1, light(t, validationKind(), 2, "A-1"), light(t, analysis, 3, "B-1"), naming(t, receipt, "S", 9, `{"loteOrigem":"A-1"}`), gone, v2, next(gone, trace.Deleted)}
	write(t, e.Store, append(slices.Clone(journal), erased)...)
	erase(t, e.Store, erased, false)
	for i := range journal {
		until := int64(0)
		for _, later := range journal[i+1:] {
			if later.ID == journal[i].ID && until == 0 {
				until = later.UpdatedAt.UnixMilli()
			}
		}
		for _, row := range journal[i].GraphRows() {
			if row.Role.Light() {
				e.Exec(t, whole, row.Lot, int64(row.Role), e.ID(row.ID), row.Version, int64(row.Kind), row.Since, until, row.Fact.Append(nil))
			}
		}
	}
	undo(t, e, 7)
	e.Exec(t, `INSERT INTO log_tile (level, num, width, data) VALUES (-1, 0, 1, $1)`, []byte("entries"))
	opened := open()
	holdGraph(t, opened, journal, instants(journal)...)
	if n := fmt.Sprint(e.Value(t, `SELECT count(*) FROM lot_entry`)); n != "1" {
		t.Errorf("%s rows are kept whole, want that of the receipt", n)
	}
	if n := fmt.Sprint(e.Value(t, `SELECT count(*) FROM log_tile`)); n != "0" {
		t.Errorf("%s tiles of entries are kept", n)
	}
	late := light(t, cargo, 50, "A-1")
	late.UpdatedAt = start.Add(time.Hour)
	write(t, opened, late)
	holdGraph(t, opened, append(journal, late))
}
