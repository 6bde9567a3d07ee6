package artwork

import (
	"image/color"
	"math"
	"strings"
)

var gradients = map[string]bool{"linearGradient": true, "radialGradient": true}

// gradientWork is how much more than one of one colour a pixel of a gradient takes.
const gradientWork = 4

// ink is the colour of a pixel.
type ink func(x, y int) color.NRGBA

// inkOf is what an outline is painted with; nil for nothing.
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
}

// gradient paints with what a gradient says. What it does not say, the one that it refers to does.
func (c *canvas) gradient(n *node, o *lines, onto matrix, opacity float64) ink {
	said := map[string]string{}
	var stops []stop
	for at, depth := n, 0; at != nil && gradients[at.name] && depth < maxDepth; depth++ {
		for name, value := range at.attrs {
			if said[name] == "" && (at.name == n.name || strings.HasPrefix(name, "gradient") || name == "spreadMethod") {
				said[name] = value
			}
		}
		if stops == nil {
			stops = c.stops(at, opacity)
		}
		at = c.ids[strings.TrimPrefix(at.attrs["href"], "#")]
	}
	if len(stops) == 0 {
		return nil
	}
	w, h, d := 1., 1., 1.
	if said["gradientUnits"] == "userSpaceOnUse" {
		w, h, d = c.width, c.height, c.diagonal()
	} else {
		onto = onto.after(o.box())
	}
	back, ok := onto.after(transforms(said["gradientTransform"])).inverse()
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
	return func(x, y int) color.NRGBA {
		c.work += gradientWork
		return between(stops, spreadOver(place(back.at(point{float64(x) + .5, float64(y) + .5})), spread))
	}
}

func (c *canvas) stops(n *node, opacity float64) (all []stop) {
	for _, kid := range n.kids {
		if kid.name != "stop" {
			continue
		}
		props := c.properties(kid, nil)
		colour, ok := colourOf(props["stop-color"], props)
		if !ok {
			colour = color.NRGBA{A: 0xff}
		}
		colour.A = uint8(math.Round(float64(colour.A) * share(props["stop-opacity"]) * opacity))
		at := math.Max(0, math.Min(1, length(kid.attrs["offset"], 1)))
		if len(all) > 0 {
			at = math.Max(at, all[len(all)-1].at)
		}
		all = append(all, stop{at, colour})
	}
	return all
}

// along is how far a point is on the way from a to b.
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

// around is how far a point is from the focus toward the circle.
func around(middle, focus point, r float64) func(point) float64 {
	fx, fy := focus.x-middle.x, focus.y-middle.y
	if l := math.Hypot(fx, fy); l > .99*r && l > 0 { // a focus is inside
		fx, fy = fx/l*.99*r, fy/l*.99*r
	}
	rest := r*r - fx*fx - fy*fy
	return func(p point) float64 {
		dx, dy := p.x-middle.x-fx, p.y-middle.y-fy
		length := dx*dx + dy*dy
		if length == 0 || rest <= 0 {
			return 0
		}
		dot := dx*fx + dy*fy
		reach := (-dot + math.Sqrt(math.Max(0, dot*dot+length*rest))) / length // in steps of p from the focus
		return 1 / math.Max(reach, 1e-9)
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

func between(stops []stop, t float64) color.NRGBA {
	for i := range stops {
		if t > stops[i].at {
			continue
		}
		if i == 0 || stops[i].at == stops[i-1].at {
			return stops[i].colour
		}
		a, b := stops[i-1], stops[i]
		k := (t - a.at) / (b.at - a.at)
		mix := func(x, y uint8) uint8 { return uint8(math.Round(float64(x)*(1-k) + float64(y)*k)) }
		return color.NRGBA{mix(a.colour.R, b.colour.R), mix(a.colour.G, b.colour.G), mix(a.colour.B, b.colour.B), mix(a.colour.A, b.colour.A)}
	}
	return stops[len(stops)-1].colour
}
