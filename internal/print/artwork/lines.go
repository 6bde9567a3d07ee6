package artwork

import "math"

const (
	mostPieces = 64            // of a curve: on one across a whole logo each has eight pixels
	mostSides  = 256           // of a circle; twice what a logo-sized one needs
	degree     = math.Pi / 180 // the unit of angles in drawings
)

// line is a run of straight pieces.
type line struct {
	points []point
	closed bool
}

// lines are what a pen drew, with curves as straight pieces. They are in the units of the element;
// the number of pieces of a curve depends on its final size.
type lines struct {
	all  []line
	step float64 // maximum distance of pieces from the curve
	on   *canvas // whose points they are
}

func (o *lines) start(p point) {
	if o.on.room(1) {
		o.all = append(o.all, line{points: []point{p}})
	}
}

func (o *lines) to(p point) {
	if len(o.all) == 0 {
		o.start(point{})
	}
	if !o.on.room(1) {
		return
	}
	last := &o.all[len(o.all)-1]
	if last.closed { // after closing, the pen is at the start
		if o.start(last.points[0]); o.on.err != nil {
			return
		}
		last = &o.all[len(o.all)-1]
	}
	last.points = append(last.points, p)
}

func (o *lines) here() point {
	if len(o.all) == 0 {
		return point{}
	}
	last := &o.all[len(o.all)-1]
	if last.closed {
		return last.points[0]
	}
	return last.points[len(last.points)-1]
}

func (o *lines) end() {
	if len(o.all) > 0 {
		o.all[len(o.all)-1].closed = true
	}
}

// pieces returns how many pieces a curve with that curvature needs.
func (o *lines) pieces(bend float64) int {
	return int(math.Max(1, math.Min(mostPieces, math.Ceil(math.Sqrt(bend/o.step)))))
}

func (o *lines) cubic(b, c, d point) {
	a := o.here()
	bend := .75 * math.Max(math.Hypot(a.x-2*b.x+c.x, a.y-2*b.y+c.y), math.Hypot(b.x-2*c.x+d.x, b.y-2*c.y+d.y))
	n := o.pieces(bend)
	for i := 1; i <= n; i++ {
		t := float64(i) / float64(n)
		s := 1 - t
		p, q, r, u := s*s*s, 3*s*s*t, 3*s*t*t, t*t*t
		o.to(point{p*a.x + q*b.x + r*c.x + u*d.x, p*a.y + q*b.y + r*c.y + u*d.y})
	}
}

func (o *lines) quad(b, c point) {
	a := o.here()
	o.cubic(point{a.x + 2*(b.x-a.x)/3, a.y + 2*(b.y-a.y)/3}, point{c.x + 2*(b.x-c.x)/3, c.y + 2*(b.y-c.y)/3}, c)
}

// arc follows a rotated ellipse, given as in a path by its end point.
func (o *lines) arc(rx, ry, turned float64, large, sweep bool, to point) {
	from := o.here()
	rx, ry = math.Abs(rx), math.Abs(ry)
	if rx == 0 || ry == 0 || from == to {
		o.to(to)
		return
	}
	sin, cos := math.Sincos(turned * degree)
	dx, dy := (from.x-to.x)/2, (from.y-to.y)/2
	x, y := (cos*dx+sin*dy)/rx, (cos*dy-sin*dx)/ry
	if grow := math.Hypot(x, y); grow > 1 {
		rx, ry, x, y = rx*grow, ry*grow, x/grow, y/grow
	}
	// On the unit circle: the middle of both ends is at x, y seen from the centre.
	off := math.Sqrt(math.Max(0, 1/math.Max(x*x+y*y, nothing)-1))
	if large == sweep {
		off = -off
	}
	cx, cy := off*y, -off*x
	begin := math.Atan2(y-cy, x-cx)
	angle := math.Atan2(-y-cy, -x-cx) - begin
	if sweep && angle < 0 {
		angle += 2 * math.Pi
	} else if !sweep && angle > 0 {
		angle -= 2 * math.Pi
	}
	mid := point{(from.x+to.x)/2 + cos*rx*cx - sin*ry*cy, (from.y+to.y)/2 + sin*rx*cx + cos*ry*cy}
	n := o.round(math.Max(rx, ry), math.Abs(angle))
	for i := 1; i < n; i++ {
		s, c := math.Sincos(begin + angle*float64(i)/float64(n))
		o.to(point{mid.x + cos*rx*c - sin*ry*s, mid.y + sin*rx*c + cos*ry*s})
	}
	o.to(to)
}

// round returns how many pieces a part of a circle needs.
func (o *lines) round(radius, angle float64) int {
	each := 2 * math.Acos(math.Max(0, 1-o.step/math.Max(radius, o.step)))
	return int(math.Max(1, math.Min(mostSides, math.Ceil(angle/each))))
}

func (o *lines) ellipse(cx, cy, rx, ry float64) {
	if rx <= 0 || ry <= 0 {
		return
	}
	o.start(point{cx + rx, cy})
	o.arc(rx, ry, 0, false, true, point{cx - rx, cy})
	o.arc(rx, ry, 0, false, true, point{cx + rx, cy})
	o.end()
}

// onto returns the lines in pixels.
func (o *lines) onto(m matrix) [][]point {
	all := make([][]point, 0, len(o.all))
	for i := range o.all {
		moved := make([]point, len(o.all[i].points))
		for j, p := range o.all[i].points {
			moved[j] = m.at(p)
		}
		all = append(all, moved)
	}
	return all
}

// box maps the unit square to the extent of the lines.
func (o *lines) box() matrix {
	low, high := point{math.Inf(1), math.Inf(1)}, point{math.Inf(-1), math.Inf(-1)}
	for i := range o.all {
		for _, p := range o.all[i].points {
			low.x, low.y = math.Min(low.x, p.x), math.Min(low.y, p.y)
			high.x, high.y = math.Max(high.x, p.x), math.Max(high.y, p.y)
		}
	}
	if low.x > high.x {
		return identity
	}
	return matrix{high.x - low.x, 0, 0, high.y - low.y, low.x, low.y}
}
