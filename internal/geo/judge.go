package geo

import "slices"

// Refusal is a reason for which the EU's system refuses a plot in a file.
type Refusal struct {
	Remark
	// Class is the number that the EU's description of the file gives the
	// reason: 1 sides that cross, 2 sides that overlap or fold back, 3 holes,
	// 4 open or too short a ring, 5 a type that is not taken, 6 all on one line,
	// 7 equal positions, 10 not GeoJSON, 11 outside the world. The others are
	// about the file and its properties.
	Class int
	// Mended reports whether Truncate6 removes the problem, so that the EU does not reject what
	// Rastro writes.
	Mended bool
}

// The codes that apply only to a file.
const (
	TooFew    Code = "GEO_POSICOES_INSUFICIENTES" // a ring has four positions, the closing one included
	LoneMulti Code = "GEO_MULTI_DE_UM"            // a MultiPoint or MultiPolygon with only one part
	NoShape   Code = "GEO_SEM_FORMA"              // nothing that could be written
)

// Judge lists the reasons for which the EU's system would reject the plot as sent. Like that
// system, it first truncates every number to six decimals, without rounding, and judges the result.
// The order of numbers and the direction of rings do not matter, because they are always corrected.
func (p *Plot) Judge() []Refusal {
	c := critic{p: p}
	switch {
	case len(p.parts) == 0 || p.notCorners():
		c.whole(NoShape)
	case p.Order == UnknownOrder:
		c.outside(OutsideWorld, inWorld)
	default:
		for i, of := range p.parts {
			if len(c.all) >= maxRemarks {
				c.all = c.all[:maxRemarks]
				break
			}
			c.judge(i, of)
		}
	}
	refusals := make([]Refusal, 0, len(c.all))
	for i, r := range c.all {
		refusals = append(refusals, Refusal{r, classOf(r.Code), slices.Contains(c.mended, i)})
	}
	return refusals
}

func (c *critic) judge(i int, of shape) {
	if of.lone {
		c.at(LoneMulti, i, 0, 0, 1)
		c.mend()
	}
	if of.kind == cornersPart {
		if b := c.p.box; b.min.x/micro == b.max.x/micro || b.min.y/micro == b.max.y/micro {
			c.whole(Collapsed)
		}
		return
	}
	rings := c.p.rings(of)
	if len(rings) > 1 {
		c.at(Hole, i, 1, 0, len(rings)-1)
	}
	c.in.load(c.p, of, 0, micro)
	if of.kind == pointsPart {
		if c.in.sort(); c.in.equal.count > 0 {
			c.flaw(i, 0, c.in.equal)
		}
		return
	}
	// A flat list of numbers is not written as it is, so it cannot be open.
	if s := rings[0]; of.place.form >= ringsForm && c.p.opened(s) == s {
		c.at(Unclosed, i, 0, int(s.to-s.from)-1, 1)
		c.mend()
	}
	if len(c.in.given) < 3 {
		c.at(TooFew, i, 0, 0, 1)
	}
	for _, f := range c.in.inspect() {
		c.flaw(i, 0, f)
		if f.code == EqualPoints && f.repeated {
			c.mend()
		}
	}
}

// mend marks the last remark as one that Truncate6 fixes.
func (c *critic) mend() { c.mended = append(c.mended, len(c.all)-1) }

func classOf(code Code) int {
	switch code {
	case Crossing, Touching:
		return 1
	case Folded:
		return 2
	case Hole:
		return 3
	case Unclosed, TooFew:
		return 4
	case LoneMulti:
		return 5
	case Collapsed:
		return 6
	case EqualPoints:
		return 7
	case OutsideWorld:
		return 11
	}
	return 10
}
