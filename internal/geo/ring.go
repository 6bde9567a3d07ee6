package geo

import "slices"

// flaw is one thing wrong with a ring. Vertices and sides count from 0; side n
// runs from vertex n to the next.
type flaw struct {
	code   Code
	vertex int
	sides  [2]int
	count  int
	// repeated says that all positions that are equal follow one another: leaving them out does not
	// change the ring.
	repeated bool
}

// inspector finds the flaws of rings, one after the other, reusing its memory.
type inspector struct {
	given  []pt    // the original ring, without the closing position
	pts    []pt    // the same without positions equal to the one before
	vertex []int32 // for each of pts, its index in given
	events []event
	status status
	touch  flaw // the first place where the ring only touches itself
	found  flaw // the first crossing or overlap: it ends the sweep
	equal  flaw // the first position that comes again
}

// event is a position that the sweeping line meets.
type event struct {
	pt
	i int32
}

// load loads a ring's vertices, on a grid coarser by a factor.
func (in *inspector) load(p *Plot, of shape, ring int, coarser int64) {
	in.given = p.outline(of, ring, in.given[:0])
	if coarser > 1 {
		for i, at := range in.given {
			in.given[i] = pt{at.x / coarser, at.y / coarser}
		}
	}
	in.pts = slices.Grow(in.pts[:0], len(in.given))
	in.vertex = slices.Grow(in.vertex[:0], len(in.given))
	in.equal, in.touch, in.found = flaw{}, flaw{}, flaw{}
	for i, at := range in.given {
		if len(in.pts) > 0 && at == in.pts[len(in.pts)-1] {
			in.again(i, true)
			continue
		}
		in.pts, in.vertex = append(in.pts, at), append(in.vertex, int32(i))
	}
	for n := len(in.pts); n > 1 && in.pts[n-1] == in.pts[0]; n-- {
		in.again(int(in.vertex[n-1]), true)
		in.pts, in.vertex = in.pts[:n-1], in.vertex[:n-1]
	}
}

// again notes a position that was there before.
func (in *inspector) again(vertex int, repeated bool) {
	if in.equal.count == 0 {
		in.equal = flaw{code: EqualPoints, vertex: vertex, repeated: true}
	}
	in.equal.vertex = min(in.equal.vertex, vertex)
	in.equal.repeated = in.equal.repeated && repeated
	in.equal.count++
}

// inspect returns the flaws of the loaded ring: the first of each sort, with their number if it is
// counted. It takes n log n steps for any n vertices.
func (in *inspector) inspect() []flaw {
	var all []flaw
	note := func(f flaw) {
		if f.count > 0 {
			all = append(all, f)
		}
	}
	folded := in.folds()
	if collapsed := in.collapsed(); collapsed.count > 0 {
		note(collapsed)
		in.sort()
	} else if folded.count > 0 {
		// Sides on one another have no order for the sweep to keep. Once this is fixed, the other
		// flaws will show.
		note(folded)
		in.sort()
	} else {
		in.sort()
		in.sweep()
		note(in.found)
		if in.found.count == 0 {
			note(in.touch)
		}
	}
	note(in.equal)
	return all
}

// collapsed reports whether all positions lie on one line, or are fewer than three.
func (in *inspector) collapsed() flaw {
	for i := 2; i < len(in.pts); i++ {
		if side(in.pts[0], in.pts[1], in.pts[i]) != 0 {
			return flaw{}
		}
	}
	return flaw{code: Collapsed, count: 1}
}

// folds finds the vertices where the ring turns back along the side it came.
func (in *inspector) folds() (first flaw) {
	n := len(in.pts)
	for i, at := range in.pts {
		last, next := in.pts[in.before(i)], in.pts[in.after(i)]
		if n < 3 || side(last, at, next) != 0 || last.before(at) != next.before(at) {
			continue
		}
		if first.count == 0 {
			first = flaw{code: Folded, vertex: int(in.vertex[i]), sides: in.sides(in.before(i), i)}
		}
		first.count++
	}
	return first
}

// sort orders the vertices for the sweep and notes those that are equal.
func (in *inspector) sort() {
	in.events = slices.Grow(in.events[:0], len(in.pts))
	for i, at := range in.pts {
		in.events = append(in.events, event{at, int32(i)})
	}
	slices.SortFunc(in.events, func(a, b event) int {
		if c := a.compare(b.pt); c != 0 {
			return c
		}
		return int(a.i) - int(b.i)
	})
	for i := 1; i < len(in.events); i++ {
		if in.events[i].pt == in.events[i-1].pt {
			in.again(int(in.vertex[in.events[i].i]), false)
		}
	}
}

func (in *inspector) after(i int) int {
	if i++; i < len(in.pts) {
		return i
	}
	return 0
}

func (in *inspector) before(i int) int {
	if i == 0 {
		i = len(in.pts)
	}
	return i - 1
}

// sides names two sides as the sender counts them, the earlier first. A side
// begins at the last of positions that are equal.
func (in *inspector) sides(a, b int) [2]int {
	named := func(i int) int {
		v := int(in.vertex[i])
		for v+1 < len(in.given) && in.given[v+1] == in.given[v] {
			v++
		}
		return v
	}
	x, y := named(a), named(b)
	return [2]int{min(x, y), max(x, y)}
}
