package geo

import "rastro/internal/geo/country"

// claims remarks on vertices that are not in the country that is claimed for them, or
// cannot be anywhere.
func (c *critic) claims() {
	for i, of := range c.p.parts {
		c.wide(i, of)
		claimed := c.country
		if of.country != "" {
			claimed = of.country
		}
		c.abroad(i, of, claimed)
		if len(c.all) >= maxRemarks {
			return
		}
	}
}

// wide remarks on a shape that is wider than half the world: its sides cross the
// antimeridian, and what is between its positions is the other side of the earth.
func (c *critic) wide(i int, of shape) {
	if of.kind == pointsPart {
		return
	}
	if b := c.p.partBox(of); b.max.x-b.min.x > 180*degree {
		c.at(Antimeridian, i, 0, 0, 1)
	}
}

// nearZero is how near to 0, 0 a position is taken for it: 11 km, in the sea.
const nearZero = degree / 10

func isZero(x, y int64) bool {
	return -nearZero <= x && x <= nearZero && -nearZero <= y && y <= nearZero
}

// abroad remarks on the vertices of a shape that are at 0, 0 or not in a country.
func (c *critic) abroad(i int, of shape, claimed string) {
	near := country.Near(claimed)
	zero, outside := firstOf{}, firstOf{}
	for ring, s := range c.p.rings(of) {
		for v := s.from; v < s.to; v++ {
			at := c.p.pt(v)
			switch {
			case isZero(at.x, at.y):
				zero.count(ring, int(v-s.from))
			case near != nil && !near(degrees(at.y), degrees(at.x)):
				outside.count(ring, int(v-s.from))
			}
		}
	}
	if zero.n > 0 {
		c.once(AtZero, "", i, zero)
	}
	switch {
	case outside.n == 0:
	case claimed == country.Brazil:
		c.once(OutsideBrazil, "", i, outside)
	default:
		c.once(OutsideCountry, claimed, i, outside)
	}
}

// firstOf counts vertices of a shape and remembers the first.
type firstOf struct{ ring, vertex, n int }

func (p *firstOf) count(ring, vertex int) {
	if p.n == 0 {
		p.ring, p.vertex = ring, vertex
	}
	p.n++
}

// once remarks on vertices of a shape, or adds them to the remark of an earlier one.
func (c *critic) once(code Code, claimed string, part int, found firstOf) {
	for k := range c.all {
		if c.all[k].Code == code && c.all[k].Country == claimed {
			c.all[k].Count += found.n
			return
		}
	}
	c.at(code, part, found.ring, found.vertex, found.n)
	c.all[len(c.all)-1].Country = claimed
}

// partBox returns the smallest rectangle around one shape.
func (p *Plot) partBox(of shape) box {
	return boxOf(p.at[2*p.spans[of.from].from : 2*p.spans[of.to-1].to])
}
