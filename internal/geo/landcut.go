package geo

import "math"

// landPiece is how narrow a piece may get: ten metres. What is narrower stays as it is.
const landPiece = degree / 10_000

// Divide cuts an area into pieces that can be looked up like plots: none has more vertices
// than most, as far as that can be had, none is wider than a plot may be, and what lies
// beyond the land where plots are looked up is left out. Between them they hold what it
// holds.
func (l *Land) Divide(most int) (pieces []*Land) {
	inside := l
	for _, edge := range []cut{{0, brazilWest, 1}, {0, brazilEast, -1}, {1, brazilSouth, 1}, {1, brazilNorth, -1}} {
		if inside = inside.clip(edge); inside == nil {
			return nil
		}
	}
	return inside.divide(nil, most)
}

func (l *Land) divide(to []*Land, most int) []*Land {
	b := l.plot.box
	wide, high := b.max.x-b.min.x, b.max.y-b.min.y
	longer := max(wide, high)
	if longer <= maxExtent && (l.Vertices() <= most || longer <= landPiece) {
		return append(to, l)
	}
	axis, at := 0, b.min.x+wide/2
	if high > wide {
		axis, at = 1, b.min.y+high/2
	}
	for _, side := range []int64{-1, 1} {
		if half := l.clip(cut{axis, at, side}); half != nil {
			to = half.divide(to, most)
		}
	}
	return to
}

// cut is a line along a meridian (axis 0) or a parallel (axis 1), and the side of it that
// is kept: 1 is east or north of it.
type cut struct {
	axis int
	at   int64
	keep int64
}

// beyond is how far a position is on the side that is kept.
func (c cut) beyond(p pt) int64 {
	if c.axis == 0 {
		return (p.x - c.at) * c.keep
	}
	return (p.y - c.at) * c.keep
}

// clip is what lies on one side of a line; nil for nothing. A ring that the line goes
// through more than once keeps sides on the line, there and back: they hold nothing.
func (l *Land) clip(c cut) *Land {
	b := l.plot.box
	if c.beyond(b.min) >= 0 && c.beyond(b.max) >= 0 {
		return l
	}
	out := &Land{}
	var pts, kept []pt
	for i := range l.plot.spans {
		pts = l.plot.outline(l.plot.parts[0], i, pts[:0])
		if kept = c.ring(pts, kept[:0]); len(kept) >= 3 && doubleArea(kept) != 0 {
			out.add(kept, false)
		}
	}
	if out.settle(); out.plot.AreaHa <= 0 || out.plot.Extent() == (Extent{}) {
		return nil
	}
	return out
}

// ring appends what is kept of a ring (Sutherland and Hodgman, 1974).
func (c cut) ring(pts, kept []pt) []pt {
	put := func(at pt) {
		if n := len(kept); n == 0 || kept[n-1] != at {
			kept = append(kept, at)
		}
	}
	last := pts[len(pts)-1]
	for _, here := range pts {
		if (c.beyond(last) >= 0) != (c.beyond(here) >= 0) {
			put(c.meets(last, here))
		}
		if c.beyond(here) >= 0 {
			put(here)
		}
		last = here
	}
	if n := len(kept); n > 1 && kept[0] == kept[n-1] {
		kept = kept[:n-1]
	}
	return kept
}

// meets is where a side crosses the line, to the nearest step of the grid.
func (c cut) meets(a, b pt) pt {
	if c.axis == 0 {
		part := float64(c.at-a.x) / float64(b.x-a.x)
		return pt{c.at, a.y + int64(math.Round(part*float64(b.y-a.y)))}
	}
	part := float64(c.at-a.y) / float64(b.y-a.y)
	return pt{a.x + int64(math.Round(part*float64(b.x-a.x))), c.at}
}
