package geo

import (
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// Overlap compares two plots alone.
func Overlap(a, b *Plot) (ha, share float64, ok bool) {
	steps := overlapSteps
	return overlap(a, b, &steps)
}

func TestOverlap(t *testing.T) {
	east := `[-55.715,-12.55,-55.705,-12.54]` // half of soy's, and an equal part outside
	for _, tc := range []struct {
		name, a, b string
		share      float64
	}{
		{"itself", soy, soy, 1},
		{"half", soy, east, 0.5},
		{"a rectangle and its outline", soy, square, 1},
		{"lat, lon", soy, `[-12.55,-55.72,-12.54,-55.71]`, 1},
		{"side by side", soy, `[-55.71,-12.55,-55.70,-12.54]`, 0},
		{"elsewhere", soy, coffee, 0},
		{"a point", soy, `[-55.715,-12.545]`, 0},
		{"nothing", soy, `[1,2,3]`, 0},
		{"a triangle of it", square, `[-55.72,-12.55,-55.71,-12.55,-55.71,-12.54]`, 1},
		{"two triangles of it", `[-55.72,-12.55,-55.71,-12.55,-55.71,-12.54]`, `[-55.72,-12.55,-55.71,-12.54,-55.72,-12.54]`, 0},
		{"within a hole", pierced, `[-55.718,-12.548,-55.716,-12.546]`, 0},
		{"over a hole", pierced, square, 1},
		{"one of two", `[[` + square + `],[` + nearby + `]]`, soy, 1},
		{"between two", `[[` + square + `],[` + nearby + `]]`, `[-55.715,-12.55,-55.695,-12.54]`, 0.5},
		{"parts on one another count once", `[[` + square + `],[` + square + `]]`, soy, 1},
		{"clockwise", `[-55.72,-12.55,-55.72,-12.54,-55.71,-12.54,-55.71,-12.55]`, soy, 1},
	} {
		a, b := read(t, tc.a), read(t, tc.b)
		for range 2 {
			ha, share, ok := Overlap(a, b)
			if !ok || math.Abs(share-tc.share) > 1e-5 {
				t.Errorf("%s: Overlap(%s, %s) = %v ha, %v, %t; want %v", tc.name, tc.a, tc.b, ha, share, ok, tc.share)
			}
			a, b = b, a
		}
	}
}

// crossSum returns the shared area of two rings by the plainest formula: what is
// below each side of one and each side of the other, with their signs.
func crossSum(a, b *Plot) float64 {
	on := newPlane(pt{min(a.box.min.x, b.box.min.x), min(a.box.min.y, b.box.min.y)})
	edges := func(p *Plot) (all []edge) {
		pts := p.outline(p.parts[0], 0, nil)
		for i, at := range pts {
			e := edge{turn: 1}
			e.x0, e.y0, _ = on.at(at)
			e.x1, e.y1, _ = on.at(pts[(i+1)%len(pts)])
			if e.x0 > e.x1 {
				e.x0, e.y0, e.x1, e.y1, e.turn = e.x1, e.y1, e.x0, e.y0, -1
			}
			e.slope = (e.y1 - e.y0) / (e.x1 - e.x0)
			if e.x0 < e.x1 {
				all = append(all, e)
			}
		}
		return all
	}
	sum := 0.0
	for _, e := range edges(a) {
		for _, f := range edges(b) {
			west, east := max(e.x0, f.x0), min(e.x1, f.x1)
			if west < east {
				one := band{0, 0, e.y(west), e.y(east)}
				two := band{0, 0, f.y(west), f.y(east)}
				sum += float64(e.turn*f.turn) * one.shared(two, east-west)
			}
		}
	}
	return math.Abs(hectares(sum))
}

// drawStar draws a ring that does not cross itself.
func drawStar(t *rapid.T, label string) *Plot {
	n := rapid.IntRange(3, 40).Draw(t, label+" n")
	lon := midLon + rapid.Float64Range(-0.01, 0.01).Draw(t, label+" lon")
	lat := midLat + rapid.Float64Range(-0.01, 0.01).Draw(t, label+" lat")
	var ring []Position
	for i := range n {
		r := rapid.Float64Range(0.001, 0.01).Draw(t, label+" r")
		angle := 2 * math.Pi * float64(i) / float64(n)
		ring = append(ring, Position{lon + r*math.Cos(angle), lat + r*math.Sin(angle)})
	}
	if rapid.Bool().Draw(t, label+" clockwise") {
		slices.Reverse(ring)
	}
	p, err := Read([]byte(list(ring)))
	if err != nil {
		t.Fatalf("Read(%s): %v", list(ring), err)
	}
	return p
}

// straight is the largest error of a share of land that comes from sides being straight on the
// plane instead of shortest paths.
const straight = 1e-4

func TestOverlapProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := drawStar(t, "a"), drawStar(t, "b")
		ha, share, ok := Overlap(a, b)
		if want := crossSum(a, b); !ok || math.Abs(ha-want) > 1e-7*(1+want) {
			t.Fatalf("Overlap(%s, %s) = %v, want %v", a.Flat(), b.Flat(), ha, want)
		}
		if back, backShare, _ := Overlap(b, a); math.Abs(back-ha) > 1e-9*(1+ha) || math.Abs(backShare-share) > 1e-9 {
			t.Fatalf("Overlap(%s, %s) = %v, the other way round %v", a.Flat(), b.Flat(), ha, back)
		}
		if ha > min(a.AreaHa, b.AreaHa)*(1+straight) {
			t.Fatalf("Overlap(%s, %s) = %v of %v and %v", a.Flat(), b.Flat(), ha, a.AreaHa, b.AreaHa)
		}
		if self, whole, _ := Overlap(a, a); math.Abs(self-a.AreaHa) > straight*a.AreaHa || math.Abs(whole-1) > straight {
			t.Fatalf("Overlap(%s, itself) = %v of %v", a.Flat(), self, a.AreaHa)
		}
		far := *b
		far.at = slices.Clone(b.at)
		for i := 0; i < len(far.at); i += 2 {
			far.at[i] += degree
		}
		far.conclude()
		if ha, share, ok := Overlap(a, &far); ha != 0 || share != 0 || !ok {
			t.Fatalf("Overlap with a plot a degree away: %v, %v, %t", ha, share, ok)
		}
	})
}

