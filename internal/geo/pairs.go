package geo

import (
	"cmp"
	"slices"
)

// Pair is two plots that share land.
type Pair struct {
	A, B  int // indexes, A the lower
	Ha    float64
	Share float64 // of the smaller plot
}

// The work that Overlaps may do. Comparing rectangles takes a nanosecond or two, so both limits are
// tens of milliseconds for ordinary plots, and end the search for others.
const (
	pairTests = 20_000_000
	pairSteps = 2 * overlapSteps
)

// Overlaps finds the pairs of plots that share more than a given share of the smaller one, in order
// of A and then B. A nil plot shares nothing. The result is incomplete if there are more than most
// pairs, if finding them would take too long, or if overlap cannot tell for some pair.
func Overlaps(plots []*Plot, over float64, most int) (pairs []Pair, complete bool) {
	return pairsOf(plots, over, most, func(int, int) bool { return true })
}

// Against is Overlaps between two lists: A is an index in the first and B in the second. Plots in
// one list are not compared with each other.
func Against(plots, others []*Plot, over float64, most int) (pairs []Pair, complete bool) {
	own := len(plots)
	pairs, complete = pairsOf(slices.Concat(plots, others), over, most, func(a, b int) bool { return (a < own) != (b < own) })
	for i := range pairs {
		pairs[i].B -= own
	}
	return pairs, complete
}

func pairsOf(plots []*Plot, over float64, most int, asked func(a, b int) bool) (pairs []Pair, complete bool) {
	order := make([]int, 0, len(plots))
	for i, p := range plots {
		if p != nil && p.AreaHa > 0 {
			order = append(order, i)
		}
	}
	slices.SortFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(plots[a].box.min.x, plots[b].box.min.x), a-b)
	})
	complete = true
	tests, steps := pairTests, pairSteps
	var active []int // those that reach east of where the search is
search:
	for _, i := range order {
		p := plots[i]
		kept := active[:0]
		for _, k := range active {
			q := plots[k]
			if tests--; tests < 0 {
				complete = false
				break search
			}
			if q.box.max.x <= p.box.min.x {
				continue
			}
			kept = append(kept, k)
			if !asked(i, k) || q.box.min.y >= p.box.max.y || p.box.min.y >= q.box.max.y {
				continue
			}
			one := min(steps, overlapSteps)
			left := one
			ha, share, ok := overlap(p, q, &left)
			steps -= one - left
			if !ok {
				complete = false
			}
			if !ok || share <= over {
				continue
			}
			if len(pairs) == most {
				complete = false
				break search
			}
			pairs = append(pairs, Pair{min(i, k), max(i, k), ha, share})
		}
		active = append(kept, i)
	}
	slices.SortFunc(pairs, func(a, b Pair) int { return cmp.Or(a.A-b.A, a.B-b.B) })
	return pairs, complete
}
