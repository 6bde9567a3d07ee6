package artwork

import (
	"math"

	"rastro/internal/print/font"
)

// finest is the maximum distance, in pixels, of pieces from their curve.
const finest = .1

// outline returns the outline of an element, in its own units.
func (c *canvas) outline(n *node, own *scope) *lines {
	o := &lines{step: finest / math.Max(own.onto.scale(), least), on: c}
	across := func(name string) float64 { return length(n.attrs[name], c.width) }
	down := func(name string) float64 { return length(n.attrs[name], c.height) }
	if !c.charge(readWork * (len(n.attrs["d"]) + len(n.attrs["points"]))) {
		return o
	}
	switch n.name {
	case "path":
		o.path(n.attrs["d"])
	case "rect":
		c.rectangle(o, n)
	case "circle":
		r := length(n.attrs["r"], c.diagonal())
		o.ellipse(across("cx"), down("cy"), r, r)
	case "ellipse":
		o.ellipse(across("cx"), down("cy"), across("rx"), down("ry"))
	case "line":
		o.start(point{across("x1"), down("y1")})
		o.to(point{across("x2"), down("y2")})
	case "polyline", "polygon":
		v := numbers(n.attrs["points"])
		for i := 0; i+1 < len(v); i += 2 {
			if i == 0 {
				o.start(point{v[0], v[1]})
			} else {
				o.to(point{v[i], v[i+1]})
			}
		}
		if n.name == "polygon" {
			o.end()
		}
	case "text":
		c.write(o, n, own)
	}
	return o
}

func (c *canvas) rectangle(o *lines, n *node) {
	x, y := length(n.attrs["x"], c.width), length(n.attrs["y"], c.height)
	w, h := length(n.attrs["width"], c.width), length(n.attrs["height"], c.height)
	if w <= 0 || h <= 0 {
		return
	}
	rx, ry := length(n.attrs["rx"], c.width), length(n.attrs["ry"], c.height)
	if n.attrs["rx"] == "" {
		rx = ry
	} else if n.attrs["ry"] == "" {
		ry = rx
	}
	rx, ry = math.Min(math.Max(rx, 0), w/2), math.Min(math.Max(ry, 0), h/2)
	o.start(point{x + rx, y})
	o.to(point{x + w - rx, y})
	o.arc(rx, ry, 0, false, true, point{x + w, y + ry})
	o.to(point{x + w, y + h - ry})
	o.arc(rx, ry, 0, false, true, point{x + w - rx, y + h})
	o.to(point{x + rx, y + h})
	o.arc(rx, ry, 0, false, true, point{x, y + h - ry})
	o.to(point{x, y + ry})
	o.arc(rx, ry, 0, false, true, point{x + rx, y})
	o.end()
}

// pen has a typeface draw lines.
type pen struct{ *lines }

func (p pen) MoveTo(x, y float32) { p.start(point{float64(x), float64(y)}) }
func (p pen) LineTo(x, y float32) { p.to(point{float64(x), float64(y)}) }
func (p pen) ClosePath()          { p.end() }
func (p pen) QuadTo(byX, byY, x, y float32) {
	p.quad(point{float64(byX), float64(byY)}, point{float64(x), float64(y)})
}

var _ font.Pen = pen{}
