package load_test

import (
	"crypto/rand"
	"os"
	"strings"
	"testing"

	"rastro/internal/app"
	"rastro/internal/intake"
	"rastro/internal/kind"
	"rastro/internal/store/postgres/pgtest"
	"rastro/internal/testkit"
	"rastro/internal/testkit/stores"
	"rastro/internal/trace"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) }

var receiving = kind.ByPrefix(kind.Receiving)

// rows imports lines of arrivals, and says of each: c created, v would be, e the row exists, l the
// load does, p perhaps.
func rows(t *testing.T, service *app.App, by *trace.Key, o intake.Options, lines ...string) string {
	t.Helper()
	source, err := intake.NewRowReader(strings.NewReader(strings.Join(lines, "\n")), receiving)
	if err != nil {
		t.Fatal(err)
	}
	letters := map[intake.Outcome]string{intake.RowCreated: "c", intake.RowExisting: "e", intake.RowValid: "v", intake.RowRefused: "x"}
	out := ""
	_, _, err = service.Import(t.Context(), by, source, o, func(r *intake.Result) error {
		switch {
		case r.Twice != 0:
			out += "2"
			return nil
		case r.Load:
			out += map[bool]string{false: "l", true: "p"}[r.MaybeSameLoad]
			return nil
		}
		out += letters[r.Outcome]
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// A row about a load registered in another way is left out, unless the caller asks for it.
func TestImportLeavesOutLoads(t *testing.T) {
	stores.Each(t, func(t *testing.T, d *stores.Database) {
		service, err := app.New(t.Context(), d.Store(t), app.Options{Now: testkit.Ticking().Now, Random: rand.Reader, Log: testkit.Silent(), Blobs: d.Blobs(t)})
		if err != nil {
			t.Fatal(err)
		}
		root, err := service.Bootstrap(t.Context(), "", "")
		if err != nil {
			t.Fatal(err)
		}
		all := &root.Key
		line := func(harvestID, payload string) string {
			return `{"safraId":"` + harvestID + `","dados":` + payload + `}`
		}
		const (
			first  = `{"dataHoraRecebimento":"2025-02-10T06:00:00-04:00","veiculo":"ABC1C34","volume":"36.000 kg","documentosFiscais":["NF-e ` + key1 + `"]}`
			again  = `{"dataHoraRecebimento":"2025-02-10","veiculo":"ABC1C34","volume":"36000 kg","umidade":"13%"}`
			second = `{"dataHoraRecebimento":"2025-02-12","veiculo":"ABC1C34","volume":"30000 kg"}`
		)
		if _, err := service.Create(t.Context(), all, receiving, trace.Envelope{HarvestID: "S", Payload: []byte(first)}, nil); err != nil {
			t.Fatal(err)
		}
		try := intake.Options{Mode: intake.ImportValid, DryRun: true, SkipRepeated: true, SkipLoads: true}
		write := intake.Options{Mode: intake.ImportValid, SkipRepeated: true, SkipLoads: true}
		whole := intake.Options{Mode: intake.ImportAll, SkipRepeated: true, SkipLoads: true}
		sheet := []string{line("S", again), line("S", second), line("S", second), line("OUTRA", again)}
		if got := rows(t, service, all, try, sheet...); got != "lvvv" {
			t.Errorf("a dry run says %s", got)
		}
		near := line("S", strings.Replace(again, "36000", "35960", 1))
		if got := rows(t, service, all, try, near, near); got != "pv" { // a record represents one row
			t.Errorf("near the weight of the invoice: %s", got)
		}
		blind := &trace.Key{AccessKey: "rk_blind", Scopes: []trace.Scope{trace.Write}}
		if got := rows(t, service, blind, try, sheet...); got != "vvvv" {
			t.Errorf("who may not read learns %s", got)
		}
		if got := rows(t, service, all, write, sheet...); got != "lccc" {
			t.Errorf("written: %s", got)
		}
		// Rows that repeat each other in one file are two loads, also when the import continues
		// after an interruption.
		if got := rows(t, service, all, whole, sheet[1], sheet[2], sheet[2]); got != "eec" {
			t.Errorf("the same file, and one row more: %s", got)
		}
		if got := rows(t, service, all, whole, line("S", strings.Replace(second, "30000", "30.000", 1))); got != "l" {
			t.Errorf("another file about the same load: %s", got)
		}
		// A row that repeats another row of the file exactly is left out, until somebody says that they are two.
		third := line("S", strings.Replace(second, "02-12", "02-14", 1))
		try.SkipTwice, whole.SkipTwice = true, true
		if got := rows(t, service, all, try, third, sheet[0], third, sheet[0], third); got != "vl222" {
			t.Errorf("a dry run says of equal rows %s", got)
		}
		if got := rows(t, service, all, whole, third, third); got != "c2" {
			t.Errorf("equal rows: %s", got)
		}
		if got := rows(t, service, all, whole, third, third); got != "e2" {
			t.Errorf("equal rows again: %s", got)
		}
		whole.SkipTwice = false
		if got := rows(t, service, all, whole, third, third); got != "ec" {
			t.Errorf("equal rows that are two: %s", got)
		}
		write.SkipLoads = false
		if got := rows(t, service, all, write, line("S", again)); got != "c" {
			t.Errorf("who asks for it gets %s", got)
		}
	})
}
