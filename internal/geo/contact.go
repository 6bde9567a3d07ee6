package geo

// hold compares two sides and notes what it finds. It returns true if they cross or overlap, which
// ends the search.
func (in *inspector) hold(a, b int) bool {
	if in.after(a) == b || in.after(b) == a {
		return false // they share a vertex, and folds were looked for before
	}
	a1, a2 := in.pts[a], in.pts[in.after(a)]
	b1, b2 := in.pts[b], in.pts[in.after(b)]
	sideB1, sideB2 := side(a1, a2, b1), side(a1, a2, b2)
	if sideB1*sideB2 > 0 {
		return false
	}
	sideA1, sideA2 := side(b1, b2, a1), side(b1, b2, a2)
	switch {
	case sideA1*sideA2 > 0:
		return false
	case sideB1 == 0 && sideB2 == 0:
		aw, ae := in.ends(a)
		bw, be := in.ends(b)
		if bw.before(ae) && aw.before(be) {
			return in.note(Folded, a, b)
		}
		return false
	case sideA1*sideA2 < 0 && sideB1*sideB2 < 0:
		return in.note(Crossing, a, b)
	case sideB1 == 0 && within(a1, a2, b1):
		return in.lean(b, a, b)
	case sideB2 == 0 && within(a1, a2, b2):
		return in.lean(in.after(b), a, b)
	case sideA1 == 0 && within(b1, b2, a1):
		return in.lean(a, b, a)
	case sideA2 == 0 && within(b1, b2, a2):
		return in.lean(in.after(a), b, a)
	}
	return false // two vertices in one place: see meetAt
}

// lean judges a vertex that lies on a side: the ring goes through that side
// there, along it, or only touches it.
func (in *inspector) lean(vertex, on, other int) bool {
	a, b := in.pts[on], in.pts[in.after(on)]
	switch side(a, b, in.pts[in.before(vertex)]) * side(a, b, in.pts[in.after(vertex)]) {
	case -1:
		return in.note(Crossing, on, other)
	case 0:
		return in.note(Folded, on, other)
	}
	return in.note(Touching, on, other)
}

// meetAt judges two vertices in one place: the ring passes through itself there if the sides of one
// separate those of the other. Overlapping sides are left to hold.
func (in *inspector) meetAt(u, v int) bool {
	at := in.pts[u]
	a, b := in.pts[in.before(u)], in.pts[in.after(u)]
	c, d := in.pts[in.before(v)], in.pts[in.after(v)]
	if along(at, a, c) || along(at, a, d) || along(at, b, c) || along(at, b, d) {
		return false
	}
	if between(at, a, b, c) != between(at, a, b, d) {
		return in.note(Crossing, in.before(u), in.before(v))
	}
	return in.note(Touching, in.before(u), in.before(v))
}

// along reports whether two positions lie in the same direction.
func along(at, a, b pt) bool {
	return side(at, a, b) == 0 && at.before(a) == at.before(b)
}

// between reports whether the direction of c is passed when turning left from a to b. c is in
// neither direction.
func between(at, a, b, c pt) bool {
	switch side(at, a, b) {
	case 1:
		return side(at, a, c) > 0 && side(at, c, b) > 0
	case 0: // a and b are opposite
		return side(at, a, c) > 0
	}
	return side(at, b, c) <= 0 || side(at, c, a) <= 0
}

// note keeps a finding. A crossing or an overlap ends the search.
func (in *inspector) note(code Code, a, b int) bool {
	named := in.sides(a, b)
	f := flaw{code: code, vertex: named[0], sides: named, count: 1}
	if code == Touching {
		if in.touch.count == 0 {
			in.touch = f
		}
		return false
	}
	in.found = f
	return true
}
