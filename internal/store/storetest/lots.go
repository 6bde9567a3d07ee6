package storetest

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"rastro/internal/kind"
	"rastro/internal/lineage/recall"
	"rastro/internal/lot"
	"rastro/internal/trace"
)

var (
	identification = kind.ByPrefix(kind.LotIdentification)
	drying         = kind.ByPrefix(kind.PostHarvest)
	processing     = kind.ByPrefix(kind.Processing)
)

// naming makes a record that names lots.
func naming(tb testing.TB, k *kind.Kind, harvestID string, n int, payload string) trace.Record {
	r := record(tb, k, harvestID, n)
	r.Payload = []byte(payload)
	if _, err := r.Document(); err != nil { // no payload that a service would take
		return r
	}
	return committed(tb, r)
}

// entry formats a row for comparison.
func entry(r *lot.Row) string {
	return fmt.Sprintf("%s %s %d %s v%d %d-%d %x", r.Lot, r.Role, r.Kind, trace.ID(r.ID), r.Version, r.Since, r.Until, r.Fact.Append(nil))
}

// graph reads the lot graph of all codes that begin alike as of an instant, lot
// by lot and, the same, many lots at once.
func graph(tb testing.TB, s trace.Reader, begin string, at time.Time) []string {
	tb.Helper()
	ctx := context.Background()
	codes, err := s.LotCodes(ctx, trace.LotCodes{From: begin, Limit: 600})
	if err != nil {
		tb.Fatal(err)
	}
	if end := slices.IndexFunc(codes, func(code string) bool { return !strings.HasPrefix(code, begin) }); end >= 0 {
		codes = codes[:end]
	}
	var one, many []string
	into := func(list *[]string) func(*lot.Row) error {
		return func(r *lot.Row) error {
			row := *r
			if !at.IsZero() {
				row.Until = 0 // the model does not know it
			}
			*list = append(*list, entry(&row))
			return nil
		}
	}
	for _, code := range codes {
		if err := s.EachLotRow(ctx, trace.LotQuery{Lots: []string{code}, From: lot.Identified, To: lot.Validated, At: at, Limit: 10_000}, into(&one)); err != nil {
			tb.Fatal(err)
		}
	}
	for chunk := range slices.Chunk(codes, trace.MaxLotQuery) {
		if err := s.EachLotRow(ctx, trace.LotQuery{Lots: chunk, From: lot.Identified, To: lot.Validated, At: at, Limit: 10_000}, into(&many)); err != nil {
			tb.Fatal(err)
		}
	}
	slices.Sort(many)
	sorted := slices.Sorted(slices.Values(one))
	if d := diff(sorted, many); d != "" {
		tb.Errorf("lot by lot, and many at once: -one +many\n%s", d)
	}
	return sorted
}

// graphOf returns the model: the rows of the live records.
func graphOf(live []trace.Record) []string {
	var all []string
	for _, r := range live {
		for _, row := range r.LotRows() {
			all = append(all, entry(&row))
		}
	}
	slices.Sort(all)
	return all
}

func everyRecord(*trace.Record) bool { return true }

// holdGraph compares the graph with the journal, now and at every instant.
func holdGraph(tb testing.TB, s trace.Reader, journal []trace.Record, at ...time.Time) {
	tb.Helper()
	if d := diff(graphOf(pastOf(journal, start.Add(1000*time.Hour), everyRecord)), graph(tb, s, "", time.Time{})); d != "" {
		tb.Errorf("now: -want +got\n%s", d)
	}
	for _, at := range at {
		if d := diff(graphOf(pastOf(journal, at, everyRecord)), graph(tb, s, "", at)); d != "" {
			tb.Errorf("at %v: -want +got\n%s", at.Sub(start), d)
		}
	}
}

func roles(tb testing.TB, s trace.Reader, code string) string {
	tb.Helper()
	var found []string
	err := s.EachLotRow(context.Background(), trace.LotQuery{Lots: []string{code}, From: lot.Identified, To: lot.Validated, Limit: 100}, func(r *lot.Row) error {
		found = append(found, r.Role.String()+" "+r.HarvestID)
		return nil
	})
	if err != nil {
		tb.Fatal(err)
	}
	return strings.Join(found, ", ")
}

