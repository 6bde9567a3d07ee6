package console_test

import (
	"cmp"
	"fmt"
	"io"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"rastro/internal/access"
	"rastro/internal/demo"
	"rastro/internal/intake"
	"rastro/internal/kind"
	"rastro/internal/trace"
	"rastro/internal/web/console/consoletest"
	"rastro/internal/web/console/pagekit"
)

// benchRows generates the records of a store: receipts in harvests of 500, each in a lot of its
// own.
type benchRows struct {
	kind    *kind.Kind
	next, n int
}

func (r *benchRows) Next() (intake.Row, error) {
	if r.next == r.n {
		return intake.Row{}, io.EOF
	}
	i := r.next
	r.next++
	payload := fmt.Appendf(nil, `{"dataHoraRecebimento":"2025-02-10T14:20:00-03:00","veiculo":"Caminhão ABC1D23","volume":"36.000 kg","loteOrigem":"L-%d","umidade":"13,8%%","impureza":"0,9%%","tipoCafe":"não se aplica"}`, i)
	return intake.Row{Line: int64(r.next), Kind: r.kind, Envelope: trace.Envelope{HarvestID: fmt.Sprintf("S-%d", i/500), HarvestCode: "2025/26", Payload: payload}}, nil
}

// BenchmarkPages opens every page of the console in a store of
// RASTRO_BENCH_RECORDS records (2 000 where it is not set) and the demonstration's
// harvests, over HTTP, one after another as one person does: how long until the
// first byte.
func BenchmarkPages(b *testing.B) {
	n, err := strconv.Atoi(cmp.Or(os.Getenv("RASTRO_BENCH_RECORDS"), "2000"))
	if err != nil {
		b.Fatal(err)
	}
	s := consoletest.NewSite(b)
	k := kind.ByPrefix("/armazenamento/recebimento")
	began := time.Now()
	if _, _, err := s.Service.Import(b.Context(), &s.Root.Key, &benchRows{kind: k, n: n}, intake.Options{Mode: intake.ImportValid, SkipRepeated: true}, func(*intake.Result) error { return nil }); err != nil {
		b.Fatal(err)
	}
	b.Logf("%d rows imported, %.0f a second", n, float64(n)/time.Since(began).Seconds())
	harvests, err := demo.Harvests()
	if err != nil {
		b.Fatal(err)
	}
	for _, r := range harvests {
		s.Create(r.Prefix, r.HarvestID, string(r.Payload))
	}
	if err := s.Service.FlushUses(b.Context()); err != nil {
		b.Fatal(err)
	}
	for more := true; more; {
		if more, err = s.Service.Integrate(b.Context()); err != nil {
			b.Fatal(err)
		}
	}
	s.Follow()
	id := s.Create(k.Prefix, "S-0", `{"loteOrigem":"L-1","umidade":"13%"}`).ID.String()
	reader, few := s.As(s.Root), s.As(s.Key(access.Request{Name: "Duas safras", Harvests: []string{"S-0", "S-1"}}))
	const soy, coffee = "/safras/DEMO-SOJA-MT-2024-25", "/safras/DEMO-CAFE-MG-2025"
	for _, page := range []struct{ name, path string }{
		{"start", ""}, {"start, searched", "?busca=S-1"}, {"harvest", soy}, {"harvest of 500", "/safras/S-1"}, {"review", soy + "/conferencia"}, {"review of 500", "/safras/S-1/conferencia"},
		{"map", soy + "/mapa"}, {"measurements", coffee + "/medidas"}, {"measurements of 500", "/safras/S-1/medidas"}, {"validate", soy + "/validar"}, {"trace of a harvest", soy + "/rastreio"},
		{"kinds", "/registros"}, {"list", pagekit.RecordsPath(k)}, {"list of a harvest", pagekit.RecordsPath(k) + "?safra=S-0"}, {"sorted", pagekit.RecordsPath(k) + "?sort=atualizadoEm,desc"},
		{"by lot", pagekit.RecordsPath(k) + "?q=L-7"}, {"by text", pagekit.RecordsPath(k) + "?q=nada+disso"}, {"by text, found", pagekit.RecordsPath(k) + "?q=caminhao"},
		{"two harvests: list", pagekit.RecordsPath(k)}, {"two harvests: by text", pagekit.RecordsPath(k) + "?q=nada+disso"},
		{"record", pagekit.RecordPath(k, id)}, {"new", pagekit.RecordsPath(k) + "/novo"}, {"edit", pagekit.RecordPath(k, id) + "/editar"}, {"history", pagekit.RecordPath(k, id) + "/historico"},
		{"search, a plate", "/busca?q=ABC1D23"}, {"search, a lot", "/busca?q=L-1999"}, {"search, a beginning", "/busca?q=L-1"}, {"search, nothing", "/busca?q=nada"},
		{"lots", "/lotes"}, {"lots, searched", "/lotes?busca=L-99"}, {"lot", "/lotes/MT25-S-001"}, {"balance", "/lotes/MT25-S-001/balanco"}, {"EU", "/lotes/MT25-S-001/eudr"}, {"recall", "/recall"},
		{"import", "/importar"}, {"phases", "/fases"}, {"keys", "/chaves"}, {"trail", "/trilha"}, {"trail of a harvest", "/trilha?safra=S-0"}, {"log", "/log"},
	} {
		b.Run(page.name, func(b *testing.B) {
			by := reader
			if strings.HasPrefix(page.name, "two harvests") { // the oldest
				by = few
			}
			firstByte(by, b, page.path) // the first look fills what later ones find
			var took []time.Duration
			for b.Loop() {
				took = append(took, firstByte(by, b, page.path))
			}
			slices.Sort(took)
			b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "p99-ms")
		})
	}
}

// firstByte returns how long a page takes until its first byte.
func firstByte(b *consoletest.Browser, tb testing.TB, path string) time.Duration {
	tb.Helper()
	r, err := http.NewRequestWithContext(tb.Context(), http.MethodGet, b.Server.URL+"/console"+path, nil)
	if err != nil {
		tb.Fatal(err)
	}
	began := time.Now()
	answer, err := b.Client.Do(r)
	took := time.Since(began)
	if err != nil {
		tb.Fatal(err)
	}
	defer answer.Body.Close()
	if _, err := io.Copy(io.Discard, answer.Body); err != nil || answer.StatusCode != http.StatusOK {
		tb.Fatalf("%s: %d, %v", path, answer.StatusCode, err)
	}
	return took
}
