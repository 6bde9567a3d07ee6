package harvest

// lotGraph records which lots become which. A record that transforms lots is a node between them,
// so that many inputs and outputs need no more edges than were written. Lots are nodes 0 to n-1,
// records follow.
type lotGraph struct {
	lots int
	recs []int32   // the nodes that are records
	next [][]int32 // edges
	free []bool    // records in which certified and other goods may be mixed
}

func (c *checker) lotGraph() *lotGraph {
	g := &lotGraph{lots: len(c.Lots.Names), next: make([][]int32, len(c.Lots.Names))}
	for i := range c.PostHarvests {
		f := &c.PostHarvests[i]
		g.join(f.Rec, c.Lots.Of(f.In), c.Lots.Of(f.Out), f.Custody >= looseCustody)
	}
	for i := range c.Processes {
		f := &c.Processes[i]
		made := c.Lots.Of(f.Made)
		if whole, ok := c.Composite(f); ok {
			parts := make([]int32, len(f.Blend))
			for k, part := range f.Blend {
				parts[k] = part.Lot
			}
			g.join(f.Rec, parts, []int32{whole}, false)
		}
		if len(made) > 0 {
			g.join(f.Rec, c.Lots.Of(f.Lots), made, false)
		}
	}
	return g
}

func (g *lotGraph) join(rec int32, in, out []int32, free bool) {
	if len(in) == 0 || len(out) == 0 {
		return
	}
	node := int32(g.lots + len(g.recs))
	g.recs = append(g.recs, rec)
	g.next = append(g.next, out)
	g.free = append(g.free, free)
	for _, lot := range in {
		g.next[lot] = append(g.next[lot], node)
	}
}

// reach spreads a mark from lots to everything made from them, and keeps the source lot of each. On
// request, records that are free do not pass it on.
func (g *lotGraph) reach(from map[int32]int32, order []int32, stopFree bool) []int32 {
	origin := make([]int32, len(g.next))
	for i := range origin {
		origin[i] = -1
	}
	queue := make([]int32, 0, len(order))
	for _, lot := range order {
		if origin[lot] < 0 {
			origin[lot] = from[lot]
			queue = append(queue, lot)
		}
	}
	for len(queue) > 0 {
		node := queue[0]
		queue = queue[1:]
		if int(node) >= g.lots && stopFree && g.free[int(node)-g.lots] {
			continue
		}
		for _, to := range g.next[node] {
			if origin[to] < 0 {
				origin[to] = origin[node]
				queue = append(queue, to)
			}
		}
	}
	return origin
}

// circles returns the groups of nodes that lead back to themselves, in the order of their lowest
// nodes (Tarjan's components, without recursion).
func (g *lotGraph) circles() [][]int32 {
	n := len(g.next)
	index, low := make([]int32, n), make([]int32, n) // 0: not seen
	onStack := make([]bool, n)
	at := make([]int32, n) // the next edge to take
	var stack, path []int32
	var found [][]int32
	count := int32(0)
	for start := range int32(g.lots) {
		if index[start] != 0 {
			continue
		}
		path = append(path[:0], start)
		for len(path) > 0 {
			v := path[len(path)-1]
			if at[v] == 0 && index[v] == 0 {
				count++
				index[v], low[v] = count, count
				stack = append(stack, v)
				onStack[v] = true
			}
			if int(at[v]) < len(g.next[v]) {
				w := g.next[v][at[v]]
				at[v]++
				if index[w] == 0 {
					path = append(path, w)
				} else if onStack[w] {
					low[v] = min(low[v], index[w])
				}
				continue
			}
			path = path[:len(path)-1]
			if len(path) > 0 {
				up := path[len(path)-1]
				low[up] = min(low[up], low[v])
			}
			if low[v] != index[v] {
				continue
			}
			var group []int32
			for {
				w := stack[len(stack)-1]
				stack = stack[:len(stack)-1]
				onStack[w] = false
				group = append(group, w)
				if w == v {
					break
				}
			}
			if len(group) > 2 { // a lot and the record that keeps its name are not a circle
				found = append(found, group)
			}
		}
	}
	return found
}
