package artwork

import "math"

const (
	initialMiter = 4 // the default limit of a mitre, in widths
	fewestSides  = 8 // of a circle: one of a tiny width is at least an octagon
)

// stroked are the outlines of a stroke, in pixels: one per piece, join and cap, all wound the same
// way, so that together they cover what any of them covers.
type stroked struct {
	*canvas
	shapes [][]point
	onto   matrix
	half   float64 // of the width, in the units of the element
	from   *lines
	join   string
	miter  float64
}

// add keeps one outline, unless that would be too many points.
func (s *stroked) add(points ...point) {
	if !s.room(len(points)) {
		return
	}
	moved := make([]point, len(points))
	area := 0.
	for i, p := range points {
		moved[i] = s.onto.at(p)
	}
	for i, p := range moved {
		q := moved[(i+1)%len(moved)]
		area += p.x*q.y - q.x*p.y
	}
	if area < 0 {
		for i, j := 0, len(moved)-1; i < j; i, j = i+1, j-1 {
			moved[i], moved[j] = moved[j], moved[i]
		}
	}
	s.shapes = append(s.shapes, moved)
}

func (s *stroked) circle(at point) {
	n := max(fewestSides, s.from.round(s.half, 2*math.Pi))
	var points [mostSides]point
	for i := range n {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / float64(n))
		points[i] = point{at.x + s.half*cos, at.y + s.half*sin}
	}
	s.add(points[:n]...)
}

// toward is the step of half the width from a to b; ok is false if they are one point.
func (s *stroked) toward(a, b point) (step point, ok bool) {
	l := math.Hypot(b.x-a.x, b.y-a.y)
	if l < samePlace {
		return point{}, false
	}
	return point{(b.x - a.x) / l * s.half, (b.y - a.y) / l * s.half}, true
}

func (s *stroked) piece(a, b, d point) {
	s.add(point{a.x - d.y, a.y + d.x}, point{b.x - d.y, b.y + d.x}, point{b.x + d.y, b.y - d.x}, point{a.x + d.y, a.y - d.x})
}

// corner joins two pieces with the directions d and e.
func (s *stroked) corner(at, d, e point) {
	turn := d.x*e.y - d.y*e.x
	if s.join == "round" {
		if math.Abs(turn) > nothing || d.x*e.x+d.y*e.y < 0 {
			s.circle(at)
		}
		return
	}
	side := 1.
	if turn > 0 {
		side = -1
	}
	a, b := point{at.x - side*d.y, at.y + side*d.x}, point{at.x - side*e.y, at.y + side*e.x}
	cos := (d.x*e.x + d.y*e.y) / (s.half * s.half)
	if half := math.Sqrt(math.Max(0, (1+cos)/2)); s.join != "bevel" && half > least && 1/half <= s.miter {
		m := point{(a.x+b.x)/2 - at.x, (a.y+b.y)/2 - at.y}
		if l := math.Hypot(m.x, m.y); l > nothing {
			far := s.half / half / l
			s.add(at, a, point{at.x + m.x*far, at.y + m.y*far}, b)
			return
		}
	}
	s.add(at, a, b)
}

// follow strokes one run.
func (s *stroked) follow(l *line, tip string) {
	points := make([]point, 1, len(l.points)+1)
	points[0] = l.points[0]
	for _, p := range l.points[1:] {
		if _, moved := s.toward(points[len(points)-1], p); moved {
			points = append(points, p)
		}
	}
	if l.closed && len(points) > 1 {
		if _, apart := s.toward(points[len(points)-1], points[0]); apart {
			points = append(points, points[0])
		}
	}
	if len(points) == 1 {
		s.dot(points[0], tip)
		return
	}
	var first, before point
	for i := 1; i < len(points) && s.err == nil; i++ {
		d, _ := s.toward(points[i-1], points[i])
		a, b := points[i-1], points[i]
		if tip == "square" && !l.closed {
			if i == 1 {
				a = point{a.x - d.x, a.y - d.y}
			}
			if i == len(points)-1 {
				b = point{b.x + d.x, b.y + d.y}
			}
		}
		s.piece(a, b, d)
		if i == 1 {
			first = d
		} else {
			s.corner(points[i-1], before, d)
		}
		before = d
	}
	switch {
	case l.closed:
		s.corner(points[0], before, first)
	case tip == "round":
		s.circle(points[0])
		s.circle(points[len(points)-1])
	}
}

// dot strokes a run without a length.
func (s *stroked) dot(at point, tip string) {
	switch h := s.half; tip {
	case "round":
		s.circle(at)
	case "square":
		s.add(point{at.x - h, at.y - h}, point{at.x + h, at.y - h}, point{at.x + h, at.y + h}, point{at.x - h, at.y + h})
	}
}

func (c *canvas) paintStroke(o *lines, own *scope) {
	ink := c.inkOf(own.props["stroke"], own.props, o, own.onto, share(own.props["stroke-opacity"]))
	width := length(own.props["stroke-width"], c.diagonal())
	if ink == nil || width <= 0 {
		return
	}
	s := stroked{canvas: c, onto: own.onto, half: width / 2, from: o, join: own.props["stroke-linejoin"], miter: initialMiter}
	if v := own.props["stroke-miterlimit"]; v != "" {
		s.miter = length(v, 0)
	}
	for i := range o.all {
		s.follow(&o.all[i], own.props["stroke-linecap"])
		if c.err != nil {
			return
		}
	}
	c.fill(s.shapes, false, func(y, x int, cover float64) { c.paint(y, x, ink(x, y), cover, own) })
}

func (c *canvas) paintFill(o *lines, own *scope) {
	ink := c.inkOf(own.props["fill"], own.props, o, own.onto, share(own.props["fill-opacity"]))
	if ink == nil {
		return
	}
	c.fill(o.onto(own.onto), own.props["fill-rule"] == "evenodd", func(y, x int, cover float64) { c.paint(y, x, ink(x, y), cover, own) })
}
