package artwork

import (
	"math"
	"strings"

	"rastro/internal/print/font"
)

// run is a stretch of text in one typeface.
type run struct {
	text   string
	face   *font.Font
	em     float64
	anchor string
	starts bool // it has a position of its own
	x, y   float64
	dx, dy float64
}

// write draws the outlines of a text in our typefaces, the only ones for print. All parts have the
// colour of the whole.
func (c *canvas) write(o *lines, n *node, own *scope) {
	w := writer{canvas: c}
	w.element(n, own.props, 0)
	for all := w.runs; len(all) > 0; {
		chunk, at, wide := 1, point{all[0].x, all[0].y}, all[0].width()
		for ; chunk < len(all) && !all[chunk].starts; chunk++ {
			wide += all[chunk].dx + all[chunk].width()
		}
		switch all[0].anchor {
		case "middle":
			at.x -= wide / 2
		case "end":
			at.x -= wide
		}
		for _, r := range all[:chunk] {
			at.x, at.y = at.x+r.dx, at.y+r.dy
			r.face.Outline(pen{o}, r.text, at.x, at.y, r.em)
			at.x += r.width()
		}
		all = all[chunk:]
	}
}

func (r *run) width() float64 { return r.face.Width(r.text) * r.em }

// writer puts together the runs of a text.
type writer struct {
	*canvas
	runs []run
	next run // its place
}

func (w *writer) element(n *node, props map[string]string, depth int) {
	if depth > maxDepth || w.err != nil || props["display"] == "none" {
		return
	}
	place := func(name string, whole float64, v *float64) bool {
		list := strings.FieldsFunc(n.attrs[name], func(r rune) bool { return r == ' ' || r == ',' })
		if len(list) == 0 {
			return false
		}
		*v = length(list[0], whole)
		return true
	}
	hasX, hasY := place("x", w.width, &w.next.x), place("y", w.height, &w.next.y)
	w.next.starts = w.next.starts || hasX || hasY || len(w.runs) == 0
	place("dx", w.width, &w.next.dx)
	place("dy", w.height, &w.next.dy)
	for _, kid := range n.kids {
		switch kid.name {
		case "":
			w.text(kid.text, props)
		case "tspan":
			w.element(kid, w.properties(kid, props), depth+1)
		}
	}
}

func (w *writer) text(text string, props map[string]string) {
	if !w.charge(readWork * len(text)) {
		return
	}
	r := w.next
	r.face, r.em, r.anchor = font.Regular, length(props["font-size"], 0), props["text-anchor"]
	if weight := props["font-weight"]; weight == "bold" || weight == "bolder" || len(weight) == 3 && weight >= "600" {
		r.face = font.Bold
	}
	r.text = r.face.Printable(text)
	if r.text == "" || !(r.em > 0) || math.IsInf(r.em, 0) {
		return
	}
	if !r.starts && strings.HasPrefix(text, " ") {
		r.text = " " + r.text
	}
	if strings.HasSuffix(text, " ") {
		r.text += " "
	}
	w.runs = append(w.runs, r)
	w.next.starts, w.next.dx, w.next.dy = false, 0, 0
}
