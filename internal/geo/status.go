package geo

// status is the sides that the sweep line crosses, from south to north: a treap, whose depth is
// logarithmic for any input, with its nodes also linked in order. Node 0 means none.
type status struct {
	nodes []node
	free  []int32
	root  int32
	seed  uint32
}

type node struct {
	side         int32
	left, right  int32 // south and north of it
	up           int32
	south, north int32 // its neighbours
	priority     uint32
}

func (s *status) reset() {
	s.nodes = append(s.nodes[:0], node{})
	s.free = s.free[:0]
	s.root, s.seed = 0, 2_463_534_242
}

// random is xorshift: the order of the input must not match a pattern, and the same ring must
// always give the same result.
func (s *status) random() uint32 {
	s.seed ^= s.seed << 13
	s.seed ^= s.seed >> 17
	s.seed ^= s.seed << 5
	return s.seed
}

// insert adds a side below a node that has no child there.
func (s *status) insert(side, parent int32, north bool) int32 {
	var n int32
	if last := len(s.free) - 1; last >= 0 {
		n, s.free = s.free[last], s.free[:last]
	} else {
		n = int32(len(s.nodes))
		s.nodes = append(s.nodes, node{})
	}
	at := node{side: side, up: parent, priority: s.random()}
	switch over := &s.nodes[parent]; {
	case parent == 0:
		s.root = n
	case north:
		over.right, at.south, at.north = n, parent, over.north
	default:
		over.left, at.north, at.south = n, parent, over.south
	}
	s.nodes[n] = at
	s.link(at.south, n)
	s.link(n, at.north)
	for up := at.up; up != 0 && s.nodes[up].priority < at.priority; up = s.nodes[n].up {
		s.raise(n)
	}
	return n
}

func (s *status) remove(n int32) {
	for s.nodes[n].left != 0 && s.nodes[n].right != 0 {
		left, right := s.nodes[n].left, s.nodes[n].right
		if s.nodes[left].priority > s.nodes[right].priority {
			s.raise(left)
		} else {
			s.raise(right)
		}
	}
	at := s.nodes[n]
	s.replace(n, max(at.left, at.right)) // one of them is 0
	s.link(at.south, at.north)
	s.free = append(s.free, n)
}

func (s *status) link(south, north int32) {
	if south != 0 {
		s.nodes[south].north = north
	}
	if north != 0 {
		s.nodes[north].south = south
	}
}

// raise turns a node and its parent about.
func (s *status) raise(n int32) {
	up := s.nodes[n].up
	s.replace(up, n)
	var moved int32
	if s.nodes[up].left == n {
		moved = s.nodes[n].right
		s.nodes[up].left, s.nodes[n].right = moved, up
	} else {
		moved = s.nodes[n].left
		s.nodes[up].right, s.nodes[n].left = moved, up
	}
	if moved != 0 {
		s.nodes[moved].up = up
	}
	s.nodes[up].up = n
}

// replace puts a node, or none, in the place of another.
func (s *status) replace(old, n int32) {
	up := s.nodes[old].up
	switch {
	case up == 0:
		s.root = n
	case s.nodes[up].left == old:
		s.nodes[up].left = n
	default:
		s.nodes[up].right = n
	}
	if n != 0 {
		s.nodes[n].up = up
	}
}
