package geo

import (
	"cmp"
	"math"
	"slices"
)

// overlapSteps bounds the work on one pair of plots to a fraction of a second.
// Outlines of 100 000 vertices stay far below it unless they are combs.
const overlapSteps = 20_000_000

// projectSteps is the work for each number of a plot before the first slab.
const projectSteps = 8

// overlap returns the area that two plots share, in hectares and as a share of the smaller one. It
// is exact for rings that do not cross themselves, with or without holes; if one does, everything
// that it goes around counts as inside. Points share nothing. ok is false if it would take more
// than the remaining steps.
func overlap(a, b *Plot, steps *int) (ha, share float64, ok bool) {
	smaller := min(a.AreaHa, b.AreaHa)
	common, meets := a.box.common(b.box)
	if smaller <= 0 || !meets {
		return 0, 0, true
	}
	if a.Interpretation == Rectangle && b.Interpretation == Rectangle {
		ha = hectares(common.area())
	} else {
		if *steps -= projectSteps * (len(a.at) + len(b.at)); *steps < 0 {
			return 0, 0, false
		}
		s := slabs{steps: steps, edges: [2]edgeList{newEdges(a, common), newEdges(b, common)}}
		width := degrees(common.max.x-common.min.x) * radian
		area, done := s.common(width)
		if !done {
			return 0, 0, false
		}
		ha = hectares(area)
	}
	return ha, min(ha/smaller, 1), true
}

// common returns the box that two boxes share, if its area is not zero.
func (b box) common(other box) (box, bool) {
	b.min = pt{max(b.min.x, other.min.x), max(b.min.y, other.min.y)}
	b.max = pt{min(b.max.x, other.max.x), min(b.max.y, other.max.y)}
	return b, b.min.x < b.max.x && b.min.y < b.max.y
}

// edge is a side on the plane of equal areas, from west to east. To the north of it, the winding
// number of the plot is higher by turn.
type edge struct {
	x0, y0, x1, y1, slope float64
	turn                  int
}

// y returns where the edge is at x. The result always lies between its ends, however steep the edge
// is.
func (e *edge) y(x float64) float64 {
	y := e.y0 + (x-e.x0)*e.slope
	return max(min(y, max(e.y0, e.y1)), min(e.y0, e.y1))
}

// edgeList is the edges of one plot: all of them from west to east, and those
// that a slab crosses from south to north.
type edgeList struct {
	all    []edge
	xs     []float64 // longitudes of the vertices within the requested extent
	next   int
	active []activeEdge
	bands  []band
}

type activeEdge struct {
	*edge
	middle float64
}

// band is what a plot covers of a slab between two edges.
type band struct{ southWest, southEast, northWest, northEast float64 }

// newEdges projects the edges that reach into the requested longitudes. A shape's exterior runs
// counter-clockwise and its holes clockwise.
func newEdges(p *Plot, asked box) (list edgeList) {
	var pts []pt
	for _, of := range p.parts {
		if of.kind == pointsPart {
			continue
		}
		for ring, s := range p.rings(of) {
			turn := 1
			if of.kind == areaPart && (s.turn < 0) != (ring > 0) {
				turn = -1
			}
			pts = p.outline(of, ring, pts[:0])
			list.ring(pts, turn, asked)
		}
	}
	slices.SortFunc(list.all, func(a, b edge) int { return cmp.Compare(a.x0, b.x0) })
	return list
}

func (l *edgeList) ring(pts []pt, turn int, asked box) {
	on := newPlane(asked.min)
	width := degrees(asked.max.x-asked.min.x) * radian
	var x0, y0 float64
	known := false // whether they belong to the vertex at which the edge begins
	for i, from := range pts {
		to := pts[(i+1)%len(pts)]
		if max(from.x, to.x) <= asked.min.x || min(from.x, to.x) >= asked.max.x {
			known = false
			continue
		}
		if !known {
			x0, y0, _ = on.at(from)
		}
		x1, y1, _ := on.at(to)
		if 0 < x1 && x1 < width {
			l.xs = append(l.xs, x1)
		}
		slope := (y1 - y0) / (x1 - x0)
		if x0 < x1 {
			l.all = append(l.all, edge{x0, y0, x1, y1, slope, turn})
		} else if x0 > x1 {
			l.all = append(l.all, edge{x1, y1, x0, y0, slope, -turn})
		}
		x0, y0, known = x1, y1, true
	}
}

// positive returns the area under a straight line from height a to height b over a width, as far as
// it is above zero.
func positive(a, b, width float64) float64 {
	switch {
	case a <= 0 && b <= 0:
		return 0
	case a >= 0 && b >= 0:
		return (a + b) / 2 * width
	}
	high, low := math.Max(a, b), math.Min(a, b)
	return high * high / (high - low) / 2 * width
}
