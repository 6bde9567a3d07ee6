package cli

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"rastro/internal/store/postgres/pgtest"
	"rastro/internal/testkit"
)

// rowsFile writes a file of n receipts.
func rowsFile(tb testing.TB, n int) string {
	tb.Helper()
	var b bytes.Buffer
	for i := range n {
		fmt.Fprintf(&b, `{"tipo":"recebimento","safraId":"S-%d","safraCodigo":"2024/25","dados":{"dataHoraRecebimento":"2025-02-10T14:20:00-04:00","veiculo":"ABC1C34","volume":"36.000 kg","loteOrigem":"MT25-S-001","observacao":"%0150d"}}`+"\n", i%100, i)
	}
	path := filepath.Join(tb.TempDir(), "rows.ndjson")
	if err := os.WriteFile(path, b.Bytes(), 0o600); err != nil {
		tb.Fatal(err)
	}
	return path
}

// While a server is running the records are there at once, its writers get
// through, and its log takes them up.
func TestImportBesideAServer(t *testing.T) {
	for name, db := range map[string]string{"sqlite": "sqlite:" + filepath.Join(t.TempDir(), "rastro.db"), "postgres": pgtest.DSN(t)} {
		t.Run(name, func(t *testing.T) {
			s := serve(t, db)
			file := rowsFile(t, 5000)
			ended := make(chan string, 1)
			go func() {
				var out, failed testkit.Transcript
				if code := Run(context.Background(), []string{"import", file, "--db", db}, nil, &out, &failed); code != 0 {
					ended <- failed.String()
					return
				}
				ended <- out.String()
			}()
			said, writes := "", 0
			for said == "" {
				select {
				case said = <-ended:
				default:
					s.create("S-0")
					writes++
				}
			}
			if want := "5000 rows: 5000 created, 0 already there, 0 refused\n"; said != want {
				t.Fatalf("%q, want %q", said, want)
			}
			if got := s.total("/armazenamento/recebimento?size=1"); got != 5000 {
				t.Errorf("the server shows %d records, want 5000", got)
			}
			if got := command(t, "import", file, "--db", db); got != "5000 rows: 0 created, 5000 already there, 0 refused\n" {
				t.Errorf("again: %q", got)
			}
			testkit.Eventually(t, "the log takes the records up", func() bool {
				return strings.Contains(command(t, "verify", "--db", db), " 0 waiting for it")
			})
			t.Logf("%d writes of the server's own next to it", writes)
		})
	}
}

// An interrupted import says how far it got, and can be continued.
func TestImportInterrupted(t *testing.T) {
	db := "sqlite:" + filepath.Join(t.TempDir(), "rastro.db")
	file := rowsFile(t, 3000)
	ctx, interrupt := context.WithCancel(context.Background())
	interrupted := &onWrite{do: interrupt}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	// A refused row is reported with its batch; that is when the signal comes.
	if err := os.WriteFile(file, append([]byte("{}\n"), text...), 0o600); err != nil {
		t.Fatal(err)
	}
	var out testkit.Transcript
	code := Run(ctx, []string{"import", file, "--db", db}, nil, &out, interrupted)
	if want := "interrupted: 1000 rows: 999 created, 0 already there, 1 refused; run the same command again to resume\n"; code != 130 || !strings.HasSuffix(interrupted.String(), want) || out.String() != "" {
		t.Errorf("code %d, %q, want 130 and %q; %q", code, interrupted.String(), want, out.String())
	}
	var failed testkit.Transcript
	code = Run(context.Background(), []string{"import", file, "--db", db}, nil, &out, &failed)
	if want := "3001 rows: 2001 created, 999 already there, 1 refused\n"; code != 2 || out.String() != want {
		t.Errorf("the same command again: %d, %q, want %q; %s", code, out.String(), want, &failed)
	}
}

// onWrite does something at the first write to it.
type onWrite struct {
	testkit.Transcript
	do func()
}

func (w *onWrite) Write(p []byte) (int, error) {
	w.do()
	return w.Transcript.Write(p)
}

