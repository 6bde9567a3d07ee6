package geo

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

func landOf(t *testing.T, rings ...LandRing) *Land {
	t.Helper()
	l, fault := NewLand(rings, false)
	if fault != "" {
		t.Fatalf("NewLand(%v): %s", rings, fault)
	}
	return l
}

// ringAround returns a ring around a rectangle.
func ringAround(west, south, east, north float64) []float64 {
	return []float64{west, south, east, south, east, north, west, north, west, south}
}

func TestLandSharedWithAPlot(t *testing.T) {
	plot := read(t, soy) // 120.69 ha
	half := ringAround(-55.715, -12.56, -55.70, -12.53)
	hole := ringAround(-55.715, -12.55, -55.71, -12.545) // a quarter of the plot
	for _, tc := range []struct {
		name  string
		lands []*Land
		share float64
	}{
		{"half", []*Land{landOf(t, LandRing{At: half})}, 0.5},
		{"twice the same half", []*Land{landOf(t, LandRing{At: half}), landOf(t, LandRing{At: half})}, 0.5},
		{"a hole", []*Land{landOf(t, LandRing{At: half}, LandRing{Hole: true, At: hole})}, 0.25},
		{"a hole that another area fills", []*Land{landOf(t, LandRing{At: half}, LandRing{Hole: true, At: hole}), landOf(t, LandRing{At: hole})}, 0.5},
		{"around it", []*Land{landOf(t, LandRing{At: ringAround(-74, -33, -40, 5)})}, 1},
		{"elsewhere", []*Land{landOf(t, LandRing{At: ringAround(-50, -33, -40, 5)})}, 0},
		{"beside it", []*Land{landOf(t, LandRing{At: ringAround(-55.71, -12.55, -55.70, -12.54)})}, 0},
		{"none", nil, 0},
	} {
		ha, ok := plot.SharedWith(tc.lands)
		if !ok || math.Abs(ha/plot.AreaHa-tc.share) > 1e-4 {
			t.Errorf("%s: %v ha of %v, %t; want a share of %v", tc.name, ha, plot.AreaHa, ok, tc.share)
		}
	}
}

// The direction of rings is corrected, or read as in a Shapefile.
func TestLandDirections(t *testing.T) {
	outer, inner := ringAround(-55.72, -12.55, -55.71, -12.54), ringAround(-55.718, -12.548, -55.712, -12.542)
	turned := func(at []float64) (back []float64) {
		for i := len(at) - 2; i >= 0; i -= 2 {
			back = append(back, at[i], at[i+1])
		}
		return back
	}
	want := landOf(t, LandRing{At: outer}, LandRing{Hole: true, At: inner}).AreaHa()
	for name, made := range map[string]func() (*Land, LandFault){
		"holes stated": func() (*Land, LandFault) {
			return NewLand([]LandRing{{At: turned(outer)}, {Hole: true, At: inner}}, false)
		},
		"as Shapefiles": func() (*Land, LandFault) { return NewLand([]LandRing{{At: turned(outer)}, {At: inner}}, true) },
		"the wrong way": func() (*Land, LandFault) { return NewLand([]LandRing{{At: outer}, {At: turned(inner)}}, true) },
	} {
		if l, fault := made(); fault != "" || math.Abs(l.AreaHa()-want) > 1e-6 {
			t.Errorf("%s: %v, %s; want %v ha", name, l, fault, want)
		}
	}
}

func TestLandFaults(t *testing.T) {
	for _, tc := range []struct {
		name string
		at   []float64
		want LandFault
	}{
		{"across the antimeridian", []float64{179, -17, -179, -17, -179, -16, 179, -16, 179, -17}, LandAcross},
		{"closed across it", []float64{179, -17, 0, -17, -179, -16}, LandAcross},
		{"beyond it", []float64{179, -17, 181, -17, 181, -16, 179, -17}, LandOutside},
		{"metres", []float64{600000, 8600000, 600100, 8600000, 600100, 8600100}, LandOutside},
		{"no number", []float64{math.NaN(), 0, 1, 0, 1, 1}, LandNumber},
		{"infinite", []float64{math.Inf(1), 0, 1, 0, 1, 1}, LandOutside},
		{"a line", []float64{0, 0, 1, 1, 0, 0}, LandWithout},
		{"on one line", []float64{0, 0, 1, 1, 2, 2, 0, 0}, LandWithout},
		{"a point", []float64{0, 0}, LandWithout},
		{"nothing", nil, LandWithout},
		{"too large", make([]float64, 2*MaxLandVertices+2), LandTooLarge},
	} {
		if l, fault := NewLand([]LandRing{{At: tc.at}}, false); fault != tc.want || (l != nil) != (fault == "") {
			t.Errorf("%s: %v, %q; want %q", tc.name, l, fault, tc.want)
		}
	}
}

