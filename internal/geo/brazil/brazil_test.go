package brazil

import (
	"cmp"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"rastro/internal/brdoc"
)

type point struct{ x, y float64 }

var moves = regexp.MustCompile(`-?\d+`)

// rings reads an outline back.
func rings(t *testing.T, outline string) [][]point {
	t.Helper()
	if !regexp.MustCompile(`^(M\d+ \d+l(-?\d+[ ]?-?\d+[ ]?)+z)+$`).MatchString(outline) {
		t.Fatalf("no path of ours: %s", outline)
	}
	var all [][]point
	for _, part := range strings.Split(strings.TrimSuffix(outline, "z"), "z") {
		var ring []point
		at := point{}
		numbers := moves.FindAllString(part, -1)
		for i := 0; i+1 < len(numbers); i += 2 {
			dx, _ := strconv.ParseFloat(numbers[i], 64)
			dy, _ := strconv.ParseFloat(numbers[i+1], 64)
			at = point{at.x + dx, at.y + dy}
			ring = append(ring, at)
		}
		all = append(all, ring)
	}
	return all
}

// away returns how far a point is outside of a ring, 0 inside.
func away(p point, ring []point) float64 {
	inside, best := false, math.Inf(1)
	for i, a := range ring {
		b := ring[(i+1)%len(ring)]
		if (a.y > p.y) != (b.y > p.y) && p.x < (b.x-a.x)*(p.y-a.y)/(b.y-a.y)+a.x {
			inside = !inside
		}
		dx, dy := b.x-a.x, b.y-a.y
		along := 0.0
		if length := dx*dx + dy*dy; length > 0 {
			along = max(0, min(1, ((p.x-a.x)*dx+(p.y-a.y)*dy)/length))
		}
		best = min(best, math.Hypot(a.x+along*dx-p.x, a.y+along*dy-p.y))
	}
	if inside {
		return 0
	}
	return best
}

func TestStates(t *testing.T) {
	if n := len(States()); n != 27 {
		t.Errorf("%d states, want 27", n)
	}
	size := 0
	for _, s := range States() {
		size += len(s.Outline)
		if _, known := brdoc.UFCode(s.UF); !known || s.Name == "" {
			t.Errorf("%q %q is no state", s.UF, s.Name)
		}
		for _, ring := range rings(t, s.Outline) {
			for _, p := range ring {
				if p.x < 0 || p.y < 0 || p.x > Width || p.y > Height {
					t.Errorf("%s leaves the map at %v", s.UF, p)
				}
			}
		}
	}
	if size > 7<<10 {
		t.Errorf("the outlines have %d bytes: a page of 30 KB carries them", size)
	}
	if !slices.IsSortedFunc(States(), func(a, b State) int { return cmp.Compare(a.UF, b.UF) }) {
		t.Error("the states are not in the order of their capitals")
	}
}

// Every municipality lies in its state as the map draws it, or at its very edge:
// so the outlines, the positions and the projection agree.
func TestMunicipalities(t *testing.T) {
	outlines := map[string][][]point{}
	for _, s := range States() {
		outlines[s.UF] = rings(t, s.Outline)
	}
	islands := map[string]bool{"2605459": true} // Fernando de Noronha, out at sea
	n := 0
	for _, row := range rows() {
		n++
		code, _, _ := strings.Cut(row, "\t")
		m, ok := MunicipalityByCode(code)
		if !ok || m.Name == "" || strings.TrimSpace(m.Name) != m.Name {
			t.Errorf("%s: %+v, %t", row, m, ok)
			continue
		}
		uf, err := strconv.Atoi(code[:2])
		state, known := brdoc.UFByCode(uf)
		if err != nil || !known || islands[code] {
			if !islands[code] {
				t.Errorf("%s is in no state", row)
			}
			continue
		}
		x, y, ok := OnMap(m.Lat, m.Lon)
		if !ok {
			t.Errorf("%s is not on the map", row)
			continue
		}
		near := math.Inf(1)
		for _, ring := range outlines[state] {
			near = min(near, away(point{float64(x), float64(y)}, ring))
		}
		if near > 3 {
			t.Errorf("%s is %.1f units outside of %s", row, near, state)
		}
	}
	if n != 5571 {
		t.Errorf("%d municipalities, want 5571", n)
	}
	for code, want := range map[string]string{"5107925": "Sorriso", "3170701": "Varginha", "3550308": "São Paulo", "4118204": "Paranaguá"} {
		if got, ok := MunicipalityByCode(code); !ok || got.Name != want {
			t.Errorf("%s is %q, want %s", code, got.Name, want)
		}
	}
	for _, code := range []string{"", "1", "5107926", "0000000", "9999999", "510792", "51079255", "x"} {
		if got, ok := MunicipalityByCode(code); ok {
			t.Errorf("%q is %+v", code, got)
		}
	}
}

func TestOnMap(t *testing.T) {
	for _, c := range []struct{ lat, lon float64 }{{-12.5, -120}, {60, -50}, {-90, -180}, {math.NaN(), -50}, {-10, math.Inf(1)}, {math.Inf(-1), -50}} {
		if x, y, ok := OnMap(c.lat, c.lon); ok {
			t.Errorf("%v is at %d, %d", c, x, y)
		}
	}
}