// The memory of an import or export does not grow with the file.
func TestImportAndExportStayFlat(t *testing.T) {
	peak := func(n int) (most uint64) {
		t.Helper()
		db, file := "sqlite:"+filepath.Join(t.TempDir(), "rastro.db"), rowsFile(t, n)
		measure := &onWrite{do: func() {
			runtime.GC()
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			most = max(most, m.HeapAlloc)
		}}
		// The refused last row, and the line that ends an export, are written while the memory is
		// still in use.
		f, err := os.OpenFile(file, os.O_APPEND|os.O_WRONLY, 0)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintln(f, `{}`)
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
		var out testkit.Transcript
		if code := Run(context.Background(), []string{"import", file, "--db", db}, nil, &out, measure); code != 2 {
			t.Fatalf("%d: %s", code, measure.String())
		}
		if code := Run(context.Background(), []string{"export", "--db", db, "--out", filepath.Join(t.TempDir(), "out.ndjson")}, nil, measure, &out); code != 0 {
			t.Fatalf("%d: %s", code, out.String())
		}
		return most
	}
	small, large := peak(2000), peak(20_000)
	t.Logf("%d KiB with 2 000 rows, %d KiB with 20 000", small>>10, large>>10)
	// A mark in memory for each row takes tens of bytes; the rows themselves have
	// 6 MiB.
	if large > small+3<<20 {
		t.Errorf("with 2 000 rows %d KiB were held, with 20 000 %d KiB", small>>10, large>>10)
	}
}

// BenchmarkImport imports RASTRO_BENCH_ROWS rows with the whole command: rows of our own, and a
// spreadsheet of somebody else's layout. The default is 20 000 rows, or fewer with -short.
func BenchmarkImport(b *testing.B) {
	rows, err := strconv.Atoi(cmp.Or(os.Getenv("RASTRO_BENCH_ROWS"), strconv.Itoa(testkit.Sized(b, 20_000))))
	if err != nil {
		b.Fatal(err)
	}
	own := 0.0 // seconds of a processor for a row of our own, which the others are compared with
	importing := func(args ...string) func(*testing.B) {
		return func(b *testing.B) {
			busy := time.Duration(0)
			for b.Loop() {
				b.StopTimer()
				db := "sqlite:" + filepath.Join(b.TempDir(), "rastro.db")
				b.StartTimer()
				used := testkit.CPU()
				var out testkit.Transcript
				if code := Run(context.Background(), append([]string{"import", "--db", db}, args...), nil, &out, &out); code != 0 {
					b.Fatal(out.String())
				}
				busy += testkit.CPU() - used
			}
			each := busy.Seconds() / float64(rows*b.N)
			b.ReportMetric(float64(rows*b.N)/b.Elapsed().Seconds(), "rows/s")
			b.ReportMetric(each*1e6, "cpu-µs/row")
			if own == 0 {
				own = each
			}
			b.ReportMetric(each/own, "x-own-rows")
		}
	}
	b.Run("rows", importing(rowsFile(b, rows)))
	b.Run("mapping", importing(scaleFile(b, rows), "--mapping", "auto", "--kind", "recebimento"))
}

// scaleFile writes a spreadsheet as a scale does.
func scaleFile(tb testing.TB, rows int) string {
	tb.Helper()
	text := []byte("Safra ID;Data;Placa;Peso liq. (kg);Umid. %\n")
	for i := range rows {
		text = fmt.Appendf(text, "S-%d;%02d/02/2025;ABC%dC%02d;36.2%02d,5;13,%d\n", i%50, 1+i%28, i%10, i/10%100, i%100, i%10)
	}
	file := filepath.Join(tb.TempDir(), "balanca.csv")
	if err := os.WriteFile(file, text, 0o600); err != nil {
		tb.Fatal(err)
	}
	return file
}

// What is exported without a kind has the profiles of harvests, and an import into another
// store restores them.
func TestExportCarriesProfiles(t *testing.T) {
	from, to := "sqlite:"+filepath.Join(t.TempDir(), "from.db"), "sqlite:"+filepath.Join(t.TempDir(), "to.db")
	file := filepath.Join(t.TempDir(), "rows.ndjson")
	const rows = `{"prefixo":"/safras","safraId":"S","dados":{"cultura":"SOJA","nome":"Talhão norte"}}
{"prefixo":"/producaoAgricola/plantioManejo","safraId":"S","dados":{"dataPlantio":"2024-10-05"}}
`
	if err := os.WriteFile(file, []byte(rows), 0o600); err != nil {
		t.Fatal(err)
	}
	command(t, "import", file, "--db", from)
	out := filepath.Join(t.TempDir(), "out.ndjson")
	command(t, "export", "--db", from, "--harvest", "S", "--out", out)
	command(t, "import", out, "--db", to)
	payload := func(db string) (all []string) {
		for line := range strings.Lines(command(t, "export", "--db", db)) {
			all = append(all, line[strings.Index(line, `"dados":`):])
		}
		return all
	}
	was, is := payload(from), payload(to)
	if len(was) != 2 || !slices.Equal(was, is) || !strings.Contains(was[0], "Talhão norte") {
		t.Errorf("exported %q, and after an import %q", was, is)
	}
}
