package geo

import (
	"cmp"
	"math"
	"slices"
)

// maxPieces limits the pieces of a plot.
const maxPieces = 1_000

// CutSteps is how many vertices may be processed for one answer: some seconds.
const CutSteps = 5_000_000

// WithoutHoles cuts a plot from Truncate6 into polygons without holes that together cover the same
// land: from north to south through each hole, at whole millionths of a degree. A shape without a
// hole stays whole. ok is false if that is impossible, or would make a side that crosses or touches
// another: for a plot with points, with a hole outside its shape, or if it would take more than the
// remaining steps.
func (p *Plot) WithoutHoles(steps *int) (pieces []*Plot, ok bool) {
	total := 0.0
	var todo []region
	for _, of := range p.parts {
		if of.kind != areaPart {
			return nil, false
		}
		todo = append(todo, p.regionOf(of))
	}
	slices.Reverse(todo)
	for len(todo) > 0 {
		r := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if len(r.holes) == 0 {
			piece := r.plot()
			if piece == nil || len(pieces) == maxPieces {
				return nil, false
			}
			pieces = append(pieces, piece)
			total += piece.AreaHa
			continue
		}
		halves, ok := r.halve(steps)
		if !ok {
			return nil, false
		}
		todo = append(todo, halves...)
	}
	return pieces, math.Abs(total-p.AreaHa) <= cutTolerance*p.AreaHa
}

// cutTolerance is by how much the pieces may differ from the plot, since new vertices have only six
// decimals.
const cutTolerance = 1e-3

// region is a polygon in millionths of a degree: its exterior ring counter-clockwise, its
// holes clockwise, so that the land is always to the left. No ring is closed.
type region struct {
	outer []pt
	holes [][]pt
}

func (p *Plot) regionOf(of shape) (r region) {
	for i, s := range p.rings(of) {
		pts := p.outline(of, i, nil)
		for k := range pts {
			pts[k] = pt{pts[k].x / micro, pts[k].y / micro}
		}
		if (s.turn > 0) != (i == 0) {
			slices.Reverse(pts)
		}
		if i == 0 {
			r.outer = pts
		} else if len(pts) > 0 {
			r.holes = append(r.holes, pts)
		}
	}
	return r
}

// plot returns the exterior of a region as a plot; nil where the EU's system would refuse it.
func (r *region) plot() *Plot {
	text := []byte(`{"type":"Polygon","coordinates":[[`)
	for i := range len(r.outer) + 1 {
		if i > 0 {
			text = append(text, ',')
		}
		at := r.outer[i%len(r.outer)]
		text = append(append6(append(text, '['), at.x), ',')
		text = append(append6(text, at.y), ']')
	}
	made, err := Read(append(text, `]]}`...))
	if err != nil || made.swapped || len(made.Judge()) > 0 {
		return nil
	}
	return made
}

// fractions are where in a hole a cut is tried, in sixtieths of its width.
var fractions = []int64{30, 20, 40, 15, 45, 12, 48}

// halve cuts a region through its first hole.
func (r *region) halve(steps *int) (halves []region, ok bool) {
	hole := r.holes[0]
	west, east := hole[0].x, hole[0].x
	for _, at := range hole {
		west, east = min(west, at.x), max(east, at.x)
	}
	taken := map[int64]bool{}
	for _, ring := range r.rings() {
		if *steps -= len(ring); *steps < 0 {
			return nil, false
		}
		for _, at := range ring {
			taken[at.x] = true
		}
	}
	for _, f := range fractions {
		x := west + (east-west)*f/60
		for taken[x] && x < east {
			x++
		}
		if x <= west || x >= east {
			continue
		}
		if halves, ok := r.cut(x, steps); ok {
			return halves, true
		}
	}
	return nil, false
}

func (r *region) rings() [][]pt { return append([][]pt{r.outer}, r.holes...) }

