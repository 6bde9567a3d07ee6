package console

import (
	"fmt"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
	"testing"

	"rastro/internal/kind"
	"rastro/internal/trace"
)

// BenchmarkRecordPages opens the pages of records in a store of RASTRO_BENCH_RECORDS
// of them (2 000 where it is not set), all of one kind, in harvests of 500.
func BenchmarkRecordPages(b *testing.B) {
	n := 2_000
	if text := os.Getenv("RASTRO_BENCH_RECORDS"); text != "" {
		var err error
		if n, err = strconv.Atoi(text); err != nil {
			b.Fatal(err)
		}
	}
	s := newSite(b)
	k := kind.ByPrefix("/armazenamento/recebimento")
	var id string
	var writers sync.WaitGroup
	const at = 128 // at once: they share the store's commits
	for w := range at {
		writers.Go(func() {
			for i := w; i < n; i += at {
				dados := fmt.Sprintf(`{"dataHoraRecebimento":"2025-02-10T14:20:00-03:00","veiculo":"Caminhão ABC1D23","volume":"36.000 kg","loteOrigem":"L-%d","umidade":"13,8%%","impureza":"0,9%%","tipoCafe":"não se aplica"}`, i)
				made, err := s.service.Create(b.Context(), &s.root.Key, k, trace.Envelope{SafraID: fmt.Sprintf("S-%d", i/500), SafraCodigo: "2025/26", Dados: []byte(dados)}, nil)
				if err != nil {
					b.Error(err)
					return
				}
				if i == 0 {
					id = made.Record.ID.String()
				}
			}
		})
	}
	writers.Wait()
	reader, few := s.as(s.root), s.as(s.key(trace.KeyRequest{Nome: "Duas safras", Safras: []string{"S-0", "S-1"}}))
	for _, page := range []struct{ name, path string }{
		{"few: list", recordsPath(k)}, {"few: by text", recordsPath(k) + "?q=nada+disso"}, {"few: sorted", recordsPath(k) + "?sort=atualizadoEm,desc"},
		{"kinds", "/registros"}, {"list", recordsPath(k)}, {"list of a harvest", recordsPath(k) + "?safra=S-0"}, {"sorted", recordsPath(k) + "?sort=atualizadoEm,desc"},
		{"by lot", recordsPath(k) + "?q=L-7"}, {"by text", recordsPath(k) + "?q=nada+disso"}, {"by text, found", recordsPath(k) + "?q=caminhao"}, {"record", recordPath(k, id)},
		{"new", recordsPath(k) + "/novo"}, {"edit", recordPath(k, id) + "/editar"}, {"history", recordPath(k, id) + "/historico"},
	} {
		b.Run(page.name, func(b *testing.B) {
			by := reader
			if strings.HasPrefix(page.name, "few: ") { // a key of two harvests, the oldest
				by = few
			}
			for b.Loop() {
				if got := by.get(page.path); got.status != http.StatusOK {
					b.Fatalf("%d", got.status)
				}
			}
		})
	}
}
