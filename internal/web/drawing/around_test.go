package drawing

import (
	"math"
	"strings"
	"testing"

	"rastro/internal/geo"
	"rastro/internal/tiles"
)

// A map shows the towns on it, and borders only where they are not wrong by half the sheet.
func TestAround(t *testing.T) {
	maps, _ := Locals([]*geo.Plot{plot(t, "[-55.80,-12.60,-55.60,-12.45]")})
	m := maps[0]
	if len(m.Towns) != 1 || m.Towns[0].Name != "Sorriso" || m.Towns[0].X <= 0 || m.Towns[0].X >= m.Width || len(m.Borders) != 0 {
		t.Errorf("around Sorriso: %+v, %d borders", m.Towns, len(m.Borders))
	}
	maps, _ = Locals([]*geo.Plot{plot(t, "[-48.5,-16.5,-46.5,-15.0]")}) // around the Federal District
	if len(maps[0].Borders) < 2 || len(maps[0].Towns) == 0 || len(maps[0].Towns) > maxTowns {
		t.Errorf("%d borders, %d towns", len(maps[0].Borders), len(maps[0].Towns))
	}
}

// Tiles cover the sheet without a gap, at their correct positions.
func TestPictures(t *testing.T) {
	source, err := tiles.Parse("https://tiles.example.org/{z}/{x}/{y}.png")
	if err != nil {
		t.Fatal(err)
	}
	for _, sent := range []string{"[-55.72,-12.55,-55.71,-12.54]", "[-45.45,-21.36]", "[-60.0,-20.0,-50.0,-10.0]"} {
		maps, _ := Locals([]*geo.Plot{plot(t, sent)})
		m := maps[0]
		if got := m.Pictures(tiles.Source{}); got != nil {
			t.Errorf("%s: tiles without a source: %v", sent, got)
		}
		all := m.Pictures(source)
		if len(all) == 0 || len(all) > maxPictures {
			t.Fatalf("%s: %d tiles", sent, len(all))
		}
		west, north, east, south := math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
		covered := 0.0
		for _, p := range all {
			if !strings.HasPrefix(p.Href, "https://tiles.example.org/") || p.Width <= 0 || p.Height <= 0 {
				t.Errorf("%s: %+v", sent, p)
			}
			west, north, east, south = min(west, p.X), min(north, p.Y), max(east, p.X+p.Width), max(south, p.Y+p.Height)
			covered += p.Width * p.Height
		}
		if west > 0 || north > 0 || east < float64(m.Width) || south < float64(m.Height) {
			t.Errorf("%s: %.0f %.0f %.0f %.0f does not cover %d × %d", sent, west, north, east, south, m.Width, m.Height)
		}
		if whole := (east - west) * (south - north); math.Abs(whole-covered) > whole/1000 {
			t.Errorf("%s: the tiles have gaps or lie on each other: %.0f of %.0f", sent, covered, whole)
		}
	}
}

// A neighbour is drawn where it is, and one outside the sheet is not drawn.
func TestNeighbour(t *testing.T) {
	maps, _ := Locals([]*geo.Plot{plot(t, "[-55.72,-12.55,-55.71,-12.54]")})
	m := maps[0]
	m.Neighbour(plot(t, "[-55.71,-12.55,-55.70,-12.54]"))
	m.Neighbour(plot(t, "[-45.71,-12.55,-45.70,-12.54]"))
	m.Neighbour(plot(t, "[-55.715,-12.545]")) // a point has no outline
	if len(m.Others) != 1 || len(m.Plots) != 1 {
		t.Errorf("%d others, %d plots", len(m.Others), len(m.Plots))
	}
	for range 2 * maxOthers {
		m.Neighbour(plot(t, "[-55.71,-12.55,-55.70,-12.54]"))
	}
	if len(m.Others) != maxOthers {
		t.Errorf("%d others", len(m.Others))
	}
}
