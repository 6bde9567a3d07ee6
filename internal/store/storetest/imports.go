package storetest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"rastro/internal/app"
	"rastro/internal/attachment"
	"rastro/internal/demo"
	"rastro/internal/intake"
	"rastro/internal/kind"
	"rastro/internal/lot"
	"rastro/internal/notebook"
	"rastro/internal/proof"
	"rastro/internal/trace"
)

// imported is the result of an import.
type imported struct {
	intake.Count
	results []intake.Result
	reply   *trace.Reply
	err     error
}

// outcomes returns what became of the rows: c created, e existing, v valid, x refused.
func (i imported) outcomes() string {
	letters := map[intake.Outcome]string{intake.RowCreated: "c", intake.RowExisting: "e", intake.RowValid: "v", intake.RowRefused: "x"}
	var b strings.Builder
	for _, r := range i.results {
		b.WriteString(letters[r.Outcome])
	}
	return b.String()
}

func (i imported) ids() []trace.ID {
	var list []trace.ID
	for _, r := range i.results {
		list = append(list, r.ID)
	}
	return list
}

// importAs imports NDJSON or a list, of a kind or, with nil, of those the rows say.
func importAs(t *testing.T, svc *app.App, by *trace.Key, k *kind.Kind, file io.Reader, o intake.Options) (out imported) {
	t.Helper()
	source, err := intake.NewRowReader(file, k)
	if err != nil {
		t.Fatalf("NewRowReader: %v", err)
	}
	out.Count, out.reply, out.err = svc.Import(context.Background(), by, source, o, func(r *intake.Result) error {
		out.results = append(out.results, *r)
		return nil
	})
	return out
}

func importFile(t *testing.T, s trace.Store, file string, o intake.Options) imported {
	t.Helper()
	return importAs(t, service(t, s), everybody, planting, strings.NewReader(file), o)
}

// How the cases import.
var (
	validOnce = intake.Options{Mode: intake.ImportValid, SkipRepeated: true}
	allOnce   = intake.Options{Mode: intake.ImportAll, SkipRepeated: true}
	all       = intake.Options{Mode: intake.ImportAll}
	valid     = intake.Options{Mode: intake.ImportValid}
)

// seeds returns a file of plantings, each with its number.
func seeds(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, `{"safraId":"S-%d","dados":{"quantidadeSemente":%d}}`+"\n", i%7, i)
	}
	return b.String()
}

func wantStored(t *testing.T, s trace.Store, when string, want int64) {
	t.Helper()
	if n, err := s.Count(context.Background(), trace.Query{Kind: planting}); n != want || err != nil {
		t.Errorf("%s there are %d records, %v; want %d", when, n, err, want)
	}
}

