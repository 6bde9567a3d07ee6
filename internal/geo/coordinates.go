package geo

// bare reads a list outside any GeoJSON object. The depth of the first number determines what it is
// a list of.
func (r *reader) bare() error {
	level, start := 0, r.i
	for r.space(); r.peek() == '['; r.space() {
		level++
		r.i++
	}
	r.i = start
	switch level {
	case 1:
		return r.flat()
	case 2:
		r.at.form = pairsForm
	case 3:
		r.at.form = ringsForm
	case 4:
		r.at.form = polygonsForm
	default:
		return r.fail(WrongNesting)
	}
	r.p.form = r.at.form
	return r.coordinates(level)
}

func (r *reader) flat() error {
	r.level = 1
	if err := r.list(func(int) error { return r.number(true) }); err != nil {
		return err
	}
	r.p.list()
	return nil
}

// coordinates reads positions nested level-1 lists deep: one, several, rings of them, polygons of
// rings.
func (r *reader) coordinates(level int) error {
	r.level = level
	from := int32(len(r.p.spans))
	many := r.at.form >= geometryForm
	switch level {
	case 1:
		if err := r.positions(func() error { return r.position(0) }); err != nil {
			return err
		}
		r.p.add(shape{kind: pointsPart, from: from, place: r.at})
	case 2:
		if err := r.positions(func() error { return r.list(r.position) }); err != nil {
			return err
		}
		if many {
			s := r.p.spans[from]
			r.p.add(shape{kind: pointsPart, many: true, lone: s.to-s.from == 1, from: from, place: r.at})
		} else {
			r.p.list()
		}
	case 3:
		return r.polygon()
	case 4:
		first := len(r.p.parts)
		err := r.list(func(i int) error {
			r.at.polygon = int32(i)
			return r.polygon()
		})
		r.at.polygon = -1
		for i := first; i < len(r.p.parts); i++ {
			r.p.parts[i].many = many
			r.p.parts[i].lone = many && len(r.p.parts)-first == 1
		}
		return err
	}
	return nil
}

func (r *reader) polygon() error {
	from := int32(len(r.p.spans))
	err := r.list(func(int) error {
		return r.positions(func() error { return r.list(r.position) })
	})
	if err == nil {
		r.p.add(shape{kind: areaPart, from: from, place: r.at})
	}
	return err
}

// positions makes one span of the positions that read adds.
func (r *reader) positions(read func() error) error {
	from := int32(len(r.p.at) / 2)
	if err := read(); err != nil {
		return err
	}
	r.p.spans = append(r.p.spans, span{from: from, to: int32(len(r.p.at) / 2)})
	return nil
}

func (r *reader) position(int) error {
	start := r.total
	if err := r.list(func(i int) error { return r.number(i < 2) }); err != nil {
		return err
	}
	if n := r.total - start; n < 2 || n > 3 {
		return r.fail(WrongNesting)
	}
	return nil
}

// add makes a part of the spans since its first. One without any position, as
// GeoJSON allows, is no part.
func (p *Plot) add(of shape) {
	of.to = int32(len(p.spans))
	if of.from == of.to || p.spans[of.to-1].to == p.spans[of.from].from {
		p.spans = p.spans[:of.from]
		return
	}
	p.parts = append(p.parts, of)
}

// list makes one part of all positions of a list: a point, two corners, or the vertices of a ring.
// If a number is left over, it makes no part: see settle.
func (p *Plot) list() {
	n := int32(len(p.at) / 2)
	if n == 0 || len(p.at)%2 != 0 {
		return
	}
	kind := areaPart
	switch n {
	case 1:
		kind = pointsPart
	case 2:
		kind = cornersPart
	}
	p.spans = append(p.spans[:0], span{to: n})
	p.parts = append(p.parts, shape{kind: kind, to: 1, place: place{p.form, -1, -1, -1}})
}
