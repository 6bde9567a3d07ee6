package brazil

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// margin is how far outside the border, in units of the map, a place still counts as near: 30 km.
// The outlines are off by up to ten kilometres, and land at the border must not be reported as
// abroad.
const margin = 3

// Near reports whether a place is in Brazil or within 30 km of it, according to the outlines of the
// states.
func Near(lat, lon float64) bool {
	if lat >= -3.9 && lat <= -3.8 && lon >= -32.5 && lon <= -32.3 {
		return true // Fernando de Noronha, which the map does not show
	}
	x, y, ok := OnMap(lat, lon)
	return ok && land().has(x, y)
}

// raster has one cell for each whole unit of the map.
type raster [(Width + 1) * (Height + 1)]bool

func (r *raster) has(x, y int) bool { return r[y*(Width+1)+x] }

// fill sets the cells from one column to another, within the map.
func (r *raster) fill(from, to, y int) {
	for x := max(from, 0); x <= min(to, Width); x++ {
		r[y*(Width+1)+x] = true
	}
}

// land is every cell that is in a state or near one. It is made once, in milliseconds.
var land = sync.OnceValue(func() *raster {
	var inside raster
	for _, state := range States() {
		for _, ring := range ringsOf(state.Outline) {
			inside.shade(ring)
		}
	}
	return inside.widened()
})

// ringsOf returns the rings of an outline.
func ringsOf(outline string) (all [][][2]int) {
	for part := range strings.SplitSeq(strings.TrimSuffix(outline, "z"), "z") {
		all = append(all, corners(part))
	}
	return all
}

// corners returns the corners of one ring of an outline: a start, then steps.
func corners(part string) [][2]int {
	var all [][2]int
	var at, step [2]int
	for i, number := range numbers(part) {
		step[i%2] = number
		if i%2 == 1 {
			at = [2]int{at[0] + step[0], at[1] + step[1]}
			all = append(all, at)
		}
	}
	return all
}

// numbers returns the whole numbers of a path, which a sign may separate just as a space does.
func numbers(part string) (all []int) {
	spaced := strings.NewReplacer("M", " ", "l", " ", "-", " -").Replace(part)
	for _, field := range strings.Fields(spaced) {
		n, _ := strconv.Atoi(field) // a test reads every outline
		all = append(all, n)
	}
	return all
}

// shade sets the cells in a ring: in each row, those between its first side and its
// second, its third and its fourth.
func (r *raster) shade(ring [][2]int) {
	for y := range Height + 1 {
		var sides []float64
		for i, a := range ring {
			b := ring[(i+1)%len(ring)]
			if (a[1] > y) != (b[1] > y) {
				sides = append(sides, float64(a[0])+float64(b[0]-a[0])*float64(y-a[1])/float64(b[1]-a[1]))
			}
		}
		slices.Sort(sides)
		for i := 0; i+1 < len(sides); i += 2 {
			r.fill(int(math.Ceil(sides[i])), int(sides[i+1]), y)
		}
	}
}

// widened returns the raster with every cell set that is within the margin of a set cell.
func (r *raster) widened() *raster {
	var across, wide raster
	for y := range Height + 1 {
		for x := range Width + 1 {
			if r.has(x, y) {
				across.fill(x-margin, x+margin, y)
			}
		}
	}
	for y := range Height + 1 {
		for x := range Width + 1 {
			for near := max(y-margin, 0); across.has(x, y) && near <= min(y+margin, Height); near++ {
				wide.fill(x, x, near)
			}
		}
	}
	return &wide
}
