package server

import (
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
)

// nowhere is a writer that discards everything, so that only our own work is measured.
type nowhere struct{ header http.Header }

func (w *nowhere) Header() http.Header         { return w.header }
func (w *nowhere) Write(p []byte) (int, error) { return len(p), nil }
func (w *nowhere) WriteHeader(int)             {}

// BenchmarkHandler is everything between net/http and the store, for a record
// that is cached and for one that is created.
func BenchmarkHandler(b *testing.B) {
	s := start(b, nil)
	s.server.observer.log.lines = NewLines(discard{})
	made := s.call("POST", planting, `{"safraId":"S","safraCodigo":"2024/25","dados":{"dataPlantio":"2024-10-05","quantidadeSemente":7200}}`)
	if made.StatusCode != 201 {
		b.Fatal(made.body)
	}
	path := planting + "/" + made.envelope(b).Data.ID
	b.Run("read", func(b *testing.B) {
		w, r := &nowhere{}, s.request("GET", path, "")
		r = r.WithContext(s.server.http.ConnContext(r.Context(), nil)) // as on a connection
		r.RemoteAddr = "127.0.0.1:1234"
		b.ReportAllocs()
		for b.Loop() {
			w.header = http.Header{}
			r.Pattern = ""
			s.server.http.Handler.ServeHTTP(w, r)
		}
	})
	b.Run("create", func(b *testing.B) {
		var count atomic.Int64
		b.ReportAllocs()
		b.SetParallelism(32) // callers for each core, who share commits
		b.RunParallel(func(pb *testing.PB) {
			w := &nowhere{}
			for pb.Next() {
				n := count.Add(1)
				r := s.request("POST", planting, fmt.Sprintf(`{"safraId":"S-%d","safraCodigo":"2024/25","dados":{"dataPlantio":"2024-10-05",`+
					`"quantidadeSemente":%d,"cultivacaoUtilizada":"M8372IPRO, semeadura direta em palhada de milheto, espaçamento 45 cm",`+
					`"areaPlantada":[-55.720000,-12.550000,-55.710000,-12.540000]}}`, n%5000, n))
				r.RemoteAddr = "127.0.0.1:1234"
				w.header = http.Header{}
				s.server.http.Handler.ServeHTTP(w, r)
			}
		})
	})
}

type discard struct{}

func (discard) Write(p []byte) (int, error) {
	if strings.Contains(string(p), "level=ERROR") {
		panic(string(p))
	}
	return len(p), nil
}
