package storetest

import (
	"context"
	"crypto/rand"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"rastro/internal/admit"
	"rastro/internal/app"
	"rastro/internal/kind"
	"rastro/internal/lineage"
	"rastro/internal/lineage/recall"
	"rastro/internal/lot"
	"rastro/internal/trace"
)

// The lot that wide writes has more rows than a walk can hold (trace.MaxRows), and more children
// than a page has edges for: wideRecords that each make wideEach lots from it. A page ends in the
// middle of a record, because wideEach does not divide its number of edges.
const (
	wideRecords = 4_100
	wideEach    = 5
	wideLots    = 1 + wideRecords*wideEach
	widePage    = 4_001 // lots
)

// wideLimits are the usual ones, with fewer edges on a page.
var wideLimits = lineage.Limits{Walk: 128 << 20, Origin: 128 << 20, Balance: 64 << 20, Parked: 256 << 20, Edges: 4 * widePage}

// wide writes a lot, MAE-1, and its children. Places and a shipment are emitted for lots
// that come on several pages. It returns the records.
func wide(t *testing.T, s trace.Store) []trace.Record {
	t.Helper()
	var all []trace.Record
	for i := range wideRecords {
		made := make([]string, wideEach)
		for j := range made {
			made[j] = fmt.Sprintf("F-%d-%d", i, j)
		}
		all = append(all, naming(t, drying, "S-M", i, fmt.Sprintf(`{"loteEntrada":"MAE-1","loteSaida":%q}`, strings.Join(made, ", "))))
	}
	for i, code := range []string{"MAE-1", "F-1-1", "F-2000-2", "F-4099-0"} {
		all = append(all,
			naming(t, receipt, "S-M", 5000+i, fmt.Sprintf(`{"loteOrigem":%q,"volume":"1 t"}`, code)),
			naming(t, shipping, "S-M", 6000+i, fmt.Sprintf(`{"loteOrigem":"F-0-0, %s","volumeTransportado":1}`, code)))
	}
	for part := range slices.Chunk(all, 1000) {
		write(t, s, part...)
	}
	return all
}

// counted is a store that counts the rows of lots that were read.
type counted struct {
	trace.Store
	rows *int
}

func (c counted) EachLotRow(ctx context.Context, q trace.LotQuery, fn func(*lot.Row) error) error {
	return countedReader{c.Store, c.rows}.EachLotRow(ctx, q, fn)
}

func (c counted) View(ctx context.Context, fn func(trace.Reader) error) error {
	return c.Store.View(ctx, func(r trace.Reader) error { return fn(countedReader{r, c.rows}) })
}

type countedReader struct {
	trace.Reader
	rows *int
}

func (c countedReader) EachLotRow(ctx context.Context, q trace.LotQuery, fn func(*lot.Row) error) error {
	return c.Reader.EachLotRow(ctx, q, func(r *lot.Row) error {
		*c.rows++
		return fn(r)
	})
}

// limited returns a service with limits of its own.
func limited(t *testing.T, s trace.Store, limits lineage.Limits) *app.App {
	t.Helper()
	svc, err := app.New(context.Background(), s, app.Options{Now: time.Now, Random: rand.Reader, Log: slog.New(slog.DiscardHandler), Lots: limits})
	if err != nil {
		t.Fatal(err)
	}
	return svc
}

var traceParkedCases = []namedCase{
	{"a lot with more children than a page", func(t *testing.T, s trace.Store) {
		all := wide(t, s)
		t.Run("the pages of a trace read each row about once, and tell what a walk from the start does", func(t *testing.T) { widePages(t, s) })
		t.Run("a recall and a trace claim the memory they take, or are refused and write nothing", func(t *testing.T) { wideMemory(t, s) })
		t.Run("what was erased between two pages is on neither", func(t *testing.T) { wideErased(t, s, all[wideRecords-10]) }) // the last: it changes the lot
	}},
	{"a report larger than a page is listed and read back", func(t *testing.T, s trace.Store) {
		ctx := context.Background()
		svc, err := newService(s)
		if err != nil {
			t.Fatal(err)
		}
		long := naming(t, kind.RecallReport, "", 1, `{"motivo":"`+strings.Repeat("x", trace.MaxPageBytes+1)+`"}`)
		write(t, s, long)
		list, _, err := svc.Recalls(ctx, everybody, "")
		if err != nil || len(list) != 1 || len(list[0].Reason) != trace.MaxPageBytes+1 {
			t.Fatalf("%d reports, %v", len(list), err)
		}
		if r, err := svc.RecallOf(ctx, everybody, long.ID.String()); err != nil || len(r.Document) != len(long.Payload) {
			t.Errorf("read back: %v", err)
		}
	}},
}