var importCases = []namedCase{
	{"a row becomes what a create makes of it, of every kind", func(t *testing.T, s trace.Store) {
		ctx := context.Background()
		svc := service(t, s)
		if err := svc.StartLog(ctx, origin); err != nil {
			t.Fatal(err)
		}
		records, err := demo.Harvests()
		if err != nil {
			t.Fatal(err)
		}
		var file strings.Builder
		var made []trace.Record
		for _, r := range records {
			k := kind.ByPrefix(r.Prefix)
			if k.IsValidation() {
				continue
			}
			created, err := svc.Create(ctx, everybody, k, trace.Envelope{HarvestID: r.HarvestID, HarvestCode: r.Season, Payload: r.Payload}, nil)
			if err != nil {
				t.Fatal(err)
			}
			made = append(made, created.Record)
			fmt.Fprintf(&file, `{"prefixo":%q,"safraId":%q,"safraCodigo":%q,"dados":%s}`+"\n", r.Prefix, r.HarvestID, r.Season, strings.ReplaceAll(string(r.Payload), "\n", " "))
		}
		got := importAs(t, svc, everybody, nil, strings.NewReader(file.String()), allOnce)
		if got.err != nil || got.Created != int64(len(made)) {
			t.Fatalf("%+v, %v", got.Count, got.err)
		}
		for i := range made {
			stored, err := s.Record(ctx, got.results[i].ID)
			if err != nil {
				t.Fatal(err)
			}
			one, many := made[i], *stored
			if !many.Intact() {
				t.Errorf("row %d does not keep its commitment", i+1)
			}
			if one, many := inGraph(t, s, &one), inGraph(t, s, &many); !slices.Equal(one, many) {
				t.Errorf("row %d is in the lot graph as %v, want %v", i+1, many, one)
			}
			if one.Kind != many.Kind || one.HarvestID != many.HarvestID || one.HarvestCode != many.HarvestCode || string(one.Findings) != string(many.Findings) ||
				many.Version != 1 || many.Operation != trace.Created || many.CreatedBy != everybody.Name {
				t.Errorf("row %d became %+v, want %+v", i+1, many, one)
			}
		}
		drain(t, s, svc, int64(2*len(made)))
		if v, err := proof.VerifyStore(ctx, s, nil); err != nil || len(v.Damages) > 0 {
			t.Errorf("the store after: %v, %v", v.Damages, err)
		}
	}},
	{"valid rows only: the bad ones are refused one by one, in order", func(t *testing.T, s trace.Store) {
		lines := strings.SplitAfter(seeds(2500), "\n")
		lines[10], lines[1500], lines[2499] = "{\n", `{"safraId":"S-1","dados":{"quantidadeSemente":-1}}`+"\n", `{"dados":{}}`
		got := importFile(t, s, strings.Join(lines, ""), valid)
		if want := (intake.Count{Total: 2500, Created: 2497, Refused: 3}); got.err != nil || got.Count != want {
			t.Fatalf("%+v, %v; want %+v", got.Count, got.err, want)
		}
		for i, r := range got.results {
			if refused := i == 10 || i == 1500 || i == 2499; r.Line != int64(i+1) || (r.Outcome == intake.RowRefused) != refused || (r.Err != nil) != refused {
				t.Fatalf("result %d is %+v", i, r)
			}
		}
		wantStored(t, s, "after", 2497)
		page, err := s.Records(context.Background(), trace.Query{Kind: planting, Reach: trace.Only("S-0"), Order: trace.OldestFirst, Limit: 100})
		if err != nil {
			t.Fatal(err)
		}
		for i := range page {
			if want := fmt.Sprintf(`{"quantidadeSemente":%d}`, 7*i); string(page[i].Payload) != want {
				t.Fatalf("record %d of a harvest is %s, want %s: not in the order of the file", i, page[i].Payload, want)
			}
		}
	}},
	{"all or nothing: one bad row of 2500, and nothing is written", func(t *testing.T, s trace.Store) {
		lines := strings.SplitAfter(seeds(2500), "\n")
		lines[1700] = `{"safraId":"S-1","dados":[]}` + "\n"
		got := importFile(t, s, strings.Join(lines, ""), allOnce)
		wantCode(t, "one bad row", got.err, trace.CodeImportRefused)
		if p := trace.AsError(got.err).Problems; len(p) != 1 || p[0].Line != 1701 || p[0].Field != "dados" || len(got.results) != 0 {
			t.Errorf("it tells %+v and %d results", p, len(got.results))
		}
		wantStored(t, s, "after", 0)
		lines[1700] = `{"safraId":"S-1","dados":{}}` + "\n"
		if got := importFile(t, s, strings.Join(lines, ""), allOnce); got.err != nil || got.Created != 2500 {
			t.Errorf("mended: %+v, %v", got.Count, got.err)
		}
		wantStored(t, s, "mended", 2500)
	}},
	{"all or nothing is bounded", func(t *testing.T, s trace.Store) {
		wantCode(t, "rows", importFile(t, s, seeds(intake.MaxImportAll+1), all).err, trace.CodeImportTooLarge)
		wantStored(t, s, "after", 0)
	}},
	{"a dry run writes nothing and tells of every row", func(t *testing.T, s trace.Store) {
		file := `{"safraId":"S","dados":{"dataPlantio":"ontem"}}` + "\n" + `{"safraId":"S","dados":1}` + "\n" + `{"safraId":"S","dados":{}}` + "\n"
		for _, o := range []intake.Options{valid, all, validOnce, allOnce} {
			o.DryRun = true
			got := importFile(t, s, file, o)
			if got.outcomes() != "vxv" || got.err != nil || got.Count != (intake.Count{Total: 3, Created: 2, Refused: 1, DryRun: true}) {
				t.Errorf("%+v: %s %+v, %v", o, got.outcomes(), got.Count, got.err)
			} else if len(got.results[0].Record.Findings) == 0 {
				t.Error("no finding for a date that is none")
			}
		}
		wantStored(t, s, "after", 0)
		importFile(t, s, seeds(2), validOnce)
		o := validOnce
		o.DryRun = true
		if got := importFile(t, s, seeds(3), o); got.outcomes() != "eev" {
			t.Errorf("of a file that is partly there: %s", got.outcomes())
		}
	}},
	{"a repeated request under one key gives the first answer", func(t *testing.T, s trace.Store) {
		o := all
		o.Once = &trace.Idempotency{Name: "k", Request: [32]byte{1}}
		o.Encode = func(r []intake.Result, c intake.Count) []byte {
			return fmt.Appendf(nil, "%d of %d", c.Created, len(r))
		}
		if got := importFile(t, s, seeds(3), o); got.err != nil || got.reply != nil || got.outcomes() != "ccc" {
			t.Fatalf("first: %s %v", got.outcomes(), got.err)
		}
		if got := importFile(t, s, seeds(3), o); got.err != nil || got.reply == nil || string(got.reply.Data) != "3 of 3" || len(got.results) != 0 {
			t.Errorf("again: %+v, %v", got.reply, got.err)
		}
		o.Once = &trace.Idempotency{Name: "k", Request: [32]byte{2}}
		wantCode(t, "another request", importFile(t, s, seeds(4), o).err, trace.CodeReplayMismatch)
		wantStored(t, s, "after", 3)
	}},
	{"a row that cannot be written does not take the others with it", func(t *testing.T, s trace.Store) {
		poison := func(r trace.Record) error {
			if strings.Contains(string(r.Payload), ":77}") {
				return errors.New("this row breaks something")
			}
			return nil
		}
		got := importFile(t, faulty{s, poison}, seeds(200), validOnce)
		if want := strings.Repeat("c", 77) + "x" + strings.Repeat("c", 122); got.err != nil || got.outcomes() != want {
			t.Errorf("%s, %v", got.outcomes(), got.err)
		}
		wantStored(t, s, "after", 199)
		if got := importFile(t, s, seeds(200), validOnce); got.Count != (intake.Count{Total: 200, Created: 1, Existing: 199}) {
			t.Errorf("once it can be: %+v, %v", got.Count, got.err)
		}
		got = importFile(t, faulty{s, func(trace.Record) error { return errors.New("everything breaks") }}, seeds(300)[len(seeds(200)):], validOnce)
		if got.err == nil || len(got.results) != 0 {
			t.Errorf("where every row fails: %v after %d results", got.err, len(got.results))
		}
		wantStored(t, s, "at last", 200)
	}},
}

