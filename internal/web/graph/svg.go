package graph

import (
	"html"
	"math"
	"strconv"
	"strings"
)

// What fits into a line, in characters.
const (
	nodeChars  = 20
	smallChars = 26
	labelChars = 18
)

// Options are the format of a drawing.
type Options struct {
	// Label names the drawing for those who cannot see it.
	Label string
	// Zoom is its size in percent; 0 is as wide as the page has room.
	Zoom int
}

// SVG writes a drawing, for a page that styles its classes. Every text
// of it is escaped.
func (d *Drawing) SVG(o Options) string {
	var w writer
	width, height := math.Ceil(d.Width), math.Ceil(d.Height)
	w.put(`<svg xmlns="http://www.w3.org/2000/svg" class="graph`)
	if o.Zoom == 0 {
		w.put(` fit`)
	}
	w.put(`" role="group" aria-label="`, html.EscapeString(o.Label), `" viewBox="0 0 `, num(width), ` `, num(height), `"`)
	if o.Zoom > 0 {
		w.put(` width="`, num(math.Round(width*float64(o.Zoom)/100)), `" height="`, num(math.Round(height*float64(o.Zoom)/100)), `"`)
	}
	w.put(` data-width="`, num(width), `" data-height="`, num(height), `">`)
	w.put(`<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto"><path class="tip" d="M0 0L8 4L0 8z"/></marker></defs>`)
	for i := range d.Lines {
		w.line(&d.Lines[i])
	}
	for i := range d.Lines {
		if d.Lines[i].Name != "" && d.Lines[i].Label != (Point{}) {
			w.label(&d.Lines[i])
		}
	}
	for i := range d.Nodes {
		w.node(&d.Nodes[i])
	}
	w.put(`</svg>`)
	return w.String()
}

type writer struct{ strings.Builder }

func (w *writer) put(parts ...string) {
	for _, p := range parts {
		w.WriteString(p)
	}
}

// num writes a coordinate to the tenth.
func num(v float64) string { return strconv.FormatFloat(math.Round(v*10)/10, 'f', -1, 64) }

func (w *writer) line(l *Line) {
	class := "way"
	if l.Against || l.Doubtful {
		class += " against"
	}
	w.put(`<path class="`, class, `" marker-end="url(#tip)" d="M`, num(l.Way[0].X), ` `, num(l.Way[0].Y))
	for i := 1; i < len(l.Way); i++ {
		a, b := l.Way[i-1], l.Way[i]
		if a.Y == b.Y {
			w.put(`L`, num(b.X), ` `, num(b.Y))
			continue
		}
		middle := num((a.X + b.X) / 2)
		w.put(`C`, middle, ` `, num(a.Y), ` `, middle, ` `, num(b.Y), ` `, num(b.X), ` `, num(b.Y))
	}
	w.put(`"/>`)
}

// link opens a link, if there is one, and returns the closing tag.
func (w *writer) link(class, href string) string {
	if href == "" {
		w.put(`<g class="`, html.EscapeString(class), `">`)
		return `</g>`
	}
	w.put(`<a class="`, html.EscapeString(class), `" href="`, html.EscapeString(href), `">`)
	return `</a>`
}

func (w *writer) title(text string) {
	if text != "" {
		w.put(`<title>`, html.EscapeString(text), `</title>`)
	}
}

func (w *writer) text(class string, x, y float64, most int, text string) {
	if text != "" {
		w.put(`<text class="`, class, `" text-anchor="middle" x="`, num(x), `" y="`, num(y), `">`, html.EscapeString(clip(text, most)), `</text>`)
	}
}

func (w *writer) label(l *Line) {
	end := w.link("label", l.Href)
	w.title(l.Title)
	w.put(`<rect x="`, num(l.Label.X), `" y="`, num(l.Label.Y-labelHeight/2), `" width="`, num(labelWidth), `" height="`, num(labelHeight), `" rx="6"/>`)
	x := l.Label.X + labelWidth/2
	if l.Below == "" {
		w.text("name", x, l.Label.Y+4, labelChars, l.Name)
	} else {
		w.text("name", x, l.Label.Y-3, labelChars, l.Name)
		w.text("below", x, l.Label.Y+11, labelChars, l.Below)
	}
	w.put(end)
}

func (w *writer) node(p *Placed) {
	end := w.link(strings.TrimSpace("node "+string(p.Shape)+" "+p.Class), p.Href)
	w.title(p.Title)
	w.outline(p.Shape, p.X, p.Y-nodeHeight/2)
	x := p.X + nodeWidth/2
	w.text("above", x, p.Y-15, smallChars, p.Above)
	w.text("name", x, p.Y+4, nodeChars, p.Name)
	w.text("below", x, p.Y+21, smallChars, p.Below)
	w.put(end)
}

// outline draws the shape of a node from its top left corner.
func (w *writer) outline(s Shape, x, y float64) {
	const cut = 14
	right, bottom := x+nodeWidth, y+nodeHeight
	corners := map[Shape][]Point{
		Hexagon: {{x + cut, y}, {right - cut, y}, {right, y + nodeHeight/2}, {right - cut, bottom}, {x + cut, bottom}, {x, y + nodeHeight/2}},
		House:   {{x, y + cut/2}, {x + nodeWidth/2, y - cut/2}, {right, y + cut/2}, {right, bottom}, {x, bottom}},
		Arrow:   {{x, y}, {right - cut, y}, {right, y + nodeHeight/2}, {right - cut, bottom}, {x, bottom}},
	}[s]
	if corners == nil {
		radius := "3"
		if s == Round {
			radius = "16"
		}
		w.put(`<rect x="`, num(x), `" y="`, num(y), `" width="`, num(nodeWidth), `" height="`, num(nodeHeight), `" rx="`, radius, `"/>`)
		return
	}
	w.put(`<path d="`)
	for i, c := range corners {
		if i == 0 {
			w.put(`M`)
		} else {
			w.put(`L`)
		}
		w.put(num(c.X), ` `, num(c.Y))
	}
	w.put(`z"/>`)
}

// clip shortens a text to fit.
func clip(text string, most int) string {
	runes := []rune(text)
	if len(runes) <= most {
		return text
	}
	return string(runes[:most-1]) + "…"
}
