package landfile

import "math"

// ring is a ring of a shape: its positions as numbers and as they are written.
type ring struct {
	xy          [][2]float64
	at          []position
	twice       float64 // its area, doubled: negative if it runs clockwise
	west, south float64
	east, north float64
	clockwise   bool
}

func newRing() ring {
	return ring{west: math.Inf(1), south: math.Inf(1), east: math.Inf(-1), north: math.Inf(-1)}
}

func (r *ring) add(x, y float64) {
	r.xy = append(r.xy, [2]float64{x, y})
	r.west, r.east = min(r.west, x), max(r.east, x)
	r.south, r.north = min(r.south, y), max(r.north, y)
}

// ring reads the positions of a ring.
func (d *doubles) ring(n int) ring {
	r := newRing()
	for range n {
		x, y := d.pair()
		if d.err != nil {
			return r
		}
		r.add(x, y)
		r.at = append(r.at, d.position(x, y))
	}
	for i, a := range r.xy {
		b := r.xy[(i+1)%len(r.xy)]
		r.twice += (a[0]-r.west)*(b[1]-r.south) - (b[0]-r.west)*(a[1]-r.south)
	}
	r.clockwise = r.twice < 0
	return r
}

// nestSteps bounds the search for the rings that holes are in.
const nestSteps = 20_000_000

// nest makes polygons from the rings of a shape. An exterior ring runs clockwise and a hole
// counter-clockwise; a hole belongs to the smallest exterior ring around its first position. If no
// ring runs clockwise, or a hole is in none, the file was written by a program that ignores
// directions, and each such ring is an exterior one.
func nest(rings []ring) ([][][]position, error) {
	steps := nestSteps
	parent := make([]int, len(rings))
	for i := range rings {
		parent[i] = -1
		if rings[i].clockwise || len(rings[i].xy) == 0 {
			continue
		}
		for k := range rings {
			if !rings[k].clockwise || parent[i] >= 0 && math.Abs(rings[k].twice) >= math.Abs(rings[parent[i]].twice) {
				continue
			}
			if steps--; !rings[k].boxes(rings[i].xy[0]) {
				continue
			}
			if steps -= len(rings[k].xy); steps < 0 {
				return nil, failed(TooManyPositions, "")
			}
			if rings[k].holds(rings[i].xy[0]) {
				parent[i] = k
			}
		}
	}
	place := make([]int, len(rings))
	var polygons [][][]position
	for i := range rings {
		if parent[i] < 0 && len(rings[i].at) > 0 {
			place[i] = len(polygons)
			polygons = append(polygons, [][]position{rings[i].at})
		}
	}
	for i := range rings {
		if parent[i] >= 0 {
			at := place[parent[i]]
			polygons[at] = append(polygons[at], rings[i].at)
		}
	}
	return polygons, nil
}

func (r *ring) boxes(at [2]float64) bool {
	return r.west <= at[0] && at[0] <= r.east && r.south <= at[1] && at[1] <= r.north
}

// holds reports whether a ring encloses a position.
func (r *ring) holds(at [2]float64) (inside bool) {
	for i, a := range r.xy {
		b := r.xy[(i+1)%len(r.xy)]
		if (a[1] > at[1]) != (b[1] > at[1]) && at[0] < (b[0]-a[0])*(at[1]-a[1])/(b[1]-a[1])+a[0] {
			inside = !inside
		}
	}
	return inside
}
