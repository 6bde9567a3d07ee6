package geo

import (
	"cmp"
	"slices"
)

// slabs cuts two plots along the longitudes of all their vertices. Between two
// of these no edge begins or ends, so what a plot covers is bands between
// straight edges, and what two bands share is a sum of trapezoids.
type slabs struct {
	edges [2]edgeList
	steps *int
}

// common returns the area that both cover between two longitudes, 0 and east.
func (s *slabs) common(east float64) (area float64, done bool) {
	for xs, i := s.cuts(east), 1; i < len(xs); i++ {
		for k := range s.edges {
			*s.steps -= s.edges[k].enter(xs[i-1], xs[i])
		}
		if *s.steps -= 8; *s.steps < 0 {
			return 0, false
		}
		area += s.shared(xs[i] - xs[i-1])
	}
	return area, *s.steps >= 0
}

// cuts returns the longitudes to cut along, each once.
func (s *slabs) cuts(east float64) []float64 {
	xs := slices.Concat(s.edges[0].xs, s.edges[1].xs, []float64{0, east})
	slices.Sort(xs)
	return slices.Compact(xs)
}

// enter moves on to a slab, puts the edges that cross it in order, and makes
// bands of them. It returns how much work that was.
func (l *edgeList) enter(west, east float64) (steps int) {
	kept := l.active[:0]
	for _, e := range l.active {
		if e.x1 > west {
			kept = append(kept, e)
		}
	}
	l.active = kept
	for ; l.next < len(l.all) && l.all[l.next].x0 <= west; l.next++ {
		if e := &l.all[l.next]; e.x1 > west {
			l.active = append(l.active, activeEdge{edge: e})
		}
	}
	middle := (west + east) / 2
	for i := range l.active {
		l.active[i].middle = l.active[i].y(middle)
	}
	steps = len(l.active) + l.sort(len(kept))

	l.bands = l.bands[:0]
	winding := 0
	for i := range l.active {
		e := l.active[i].edge
		was := winding
		if winding += e.turn; was == 0 {
			l.bands = append(l.bands, band{southWest: e.y(west), southEast: e.y(east)})
		} else if winding == 0 {
			b := &l.bands[len(l.bands)-1]
			b.northWest, b.northEast = e.y(west), e.y(east)
		}
	}
	return steps
}

// sort puts the active edges in order. Those kept from the slab before still
// are, unless the ring crosses itself.
func (l *edgeList) sort(kept int) (steps int) {
	if len(l.active)-kept > 8 {
		slices.SortFunc(l.active, func(a, b activeEdge) int { return cmp.Compare(a.middle, b.middle) })
		return 16 * len(l.active)
	}
	for i := 1; i < len(l.active); i++ {
		e, k := l.active[i], i
		for ; k > 0 && l.active[k-1].middle > e.middle; k-- {
			l.active[k] = l.active[k-1]
		}
		l.active[k] = e
		steps += i - k
	}
	return steps
}

// shared returns what the bands of both plots share in a slab.
func (s *slabs) shared(width float64) (area float64) {
	others := s.edges[1].bands
	for _, a := range s.edges[0].bands {
		for len(others) > 0 && others[0].northWest <= a.southWest && others[0].northEast <= a.southEast {
			others = others[1:]
		}
		for _, b := range others {
			if b.southWest >= a.northWest && b.southEast >= a.northEast {
				break
			}
			*s.steps -= 4
			area += a.shared(b, width)
		}
		if *s.steps < 0 {
			return area
		}
	}
	return area
}

// shared returns the area of what two bands share: between the lower of their north edges and the
// higher of their south edges. Between the places where two edges cross, it is the area under a
// straight line.
func (a band) shared(b band, width float64) (area float64) {
	cuts := [...]float64{0, crossing(a.northWest-b.northWest, a.northEast-b.northEast), crossing(a.southWest-b.southWest, a.southEast-b.southEast), 1}
	if cuts[1] > cuts[2] {
		cuts[1], cuts[2] = cuts[2], cuts[1]
	}
	height := func(at float64) float64 {
		mix := func(west, east float64) float64 { return west + (east-west)*at }
		north := min(mix(a.northWest, a.northEast), mix(b.northWest, b.northEast))
		return north - max(mix(a.southWest, a.southEast), mix(b.southWest, b.southEast))
	}
	last := height(0)
	for i := 1; i < len(cuts); i++ {
		if cuts[i] == cuts[i-1] {
			continue
		}
		now := height(cuts[i])
		area += positive(last, now, (cuts[i]-cuts[i-1])*width)
		last = now
	}
	return area
}

// crossing returns where along the way from 0 to 1 a difference changes its sign, 0
// if it does not.
func crossing(west, east float64) float64 {
	if west < 0 && east > 0 || west > 0 && east < 0 {
		return west / (west - east)
	}
	return 0
}