// What would take too long is not computed, and reported as such.
func TestOverlapIsBounded(t *testing.T) {
	a := read(t, list(comb(20_000)))
	b := read(t, list(turned(comb(20_000))))
	steps := 1_000_000
	if _, _, ok := overlap(a, b, &steps); ok || steps > 0 || steps < -200_000 {
		t.Errorf("overlap of two combs of 20 000 vertices: ok %t, %d steps left", ok, steps)
	}
	if pairs, complete := Overlaps([]*Plot{a, b}, 0.1, 100); complete || len(pairs) > 0 {
		t.Errorf("Overlaps of two such combs: %v, complete %t", pairs, complete)
	}
}

// turned swaps the axes of a ring.
func turned(ring []Position) []Position {
	for i, at := range ring {
		ring[i] = Position{midLon + at.Lat - midLat, midLat + at.Lon - midLon}
	}
	return ring
}

func TestOverlaps(t *testing.T) {
	plots := []*Plot{
		read(t, soy), nil, read(t, coffee), read(t, square), read(t, `[1,2,3]`),
		read(t, `[-55.715,-12.55,-55.705,-12.54]`),
		read(t, `[-55.7105,-12.55,-55.70,-12.54]`), // 5 % of soy
	}
	pairs, complete := Overlaps(plots, 0.10, 100)
	var got [][2]int
	for _, p := range pairs {
		got = append(got, [2]int{p.A, p.B})
		if p.Share <= 0.10 || p.Ha <= 0 {
			t.Errorf("pair %+v", p)
		}
	}
	if want := [][2]int{{0, 3}, {0, 5}, {3, 5}, {5, 6}}; !equal(got, want) || !complete {
		t.Errorf("pairs %v, complete %t; want %v", got, complete, want)
	}
	if pairs, complete := Overlaps(plots, 0.10, 2); len(pairs) != 2 || complete {
		t.Errorf("with room for 2: %v, complete %t", pairs, complete)
	}
	same := slices.Repeat([]*Plot{read(t, soy)}, 10_000)
	if pairs, complete := Overlaps(same, 0.10, 1_000); len(pairs) != 1_000 || complete {
		t.Errorf("10 000 times one plot: %d pairs, complete %t", len(pairs), complete)
	}
}

