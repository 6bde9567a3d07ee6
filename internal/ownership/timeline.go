package ownership

import "sort"

// timeline is a list of instants in the order of the log, which is almost chronological: clocks may
// go back. It finds instants within bounds without reading all of them.
type timeline struct {
	steps []int // the step of each instant, ascending
	// rows[0] has the instants themselves; in each further row, an entry bounds fan entries of the
	// row before.
	rows [6][]bounds
}

type bounds struct{ first, last int64 }

// fan is the number of entries that one entry of the next row represents.
const fan = 32

// add appends the instant of a step.
func (t *timeline) add(step int, at int64) {
	n := len(t.steps)
	t.steps = append(t.steps, step)
	for i := range t.rows {
		if n == len(t.rows[i]) {
			t.rows[i] = append(t.rows[i], bounds{at, at})
		} else {
			t.rows[i][n].cover(bounds{at, at})
		}
		n /= fan
	}
}

func (b *bounds) cover(other bounds) {
	b.first, b.last = min(b.first, other.first), max(b.last, other.last)
}

// before returns how many instants belong to steps before a given one.
func (t *timeline) before(step int) int { return sort.SearchInts(t.steps, step) }

// within reports whether one of the instants with numbers from up to, but not including, to is
// within bounds. It adds to looked the number of entries that it looked at.
func (t *timeline) within(from, to int, first, last int64, looked *int) bool {
	if from >= to {
		return false
	}
	return t.search(len(t.rows)-1, from, to, bounds{first, last}, looked)
}

// search looks at the entries of a row for a range of instants.
func (t *timeline) search(row, from, to int, want bounds, looked *int) bool {
	span := 1
	for range row {
		span *= fan
	}
	for i := from / span; i*span < to; i++ {
		*looked++
		b := t.rows[row][i]
		if b.last < want.first || b.first > want.last {
			continue
		}
		if row == 0 || from <= i*span && (i+1)*span <= to && b.first >= want.first && b.last <= want.last {
			return true
		}
		if t.search(row-1, max(from, i*span), min(to, (i+1)*span), want, looked) {
			return true
		}
	}
	return false
}