var lotCases = []namedCase{
	{"written, updated, deleted, and as it was", func(t *testing.T, s trace.Store) {
		v1 := naming(t, drying, "S-1", 1, `{"loteEntrada":"a-1","loteSaida":"B-1","pesoEntrada":1000,"pesoSaida":900}`)
		other := naming(t, receipt, "S-1", 2, `{"loteOrigem":"B-1","volume":"900 kg"}`)
		v2 := next(v1, trace.Updated)
		v2.Payload = []byte(`{"loteEntrada":"A-2","loteSaida":"B-1"}`)
		gone := next(other, trace.Deleted)
		journal := []trace.Record{v1, other, v2, gone}
		for i := range journal {
			write(t, s, journal[i])
			holdGraph(t, s, journal[:i+1], instants(journal[:i+1])...)
		}
		if got := roles(t, s, "A-1") + "; " + roles(t, s, "A-2") + "; " + roles(t, s, "B-1"); got != "; consome S-1; produz S-1" {
			t.Errorf("the graph is now %q", got)
		}
	}},
	{"one lot, however it is spelt and whatever harvest names it", func(t *testing.T, s trace.Store) {
		write(t, s, naming(t, identification, "S-1", 1, `{"codigoLote":"lote  mt25-s-001 "}`), naming(t, receipt, "S-2", 2, `{"loteOrigem":"MT25-S-001"}`),
			naming(t, drying, "S-3", 3, `{"loteEntrada":"Mt25-S-001; X-9","loteSaida":"Y-9"}`))
		if got := roles(t, s, "MT25-S-001"); got != "identifica S-1, consome S-3, recebe S-2" {
			t.Errorf("MT25-S-001: %s", got)
		}
	}},
	{"an erasure takes the rows of every version", func(t *testing.T, s trace.Store) {
		v1 := naming(t, receipt, "S-1", 1, `{"loteOrigem":"A-1"}`)
		v2 := next(v1, trace.Updated)
		v2.Payload = []byte(`{"loteOrigem":"A-2"}`)
		write(t, s, v1, v2, naming(t, receipt, "S-1", 9, `{"loteOrigem":"A-1"}`))
		erase(t, s, v2, false)
		codes, err := s.LotCodes(context.Background(), trace.LotCodes{Limit: 10})
		if err != nil || !slices.Equal(codes, []string{"A-1"}) {
			t.Errorf("lots after the erasure: %q, %v", codes, err)
		}
		if rows := graph(t, s, "", v1.UpdatedAt); len(rows) != 0 {
			t.Errorf("as of before it: %q", rows)
		}
	}},
	{"codes in order, from a place on and back", func(t *testing.T, s trace.Store) {
		write(t, s, naming(t, identification, "S", 1, `{"codigoLote":"B-1, A-1, A-10, Ç-1, a-2, a-1"}`), naming(t, receipt, "S", 2, `{"loteOrigem":"A-2"}`))
		for _, c := range []struct {
			q    trace.LotCodes
			want string
		}{
			{trace.LotCodes{Limit: 10}, "A-1 A-10 A-2 B-1 Ç-1"},
			{trace.LotCodes{From: "A-10", Limit: 2}, "A-10 A-2"},
			{trace.LotCodes{From: "A-10", After: true, Limit: 1}, "A-2"},
			{trace.LotCodes{From: "A-3", Down: true, Limit: 2}, "A-2 A-10"},
			{trace.LotCodes{From: "A-1", Down: true, After: true, Limit: 2}, ""},
			{trace.LotCodes{From: "Z", Limit: 2}, "Ç-1"},
		} {
			got, err := s.LotCodes(context.Background(), c.q)
			if text := strings.Join(got, " "); text != c.want || err != nil {
				t.Errorf("%+v: %q, %v, want %q", c.q, text, err, c.want)
			}
		}
	}},
	{"inside a transaction it sees what that wrote", func(t *testing.T, s trace.Store) {
		update(t, s, func(w trace.Writer) error {
			if err := w.Append(context.Background(), naming(t, identification, "S", 1, `{"codigoLote":"A-1"}`)); err != nil {
				return err
			}
			if got := roles(t, w, "A-1"); got != "identifica S" {
				t.Errorf("A-1: %q", got)
			}
			return nil
		})
	}},
	{"a large blend", func(t *testing.T, s trace.Store) {
		var parts []string
		for i := range 500 {
			parts = append(parts, fmt.Sprintf("L%d 1kg", i))
		}
		r := naming(t, processing, "S", 1, `{"lote":"MIX-1","blendagem":"`+strings.Join(parts, ";")+`"}`)
		write(t, s, r)
		holdGraph(t, s, []trace.Record{r})
		if n := len(r.LotRows()); n != 501 {
			t.Errorf("%d rows, want 501", n)
		}
	}},
	{"after any writes it is what the live records say", func(t *testing.T, s trace.Store) {
		n := 0
		rapid.Check(t, func(rt *rapid.T) {
			n++
			holdStory(rt, t, s, n)
		})
	}},
}

