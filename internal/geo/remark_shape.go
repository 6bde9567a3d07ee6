package geo

// corners reports on a rectangle given by two corners.
func (c *critic) corners() {
	a, b := c.p.pt(0), c.p.pt(1)
	if a.x > b.x || a.y > b.y {
		c.whole(CornersUnsorted)
	}
	c.needsPolygon(0, c.p.AreaHa)
}

func (c *critic) needsPolygon(part int, ha float64) {
	if SizeOf(ha) == PolygonDue {
		c.at(NeedsPolygon, part, 0, 0, 1)
		c.all[len(c.all)-1].Ha = ha
	}
}

func (c *critic) points(i int, of shape) {
	c.needsPolygon(i, of.statedHa)
	if s := c.p.spans[of.from]; s.to-s.from == 1 {
		return
	}
	c.in.load(c.p, of, 0, micro)
	c.in.sort()
	if c.in.equal.count > 0 {
		c.flaw(i, 0, c.in.equal)
	}
}

func (c *critic) area(i int, of shape) {
	rings := c.p.rings(of)
	if len(rings) > 1 {
		c.at(Hole, i, 1, 0, len(rings)-1)
	}
	for ring, s := range rings {
		if s.from < s.to && c.p.opened(s) == s {
			c.at(Unclosed, i, ring, int(s.to-s.from)-1, 1)
		}
		c.in.load(c.p, of, ring, 1)
		for _, f := range c.in.inspect() {
			if f.code != EqualPoints || !c.p.finer() {
				c.flaw(i, ring, f)
			}
		}
		if c.p.finer() {
			c.in.load(c.p, of, ring, micro)
			if c.in.sort(); c.in.equal.count > 0 {
				c.flaw(i, ring, c.in.equal)
			}
		}
		if len(c.all) >= maxRemarks {
			return
		}
	}
}

// finer reports whether cutting to six decimals changes any position.
func (p *Plot) finer() bool {
	for _, n := range p.precision[7:] {
		if n > 0 {
			return true
		}
	}
	return false
}

// Fewer decimals than these cause a remark.
const (
	coarseDecimals = 4
	fewDecimals    = 6
)

// decimals reports too few decimals. Most of the numbers decide: many programs drop trailing zeros,
// and -45.4510 is as precise as its neighbours.
func (c *critic) decimals() {
	p := c.p
	usual := p.usualDecimals()
	code := FewDecimals
	switch {
	case usual >= fewDecimals:
		return
	case usual < coarseDecimals:
		code = CoarseDecimals
	}
	count := 0
	for _, n := range p.precision[:usual+1] {
		count += int(n)
	}
	part, ring, vertex := p.find(p.coarsest / 2)
	c.at(code, part, ring, vertex, count)
	c.all[len(c.all)-1].Decimals = usual
}

// usualDecimals returns the least number of decimals that more than half of the numbers
// do not exceed.
func (p *Plot) usualDecimals() int {
	seen := 0
	for decimals, n := range p.precision {
		if seen += int(n); 2*seen > len(p.at) {
			return decimals
		}
	}
	return len(p.precision)
}