// inGraph returns the lots and roles under which the lot graph has a record.
func inGraph(t *testing.T, s trace.Store, r *trace.Record) []string {
	t.Helper()
	var found []string
	for _, row := range r.LotRows() {
		err := s.EachLotRow(context.Background(), trace.LotQuery{Lots: []string{row.Lot}, From: row.Role, To: row.Role, Limit: 100}, func(at *lot.Row) error {
			if at.ID == r.ID {
				found = append(found, fmt.Sprintf("%s %d %v", at.Lot, at.Role, at.Kg))
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return found
}

// faulty is a store that fails to append certain versions.
type faulty struct {
	trace.Store
	refuse func(trace.Record) error
}

func (f faulty) Update(ctx context.Context, fn func(trace.Writer) error) error {
	return f.Store.Update(ctx, func(w trace.Writer) error { return fn(faultyWriter{whole(w), f.refuse}) })
}

// wholeWriter has the optional interfaces that use cases with their own ports expect of a store's
// writer. A wrapper must implement them too.
type wholeWriter struct {
	trace.Writer
	attachment.Store
	noteReader
	noteWriter
}

type (
	noteReader = notebook.Reader
	noteWriter = notebook.Writer
)

func whole(w trace.Writer) wholeWriter {
	return wholeWriter{w, w.(attachment.Store), w.(noteReader), w.(noteWriter)}
}

type faultyWriter struct {
	wholeWriter
	refuse func(trace.Record) error
}

func (w faultyWriter) Append(ctx context.Context, r trace.Record) error {
	if err := w.refuse(r); err != nil {
		return err
	}
	return w.wholeWriter.Append(ctx, r)
}

// same reports whether two lists of ids have the same ones.
func same(a, b []trace.ID) bool {
	compare := func(x, y trace.ID) int { return strings.Compare(string(x[:]), string(y[:])) }
	return slices.Equal(slices.SortedFunc(slices.Values(a), compare), slices.SortedFunc(slices.Values(b), compare))
}