// widePages compares traces that wait for their next page with walks from the start.
func widePages(t *testing.T, s trace.Store) {
	rows := 0
	svc := limited(t, counted{s, &rows}, wideLimits)
	restarted := wideLimits
	restarted.Parked = 0 // nothing is parked, as after a restart
	again := limited(t, s, restarted)
	for _, way := range []lineage.Direction{lineage.ToDestination, lineage.BothWays} {
		q := lineage.Query{Lot: "MAE-1", Direction: way, Depth: -1, Limit: widePage}
		rows = 0
		got, _ := follow(t, svc, everybody, q, nil)
		want, _ := follow(t, again, everybody, q, nil)
		if d := diff(want.nodes, got.nodes); d != "" {
			t.Errorf("%s: nodes: -from the start +gone on with\n%.2000s", way, d)
		}
		if d := diff(want.edges, got.edges); d != "" {
			t.Errorf("%s: edges: -from the start +gone on with\n%.2000s", way, d)
		}
		if once := len(slices.Compact(slices.Clone(got.nodes))); len(got.nodes) != wideLots+4+1 || once != len(got.nodes) {
			t.Errorf("%s: %d nodes, %d of them once", way, len(got.nodes), once)
		}
		// Backward and forward walks read the first lot's 4 104 rows and the others' 20 505. The
		// first are read once more when they are too many to hold.
		if most := 50_000; rows > most {
			t.Errorf("%s: %d rows were read, more than %d: pages walk from the start", way, rows, most)
		}
	}
	// Asking for a page again returns the same one.
	q := lineage.Query{Lot: "MAE-1", Direction: lineage.ToDestination, Depth: -1, Limit: widePage}
	for n := 0; n == 0 || q.Cursor != ""; n++ {
		var pages [2]*traced
		var ends [2]lineage.End
		for i := range pages {
			out := &traced{}
			end, err := svc.Trace(context.Background(), everybody, q, func(lineage.Head) (lineage.Sink, error) { return out, nil })
			if err != nil {
				t.Fatal(err)
			}
			pages[i], ends[i] = out, end
		}
		if !slices.Equal(pages[0].nodes, pages[1].nodes) || !slices.Equal(pages[0].edges, pages[1].edges) || n > 0 && ends[0] != ends[1] {
			t.Errorf("page %d: %d nodes and %d edges, then %d and %d", n, len(pages[0].nodes), len(pages[0].edges), len(pages[1].nodes), len(pages[1].edges))
		}
		q.Cursor = ends[1].Next
	}
}

// wideMemory bounds the memory of a recall and of a trace.
func wideMemory(t *testing.T, s trace.Store) {
	svc := limited(t, s, wideLimits)
	report := func(ctx context.Context) error {
		_, err := svc.Recall(ctx, everybody, recall.Request{Lots: []string{"MAE-1"}})
		return err
	}
	follow := func(ctx context.Context) error {
		q := lineage.Query{Lot: "MAE-1", Direction: lineage.ToDestination, Depth: -1, Limit: widePage}
		_, err := svc.Trace(ctx, everybody, q, func(lineage.Head) (lineage.Sink, error) { return &traced{}, nil })
		return err
	}
	for _, c := range []struct {
		name   string
		run    func(context.Context) error
		kib    int64
		fits   bool
		claims int64 // bytes, at least
	}{
		{"recall", report, 2 << 10, false, 0}, {"recall", report, 64 << 10, true, 2 << 20},
		{"trace", follow, 1 << 10, false, 0}, {"trace", follow, 64 << 10, true, 1 << 20},
	} {
		before, _, err := svc.Recalls(context.Background(), everybody, "")
		if err != nil {
			t.Fatal(err)
		}
		budget := admit.New(c.kib<<10, admit.Patience)
		claim := budget.Claim()
		claim.For(everybody.AccessKey)
		err = c.run(admit.Context(context.Background(), claim))
		switch held := budget.Usage().Held; {
		case c.fits && (err != nil || held < c.claims):
			t.Errorf("%s within %d KiB: %v, %d bytes were claimed", c.name, c.kib, err, held)
		case !c.fits && (err == nil || trace.AsError(err).Code != trace.CodeTooMuchMemory):
			t.Errorf("%s within %d KiB: %v", c.name, c.kib, err)
		}
		after, _, err := svc.Recalls(context.Background(), everybody, "")
		if err != nil || !c.fits && len(after) != len(before) {
			t.Errorf("%s within %d KiB: %d reports, %d before, %v", c.name, c.kib, len(after), len(before), err)
		}
	}
}

// wideErased erases a record, between two pages, whose lots are on a later page.
func wideErased(t *testing.T, s trace.Store, gone trace.Record) {
	ctx := context.Background()
	svc := limited(t, s, wideLimits)
	out := &traced{}
	begin := func(lineage.Head) (lineage.Sink, error) { return out, nil }
	q := lineage.Query{Lot: "MAE-1", Direction: lineage.ToDestination, Depth: -1, Limit: widePage}
	end, err := svc.Trace(ctx, everybody, q, begin)
	if err != nil || end.Next == "" {
		t.Fatal(end, err)
	}
	if _, err := svc.Erase(ctx, everybody, gone.Kind, gone.ID.String(), "pedido"); err != nil {
		t.Fatal(err)
	}
	for q.Cursor = end.Next; q.Cursor != ""; q.Cursor = end.Next {
		if end, err = svc.Trace(ctx, everybody, q, begin); err != nil {
			t.Fatal(err)
		}
	}
	for _, n := range out.nodes {
		if strings.HasPrefix(n, fmt.Sprintf("lote:F-%d-", wideRecords-10)) {
			t.Errorf("%s is told after it was erased", n)
		}
	}
}
