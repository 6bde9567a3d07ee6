package geo

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// box4 writes a rectangle as a polygon, in ten-thousandths of a degree from a corner.
func box4(w, s, e, n int) string {
	at := func(x, y int) string { return fmt.Sprintf("[%.6f,%.6f]", -55+float64(x)*1e-4, -12+float64(y)*1e-4) }
	return "[[" + strings.Join([]string{at(w, s), at(e, s), at(e, n), at(w, n), at(w, s)}, ",") + "]]"
}

func multi(polygons ...string) string {
	return `{"type":"MultiPolygon","coordinates":[` + strings.Join(polygons, ",") + `]}`
}

func features(geometries ...string) string {
	for i, g := range geometries {
		geometries[i] = `{"type":"Feature","properties":{},"geometry":{"type":"Polygon","coordinates":` + g + `}}`
	}
	return `{"type":"FeatureCollection","features":[` + strings.Join(geometries, ",") + `]}`
}

func TestNeighbours(t *testing.T) {
	ring := func(hole string) string { // a square with a square hole
		return strings.TrimSuffix(box4(0, 0, 90, 90), "]") + "," + strings.TrimPrefix(hole, "[")
	}
	slanted := `[[[-55.000000,-12.000000],[-54.990000,-11.980000],[-54.990000,-12.000000],[-55.000000,-12.000000]]]`
	beside := `[[[-54.998000,-11.996000],[-54.994000,-11.988000],[-55.000000,-11.980000],[-54.998000,-11.996000]]]`
	for _, tc := range []struct {
		name, in string
		want     []Code
	}{
		{"apart", multi(box4(0, 0, 10, 10), box4(20, 0, 30, 10)), nil},
		{"one corner in common", multi(box4(0, 0, 10, 10), box4(10, 10, 20, 20)), nil},
		{"a corner on a side", multi(box4(0, 0, 10, 10), `[[[-54.999000,-11.999500],[-54.998000,-11.999900],[-54.998000,-11.999100],[-54.999000,-11.999500]]]`), nil},
		{"the same side", multi(box4(0, 0, 10, 10), box4(10, 0, 20, 10)), []Code{PartsAdjoin}},
		{"a stretch of a side", multi(box4(0, 0, 10, 10), box4(10, 4, 20, 30)), []Code{PartsAdjoin}},
		{"ends of two sides on one line", multi(box4(0, 0, 10, 10), box4(10, 10, 20, 20), box4(20, 0, 30, 10)), nil},
		{"a slanted side", multi(slanted, beside), []Code{PartsAdjoin}},
		{"overlapping", multi(box4(0, 0, 10, 10), box4(5, 5, 15, 15)), []Code{PartsOverlap}},
		{"overlapping along a side", multi(box4(0, 0, 10, 10), box4(5, 0, 15, 10)), []Code{PartsOverlap}},
		{"twice the same", multi(box4(0, 0, 10, 10), box4(0, 0, 10, 10)), []Code{PartsOverlap}},
		{"one in the other", multi(box4(0, 0, 90, 90), box4(10, 10, 20, 20)), []Code{PartsOverlap}},
		{"an island in a hole", multi(ring(box4(10, 10, 40, 40)), box4(15, 15, 20, 20)), nil},
		{"a hole filled", multi(ring(box4(10, 10, 40, 40)), box4(10, 10, 40, 40)), []Code{PartsAdjoin}},
		{"both", multi(box4(0, 0, 10, 10), box4(5, 5, 15, 15), box4(-10, 0, 0, 10)), []Code{PartsOverlap, PartsAdjoin}},
		{"features are plots of their own", features(box4(0, 0, 10, 10), box4(5, 0, 15, 10)), nil},
		{"bare lists", `[` + box4(0, 0, 10, 10) + `,` + box4(10, 0, 20, 10) + `]`, []Code{PartsAdjoin}},
	} {
		got := slices.DeleteFunc(codes(read(t, tc.in)), func(c Code) bool { return c != PartsOverlap && c != PartsAdjoin })
		if !slices.Equal(got, tc.want) {
			t.Errorf("%s: %v, want %v", tc.name, got, tc.want)
		}
	}
}

// Squares on a grid adjoin and overlap as whole numbers say.
func TestNeighboursOfAGrid(t *testing.T) {
	random := rand.New(rand.NewPCG(16, 6))
	for range 300 {
		n := 2 + random.IntN(4)
		type square struct{ w, s, e, n int }
		var squares []square
		var parts []string
		for range n {
			w, s := random.IntN(12), random.IntN(12)
			q := square{w, s, w + 1 + random.IntN(5), s + 1 + random.IntN(5)}
			squares, parts = append(squares, q), append(parts, box4(q.w, q.s, q.e, q.n))
		}
		overlaps, adjoins := 0, 0
		for i, a := range squares {
			for _, b := range squares[:i] {
				x, y := min(a.e, b.e)-max(a.w, b.w), min(a.n, b.n)-max(a.s, b.s)
				switch {
				case x > 0 && y > 0:
					overlaps++
				case x == 0 && y > 0, y == 0 && x > 0:
					adjoins++
				}
			}
		}
		count := map[Code]int{}
		for _, r := range read(t, multi(parts...)).Remarks("BR") {
			count[r.Code] = r.Count
		}
		if count[PartsOverlap] != overlaps || (count[PartsAdjoin] > 0) != (adjoins > 0) || count[PartsAdjoin] > adjoins {
			t.Fatalf("%v: %d overlap and %d adjoin, want %d and %d", squares, count[PartsOverlap], count[PartsAdjoin], overlaps, adjoins)
		}
	}
}

func BenchmarkNeighbours(b *testing.B) {
	var parts []string
	for i := range 5_000 {
		parts = append(parts, box4(i%100*10, i/100*10, i%100*10+10, i/100*10+10))
	}
	p := read(b, multi(parts...))
	b.ReportAllocs()
	for b.Loop() {
		(&critic{p: p}).neighbours()
	}
}
