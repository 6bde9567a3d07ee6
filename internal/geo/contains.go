package geo

import (
	"math"
	"slices"
)

// Contains reports whether a place lies in the plot, or on its edge. Points
// contain nothing but themselves.
func (p *Plot) Contains(at Position) bool {
	// Written so that NaN is nowhere.
	if !(math.Abs(at.Lon) <= 180 && math.Abs(at.Lat) <= 90) || p.Interpretation == Undetermined {
		return false
	}
	here := pt{int64(math.Round(at.Lon * degree)), int64(math.Round(at.Lat * degree))}
	b := p.box
	if here.x < b.min.x || here.x > b.max.x || here.y < b.min.y || here.y > b.max.y {
		return false
	}
	var pts []pt
	for _, of := range p.parts {
		if of.kind == pointsPart {
			if slices.Contains(p.outline(of, 0, pts[:0]), here) {
				return true
			}
			continue
		}
		inside, edge := false, false
		for ring := range p.rings(of) {
			pts = p.outline(of, ring, pts[:0])
			odd, on := around(pts, here)
			inside, edge = inside != odd, edge || on
		}
		if edge || inside {
			return true
		}
	}
	return false
}

// around reports whether a ring goes round a position an odd number of times, and
// whether the position is on it.
func around(pts []pt, here pt) (odd, on bool) {
	for i, a := range pts {
		b := pts[(i+1)%len(pts)]
		if here == a {
			return odd, true
		}
		if side(a, b, here) == 0 && within(a, b, here) {
			return odd, true
		}
		// Of a side's ends, only the southern one counts.
		if (a.y > here.y) != (b.y > here.y) && (side(a, b, here) > 0) == (b.y > a.y) {
			odd = !odd
		}
	}
	return odd, false
}