// holdStory writes a random story into its own corner of the store, and compares that corner of the
// graph with the story.
func holdStory(rt *rapid.T, t *testing.T, s trace.Store, n int) {
	var journal []trace.Record
	live, ended := []int{}, []int{}
	code := func() string {
		return rapid.SampledFrom([]string{"%d-A1", "lote %d-a1", "%d-B2", "%d-C3", " %d-c3", "%d-D4, %d-B2", "%d-E5 e %d-A1"}).Draw(rt, "code")
	}
	lots := func() string { return strings.ReplaceAll(code(), "%d", fmt.Sprint("Q", n)) }
	payload := func(k *kind.Kind) []byte {
		switch k {
		case identification:
			return fmt.Appendf(nil, `{"codigoLote":%q}`, lots())
		case drying:
			return fmt.Appendf(nil, `{"loteEntrada":%q,"loteSaida":%q,"pesoEntrada":%d}`, lots(), lots(), rapid.IntRange(0, 9000).Draw(rt, "kg"))
		case processing:
			return fmt.Appendf(nil, `{"lote":"Q%d-MIX9","volume":"%d kg","blendagem":"Q%d-A1 60%%; Q%d-B2 40%%"}`, n, rapid.IntRange(0, 9000).Draw(rt, "kg"), n, n)
		}
		return fmt.Appendf(nil, `{"loteOrigem":%q,"declaracaoSegregacao":"lote %[1]s","codigosLote":[%[1]q]}`, lots())
	}
	for step := range rapid.IntRange(1, 8).Draw(rt, "steps") {
		op := rapid.SampledFrom([]trace.Operation{trace.Created, trace.Created, trace.Updated, trace.Deleted}).Draw(rt, "op")
		if len(live) == 0 {
			op = trace.Created
		}
		var r trace.Record
		if back := len(ended) - 1; op == trace.Created && back >= 0 && rapid.Bool().Draw(rt, "back") { // restore what was deleted
			r = next(journal[ended[back]], op)
			r.AfterEnd, r.Payload = true, payload(r.Kind)
			ended, live = ended[:back], append(live, len(journal))
		} else if op == trace.Created {
			k := rapid.SampledFrom([]*kind.Kind{identification, drying, processing, receipt, planting, cargo, inspection}).Draw(rt, "kind")
			r = naming(t, k, rapid.SampledFrom([]string{"S-1", "S-2"}).Draw(rt, "safra"), step, "")
			r.Payload = payload(k)
			live = append(live, len(journal))
		} else {
			i := rapid.IntRange(0, len(live)-1).Draw(rt, "which")
			old := journal[live[i]]
			r = next(old, op)
			r.AfterEnd = false // is not stored
			r.UpdatedAt = old.UpdatedAt.Add(time.Duration(rapid.IntRange(0, 2).Draw(rt, "later")) * time.Second)
			if op == trace.Updated {
				r.Payload = payload(r.Kind)
				live[i] = len(journal)
			} else {
				live, ended = slices.Delete(live, i, i+1), append(ended, len(journal))
			}
		}
		journal = append(journal, r)
		write(t, s, r)
	}
	mine := fmt.Sprintf("Q%d-", n)
	for _, at := range []time.Time{{}, journal[len(journal)/2].UpdatedAt, journal[len(journal)-1].UpdatedAt} {
		then := at
		if at.IsZero() {
			then = start.Add(1000 * time.Hour)
		}
		if d := diff(graphOf(pastOf(journal, then, everyRecord)), graph(t, s, mine, at)); d != "" {
			rt.Fatalf("at %v: -want +got\n%s", at.Sub(start), d)
		}
	}
}

