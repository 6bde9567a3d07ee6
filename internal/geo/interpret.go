package geo

import "slices"

// The bounds of mainland Brazil, with room only for the islands close to it.
const (
	brazilWest  = -74_000_000_000
	brazilEast  = -34_700_000_000
	brazilSouth = -33_800_000_000
	brazilNorth = 5_300_000_000
)

func inBrazil(x, y int64) bool {
	return brazilWest <= x && x <= brazilEast && brazilSouth <= y && y <= brazilNorth
}

func inWorld(x, y int64) bool {
	return -180*degree <= x && x <= 180*degree && -90*degree <= y && y <= 90*degree
}

// settle decides what the numbers mean after all of them have been read.
func (p *Plot) settle() {
	p.Interpretation = Undetermined
	if len(p.at) == 0 {
		p.Decimals = 0
	}
	if len(p.parts) == 0 || !p.settleOrder() {
		return
	}
	p.conclude()
}

// conclude says what the positions are, when they are in the order lon, lat.
func (p *Plot) conclude() {
	p.box = boxOf(p.at)
	p.BBox, p.AreaHa = BBox{}, 0
	if p.Interpretation = p.interpretation(); p.Interpretation != Undetermined {
		p.BBox = BBox{degrees(p.box.min.x), degrees(p.box.min.y), degrees(p.box.max.x), degrees(p.box.max.y)}
		p.measure()
	}
}

// settleOrder finds which way round the numbers are and puts the positions into
// the order lon, lat. It is false when some position is nowhere in the world.
func (p *Plot) settleOrder() bool {
	brazil, turned, world := true, true, true
	for i := 0; i+1 < len(p.at) && (brazil || turned || world); i += 2 {
		x, y := p.at[i], p.at[i+1]
		brazil = brazil && inBrazil(x, y)
		turned = turned && inBrazil(y, x)
		world = world && inWorld(x, y)
	}
	switch {
	case turned:
		p.Order, p.swapped = LatLon, true
		for i := 0; i+1 < len(p.at); i += 2 {
			p.at[i], p.at[i+1] = p.at[i+1], p.at[i]
		}
	case brazil || world:
		p.Order = LonLat
	}
	return p.Order != UnknownOrder
}

func (p *Plot) interpretation() Interpretation {
	points, areas, sound := 0, 0, 0
	for _, of := range p.parts {
		switch s := p.spans[of.from]; of.kind {
		case cornersPart:
			return p.rectangle()
		case pointsPart:
			points += int(s.to - s.from)
		case areaPart:
			areas++
			if p.hasThree(s) {
				sound++
			}
		}
	}
	switch {
	case points+sound == 0:
		return Undetermined
	case areas == 0 && points == 1:
		return Point
	case areas == 0:
		return Points
	case areas > 1 || points > 0:
		return MultiPolygon
	case p.form <= pairsForm:
		return Ring
	}
	return Polygon
}

// rectangle reports whether two positions are opposite corners. Within Brazil any
// two are. Elsewhere four numbers may just as well be lengths or a sample, so
// they must at least be in order.
func (p *Plot) rectangle() Interpretation {
	a, b := p.pt(0), p.pt(1)
	if a.x == b.x || a.y == b.y || p.notCorners() {
		return Undetermined
	}
	return Rectangle
}

// notCorners reports whether two positions have an extent but do not form a rectangle.
func (p *Plot) notCorners() bool {
	if p.Order == UnknownOrder || p.parts[0].kind != cornersPart {
		return false
	}
	a, b := p.pt(0), p.pt(1)
	sorted := a.x <= b.x && a.y <= b.y
	return a.x != b.x && a.y != b.y && !sorted && !(inBrazil(a.x, a.y) && inBrazil(b.x, b.y))
}

// hasThree reports whether a ring has three different positions.
func (p *Plot) hasThree(s span) bool {
	if s.from == s.to {
		return false
	}
	first := p.pt(s.from)
	second := first
	for i := s.from + 1; i < s.to; i++ {
		switch at := p.pt(i); {
		case at == first || at == second:
		case second == first:
			second = at
		default:
			return true
		}
	}
	return false
}

func boxOf(at []int64) box {
	b := box{pt{at[0], at[1]}, pt{at[0], at[1]}}
	for i := 2; i+1 < len(at); i += 2 {
		b.min.x, b.max.x = min(b.min.x, at[i]), max(b.max.x, at[i])
		b.min.y, b.max.y = min(b.min.y, at[i+1]), max(b.max.y, at[i+1])
	}
	return b
}

// opened returns a ring without the position that closes it.
func (p *Plot) opened(s span) span {
	if s.to-s.from > 1 && p.pt(s.from) == p.pt(s.to-1) {
		s.to--
	}
	return s
}

// Polygons returns the rings of every shape with an area, in lon, lat, each
// closed, exterior first; a rectangle has one of five positions.
func (p *Plot) Polygons() [][][]Position {
	var all [][][]Position
	for _, of := range p.parts {
		if of.kind == pointsPart || p.Interpretation == Undetermined {
			continue
		}
		var rings [][]Position
		for i := range p.rings(of) {
			pts := p.outline(of, i, nil)
			ring := make([]Position, 0, len(pts)+1)
			for _, at := range pts {
				ring = append(ring, at.position())
			}
			if len(ring) > 0 {
				ring = append(ring, ring[0])
			}
			rings = append(rings, ring)
		}
		all = append(all, rings)
	}
	return all
}

// Points returns the positions of every shape that is a point, or several.
func (p *Plot) Points() []Position {
	var all []Position
	for _, of := range p.parts {
		if of.kind != pointsPart || p.Interpretation == Undetermined {
			continue
		}
		for i := p.spans[of.from].from; i < p.spans[of.from].to; i++ {
			all = append(all, p.pt(i).position())
		}
	}
	return all
}

func (at pt) position() Position { return Position{degrees(at.x), degrees(at.y)} }

// outline appends the vertices of one ring, in the order sent and without the
// closing one. Two corners become the four of their rectangle.
func (p *Plot) outline(of shape, ring int, dst []pt) []pt {
	s := p.spans[of.from+int32(ring)]
	if of.kind == cornersPart {
		b := boxOf(p.at[2*s.from : 2*s.to])
		return append(dst, b.min, pt{b.max.x, b.min.y}, b.max, pt{b.min.x, b.max.y})
	}
	if of.kind == areaPart {
		s = p.opened(s)
	}
	dst = slices.Grow(dst, int(s.to-s.from))
	for i := s.from; i < s.to; i++ {
		dst = append(dst, p.pt(i))
	}
	return dst
}
