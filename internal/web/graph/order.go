package graph

import "slices"

// sweeps is how often the order of the columns is improved, back and forth.
const sweeps = 4

// order sorts the spots of each column so that few edges cross: by the mean position of their
// neighbours in the previous column, then in the next, keeping the best order found.
func (l *layout) order() {
	place, centre := make([]int, len(l.spots)), make([]float64, len(l.spots))
	number := func() {
		for _, column := range l.columns {
			for i, s := range column {
				place[s] = i
			}
		}
	}
	number()
	best, fewest := l.copied(), l.crossings(place)
	for sweep := 0; sweep < sweeps && fewest > 0; sweep++ {
		for i := range l.columns {
			l.sortColumn(l.columns[i], place, centre, func(s *spot) []int { return s.before })
		}
		for _, column := range slices.Backward(l.columns) {
			l.sortColumn(column, place, centre, func(s *spot) []int { return s.after })
		}
		if n := l.crossings(place); n < fewest {
			best, fewest = l.copied(), n
		}
	}
	l.columns = best
}

func (l *layout) copied() [][]int {
	all := make([][]int, len(l.columns))
	for i := range l.columns {
		all[i] = slices.Clone(l.columns[i])
	}
	return all
}

// sortColumn sorts a column by the barycentres of its spots; a spot without neighbours on that side
// keeps its position.
func (l *layout) sortColumn(column, place []int, centre []float64, joined func(*spot) []int) {
	for i, s := range column {
		others := joined(&l.spots[s])
		if len(others) == 0 {
			centre[s] = float64(i)
			continue
		}
		sum := 0
		for _, o := range others {
			sum += place[o]
		}
		centre[s] = float64(sum) / float64(len(others))
	}
	slices.SortStableFunc(column, func(a, b int) int {
		switch {
		case centre[a] < centre[b]:
			return -1
		case centre[a] > centre[b]:
			return 1
		}
		return 0
	})
	for i, s := range column {
		place[s] = i
	}
}

// crossings counts the pairs of edges between neighbouring columns that cross.
func (l *layout) crossings(place []int) int {
	n := 0
	for i := 0; i+1 < len(l.columns); i++ {
		var ends []int
		for _, s := range l.columns[i] {
			from := len(ends)
			for _, o := range l.spots[s].after {
				if l.spots[o].column == i+1 {
					ends = append(ends, place[o])
				}
			}
			slices.Sort(ends[from:]) // edges of one spot do not cross
		}
		n += inversions(ends, len(l.columns[i+1]))
	}
	return n
}

// inversions counts the pairs that are in the wrong order, of numbers below n.
func inversions(list []int, n int) int {
	tree := make([]int, n+1)
	count := 0
	for seen, v := range list {
		notAbove := 0
		for i := v + 1; i > 0; i -= i & -i {
			notAbove += tree[i]
		}
		count += seen - notAbove
		for i := v + 1; i <= n; i += i & -i {
			tree[i]++
		}
	}
	return count
}
