package web

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"rastro/internal/geo/brazil"
	"rastro/internal/lang"
	"rastro/internal/public"
	"rastro/internal/web/drawing"
)

// The map marks the state, and the plot at its place.
func TestMap(t *testing.T) {
	m := drawMap(public.Place{Municipalities: []public.Town{{Name: "Sorriso", UF: "MT", Latitude: -12.54, Longitude: -55.72}}}, "x")
	x, y, _ := brazil.OnMap(-12.54, -55.72)
	if m == nil || len(m.States) != 27 || len(m.Towns) != 1 || m.Towns[0] != (drawing.Dot{X: x, Y: y}) || m.Plots != nil {
		t.Fatalf("%+v", m)
	}
	mt := brazil.States()[slices.IndexFunc(brazil.States(), func(s brazil.State) bool { return s.UF == "MT" })]
	if last := m.States[26]; !last.Marked || last.Outline != mt.Outline || m.States[0].Marked {
		t.Errorf("the state is not marked")
	}
	m = drawMap(public.Place{Municipalities: []public.Town{{UF: "MT", Latitude: -12.54, Longitude: -55.72}}, Plots: []public.Position{{Latitude: -12.55, Longitude: -55.72}, {Latitude: 80, Longitude: 10}}}, "x")
	if len(m.Plots) != 1 || m.Towns != nil {
		t.Errorf("%+v", m)
	}
	if m := drawMap(public.Place{}, "x"); m != nil {
		t.Errorf("a map of nothing: %+v", m)
	}
}

// Many lots, lots made from each other in a circle, and lots made from unknown ones are drawn
// within limits.
func TestDrawLots(t *testing.T) {
	p := &public.Page{Lots: []string{"l-3"}}
	for i := range 50 {
		lot := public.Lot{Code: fmt.Sprintf("L-%d", i), Phases: []string{"03"}, From: []string{fmt.Sprintf("L-%d", (i+1)%50), "FORA"}, Destinations: []string{"NLRTM", "BRSSZ"}}
		if i == 7 {
			lot.Code = strings.Repeat("W", 50)
		}
		p.Chain = append(p.Chain, lot)
	}
	for _, l := range lang.All {
		v := drawLots(p, l, "Sorriso (MT)")
		if v == nil || len(v.Boxes) != 1+maxDrawn+2 || v.More == "" || len(v.Said) > 3*maxDrawn || v.Height > 2000 {
			t.Fatalf("%+v", v)
		}
		for _, b := range v.Boxes {
			if b.X < 0 || b.X+b.W > v.Width || b.Y < 0 || b.Y+b.H > v.Height {
				t.Errorf("a box leaves the drawing: %+v", b)
			}
		}
	}
	if v := drawLots(&public.Page{}, lang.PT, ""); v != nil {
		t.Errorf("a drawing of nothing: %+v", v)
	}
	v := drawLots(&public.Page{Lots: []string{"B"}, Chain: []public.Lot{{Code: "A"}, {Code: "B", From: []string{"A"}, Destinations: []string{"DEHAM"}}}}, lang.EN, "")
	if len(v.Boxes) != 4 || len(v.Ways) != 3 || v.Boxes[2].Class != "own" || !slices.Equal(v.Said, []string{"B: made of A", "B: shipped to Hamburg (DE)"}) {
		t.Errorf("%+v", v)
	}
	v = drawLots(&public.Page{Lots: []string{"B"}, Chain: []public.Lot{{Code: "A", OfOthers: true}, {Code: "B", From: []string{"A"}}}}, lang.EN, "")
	if len(v.Ways) != 1 || v.Boxes[1].Class != "other" || v.Boxes[1].Note != "lot of another party" || !slices.Equal(v.Said, []string{"A: lot of another party, named here", "B: made of A"}) {
		t.Errorf("another party's lot is drawn as %+v", v)
	}
}
