package artwork

import (
	"cmp"
	"math"
	"slices"
)

// fine is the number of lines into which a row of pixels is cut. Within a line, the covered part of
// a pixel is exact.
const fine = 4

// edge is a downward piece of an outline.
type edge struct {
	first, last int     // lines, the last not included
	x, slope    float64 // at the first line, and for each further one
	way         int     // 1 if the outline went down here, too
}

type crossing struct {
	x   float64
	way int
}

// edges returns the pieces of closed outlines, in pixels.
func (c *canvas) edges(shapes [][]point) []edge {
	most := 0
	for _, points := range shapes {
		most += len(points)
	}
	if !c.charge(crossingWork * most) {
		return nil
	}
	all := make([]edge, 0, most)
	for _, points := range shapes {
		for i, a := range points {
			b, way := points[(i+1)%len(points)], 1
			if a.y > b.y {
				a, b, way = b, a, -1
			}
			if !a.drawn() || !b.drawn() {
				continue
			}
			first := max(0, int(math.Ceil(a.y*fine-.5)))
			last := min(c.h*fine, int(math.Ceil(b.y*fine-.5)))
			if first >= last {
				continue
			}
			slope := (b.x - a.x) / (b.y - a.y)
			all = append(all, edge{first, last, a.x + ((float64(first)+.5)/fine-a.y)*slope, slope / fine, way})
		}
	}
	slices.SortFunc(all, func(a, b edge) int { return cmp.Compare(a.first, b.first) })
	return all
}

// fill calls put with each pixel that outlines cover, and its coverage.
func (c *canvas) fill(shapes [][]point, evenOdd bool, put func(y, x int, cover float64)) {
	edges := c.edges(shapes)
	if len(edges) == 0 {
		return
	}
	row := make([]float64, c.w+2) // how the cover changes from pixel to pixel
	active := edges[:0]           // reuses the space of edges that were passed
	var found []crossing
	for at := edges[0].first; at < c.h*fine && (len(edges) > 0 || len(active) > 0); at++ {
		for len(edges) > 0 && edges[0].first == at {
			active, edges = append(active, edges[0]), edges[1:]
		}
		active = slices.DeleteFunc(active, func(e edge) bool { return e.last <= at })
		if !c.charge(crossingWork * len(active)) {
			return
		}
		found = found[:0]
		for i := range active {
			found = append(found, crossing{active[i].x, active[i].way})
			active[i].x += active[i].slope
		}
		slices.SortFunc(found, func(a, b crossing) int { return cmp.Compare(a.x, b.x) })
		wound := 0
		for i := range found {
			inside := wound != 0
			if evenOdd {
				inside = wound%2 != 0
			}
			if inside {
				c.span(row, found[i-1].x, found[i].x)
			}
			wound += found[i].way
		}
		if at%fine == fine-1 && !c.give(row, at/fine, put) {
			return
		}
	}
}

// span adds a stretch of one line to its row.
func (c *canvas) span(row []float64, from, to float64) {
	for i, x := range [2]float64{from, to} {
		x = math.Max(0, math.Min(float64(c.w), x))
		whole := math.Floor(x)
		amount := 1. / fine
		if i == 1 {
			amount = -amount
		}
		row[int(whole)] += amount * (1 - (x - whole))
		row[int(whole)+1] += amount * (x - whole)
	}
}

// give passes on a row, and clears it. It returns false if the limit of work was reached.
func (c *canvas) give(row []float64, y int, put func(y, x int, cover float64)) bool {
	cover, given := 0., 0
	for x := range c.w {
		if cover += row[x]; cover > leastCover {
			put(y, x, math.Min(cover, 1))
			given++
		}
	}
	clear(row)
	return c.charge(given)
}