// FillLots takes the versions of a store from before the lot graph into it, in
// steps, with writes in between.
func FillLots(t *testing.T, e Engine) {
	ctx := context.Background()
	var journal []trace.Record
	add := func(r trace.Record) {
		journal = append(journal, r)
		write(t, e.Store, committed(t, r))
	}
	for i := range 20 {
		r := naming(t, []*kind.Kind{receipt, planting, identification, inspection}[i%4], "S", i, fmt.Sprintf(`{"loteOrigem":"A-%d","codigoLote":"A-%[1]d","codigosLote":["A-%[1]d"]}`, i%3))
		add(r)
		switch {
		case i%5 == 1:
			v2 := next(r, trace.Updated)
			v2.Payload = []byte(`{"loteOrigem":"B-1","codigoLote":"B-1","codigosLote":["B-1"]}`)
			add(v2)
		case i%7 == 2:
			add(next(r, trace.Deleted))
		}
	}
	e.Exec(t, `DELETE FROM lot_entry`)
	e.Exec(t, `DELETE FROM lot_mention`)
	e.Exec(t, `UPDATE lot_state SET done = 0`)
	fill := func(limit int) (done bool) {
		update(t, e.Store, func(w trace.Writer) (err error) {
			done, err = w.FillLots(ctx, limit)
			return err
		})
		return done
	}
	steps := 0
	for done := false; !done; steps++ {
		if filled, err := e.Store.LotsFilled(ctx); filled || err != nil {
			t.Fatalf("after %d steps: filled %v, %v", steps, filled, err)
		}
		done = fill(7)
		switch steps {
		case 0: // one that is not filled in yet changes
			last := journal[len(journal)-1]
			v2 := next(last, trace.Updated)
			v2.Payload = []byte(`{"loteOrigem":"C-1","codigoLote":"C-1","codigosLote":["C-1"]}`)
			add(v2)
		case 1:
			add(naming(t, receipt, "S", 500, `{"loteOrigem":"D-1"}`))
		}
	}
	if filled, err := e.Store.LotsFilled(ctx); !filled || err != nil || !fill(7) {
		t.Errorf("at the end: filled %v, %v", filled, err)
	}
	holdGraph(t, e.Store, journal, instants(journal)...)

	e.Exec(t, `DELETE FROM lot_entry`)
	e.Exec(t, `DELETE FROM lot_mention`)
	e.Exec(t, `UPDATE lot_state SET done = 0, version = 0, id = $1`, e.ID(trace.ID{}))
	svc, err := newService(e.Store)
	if err != nil {
		t.Fatal(err)
	}
	if filled, err := svc.LotsFilled(ctx); filled || err != nil {
		t.Errorf("before: filled %v, %v", filled, err)
	}
	asked := recall.Request{Lots: []string{"A-1"}}
	_, err = svc.Recall(ctx, everybody, asked)
	wantCode(t, "a recall while older records are missing", err, trace.CodeLotsFilling)
	if n := recallsOf(t, svc); n != 0 {
		t.Errorf("%d recalls are on record", n)
	}
	svc.FillIndexes(ctx)
	if found, err := svc.Recall(ctx, everybody, asked); err != nil || found.Truncated || len(found.Lots) == 0 {
		t.Errorf("a recall after: %+v, %v", found, err)
	}
	if filled, err := svc.LotsFilled(ctx); !filled || err != nil {
		t.Errorf("after: filled %v, %v", filled, err)
	}
	holdGraph(t, e.Store, journal)
}
