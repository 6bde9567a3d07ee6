package geo

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

// ringAt writes a ring of n vertices around a place, in degrees.
func ringAt(lon, lat, radius float64, n int, jag func(int) float64) string {
	var s []string
	for i := range n + 1 {
		angle := 2*math.Pi*float64(i%n)/float64(n) + 0.1
		r := radius * jag(i%n)
		s = append(s, fmt.Sprintf("[%.6f,%.6f]", lon+r*math.Cos(angle), lat+r*math.Sin(angle)))
	}
	return "[" + strings.Join(s, ",") + "]"
}

func smooth(int) float64 { return 1 }

func TestWithoutHoles(t *testing.T) {
	outer, hole := ringAt(midLon, midLat, 0.02, 40, smooth), ringAt(midLon+0.003, midLat, 0.004, 12, smooth)
	for _, tc := range []struct {
		name, in string
		pieces   int // 0: it cannot be cut
	}{
		{"no hole", `{"type":"Polygon","coordinates":[` + outer + `]}`, 1},
		{"one hole", `{"type":"Polygon","coordinates":[` + outer + `,` + hole + `]}`, 2},
		{"a square in a square", `{"type":"Polygon","coordinates":` + pierced + `}`, 2},
		{"two holes, one above the other", `{"type":"Polygon","coordinates":[` + outer + `,` + ringAt(midLon, midLat+0.008, 0.004, 9, smooth) + `,` + ringAt(midLon, midLat-0.008, 0.004, 9, smooth) + `]}`, 2},
		{"two holes side by side", `{"type":"Polygon","coordinates":[` + outer + `,` + ringAt(midLon-0.008, midLat, 0.004, 9, smooth) + `,` + ringAt(midLon+0.008, midLat, 0.004, 9, smooth) + `]}`, 3},
		{"a hole in one of two", `{"type":"MultiPolygon","coordinates":[[` + outer + `,` + hole + `],[` + ringAt(midLon+0.1, midLat, 0.01, 7, smooth) + `]]}`, 3},
		{"a hole outside", `{"type":"Polygon","coordinates":[` + outer + `,` + ringAt(midLon+0.1, midLat, 0.004, 9, smooth) + `]}`, 0},
		{"a hole across the edge", `{"type":"Polygon","coordinates":[` + outer + `,` + ringAt(midLon+0.02, midLat, 0.004, 9, smooth) + `]}`, 0},
		{"a hole in a hole", `{"type":"Polygon","coordinates":[` + outer + `,` + hole + `,` + ringAt(midLon+0.003, midLat, 0.002, 9, smooth) + `]}`, 0},
		{"a hole of a millionth", `{"type":"Polygon","coordinates":[` + outer + `,[[-55.715000,-12.545000],[-55.715001,-12.545000],[-55.715001,-12.544000],[-55.715000,-12.545000]]]}`, 0},
		{"a point", `{"type":"Point","coordinates":[-55.715000,-12.545000]}`, 0},
	} {
		p := read(t, tc.in).Truncate6()
		steps := CutSteps
		pieces, ok := p.WithoutHoles(&steps)
		if ok != (tc.pieces > 0) || ok && len(pieces) != tc.pieces {
			t.Errorf("%s: %d pieces, %t; want %d", tc.name, len(pieces), ok, tc.pieces)
			continue
		}
		checkPieces(t, tc.name, p, pieces, ok)
	}
}

// checkPieces compares the pieces of a plot with it: they are valid, have no holes, share no land,
// and cover all of it.
func checkPieces(t *testing.T, name string, p *Plot, pieces []*Plot, ok bool) {
	t.Helper()
	if !ok {
		return
	}
	total := 0.0
	for _, piece := range pieces {
		total += piece.AreaHa
		if found := piece.Judge(); len(found) > 0 || piece.Interpretation != Polygon {
			t.Errorf("%s: a piece is refused: %+v", name, found)
		}
	}
	if math.Abs(total-p.AreaHa) > 1e-4*p.AreaHa {
		t.Errorf("%s: the pieces have %v ha, the plot %v", name, total, p.AreaHa)
	}
	if pairs, complete := Overlaps(pieces, 1e-4, 10); len(pairs) > 0 || !complete {
		t.Errorf("%s: pieces share land: %+v", name, pairs)
	}
}

// Whatever holes a plot has, its pieces together are the plot.
func TestWithoutHolesOfRandomPlots(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 16))
	cut := 0
	for i := range 200 {
		jag := make([]float64, 60)
		for k := range jag {
			jag[k] = 0.7 + 0.3*random.Float64()
		}
		rings := []string{ringAt(midLon, midLat, 0.03, 60, func(k int) float64 { return jag[k] })}
		for x := range 4 {
			for y := range 4 {
				if random.IntN(3) == 0 {
					rings = append(rings, ringAt(midLon+0.008*(float64(x)-1.5), midLat+0.008*(float64(y)-1.5), 0.001+0.0025*random.Float64(), 3+random.IntN(9), smooth))
				}
			}
		}
		p := read(t, `{"type":"Polygon","coordinates":[`+strings.Join(rings, ",")+`]}`).Truncate6()
		steps := CutSteps
		pieces, ok := p.WithoutHoles(&steps)
		if ok {
			cut++
		}
		checkPieces(t, fmt.Sprint("plot ", i, " of ", len(rings), " rings"), p, pieces, ok)
	}
	if cut < 195 {
		t.Errorf("%d of 200 plots could be cut", cut)
	}
}

// A plot that would take too long is not cut.
func TestWithoutHolesIsBounded(t *testing.T) {
	p := read(t, `{"type":"Polygon","coordinates":`+pierced+`}`).Truncate6()
	steps := 10
	if pieces, ok := p.WithoutHoles(&steps); ok {
		t.Errorf("%d pieces with 10 steps", len(pieces))
	}
}
