package landfile

import (
	"slices"
	"strconv"
)

// dropLabels removes the points that lie in an outline: programs that draw maps put the
// label of a plot there, and it is not land of its own.
func (g *gather) dropLabels() {
	var outlines []ring
	points := 0
	for i := range g.features {
		points += len(g.features[i].points)
		for _, rings := range g.features[i].polygons {
			outlines = append(outlines, outline(rings[0]))
		}
	}
	if points == 0 || len(outlines) == 0 {
		return
	}
	steps := nestSteps
	isLabel := func(p position) bool {
		at := [2]float64{degrees(p.lon), degrees(p.lat)}
		return slices.ContainsFunc(outlines, func(r ring) bool {
			if steps--; steps < 0 || !r.boxes(at) {
				return false
			}
			steps -= len(r.xy)
			return r.holds(at)
		})
	}
	for i := range g.features {
		g.features[i].points = slices.DeleteFunc(g.features[i].points, isLabel)
	}
	g.features = slices.DeleteFunc(g.features, func(f feature) bool { return len(f.polygons)+len(f.points) == 0 })
}

// outline returns the exterior ring of a polygon as numbers.
func outline(positions []position) ring {
	r := newRing()
	for _, p := range positions {
		r.add(degrees(p.lon), degrees(p.lat))
	}
	return r
}

// degrees returns a number that was checked when it was read.
func degrees(number string) float64 {
	v, _ := strconv.ParseFloat(number, 64)
	return v
}
