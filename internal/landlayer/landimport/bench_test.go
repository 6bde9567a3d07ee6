package landimport_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"rastro/internal/geo"
	"rastro/internal/geo/layerfile"
	"rastro/internal/landlayer"
	"rastro/internal/landlayer/landimport"
	"rastro/internal/testkit"
	"rastro/internal/testkit/stores"
)

// scattered is a layer of areas of forty vertices and up to 20 ha over a million square kilometres.
type scattered int

func (n scattered) Each(_ context.Context, fn func(*layerfile.Area) error) error {
	random := rand.New(rand.NewPCG(1, 2))
	for i := range int64(n) {
		lon, lat := -60+random.Float64()*10, -15+random.Float64()*10
		a := layerfile.NewArea(i+1, nil)
		var at []float64
		for k := range 40 {
			sin, cos := math.Sincos(2 * math.Pi * float64(k) / 40)
			r := 0.001 + random.Float64()*0.001
			at = append(at, lon+r*cos, lat+r*sin)
		}
		a.Rings = []geo.LandRing{{At: at}}
		if err := fn(a); err != nil {
			return err
		}
	}
	return nil
}

// A plot of a hundred hectares is compared with a million areas.
func BenchmarkCheckPlot(b *testing.B) {
	areas := testkit.Sized(b, 1_000_000)
	for _, e := range stores.Engines {
		b.Run(fmt.Sprintf("%s/%d", e.Name, areas), func(b *testing.B) {
			s, _ := stores.Rooted(b, e.New(b).Store(b), time.Now)
			began := time.Now()
			l := landlayer.Layer{Name: "prodes", Kind: landlayer.Deforestation, Date: "2025-07-31", Source: "bench", SHA256: "x"}
			if _, err := s.Layers.Import(b.Context(), l, landimport.Options{}, scattered(areas)); err != nil {
				b.Fatal(err)
			}
			took := time.Since(began).Seconds()
			random := rand.New(rand.NewPCG(3, 4))
			overlaps := 0
			for b.Loop() {
				lon, lat := -60+random.Float64()*10, -15+random.Float64()*10
				p, err := geo.Read(fmt.Appendf(nil, `[%.6f,%.6f,%.6f,%.6f]`, lon, lat, lon+0.01, lat+0.01))
				if err != nil {
					b.Fatal(err)
				}
				found, err := s.CheckLand(b.Context(), 1, func(int) *geo.Plot { return p })
				if err != nil || found.Plots != 1 {
					b.Fatal(found, err)
				}
				overlaps += len(found.Overlaps)
			}
			b.ReportMetric(took, "import-s")
			b.ReportMetric(float64(overlaps)/float64(b.N), "overlaps/op")
		})
	}
}
