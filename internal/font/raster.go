package font

import (
	"image"
	"math"
)

// Draw darkens an image where a text lies: its first letter stands at x, y, in
// pixels, and the font is em pixels high. Edges are softened. What lies outside
// the image is left out.
func (f *Font) Draw(dst *image.Gray, text string, x, y, em float64) {
	curves := f.Outline(text)
	low, high := Point{math.Inf(1), math.Inf(1)}, Point{math.Inf(-1), math.Inf(-1)}
	place := func(p Point) Point { return Point{x + p.X*em, y - p.Y*em} }
	for _, c := range curves {
		for i := range c {
			c[i].By, c[i].To = place(c[i].By), place(c[i].To)
			for _, p := range []Point{c[i].By, c[i].To} {
				low = Point{min(low.X, p.X), min(low.Y, p.Y)}
				high = Point{max(high.X, p.X), max(high.Y, p.Y)}
			}
		}
	}
	box := image.Rect(int(math.Floor(low.X)), int(math.Floor(low.Y)), int(math.Ceil(high.X))+1, int(math.Ceil(high.Y))+1)
	if len(curves) == 0 || box.Intersect(dst.Rect) != box {
		return // our layouts never leave the paper: rather nothing than a piece
	}
	r := &raster{width: box.Dx(), cells: make([]float64, box.Dx()*box.Dy()+1)}
	shift := func(p Point) Point { return Point{p.X - float64(box.Min.X), p.Y - float64(box.Min.Y)} }
	for _, c := range curves {
		pen := shift(c.Start())
		for _, b := range c {
			to := shift(b.To)
			if b.Straight {
				r.line(pen, to)
			} else {
				r.curve(pen, shift(b.By), to)
			}
			pen = to
		}
	}
	r.paint(dst, box)
}

// raster gathers, for every pixel, by how much an outline changes what is dark
// to the right of it; summed along a line of pixels that is how dark each is.
type raster struct {
	width int
	cells []float64
}

// curveSteps is into how many straight lines a curve is cut. At the size of our
// largest letters a step is a pixel or two.
const curveSteps = 8

func (r *raster) curve(from, by, to Point) {
	pen := from
	for i := 1; i <= curveSteps; i++ {
		t := float64(i) / curveSteps
		u := 1 - t
		next := Point{u*u*from.X + 2*u*t*by.X + t*t*to.X, u*u*from.Y + 2*u*t*by.Y + t*t*to.Y}
		r.line(pen, next)
		pen = next
	}
}

func (r *raster) line(p, q Point) {
	if p.Y == q.Y {
		return
	}
	sign := 1.0
	if p.Y > q.Y {
		p, q, sign = q, p, -1
	}
	slope := (q.X - p.X) / (q.Y - p.Y)
	for row := int(p.Y); float64(row) < q.Y; row++ {
		top, bottom := max(p.Y, float64(row)), min(q.Y, float64(row+1))
		if bottom <= top {
			continue
		}
		left, right := p.X+(top-p.Y)*slope, p.X+(bottom-p.Y)*slope
		if left > right {
			left, right = right, left
		}
		r.span(row, left, right, sign*(bottom-top))
	}
}

// span spreads the change over the pixels that a piece of line within one row
// crosses, by how much of each lies to its right.
func (r *raster) span(row int, left, right, height float64) {
	cells := r.cells[row*r.width:]
	first, last := int(left), int(math.Ceil(right))
	if last <= first+1 {
		inside := float64(first+1) - (left+right)/2
		cells[first] += height * inside
		cells[first+1] += height * (1 - inside)
		return
	}
	// The part of the height that is left of an x grows evenly from left to right.
	covered := func(x float64) float64 { // area left of the pixel edge x, per height
		switch d := x - left; {
		case d <= 0:
			return 0
		case x >= right:
			return x - (left+right)/2
		default:
			return d * d / (2 * (right - left))
		}
	}
	before := 0.0
	total := 0.0
	for i := first; i < last; i++ {
		area := covered(float64(i+1)) - covered(float64(i))
		cells[i] += height * (area - before)
		total += area - before
		before = area
	}
	cells[last] += height * (1 - total)
}

func (r *raster) paint(dst *image.Gray, box image.Rectangle) {
	for y := range box.Dy() {
		sum := 0.0
		for x := range r.width {
			sum += r.cells[y*r.width+x]
			if cover := min(1, math.Abs(sum)); cover > 0 {
				at := dst.PixOffset(box.Min.X+x, box.Min.Y+y)
				dst.Pix[at] = uint8(float64(dst.Pix[at])*(1-cover) + 0.5)
			}
		}
	}
}
