package geo

import (
	"maps"
	"slices"
)

// Extent is the rectangle around a plot in billionths of a degree, edges
// included.
type Extent struct{ West, South, East, North int64 }

// Extent returns the extent of a plot with an area; zero for one without.
func (p *Plot) Extent() Extent {
	if p.AreaHa <= 0 {
		return Extent{}
	}
	return Extent{p.box.min.x, p.box.min.y, p.box.max.x, p.box.max.y}
}

// Shares reports whether two extents have more than an edge in common.
func (e Extent) Shares(other Extent) bool {
	return max(e.West, other.West) < min(e.East, other.East) && max(e.South, other.South) < min(e.North, other.North)
}

// Cell is a cell of a grid over the country, for finding plots by place. There are three grids
// of different cell sizes: a plot is kept in the finest whose cells are at least as wide as the
// plot, and so in four cells at most. The numbers are stored.
type Cell int64

// cellSteps are the widths of the cells: 5.5 km, 44 km and 350 km.
var cellSteps = [...]int64{degree / 20, degree * 2 / 5, degree * 16 / 5}

// maxExtent is the maximum width of a plot in the index. No real plot is a tenth as wide: values
// that are wider, or not in Brazil, are numbers that mean something else, and would overlap the
// plots of half a state.
const maxExtent = degree

// findable reports whether plots of the extent are in the index.
func (e Extent) findable() bool {
	return e.West < e.East && e.South < e.North && e.East-e.West <= maxExtent && e.North-e.South <= maxExtent &&
		inBrazil(e.West, e.South) && inBrazil(e.East, e.North)
}

// Cells returns the cells under which a plot of this extent is stored; none if it is not indexed
// because it has no area, lies outside Brazil, or is too wide to be a plot.
func (e Extent) Cells() []Cell {
	if !e.findable() {
		return nil
	}
	level := 0
	for e.East-e.West > cellSteps[level] || e.North-e.South > cellSteps[level] {
		level++
	}
	return e.cells(nil, level)
}

// Around returns the cells in which every plot is kept that shares land with one of
// the extent.
func (e Extent) Around() []Cell {
	if !e.findable() {
		return nil
	}
	var found []Cell
	for level := range cellSteps {
		found = e.cells(found, level)
	}
	return found
}

// Around returns the extent around others; zero around none.
func Around(extents []Extent) Extent {
	var all Extent
	for i, e := range extents {
		if i == 0 {
			all = e
		}
		all = Extent{min(all.West, e.West), min(all.South, e.South), max(all.East, e.East), max(all.North, e.North)}
	}
	return all
}

// AllAround is Around of every extent, each cell once and in order. It is incomplete if there
// are more than most.
func AllAround(extents []Extent, most int) (cells []Cell, complete bool) {
	seen := map[Cell]bool{}
	for _, e := range extents {
		for _, c := range e.Around() {
			if seen[c] = true; len(seen) > most {
				delete(seen, c)
				return slices.Sorted(maps.Keys(seen)), false
			}
		}
	}
	return slices.Sorted(maps.Keys(seen)), true
}

// cells appends the cells of a level that the extent overlaps.
func (e Extent) cells(to []Cell, level int) []Cell {
	step := cellSteps[level]
	column := func(x int64) int64 { return (x - brazilWest) / step }
	row := func(y int64) int64 { return (y - brazilSouth) / step }
	for y := row(e.South); y <= row(e.North); y++ {
		for x := column(e.West); x <= column(e.East); x++ {
			to = append(to, Cell(int64(level)<<32|y<<16|x))
		}
	}
	return to
}
