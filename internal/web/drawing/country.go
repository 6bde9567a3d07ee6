// Package drawing computes what pages draw as SVG: places on the map of Brazil,
// and plot outlines to scale. It returns numbers and paths; the templates draw
// them.
package drawing

import (
	"slices"

	"rastro/internal/geo/brazil"
)

// State is the outline of a state of Brazil.
type State struct {
	Outline string // the path of an SVG
	Marked  bool
}

// Dot is a place on the map of Brazil.
type Dot struct{ X, Y int }

// States returns the states of Brazil, those in marked (by their two capitals) last, so
// that they are drawn over their neighbours' borders.
func States(marked map[string]bool) []State {
	var all []State
	for _, s := range brazil.States() {
		all = append(all, State{s.Outline, marked[s.UF]})
	}
	slices.SortStableFunc(all, func(a, b State) int {
		switch {
		case a.Marked == b.Marked:
			return 0
		case b.Marked:
			return -1
		}
		return 1
	})
	return all
}

// AddDot adds a place that the map shows, once.
func AddDot(dots []Dot, lat, lon float64) []Dot {
	x, y, ok := brazil.OnMap(lat, lon)
	if at := (Dot{x, y}); ok && !slices.Contains(dots, at) {
		dots = append(dots, at)
	}
	return dots
}
