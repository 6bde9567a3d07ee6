package geo

// sweep moves a line over the ring from west to east and compares each side with its neighbours on
// the line (Shamos and Hoey). Sides that cross are neighbours just before they do, so it finds a
// crossing if there is one; the first ends it. If the ring only touches itself, the order on the
// line is still valid, and the sweep continues.
func (in *inspector) sweep() {
	in.status.reset()
	nodes := make([]int32, len(in.pts)) // of each side on the line
	for from := 0; from < len(in.events); {
		to := from + 1
		for to < len(in.events) && in.events[to].pt == in.events[from].pt {
			to++
		}
		group := in.events[from:to]
		from = to
		if len(group) == 1 {
			if in.step(int(group[0].i), nodes, -1) {
				return
			}
			continue
		}
		for k := 1; k < len(group); k++ {
			if in.meetAt(int(group[k-1].i), int(group[k].i)) {
				return
			}
		}
		// At a position, sides that end come before sides that begin.
		for phase := range 3 {
			for _, e := range group {
				if in.step(int(e.i), nodes, phase) {
					return
				}
			}
		}
	}
}

// step moves the line over a vertex. With a phase it does so only for a vertex of that phase: 0
// both sides end there, 1 one does, 2 none. It returns true when the sweep is over.
func (in *inspector) step(v int, nodes []int32, phase int) bool {
	s := &in.status
	a, b := in.before(v), v // the sides that meet there
	at := in.pts[v]
	endsA, endsB := in.pts[a].before(at), in.pts[in.after(v)].before(at)
	switch {
	case endsA && endsB:
		if phase > 0 {
			return false
		}
		return in.leave(nodes[a]) || in.leave(nodes[b])
	case !endsA && !endsB:
		if phase >= 0 && phase != 2 {
			return false
		}
		return in.enter(a, nodes) || in.enter(b, nodes)
	}
	if phase >= 0 && phase != 1 {
		return false
	}
	if endsB {
		a, b = b, a
	}
	n := nodes[a]
	nodes[b] = n
	s.nodes[n].side = int32(b)
	return in.meet(s.nodes[n].south, n) || in.meet(n, s.nodes[n].north)
}

// leave removes a side from the line and compares those that it separated.
func (in *inspector) leave(n int32) bool {
	south, north := in.status.nodes[n].south, in.status.nodes[n].north
	in.status.remove(n)
	return in.meet(south, north)
}

// enter adds a side to the line where it begins.
func (in *inspector) enter(a int, nodes []int32) bool {
	s := &in.status
	west, east := in.ends(a)
	parent, north := int32(0), false
	for n := s.root; n != 0; {
		w, e := in.ends(int(s.nodes[n].side))
		turn := side(w, e, west)
		if turn == 0 {
			turn = side(w, e, east)
		}
		if turn == 0 && in.hold(a, int(s.nodes[n].side)) {
			return true
		}
		parent, north = n, turn > 0
		if north {
			n = s.nodes[n].right
		} else {
			n = s.nodes[n].left
		}
	}
	n := s.insert(int32(a), parent, north)
	nodes[a] = n
	return in.meet(s.nodes[n].south, n) || in.meet(n, s.nodes[n].north)
}

// ends returns the two ends of a side, the one that the line meets first before
// the other.
func (in *inspector) ends(a int) (west, east pt) {
	west, east = in.pts[a], in.pts[in.after(a)]
	if east.before(west) {
		return east, west
	}
	return west, east
}

func (in *inspector) meet(n, m int32) bool {
	return n != 0 && m != 0 && in.hold(int(in.status.nodes[n].side), int(in.status.nodes[m].side))
}
