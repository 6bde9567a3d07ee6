package artwork

import (
	"image/color"
	"math"
	"math/bits"
	"slices"
	"sort"
	"strings"
)

var gradients = map[string]bool{"linearGradient": true, "radialGradient": true}

// ink is the colour of a pixel.
type ink func(x, y int) color.NRGBA

// inkOf returns what an outline is painted with; nil for nothing.
func (c *canvas) inkOf(text string, props map[string]string, o *lines, onto matrix, opacity float64) ink {
	if by := c.ids[referred(text)]; by != nil && gradients[by.name] {
		return c.gradient(by, o, onto, opacity)
	}
	solid, ok := colourOf(text, props)
	if !ok {
		return nil
	}
	solid.A = uint8(math.Round(float64(solid.A) * opacity))
	return func(int, int) color.NRGBA { return solid }
}

// stop is a colour on the way of a gradient.
type stop struct {
	at     float64
	colour color.NRGBA
	share  float64 // the remaining share of the colour's alpha
}

// said is the content of a gradient and of those that it refers to.
type said struct {
	attrs map[string]string
	moved matrix
	stops []stop
}

// saidBy reads a gradient, once. Whatever it does not state comes from the gradient to which it
// refers.
func (c *canvas) saidBy(n *node) *said {
	if s := c.said[n]; s != nil {
		return s
	}
	s := &said{attrs: map[string]string{}}
	c.said[n] = s
	for at, depth := n, 0; at != nil && gradients[at.name] && depth < maxDepth && c.charge(elementWork); depth++ {
		for name, value := range at.attrs {
			if s.attrs[name] == "" && (at.name == n.name || strings.HasPrefix(name, "gradient") || name == "spreadMethod") {
				s.attrs[name] = value
			}
		}
		if s.stops == nil {
			s.stops = c.stops(at)
		}
		at = c.ids[strings.TrimPrefix(at.attrs["href"], "#")]
	}
	s.moved = c.transforms(s.attrs["gradientTransform"])
	return s
}

// inked returns the stops of a gradient with reduced opacity.
func (s *said) inked(opacity float64) []stop {
	stops := slices.Clone(s.stops)
	for i := range stops {
		a := &stops[i].colour.A
		*a = uint8(math.Round(float64(*a) * stops[i].share * opacity))
	}
	return stops
}

// gradient returns the paint for a gradient.
func (c *canvas) gradient(n *node, o *lines, onto matrix, opacity float64) ink {
	by := c.saidBy(n)
	if len(by.stops) == 0 || !c.charge(len(by.stops)) {
		return nil
	}
	said, stops := by.attrs, by.inked(opacity)
	w, h, d := 1., 1., 1.
	if said["gradientUnits"] == "userSpaceOnUse" {
		w, h, d = c.width, c.height, c.diagonal()
	} else {
		onto = onto.after(o.box())
	}
	back, ok := onto.after(by.moved).inverse()
	if !ok {
		last := stops[len(stops)-1].colour
		return func(int, int) color.NRGBA { return last }
	}
	get := func(name, missing string, whole float64) float64 {
		if said[name] != "" {
			missing = said[name]
		}
		return length(missing, whole)
	}
	var place func(p point) float64
	if n.name == "linearGradient" {
		place = along(point{get("x1", "0", w), get("y1", "0", h)}, point{get("x2", "100%", w), get("y2", "0", h)})
	} else {
		middle := point{get("cx", "50%", w), get("cy", "50%", h)}
		focus := middle
		if said["fx"] != "" {
			focus.x = get("fx", "", w)
		}
		if said["fy"] != "" {
			focus.y = get("fy", "", h)
		}
		place = around(middle, focus, get("r", "50%", d))
	}
	spread := said["spreadMethod"]
	each := gradientWork + bits.Len(uint(len(stops))) // steps to find the colour of a place
	return func(x, y int) color.NRGBA {
		if !c.charge(each) {
			return color.NRGBA{}
		}
		return between(stops, spreadOver(place(back.at(point{float64(x) + .5, float64(y) + .5})), spread))
	}
}

func (c *canvas) stops(n *node) (all []stop) {
	for _, kid := range n.kids {
		if kid.name != "stop" {
			continue
		}
		if len(all) == maxStops && c.err == nil {
			c.err = errTooMuch
		}
		props := c.properties(kid, nil)
		if c.err != nil {
			return nil
		}
		colour, ok := colourOf(props["stop-color"], props)
		if !ok {
			colour = color.NRGBA{A: opaque}
		}
		at := math.Max(0, math.Min(1, length(kid.attrs["offset"], 1)))
		if len(all) > 0 {
			at = math.Max(at, all[len(all)-1].at)
		}
		all = append(all, stop{at, colour, share(props["stop-opacity"])})
	}
	return all
}

// along returns how far along the way from a to b a point is.
func along(a, b point) func(point) float64 {
	dx, dy := b.x-a.x, b.y-a.y
	whole := dx*dx + dy*dy
	return func(p point) float64 {
		if whole == 0 {
			return 1
		}
		return ((p.x-a.x)*dx + (p.y-a.y)*dy) / whole
	}
}

// focusInside is the maximum distance of a focus from the centre, in radii: on the circle itself
// there would be no room for the colours on one side.
const focusInside = .99

// around returns how far along the way from the focus to the circle a point is.
func around(middle, focus point, r float64) func(point) float64 {
	fx, fy := focus.x-middle.x, focus.y-middle.y
	if l := math.Hypot(fx, fy); l > focusInside*r && l > 0 {
		fx, fy = fx/l*focusInside*r, fy/l*focusInside*r
	}
	rest := r*r - fx*fx - fy*fy
	return func(p point) float64 {
		dx, dy := p.x-middle.x-fx, p.y-middle.y-fy
		length := dx*dx + dy*dy
		if length == 0 || rest <= 0 {
			return 0
		}
		dot := dx*fx + dy*fy
		reach := (-dot + math.Sqrt(math.Max(0, dot*dot+length*rest))) / length // in multiples of the distance from the focus to p
		return 1 / math.Max(reach, samePlace)
	}
}

func spreadOver(t float64, method string) float64 {
	switch method {
	case "repeat":
		return t - math.Floor(t)
	case "reflect":
		if t = math.Mod(math.Abs(t), 2); t > 1 {
			return 2 - t
		}
		return t
	}
	return math.Max(0, math.Min(1, t))
}

// between returns the colour of a place among stops.
func between(stops []stop, t float64) color.NRGBA {
	i := sort.Search(len(stops), func(i int) bool { return !(t > stops[i].at) }) // a place that is not a number is not greater either
	if i == len(stops) {
		return stops[i-1].colour
	}
	if i == 0 || stops[i].at == stops[i-1].at {
		return stops[i].colour
	}
	a, b := stops[i-1], stops[i]
	k := (t - a.at) / (b.at - a.at)
	mix := func(x, y uint8) uint8 { return uint8(math.Round(float64(x)*(1-k) + float64(y)*k)) }
	return color.NRGBA{mix(a.colour.R, b.colour.R), mix(a.colour.G, b.colour.G), mix(a.colour.B, b.colour.B), mix(a.colour.A, b.colour.A)}
}
