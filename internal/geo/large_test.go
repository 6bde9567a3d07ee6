package geo

import (
	"slices"
	"testing"
)

// The largest plots are judged like any other: the reason, and the vertex or
// the sides.
func TestLargestPlots(t *testing.T) {
	const n = MaxNumbers / 2
	none := [2]int{-1, -1}
	outside := star(n, 0.01, 0.002)
	outside[77_777].Lat = -90.5
	abroad := star(n, 0.01, 0.002)
	abroad[12_345].Lon = 10
	line := make([]Position, n)
	for i := range line {
		line[i] = Position{midLon + 1e-7*float64(i*7919%n), midLat}
	}
	one := slices.Repeat([]Position{{midLon, midLat}}, n)
	spike := star(n, 0.01, 0.002)
	spike[500] = spike[498]
	for _, tc := range []struct {
		name   string
		ring   []Position
		code   Code
		vertex int
		sides  [2]int
	}{
		{"star", star(n, 0.01, 0.002), "", 0, none},
		{"comb", comb(n), "", 0, none},
		{"upright comb", turned(comb(n)), "", 0, none},
		{"crossed", crossed(n), Crossing, 33_332, [2]int{33_332, 33_334}},
		{"outside the world", outside, OutsideWorld, 77_777, none},
		{"outside Brazil", abroad, OutsideBrazil, 12_345, none},
		{"one line", line, Collapsed, 0, none},
		{"one place", one, Collapsed, 0, none},
		{"folded", spike, Folded, 499, [2]int{498, 499}},
	} {
		all := read(t, list(tc.ring)).Remarks("BR")
		if tc.code == "" {
			for _, r := range all {
				if r.Code != Unclosed && r.Code != EqualPoints {
					t.Errorf("%s: %+v", tc.name, r)
				}
			}
			continue
		}
		i := slices.IndexFunc(all, func(r Remark) bool { return r.Code == tc.code })
		if i < 0 || all[i].Vertex != tc.vertex || all[i].Sides != tc.sides {
			t.Errorf("%s: %+v, want %s at vertex %d, sides %v", tc.name, all, tc.code, tc.vertex, tc.sides)
		}
	}
	if all := read(t, list(fan(n))).Remarks("BR"); !slices.ContainsFunc(all, func(r Remark) bool { return r.Code == Crossing }) {
		t.Errorf("fan: %+v, want a crossing", all)
	}
}
