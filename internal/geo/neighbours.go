package geo

import (
	"cmp"
	"slices"
)

// The minimum overlap of two parts that is reported: a square metre, in hectares and as a share of
// the largest possible parts. A smaller overlap only means that a digit was cut off. Parts that
// share a stretch of their edges must overlap by a thousandth: on the ground, a line between two
// positions differs from one that passes through a third position between them.
const (
	leastOverlap      = 1.0 / squareMetres
	leastOverlapShare = 1e-9
	leastBesideEdge   = 1e-3
)

// neighbours remarks on parts of one plot that share land, and on parts that share a stretch of
// their edges, which are really one part. Features are plots of their own.
func (c *critic) neighbours() {
	areas := c.p.areaParts()
	if len(areas) < 2 {
		return
	}
	adjoining := c.p.adjoining(areas)
	overlapping := slices.DeleteFunc(c.p.partOverlaps(), func(one Pair) bool {
		at, beside := slices.BinarySearchFunc(adjoining, [2]int32{int32(one.A), int32(one.B)}, comparePairs)
		if one.Ha < leastOverlap || beside && one.Share < leastBesideEdge {
			return true
		}
		if beside {
			adjoining = slices.Delete(adjoining, at, at+1)
		}
		return false
	})
	if n := len(overlapping); n > 0 {
		c.pair(PartsOverlap, overlapping[0].A, overlapping[0].B, n)
		c.all[len(c.all)-1].Ha = overlapping[0].Ha
	}
	if n := len(adjoining); n > 0 {
		c.pair(PartsAdjoin, int(adjoining[0][0]), int(adjoining[0][1]), n)
	}
}

func comparePairs(a, b [2]int32) int {
	return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1]))
}

// pair remarks on two parts, the first pair of some.
func (c *critic) pair(code Code, a, b, count int) {
	c.at(code, a, 0, 0, count)
	named := func(part int) int {
		if at := c.p.parts[part].place; at.polygon >= 0 {
			return int(at.polygon) + 1
		}
		return part + 1
	}
	c.all[len(c.all)-1].Parts = [2]int{named(a), named(b)}
}

// areaParts returns the indexes of the parts that are areas.
func (p *Plot) areaParts() (all []int32) {
	for i, of := range p.parts {
		if of.kind == areaPart {
			all = append(all, int32(i))
		}
	}
	return all
}

// partOverlaps finds the parts that share land, as Overlaps does for plots.
func (p *Plot) partOverlaps() []Pair {
	plots := make([]*Plot, len(p.parts))
	for i, of := range p.parts {
		if of.kind == areaPart {
			plots[i] = &Plot{Interpretation: Polygon, Order: p.Order, at: p.at, spans: p.spans, parts: p.parts[i : i+1], box: p.partBox(of), AreaHa: hectares(p.partArea(of))}
		}
	}
	pairs, _ := pairsOf(plots, leastOverlapShare, maxRemarks, func(a, b int) bool {
		return p.parts[a].place.feature == p.parts[b].place.feature
	})
	return pairs
}

// line is a straight line through the grid: the feature whose sides lie on it; its direction,
// without a common factor and with the larger of its numbers positive; and the point of it that is
// nearest to the start of the larger axis.
type line struct {
	feature      int32
	dx, dy, x, y int64
}

// stretch is a side as a part of its line.
type stretch struct {
	on       line
	from, to int64 // along the larger axis
	part     int32
}

func (a line) compare(b line) int {
	return cmp.Or(cmp.Compare(a.dx, b.dx), cmp.Compare(a.dy, b.dy), cmp.Compare(a.x, b.x), cmp.Compare(a.y, b.y), cmp.Compare(a.feature, b.feature))
}

// stretchOf returns the side from a to b, which differ.
func stretchOf(a, b pt) (s stretch) {
	dx, dy := b.x-a.x, b.y-a.y
	factor := commonFactor(max(dx, -dx), max(dy, -dy))
	dx, dy = dx/factor, dy/factor
	upright := max(dy, -dy) > max(dx, -dx)
	if upright && dy < 0 || !upright && dx < 0 {
		dx, dy, a, b = -dx, -dy, b, a
	}
	steps := floorDiv(a.x, dx)
	s.from, s.to = a.x, b.x
	if upright {
		steps = floorDiv(a.y, dy)
		s.from, s.to = a.y, b.y
	}
	s.on = line{dx: dx, dy: dy, x: a.x - steps*dx, y: a.y - steps*dy}
	return s
}

func commonFactor(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// floorDiv is a/b rounded down, and 0 where b is.
func floorDiv(a, b int64) int64 {
	if b == 0 {
		return 0
	}
	q := a / b
	if a%b != 0 && (a < 0) != (b < 0) {
		q--
	}
	return q
}

// adjoining finds the parts that share a stretch of their edges: sides of two parts on the same
// line that overlap. Sides are sorted by their lines, so it takes as long as sorting them. The
// pairs are in order, at most maxRemarks.
func (p *Plot) adjoining(areas []int32) (pairs [][2]int32) {
	var all []stretch
	for _, i := range areas {
		of := p.parts[i]
		for ring := range p.rings(of) {
			pts := p.outline(of, ring, nil)
			for k, a := range pts {
				if b := pts[(k+1)%len(pts)]; a != b {
					s := stretchOf(a, b)
					s.part, s.on.feature = i, of.place.feature
					all = append(all, s)
				}
			}
		}
	}
	slices.SortFunc(all, func(a, b stretch) int {
		return cmp.Or(a.on.compare(b.on), cmp.Compare(a.from, b.from), cmp.Compare(a.part, b.part))
	})
	seen := map[[2]int32]bool{}
	meet := func(a, b stretch) {
		pair := [2]int32{min(a.part, b.part), max(a.part, b.part)}
		if !seen[pair] && len(seen) < maxRemarks {
			seen[pair] = true
			pairs = append(pairs, pair)
		}
	}
	overlaid(all, meet)
	slices.SortFunc(pairs, comparePairs)
	return pairs
}

// overlaid calls meet for stretches of two parts that overlap, at least once for every stretch that
// overlaps a previous one. They are sorted.
func overlaid(all []stretch, meet func(a, b stretch)) {
	var far, other stretch // the sides of two parts that reach farthest
	for i, s := range all {
		if i == 0 || s.on != all[i-1].on {
			far, other = s, stretch{part: -1}
			continue
		}
		if far.part != s.part && far.to > s.from {
			meet(far, s)
		}
		if other.part >= 0 && other.part != s.part && other.to > s.from {
			meet(other, s)
		}
		switch {
		case s.part == far.part:
			far.to = max(far.to, s.to)
		case s.to > far.to:
			far, other = s, far
		case other.part < 0 || s.to > other.to:
			other = s
		}
	}
}
