package drawing

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"rastro/internal/geo"
	"rastro/internal/geo/brazil"
)

func plot(t testing.TB, sent string) *geo.Plot {
	t.Helper()
	p, err := geo.Read([]byte(sent))
	if err != nil {
		t.Fatalf("%s: %v", sent, err)
	}
	return p
}

func TestStates(t *testing.T) {
	all := States(map[string]bool{"MT": true})
	mt := brazil.States()[slices.IndexFunc(brazil.States(), func(s brazil.State) bool { return s.UF == "MT" })]
	if len(all) != 27 || !all[26].Marked || all[26].Outline != mt.Outline || all[0].Marked {
		t.Errorf("%d states, the last marked: %t", len(all), all[26].Marked)
	}
	if dots := AddDot(AddDot(AddDot(nil, -12.5, -55.7), -12.5, -55.7), 80, 10); len(dots) != 1 {
		t.Errorf("dots %v", dots)
	}
}

// A square of known size is drawn square, and the bar has the scale that it claims.
func TestScale(t *testing.T) {
	const side = 0.01 // degrees: 1105.74 m
	lat := -12.55
	lon := side / math.Cos(lat*math.Pi/180) * metresLat / metresLon
	maps, left := Locals([]*geo.Plot{plot(t, fmt.Sprintf("[-55.72,%f,%f,%f]", lat-side/2, -55.72+lon, lat+side/2))})
	if len(maps) != 1 || left != 0 {
		t.Fatalf("%v, %d left", maps, left)
	}
	var x, y []float64
	for _, corner := range strings.FieldsFunc(maps[0].Plots[0].Path, func(r rune) bool { return strings.ContainsRune("MLZ", r) }) {
		var a, b float64
		if _, err := fmt.Sscan(corner, &a, &b); err != nil {
			t.Fatal(err)
		}
		x, y = append(x, a), append(y, b)
	}
	wide, high := x[1]-x[0], y[1]-y[2]
	if math.Abs(wide-high) > 2 {
		t.Errorf("%.1f wide and %.1f high", wide, high)
	}
	perMetre := high / (side * metresLat)
	if bar := maps[0].Bar; math.Abs(float64(bar.Length)-float64(bar.Metres)*perMetre) > 2 || bar.Metres != 200 {
		t.Errorf("the bar %+v, where a metre is %.3f", bar, perMetre)
	}
}

// Plots that are far apart have maps of their own, in the given order.
func TestNeighbours(t *testing.T) {
	near, far := "[-55.72,-12.55,-55.71,-12.54]", "[-45.4512,-21.3605,-45.4494,-21.3588]"
	maps, left := Locals([]*geo.Plot{plot(t, near), plot(t, far), plot(t, "[-55.705,-12.55,-55.70,-12.54]"), plot(t, "[-45.45,-21.36]")})
	if len(maps) != 2 || left != 0 || len(maps[0].Plots) != 2 || maps[0].Plots[1].Index != 2 || len(maps[1].Plots[1].Dots) != 1 {
		t.Errorf("%+v, %d left", maps, left)
	}
	var many []*geo.Plot
	for i := range 20 {
		many = append(many, plot(t, fmt.Sprintf("[%d,-12.55,%d.01,-12.54]", -45-i, -45-i+1)))
	}
	if maps, left := Locals(many); len(maps)+left > 20 || len(maps) > maxLocals {
		t.Errorf("%d maps, %d left", len(maps), left)
	}
	if maps, left := Locals(nil); maps != nil || left != 0 {
		t.Errorf("a map of nothing: %v", maps)
	}
}

// Anything that is sent is drawn on the sheet, with few points.
func TestDrawnWithinBounds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(3, 3000).Draw(t, "vertices")
		radius := rapid.Float64Range(1e-7, 2).Draw(t, "radius")
		lon, lat := rapid.Float64Range(-73, -35).Draw(t, "lon"), rapid.Float64Range(-33, 5).Draw(t, "lat")
		var b strings.Builder
		for i := range n {
			turn := 2 * math.Pi * float64(i) / float64(n)
			fmt.Fprintf(&b, ",[%.9f,%.9f]", lon+radius*math.Cos(turn), lat+radius*math.Sin(turn))
		}
		p, err := geo.Read([]byte(`{"type":"Polygon","coordinates":[[` + b.String()[1:] + `]]}`))
		if err != nil || p.Interpretation == geo.Undetermined {
			return
		}
		maps, _ := Locals([]*geo.Plot{p})
		m := maps[0]
		if m.Height > localHeight+margin+1 || m.Bar.Length <= 0 || m.Bar.Length > m.Width {
			t.Fatalf("%d high, bar %+v", m.Height, m.Bar)
		}
		corners := strings.FieldsFunc(m.Plots[0].Path, func(r rune) bool { return strings.ContainsRune("MLZ", r) })
		if len(corners) == 0 || len(corners) > maxRing {
			t.Fatalf("%d corners", len(corners))
		}
		for _, corner := range corners {
			var x, y float64
			if _, err := fmt.Sscan(corner, &x, &y); err != nil || x < 0 || y < 0 || x > float64(m.Width) || y > float64(m.Height) {
				t.Fatalf("%s is beyond %d × %d (%v)", corner, m.Width, m.Height, err)
			}
		}
	})
}
