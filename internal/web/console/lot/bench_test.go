package lot_test

import (
	"cmp"
	"fmt"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"rastro/internal/demo"
	"rastro/internal/kind"
	"rastro/internal/store/storetest"
	"rastro/internal/trace"
	"rastro/internal/web/console/consoletest"
	"rastro/internal/web/console/lot"
)

// BenchmarkLotPages measures the pages of lots in a world of RASTRO_BENCH_LOTS lots:
// ms/first is how long the first byte takes.
func BenchmarkLotPages(b *testing.B) {
	lots, err := strconv.Atoi(cmp.Or(os.Getenv("RASTRO_BENCH_LOTS"), "1000"))
	if err != nil {
		b.Fatal(err)
	}
	s := consoletest.NewSite(b)
	records := make(chan demo.Record)
	var writers sync.WaitGroup
	for range 64 { // one commit takes all who wait
		writers.Go(func() {
			for r := range records {
				if _, err := s.Service.Create(b.Context(), &s.Root.Key, kind.ByPrefix(r.Prefix), trace.Envelope{HarvestID: r.HarvestID, HarvestCode: r.Season, Payload: r.Payload}, nil); err != nil {
					b.Error(err)
				}
			}
		})
	}
	err = storetest.LotWorld{Lots: lots}.Each(func(r demo.Record) error {
		records <- r
		return nil
	})
	close(records)
	writers.Wait()
	if err != nil {
		b.Fatal(err)
	}
	var parts []string
	for i := range 2 * lot.MaxDrawn {
		parts = append(parts, fmt.Sprintf("N-%d", i))
	}
	s.Create("/processamento/processamento", "M", `{"lote":"MIX-9","volume":"500 t","blendagem":"`+strings.Join(parts, ";")+`"}`)
	someone := s.As(s.Root)
	for _, c := range []struct{ name, path string }{
		{"lots", "/lotes"}, {"search", "/lotes?busca=C1"}, {"inside", "/lotes?busca=7A"}, {"unknown", "/lotes?busca=ZZTOP"}, {"chain", "/lotes/C1L"}, {"blend of 200", "/lotes/B1"},
		{"all that is drawn", "/lotes/MIX-9"}, {"balance", "/lotes/B1/balanco"}, {"harvest", "/safras/LM-1/rastreio"}, {"eudr", "/lotes/C1L/eudr"}, {"recall", "/recall"},
	} {
		b.Run(c.name, func(b *testing.B) {
			var first time.Duration
			for b.Loop() {
				req, err := http.NewRequestWithContext(b.Context(), http.MethodGet, s.Server.URL+"/console"+c.path, nil)
				if err != nil {
					b.Fatal(err)
				}
				began := time.Now()
				res, err := someone.Client.Do(req)
				first += time.Since(began)
				if err != nil || res.StatusCode != http.StatusOK {
					b.Fatalf("%s: %v %v", c.path, res, err)
				}
				res.Body.Close()
			}
			b.ReportMetric(first.Seconds()*1000/float64(b.N), "ms/first")
		})
	}
}