// chain is a stretch of a ring on one side of a cut, from one crossing to the next.
type chain struct {
	pts      []pt
	from, to int // crossings
	used     bool
}

// cutPoint is where a ring meets a cut.
type cutPoint struct {
	y        float64
	at       pt
	eastward bool
	place    int // among all, from south to north
}

// cutter cuts a region along a meridian.
type cutter struct {
	x         int64
	crossings []cutPoint
	chains    [2][]chain // west and east of it
	whole     [][]pt     // holes that it does not meet
}

// cut cuts a region along a meridian that no vertex is on. From south to north the crossings
// alternately enter and leave the land, so each pair of them is a side that both halves share.
func (r *region) cut(x int64, steps *int) (halves []region, ok bool) {
	c := cutter{x: x}
	for i, ring := range r.rings() {
		if *steps -= len(ring); *steps < 0 {
			return nil, false
		}
		if !c.divide(ring) {
			if i == 0 {
				return nil, false
			}
			c.whole = append(c.whole, ring)
		}
	}
	order := make([]int, len(c.crossings))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(c.crossings[a].y, c.crossings[b].y) })
	for place, i := range order {
		c.crossings[i].place = place
		if c.crossings[i].eastward != (place%2 == 0) || place > 0 && c.crossings[order[place-1]].at.y >= c.crossings[i].at.y {
			return nil, false
		}
	}
	for side := range c.chains {
		loops, ok := c.join(side, order)
		if !ok {
			return nil, false
		}
		halves = append(halves, loops...)
	}
	return halves, c.fill(halves, steps)
}

// divide notes where a ring crosses the cut and what lies between; false if it does not cross.
func (c *cutter) divide(ring []pt) bool {
	n := len(ring)
	first := len(c.crossings)
	var after []int // the vertex after each crossing
	for i, a := range ring {
		b := ring[(i+1)%n]
		if (a.x < c.x) == (b.x < c.x) {
			continue
		}
		y := float64(a.y) + float64(b.y-a.y)*float64(c.x-a.x)/float64(b.x-a.x)
		c.crossings = append(c.crossings, cutPoint{y: y, at: pt{c.x, int64(math.Round(y))}, eastward: a.x < c.x})
		after = append(after, (i+1)%n)
	}
	for k, start := range after {
		next := after[(k+1)%len(after)]
		one := chain{from: first + k, to: first + (k+1)%len(after)}
		for i := start; ; i = (i + 1) % n {
			one.pts = append(one.pts, ring[i])
			if (i+1)%n == next {
				break
			}
		}
		side := 0
		if ring[start].x > c.x {
			side = 1
		}
		c.chains[side] = append(c.chains[side], one)
	}
	return len(after) > 0
}

// join makes rings of the chains on one side, each with the next along the cut.
func (c *cutter) join(side int, order []int) (loops []region, ok bool) {
	all := c.chains[side]
	starting := map[int]*chain{}
	for i := range all {
		starting[all[i].from] = &all[i]
	}
	for i := range all {
		var loop []pt
		for at := &all[i]; !at.used; {
			at.used = true
			loop = append(append(append(loop, c.crossings[at.from].at), at.pts...), c.crossings[at.to].at)
			if at = starting[order[c.crossings[at.to].place^1]]; at == nil {
				return nil, false
			}
		}
		if loop != nil {
			half := region{outer: loop}
			if half.plot() == nil {
				return nil, false
			}
			loops = append(loops, half)
		}
	}
	return loops, true
}

// fill puts the holes that the cut does not meet into the halves that they are in.
func (c *cutter) fill(halves []region, steps *int) bool {
	for _, hole := range c.whole {
		found := false
		for i := range halves {
			if *steps -= len(halves[i].outer); *steps < 0 {
				return false
			}
			if odd, on := around(halves[i].outer, hole[0]); odd && !on {
				halves[i].holes, found = append(halves[i].holes, hole), true
				break
			}
		}
		if !found {
			return false
		}
	}
	return true
}
