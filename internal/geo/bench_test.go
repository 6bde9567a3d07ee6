package geo

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

func BenchmarkRead(b *testing.B) {
	for _, bm := range []struct{ name, in string }{
		{"bbox", soy},
		{"ring 100", list(star(100, 0.01, 0.002))},
		{"ring 10000", list(star(10_000, 0.01, 0.002))},
		{"ring 100000", list(star(100_000, 0.01, 0.002))},
		{"geojson 100", fmt.Sprintf(`{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"ProducerName":"Ana Lima"},"geometry":%s}]}`, read(b, list(star(100, 0.01, 0.002))).GeoJSON())},
	} {
		b.Run(bm.name, func(b *testing.B) {
			raw := []byte(bm.in)
			b.ReportAllocs()
			b.SetBytes(int64(len(raw)))
			for b.Loop() {
				if _, err := Read(raw); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// crossed returns a star with two vertices swapped.
func crossed(n int) []Position {
	ring := star(n, 0.01, 0.002)
	ring[n/3], ring[n/3+1] = ring[n/3+1], ring[n/3]
	return ring
}

// fan crosses itself everywhere.
func fan(n int) []Position {
	ring := make([]Position, n)
	for i := range ring {
		ring[i] = Position{midLon + 0.01*float64(i%2), midLat + 0.01*rand.New(rand.NewPCG(1, uint64(i))).Float64()}
	}
	return ring
}

func BenchmarkRemarks(b *testing.B) {
	for _, bm := range []struct{ name, in string }{
		{"bbox", soy},
		{"star 100", list(star(100, 0.01, 0.002))},
		{"star 10000", list(star(10_000, 0.01, 0.002))},
		{"star 100000", list(star(100_000, 0.01, 0.002))},
		{"crossed 100000", list(crossed(100_000))},
		{"comb 100000", list(comb(100_000))},
		{"upright comb 100000", list(turned(comb(100_000)))},
		{"fan 100000", list(fan(100_000))},
		{"one place 100000", list(make([]Position, 100_000))},
	} {
		b.Run(bm.name, func(b *testing.B) {
			p := read(b, bm.in)
			b.ReportAllocs()
			for b.Loop() {
				p.Remarks("BR")
			}
		})
	}
}

func BenchmarkJudge(b *testing.B) {
	p := read(b, list(star(100_000, 0.01, 0.002)))
	for b.Loop() {
		p.Judge()
	}
}

func BenchmarkOverlap(b *testing.B) {
	for _, bm := range []struct{ name, a, b string }{
		{"bbox", soy, `[-55.715,-12.55,-55.705,-12.54]`},
		{"100", list(star(100, 0.01, 0.002)), list(star(100, 0.009, 0.003))},
		{"1000", list(star(1_000, 0.01, 0.002)), list(star(1_000, 0.009, 0.003))},
		{"100000", list(star(100_000, 0.01, 1e-6)), list(star(100_000, 0.01, 2e-6))},
		{"combs 1000", list(comb(1_000)), list(turned(comb(1_000)))},
		{"combs 100000, given up", list(comb(100_000)), list(turned(comb(100_000)))},
	} {
		b.Run(bm.name, func(b *testing.B) {
			x, y := read(b, bm.a), read(b, bm.b)
			b.ReportAllocs()
			for b.Loop() {
				if _, _, ok := Overlap(x, y); ok == strings.HasSuffix(bm.name, "given up") {
					b.Fatal(ok)
				}
			}
		})
	}
}

func BenchmarkOverlaps(b *testing.B) {
	var plots []*Plot
	for i := range 10_000 {
		lon, lat := -55.0+0.01*float64(i%100), -12.0+0.01*float64(i/100)
		plots = append(plots, read(b, fmt.Sprintf("[%.6f,%.6f,%.6f,%.6f]", lon, lat, lon+0.0105, lat+0.0105)))
	}
	b.Run("10000 neighbours", func(b *testing.B) {
		for b.Loop() {
			if pairs, complete := Overlaps(plots, 0.1, 100); len(pairs) != 0 || !complete {
				b.Fatal(len(pairs), complete)
			}
		}
	})
}

func BenchmarkWrite(b *testing.B) {
	p := read(b, soy)
	b.ReportAllocs()
	for b.Loop() {
		p.Flat()
		p.GeoJSON()
		p.Geometry()
	}
}
