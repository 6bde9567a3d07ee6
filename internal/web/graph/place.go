package graph

import "math"

// settles is how often heights are evened out, there and back.
const settles = 5

// place assigns heights to the spots: each as near to the mean of its neighbours as the order of
// its column and the minimum distance allow.
func (l *layout) place() {
	for _, column := range l.columns {
		y := 0.0
		for _, s := range column {
			one := &l.spots[s]
			one.y = y + one.height()/2
			y += one.height() + one.gap()
		}
	}
	for range settles {
		for _, column := range l.columns {
			l.settle(column, func(s *spot) []int { return s.before })
		}
		for i := len(l.columns) - 1; i >= 0; i-- {
			l.settle(l.columns[i], func(s *spot) []int { return s.after })
		}
	}
	least := math.Inf(1)
	for i := range l.spots {
		least = min(least, l.spots[i].y-l.spots[i].height()/2)
	}
	for i := range l.spots {
		l.spots[i].y += margin - least
	}
}

// settle moves the spots of a column to their preferred heights without changing their order,
// minimising the sum of squared distances by pooling spots that push each other.
func (l *layout) settle(column []int, joined func(*spot) []int) {
	type pool struct {
		sum  float64
		size int
		from int
	}
	offset := make([]float64, len(column))
	var pools []pool
	for i, s := range column {
		one := &l.spots[s]
		if i > 0 {
			before := &l.spots[column[i-1]]
			offset[i] = offset[i-1] + (before.height()+one.height())/2 + (before.gap()+one.gap())/2
		}
		want := one.y
		if others := joined(one); len(others) > 0 {
			want = 0
			for _, o := range others {
				want += l.spots[o].y
			}
			want /= float64(len(others))
		}
		pools = append(pools, pool{want - offset[i], 1, i})
		for n := len(pools); n > 1 && pools[n-2].sum/float64(pools[n-2].size) > pools[n-1].sum/float64(pools[n-1].size); n-- {
			pools[n-2].sum += pools[n-1].sum
			pools[n-2].size += pools[n-1].size
			pools = pools[:n-1]
		}
	}
	for _, p := range pools {
		for i := p.from; i < p.from+p.size; i++ {
			l.spots[column[i]].y = p.sum/float64(p.size) + offset[i]
		}
	}
}

// drawing returns the layout in its outer form.
func (l *layout) drawing() *Drawing {
	d := &Drawing{}
	left := func(column int) float64 {
		x := float64(margin + (column/2)*(nodeWidth+labelWidth+2*columnGap))
		if column%2 == 1 {
			x += nodeWidth + columnGap
		}
		return x
	}
	for i := range l.spots {
		s := &l.spots[i]
		d.Height = max(d.Height, s.y+s.height()/2+margin)
		if s.node >= 0 {
			x := left(s.column)
			d.Width = max(d.Width, x+nodeWidth+margin)
			d.Nodes = append(d.Nodes, Placed{&l.nodes[s.node], x, s.y})
		}
	}
	for e := range l.edges {
		if l.ends[e][0] < 0 {
			continue
		}
		line := Line{Edge: &l.edges[e], Against: l.turned[e]}
		from, to := &l.spots[l.ends[e][0]], &l.spots[l.ends[e][1]]
		start := Point{left(from.column) + nodeWidth, from.y}
		if !l.drawn(e) { // around its own corner
			top := from.y - nodeHeight/2
			line.Way = []Point{{start.X - 40, top}, {start.X - 20, top - nodeGap/2}, {start.X, top + 14}}
			d.Lines = append(d.Lines, line)
			continue
		}
		line.Way = append(line.Way, start)
		for _, w := range l.way[e] {
			s := &l.spots[w]
			x := left(s.column)
			width := float64(labelWidth)
			if s.column%2 == 0 {
				width = nodeWidth
			}
			if s.label {
				line.Label = Point{x, s.y}
			}
			line.Way = append(line.Way, Point{x, s.y}, Point{x + width, s.y})
		}
		line.Way = append(line.Way, Point{left(to.column), to.y})
		if line.Against {
			for i, j := 0, len(line.Way)-1; i < j; i, j = i+1, j-1 {
				line.Way[i], line.Way[j] = line.Way[j], line.Way[i]
			}
		}
		d.Lines = append(d.Lines, line)
	}
	return d
}