// Cutting an area into pieces and storing them loses nothing.
func TestLandInPieces(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(40, 300).Draw(t, "vertices")
		west, south := rapid.Float64Range(-60, -50).Draw(t, "west"), rapid.Float64Range(-20, -5).Draw(t, "south")
		wide := rapid.Float64Range(0.001, 4).Draw(t, "wide")
		var star []float64
		for i := range n {
			sin, cos := math.Sincos(2 * math.Pi * float64(i) / float64(n))
			r := wide * rapid.Float64Range(0.5, 1).Draw(t, "radius")
			star = append(star, west+r*cos, south+r*sin)
		}
		whole, fault := NewLand([]LandRing{{At: star}, {Hole: true, At: ringAround(west-wide/20, south-wide/20, west+wide/20, south+wide/20)}}, false)
		if fault != "" {
			t.Fatal(fault)
		}
		var pieces []*Land
		sum := 0.0
		for _, piece := range whole.Divide(16) {
			if e := piece.Extent(); len(e.Cells()) == 0 || len(e.Cells()) > 4 {
				t.Fatalf("a piece in %d cells: %+v", len(e.Cells()), e)
			}
			again, err := ReadLand(piece.AppendBinary(nil))
			if err != nil || again.AreaHa() != piece.AreaHa() || again.Extent() != piece.Extent() {
				t.Fatalf("read again: %v, %v; want %v", again, err, piece)
			}
			pieces, sum = append(pieces, again), sum+again.AreaHa()
		}
		// Sides are shortest paths, so a side that is cut in two is not quite the same.
		if math.Abs(sum-whole.AreaHa()) > 5e-3*whole.AreaHa() {
			t.Fatalf("%d pieces of %v ha, of %v ha", len(pieces), sum, whole.AreaHa())
		}
		side := min(wide/3, 0.9)
		plot := newRectangle(west, south, west+side, south+side)
		all, _ := plot.SharedWith([]*Land{whole})
		cut, ok := plot.SharedWith(pieces)
		if !ok || math.Abs(all-cut) > 5e-3*plot.AreaHa {
			t.Fatalf("a plot of %v ha shares %v ha with the area, %v ha with its pieces", plot.AreaHa, all, cut)
		}
	})
}

func newRectangle(west, south, east, north float64) *Plot {
	p := &Plot{Interpretation: Rectangle, Order: LonLat}
	for _, v := range []float64{west, south, east, north} {
		p.at = append(p.at, int64(math.Round(v*degree)))
	}
	p.spans, p.parts = []span{{to: 2}}, []shape{{kind: cornersPart, to: 1}}
	p.box = boxOf(p.at)
	p.measure()
	return p
}

func TestDamagedLand(t *testing.T) {
	whole := landOf(t, LandRing{At: ringAround(-55.72, -12.55, -55.71, -12.54)}).AppendBinary(nil)
	for n := 1; n < len(whole); n++ {
		if l, err := ReadLand(whole[:n]); err == nil {
			t.Errorf("%d of %d bytes: %v", n, len(whole), l)
		}
	}
	if _, err := ReadLand([]byte{255, 255, 255, 255, 255, 255, 255, 255, 127, 0}); err == nil {
		t.Error("more vertices than bytes")
	}
}

func FuzzReadLand(f *testing.F) {
	l, _ := NewLand([]LandRing{{At: ringAround(-55.72, -12.55, -55.71, -12.54)}}, false)
	f.Add(l.AppendBinary(nil))
	f.Fuzz(func(t *testing.T, src []byte) {
		if l, err := ReadLand(src); err == nil {
			l.Divide(4)
		}
	})
}
