package graph

import "slices"

// spot is something in a column: a node, the label of an edge, or a point through which a long edge
// passes.
type spot struct {
	node, edge int // -1: none
	label      bool
	column     int
	y          float64
	before     []int // spots in the previous column
	after      []int
}

func (s *spot) height() float64 {
	switch {
	case s.node >= 0:
		return nodeHeight
	case s.label:
		return labelHeight
	}
	return 0
}

func (s *spot) gap() float64 {
	switch {
	case s.node >= 0:
		return nodeGap
	case s.label:
		return labelGap
	}
	return wayGap
}

// layout is a graph on its way to a drawing. Nodes are in even columns, labels
// in odd ones, so no label hides a node or another label.
type layout struct {
	nodes   []Node
	edges   []Edge
	ends    [][2]int // of edges, as indexes of nodes, left to right; -1: not drawn
	turned  []bool   // edges that run against the others
	layer   []int    // of nodes
	spots   []spot
	columns [][]int // spots, top to bottom
	way     [][]int // of edges: their spots between the nodes
}

// Lay positions every node and edge. Edges whose ends are not among the nodes are left out; of
// nodes with the same id the first counts.
func Lay(nodes []Node, edges []Edge) *Drawing {
	l := &layout{nodes: nodes, edges: edges}
	l.connect()
	l.assign()
	l.tighten()
	l.fill()
	l.order()
	l.place()
	return l.drawing()
}

// connect finds the ends of edges, and turns those that close a circle.
func (l *layout) connect() {
	index := make(map[string]int, len(l.nodes))
	for i := range l.nodes {
		if _, twice := index[l.nodes[i].ID]; !twice {
			index[l.nodes[i].ID] = i
		}
	}
	l.ends, l.turned = make([][2]int, len(l.edges)), make([]bool, len(l.edges))
	out := make([][]int, len(l.nodes)) // edges
	for i := range l.edges {
		from, ok := index[l.edges[i].From]
		to, ok2 := index[l.edges[i].To]
		if !ok || !ok2 {
			l.ends[i] = [2]int{-1, -1}
			continue
		}
		l.ends[i] = [2]int{from, to}
		out[from] = append(out[from], i)
	}
	const fresh, open, done = 0, 1, 2
	state := make([]int, len(l.nodes))
	type frame struct{ node, next int }
	for start := range l.nodes {
		if state[start] != fresh {
			continue
		}
		stack := []frame{{start, 0}}
		state[start] = open
		for len(stack) > 0 { // not recursive: a chain may be long
			top := &stack[len(stack)-1]
			if top.next == len(out[top.node]) {
				state[top.node] = done
				stack = stack[:len(stack)-1]
				continue
			}
			e := out[top.node][top.next]
			top.next++
			switch to := l.ends[e][1]; state[to] {
			case open:
				l.turned[e] = true
			case fresh:
				state[to] = open
				stack = append(stack, frame{to, 0})
			}
		}
	}
	for e, turned := range l.turned {
		if turned {
			l.ends[e][0], l.ends[e][1] = l.ends[e][1], l.ends[e][0]
		}
	}
}

// drawn reports whether an edge joins two nodes; one that leads back to its own is
// drawn next to it.
func (l *layout) drawn(e int) bool { return l.ends[e][0] >= 0 && l.ends[e][0] != l.ends[e][1] }

// neighbours returns the nodes before and after each.
func (l *layout) neighbours() (before, after [][]int) {
	before, after = make([][]int, len(l.nodes)), make([][]int, len(l.nodes))
	for e := range l.edges {
		if l.drawn(e) {
			from, to := l.ends[e][0], l.ends[e][1]
			after[from], before[to] = append(after[from], to), append(before[to], from)
		}
	}
	return before, after
}

// sorted returns the nodes with each after its predecessors.
func (l *layout) sorted(before, after [][]int) []int {
	wait := make([]int, len(l.nodes))
	var ready []int
	for i := range l.nodes {
		if wait[i] = len(before[i]); wait[i] == 0 {
			ready = append(ready, i)
		}
	}
	for k := 0; k < len(ready); k++ {
		for _, to := range after[ready[k]] {
			if wait[to]--; wait[to] == 0 {
				ready = append(ready, to)
			}
		}
	}
	return ready
}

// assign puts each node into the layer after all its predecessors.
func (l *layout) assign() {
	before, after := l.neighbours()
	l.layer = make([]int, len(l.nodes))
	for _, n := range l.sorted(before, after) {
		for _, from := range before[n] {
			l.layer[n] = max(l.layer[n], l.layer[from]+1)
		}
	}
}

// tighten moves nodes with more successors than predecessors next to the successors.
func (l *layout) tighten() {
	before, after := l.neighbours()
	for _, n := range slices.Backward(l.sorted(before, after)) {
		if len(after[n]) == 0 || len(after[n]) < len(before[n]) {
			continue
		}
		next := l.layer[after[n][0]]
		for _, to := range after[n] {
			next = min(next, l.layer[to])
		}
		l.layer[n] = max(l.layer[n], next-1)
	}
}

// maxPassing limits the points through which long edges pass; further edges are drawn straight.
const maxPassing = 2500

// fill puts nodes, labels and the points of long edges into columns.
func (l *layout) fill() {
	last := 0
	for _, layer := range l.layer {
		last = max(last, layer)
	}
	l.columns = make([][]int, 2*last+1)
	add := func(s spot) int {
		l.spots = append(l.spots, s)
		l.columns[s.column] = append(l.columns[s.column], len(l.spots)-1)
		return len(l.spots) - 1
	}
	for n := range l.nodes {
		add(spot{node: n, edge: -1, column: 2 * l.layer[n]})
	}
	l.way = make([][]int, len(l.edges))
	passing := 0
	for e := range l.edges {
		if !l.drawn(e) {
			continue
		}
		from, to := l.ends[e][0], l.ends[e][1]
		at := from
		first, end := 2*l.layer[from]+1, 2*l.layer[to]
		for column := first; column < end; column++ {
			if column > first {
				if passing++; passing > maxPassing {
					break
				}
			}
			next := add(spot{node: -1, edge: e, label: column == first && l.edges[e].Name != "", column: column})
			l.join(at, next)
			l.way[e] = append(l.way[e], next)
			at = next
		}
		l.join(at, to)
	}
}

func (l *layout) join(from, to int) {
	l.spots[from].after = append(l.spots[from].after, to)
	l.spots[to].before = append(l.spots[to].before, from)
}
