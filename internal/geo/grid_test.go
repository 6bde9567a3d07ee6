package geo

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func plotOf(tb testing.TB, text string) *Plot {
	tb.Helper()
	p, err := Read([]byte(text))
	if err != nil {
		tb.Fatalf("%s: %v", text, err)
	}
	return p
}

func TestCells(t *testing.T) {
	for _, tc := range []struct {
		name, plot   string
		kept, looked int
	}{
		{"within a cell", `[-55.729,-12.549,-55.719,-12.539]`, 1, 3},
		{"across a border", `[-55.755,-12.549,-55.745,-12.539]`, 2, 4},
		{"across a corner", `[-55.755,-12.555,-55.745,-12.545]`, 4, 6},
		{"as wide as a cell, on its borders", `[-55.75,-12.55,-55.70,-12.50]`, 4, 6},
		{"of another grid", `[-55.729,-12.549,-55.619,-12.539]`, 1, 5},
		{"of the coarsest", `[-55.729,-12.549,-55.719,-11.739]`, 1, 21},
		{"as wide as can be", `[-55.9,-12.9,-54.9,-11.9]`, 1, 21*21 + 9 + 1},
		{"at the corner of the country", `[-74,-33.8,-73.99,-33.79]`, 1, 3},
		{"at the other", `[-34.71,5.29,-34.7,5.3]`, 4, 6},
		{"too wide", `[-55.9,-12.9,-54.8,-11.9]`, 0, 0},
		{"a point", `[-55.715,-12.545]`, 0, 0},
		{"outside of Brazil", `[1,2,3,4]`, 0, 0},
		{"partly outside", `[-74.001,-12.55,-73.999,-12.54]`, 0, 0},
		{"across the antimeridian", `[179.99,-12.55,-179.99,-12.54]`, 0, 0},
		{"around the world", `[-180,-90,180,90]`, 0, 0},
		{"no extent", `[0,0,0,0]`, 0, 0},
		{"no plot", `[100,200,300,400]`, 0, 0},
	} {
		e := plotOf(t, tc.plot).Extent()
		if kept, looked := e.Cells(), e.Around(); len(kept) != tc.kept || len(looked) != tc.looked {
			t.Errorf("%s: kept in %d cells, looked up in %d, want %d and %d", tc.name, len(kept), len(looked), tc.kept, tc.looked)
		}
	}
	for _, e := range []Extent{{math.MinInt64, math.MinInt64, math.MaxInt64, math.MaxInt64}, {math.MaxInt64, 0, math.MinInt64, 0}} {
		if e.Cells() != nil || e.Around() != nil {
			t.Errorf("%+v has cells", e)
		}
	}
}

// If two plots share land, each is kept where a search for the other looks.
func TestCellsMeetWhereverPlotsDo(t *testing.T) {
	draw := func(t *rapid.T, label string, x, y float64) *Plot {
		size := rapid.SampledFrom([]float64{0.001, 0.01, 0.05, 0.06, 0.4, 0.41, 1}).Draw(t, label+" size")
		x += rapid.Float64Range(-0.6, 0.6).Draw(t, label+" x")
		y += rapid.Float64Range(-0.6, 0.6).Draw(t, label+" y")
		w, h := size*rapid.Float64Range(0.01, 1).Draw(t, label+" w"), size*rapid.Float64Range(0.01, 1).Draw(t, label+" h")
		text := fmt.Sprintf(`[%.6f,%.6f,%.6f,%.6f]`, x, y, x+w, y+h)
		if rapid.Bool().Draw(t, label+" a triangle") {
			text = fmt.Sprintf(`[[%.6f,%.6f],[%.6f,%.6f],[%.6f,%.6f]]`, x, y, x+w, y, x, y+h)
		}
		p, err := Read([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	met := 0
	rapid.Check(t, func(t *rapid.T) {
		x, y := rapid.Float64Range(-72, -37).Draw(t, "x"), rapid.Float64Range(-32, 3).Draw(t, "y")
		a, b := draw(t, "a", x, y), draw(t, "b", x, y)
		if ha, _, ok := Overlap(a, b); !ok || ha <= 0 {
			return
		}
		met++
		for _, pair := range [][2]*Plot{{a, b}, {b, a}} {
			look := pair[0].Extent().Around()
			if kept := pair[1].Extent().Cells(); len(kept) == 0 || !slices.ContainsFunc(kept, func(c Cell) bool { return slices.Contains(look, c) }) {
				t.Fatalf("%+v is kept in %v and %+v looks in %v", pair[1].BBox, kept, pair[0].BBox, look)
			}
		}
		if !a.Extent().Shares(b.Extent()) {
			t.Fatalf("%+v and %+v share nothing", a.BBox, b.BBox)
		}
	})
	if met == 0 {
		t.Error("no two plots met")
	}
}

func TestAllAround(t *testing.T) {
	a, b := plotOf(t, `[-55.729,-12.549,-55.719,-12.539]`).Extent(), plotOf(t, `[-45.4512,-21.3605,-45.4494,-21.3588]`).Extent()
	cells, complete := AllAround([]Extent{a, b, a}, 7)
	if len(cells) != 7 || !complete || !slices.IsSorted(cells) {
		t.Errorf("%v, %t", cells, complete)
	}
	if got, want := Around([]Extent{a, b}), (Extent{a.West, b.South, b.East, a.North}); got != want || Around(nil) != (Extent{}) {
		t.Errorf("around both: %+v, want %+v", got, want)
	}
	if cells, complete = AllAround([]Extent{a, b}, 5); len(cells) != 5 || complete {
		t.Errorf("of five: %v, %t", cells, complete)
	}
}

// Against finds what Overlaps finds between two lists, and nothing within one.
func TestAgainst(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var plots []*Plot
		for i := range rapid.IntRange(0, 12).Draw(t, "plots") {
			plots = append(plots, drawStar(t, fmt.Sprint("plot ", i)))
		}
		own := rapid.IntRange(0, len(plots)).Draw(t, "own")
		all, _ := Overlaps(plots, 0.1, 1000)
		var want []Pair
		for _, p := range all {
			if p.A < own && p.B >= own {
				want = append(want, Pair{p.A, p.B - own, p.Ha, p.Share})
			}
		}
		if got, complete := Against(plots[:own], plots[own:], 0.1, 1000); !complete || !slices.Equal(got, want) {
			t.Fatalf("got %v, want %v", got, want)
		}
	})
}
