package report

import (
	"encoding/xml"
	"strconv"
	"strings"

	"rastro/internal/font"
)

// svg draws letters as outlines: a printer's or a viewer's own fonts would be of
// another width. What the label says also stands in its title, for who listens.
func (s *sheet) svg() ([]byte, error) {
	w, h := decimal(s.size.W), decimal(s.size.H)
	var b strings.Builder
	b.WriteString(`<svg xmlns="http://www.w3.org/2000/svg" width="` + w + `mm" height="` + h + `mm" viewBox="0 0 ` + w + " " + h + `" role="img"><title>`)
	for i, l := range s.lines {
		if i > 0 {
			b.WriteByte(' ')
		}
		if err := xml.EscapeText(&b, []byte(l.text)); err != nil {
			return nil, err
		}
	}
	b.WriteString(`</title><rect width="` + w + `" height="` + h + `" fill="#fff"/>`)
	b.WriteString(`<path shape-rendering="crispEdges" transform="translate(` + decimal(s.x) + " " + decimal(s.y) + `) scale(` + decimal(s.module()) + `)" d="`)
	eachRun(s.code, func(x, y, n int) {
		b.WriteString("M" + strconv.Itoa(x) + " " + strconv.Itoa(y) + "h" + strconv.Itoa(n) + "v1h-" + strconv.Itoa(n) + "z")
	})
	b.WriteString(`"/>`)
	for _, l := range s.lines {
		b.WriteString(`<path d="`)
		for _, c := range l.face.Outline(l.text) {
			writeCurve(&b, l, c)
		}
		b.WriteString(`"/>`)
	}
	b.WriteString(`</svg>`)
	return []byte(b.String()), nil
}

func writeCurve(b *strings.Builder, l line, c font.Curve) {
	point := func(p font.Point) string { return decimal(l.x+p.X*l.em) + " " + decimal(l.y-p.Y*l.em) }
	b.WriteString("M" + point(c.Start()))
	for _, bend := range c {
		if bend.Straight {
			b.WriteString("L" + point(bend.To))
		} else {
			b.WriteString("Q" + point(bend.By) + " " + point(bend.To))
		}
	}
	b.WriteByte('z')
}

// decimal writes a length to a micrometre, which no printer sees.
func decimal(mm float64) string {
	text := strconv.FormatFloat(mm, 'f', 3, 64)
	text = strings.TrimRight(strings.TrimRight(text, "0"), ".")
	if text == "-0" {
		return "0"
	}
	return text
}
