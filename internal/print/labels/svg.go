package labels

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"strconv"
)

// svg draws letters as outlines, because a printer's or a viewer's own fonts would have another
// width. The title contains the label's text, for screen readers.
func (s *sheet) svg() ([]byte, error) {
	w, h := decimal(s.size.W), decimal(s.size.H)
	var b bytes.Buffer
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%[1]smm" height="%[2]smm" viewBox="0 0 %[1]s %[2]s" role="img"><title>`, w, h)
	for i, l := range s.lines {
		if i > 0 {
			b.WriteByte(' ')
		}
		if err := xml.EscapeText(&b, []byte(l.Text)); err != nil {
			return nil, err
		}
	}
	fmt.Fprintf(&b, `</title><rect width="%s" height="%s" fill="#fff"/>`, w, h)
	fmt.Fprintf(&b, `<path shape-rendering="crispEdges" transform="translate(%s %s) scale(%s)" d="`, decimal(s.x), decimal(s.y), decimal(s.module()))
	s.code.EachRun(func(x, y, n int) { fmt.Fprintf(&b, "M%d %dh%dv1h-%[3]dz", x, y, n) })
	b.WriteString(`"/>`)
	for _, l := range s.lines {
		b.WriteString(`<path d="`)
		l.Face.Outline(svgPen{&b}, l.Text, l.X, l.Y, l.Em)
		b.WriteString(`"/>`)
	}
	b.WriteString(`</svg>`)
	return b.Bytes(), nil
}

// svgPen writes the lines it is led along as the data of a path.
type svgPen struct{ *bytes.Buffer }

func (p svgPen) MoveTo(x, y float32)           { p.write('M', x, y) }
func (p svgPen) LineTo(x, y float32)           { p.write('L', x, y) }
func (p svgPen) QuadTo(byX, byY, x, y float32) { p.write('Q', byX, byY, x, y) }
func (p svgPen) ClosePath()                    { p.WriteByte('z') }

func (p svgPen) write(command byte, at ...float32) {
	out := p.AvailableBuffer()
	for i, mm := range at {
		separator := byte(' ')
		if i == 0 {
			separator = command
		}
		out = appendDecimal(append(out, separator), float64(mm))
	}
	p.Write(out)
}

func decimal(mm float64) string { return string(appendDecimal(nil, mm)) }

// appendDecimal writes a length to a micrometre, finer than any printer.
func appendDecimal(out []byte, mm float64) []byte {
	start := len(out)
	out = strconv.AppendFloat(out, mm, 'f', 3, 64)
	text := bytes.TrimRight(bytes.TrimRight(out[start:], "0"), ".")
	if string(text) == "-0" {
		return append(out[:start], '0')
	}
	return out[:start+len(text)]
}