func TestContains(t *testing.T) {
	for _, tc := range []struct {
		in   string
		at   Position
		want bool
	}{
		{soy, Position{-55.715, -12.545}, true},
		{soy, Position{-55.72, -12.55}, true},
		{soy, Position{-55.715, -12.55}, true},
		{soy, Position{-55.7200001, -12.545}, false},
		{soy, Position{math.NaN(), -12.545}, false},
		{soy, Position{math.Inf(1), -12.545}, false},
		{pierced, Position{-55.717, -12.547}, false},
		{pierced, Position{-55.718, -12.547}, true},
		{pierced, Position{-55.719, -12.547}, true},
		{`[[` + square + `],[` + nearby + `]]`, Position{-55.695, -12.545}, true},
		{`[[` + square + `],[` + nearby + `]]`, Position{-55.705, -12.545}, false},
		{`[-55.72,-12.55,-55.71,-12.55,-55.71,-12.54]`, Position{-55.715, -12.544}, false},
		{`[-55.72,-12.55,-55.71,-12.55,-55.71,-12.54]`, Position{-55.715, -12.546}, true},
		{`[-55.72,-12.55,-55.71,-12.55,-55.71,-12.54]`, Position{-55.715, -12.545}, true},
		{`[-55.72,-12.55]`, Position{-55.72, -12.55}, true},
		{`[-55.72,-12.55]`, Position{-55.72, -12.56}, false},
		{`[1,2,3]`, Position{1, 2}, false},
	} {
		if got := read(t, tc.in).Contains(tc.at); got != tc.want {
			t.Errorf("%s contains %v: %t, want %t", tc.in, tc.at, got, tc.want)
		}
	}
}

// A plot lies entirely in another if all its vertices do: this checks both functions against each
// other, for shapes without bays.
func TestContainsAgreesWithOverlap(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		at := func(label string) string {
			w := rapid.IntRange(0, 8).Draw(t, label+" w")
			s := rapid.IntRange(0, 8).Draw(t, label+" s")
			e := w + rapid.IntRange(1, 4).Draw(t, label+" e")
			n := s + rapid.IntRange(1, 4).Draw(t, label+" n")
			var out []string
			for _, v := range []int{w, s, e, s, e, n, w, n} {
				out = append(out, "-1"+string(rune('0'+v/10))+"."+string(rune('0'+v%10)))
			}
			for i := 0; i < len(out); i += 2 {
				out[i] = strings.Replace(out[i], "-1", "-5", 1)
			}
			return "[" + strings.Join(out, ",") + "]"
		}
		a, errA := Read([]byte(at("a")))
		b, errB := Read([]byte(at("b")))
		if errA != nil || errB != nil {
			t.Fatal(errA, errB)
		}
		inside := true
		for _, v := range b.Polygons()[0][0] {
			inside = inside && a.Contains(v)
		}
		ha, _, _ := Overlap(a, b)
		if whole := math.Abs(ha-b.AreaHa) < straight*b.AreaHa; whole != inside {
			t.Fatalf("%s in %s: by its vertices %t, by its area %t", b.Flat(), a.Flat(), inside, whole)
		}
	})
}
