package qr

import (
	"math/bits"
	"strconv"
)

// SVG draws the code as a separate document or for use inside a page: one unit per module, quiet
// zone and white background included, no script, no style, nothing loaded. It has no width; the
// page that shows it sets one. Its name is "QR", which is the same in every language; a page can
// add more on the element around it.
func (c *Code) SVG() []byte {
	b := &c.modules
	side := b.size + 2*quiet
	// A run takes six or seven characters, and a few more at the start of a row.
	out := make([]byte, 0, 256+8*b.runs())
	out = append(out, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 `...)
	out = appendPair(out, side, side)
	out = append(out, `" role="img" aria-label="QR" shape-rendering="crispEdges"><rect width="`...)
	out = strconv.AppendInt(out, int64(side), 10)
	out = append(out, `" height="`...)
	out = strconv.AppendInt(out, int64(side), 10)
	out = append(out, `" fill="#fff"/><path stroke="#000" d="`...)
	out = appendPath(out, b)
	return append(out, `"/></svg>`...)
}

// appendPath draws every run of dark modules in a row as a line one unit thick,
// along the middle of its row. Strokes with relative moves take half the bytes
// of filled rectangles.
func appendPath(out []byte, b *bitmap) []byte {
	out = append(out, "M0 .5"...)
	x, row := 0, -quiet // position of the pen
	for y := range b.size {
		line := b.line(y)
		for from, to, ok := run(line, 0); ok; from, to, ok = run(line, to) {
			out = append(out, 'm')
			out = appendPair(out, from-x, y-row)
			out = append(out, 'h')
			out = strconv.AppendInt(out, int64(to-from), 10)
			x, row = to, y
		}
	}
	return out
}

func appendPair(out []byte, a, b int) []byte {
	out = strconv.AppendInt(out, int64(a), 10)
	out = append(out, ' ')
	return strconv.AppendInt(out, int64(b), 10)
}

// runs counts the runs of dark modules in all rows.
func (b *bitmap) runs() int {
	n := 0
	for y := range b.size {
		before := uint64(0)
		for _, w := range b.line(y) {
			n += bits.OnesCount64(w &^ (w<<1 | before))
			before = w >> 63
		}
	}
	return n
}
