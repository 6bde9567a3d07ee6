package harvest_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"

	"rastro/internal/harvests"
	"rastro/internal/httpkit/answercache"
	"rastro/internal/kind"
	"rastro/internal/trace"
	"rastro/internal/web/console/consoletest"
	"rastro/internal/web/console/harvest"
)

// BenchmarkHarvestPages measures the time to the last byte of harvest pages: twelve on the start
// page, and one with 500 records. The start page finds its cards in the cache; "cold" includes
// reviewing the harvests that changed.
func BenchmarkHarvestPages(b *testing.B) {
	s := consoletest.NewSite(b)
	many := func(harvest string, n int) {
		for i := range n {
			k, payload := kind.ByPrefix("/armazenamento/recebimento"), fmt.Sprintf(`{"dataHoraRecebimento":"2025-02-%02dT14:20:00-04:00","veiculo":"ABC1C34","volume":"36.000 kg","loteOrigem":"L-%d","umidade":"13,8%%","impureza":"0,9%%"}`, 1+i%28, i%50)
			if i%10 == 0 {
				k, payload = kind.ByPrefix("/cadastroPlanejamento/planoCultivo"), fmt.Sprintf(`{"insumos":"Semente","poligono":[-55.%04d,-12.55,-55.%04d,-12.54]}`, i, i+9)
			}
			if _, err := s.Service.Create(b.Context(), &s.Root.Key, k, trace.Envelope{HarvestID: harvest, HarvestCode: "2024/25", Payload: []byte(payload)}, nil); err != nil {
				b.Fatal(err)
			}
		}
	}
	for i := range 12 {
		many(fmt.Sprintf("S-%02d", i), 60)
	}
	many("GRANDE", 500)
	w := httptest.NewRecorder()
	token, expires, err := s.Service.SignIn(b.Context(), &s.Root.Key)
	if err != nil {
		b.Fatal(err)
	}
	http.SetCookie(w, &http.Cookie{Name: "rastro", Value: token, Expires: expires})
	b.Run("cold", func(b *testing.B) {
		for b.Loop() {
			cards, err := answercache.NewCards()
			if err != nil {
				b.Fatal(err)
			}
			if _, err := s.Service.Harvests(b.Context(), &s.Root.Key, harvests.Query{Budget: harvest.UsualBounds.List}, trace.Paging{Size: harvest.StartPage}, cards); err != nil {
				b.Fatal(err)
			}
		}
	})
	for _, page := range []string{"", "/safras/S-01", "/safras/GRANDE", "/safras/GRANDE/conferencia", "/safras/GRANDE/mapa", "/safras/GRANDE/medidas", "/safras/GRANDE/validar"} {
		b.Run("page"+page, func(b *testing.B) {
			for b.Loop() {
				r := httptest.NewRequest("GET", "http://192.168.0.2/console"+page, nil)
				r.Header.Set("Cookie", w.Header().Get("Set-Cookie"))
				got := httptest.NewRecorder()
				s.Server.Config.Handler.ServeHTTP(got, r)
				if got.Code != 200 {
					b.Fatalf("%s: %d\n%s", page, got.Code, got.Body)
				}
			}
		})
	}
}
