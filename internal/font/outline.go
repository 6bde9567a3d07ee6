package font

import "encoding/binary"

// Point is a place on the design square: x to the right, y upward from the line
// that letters stand on, the height of the font being 1.
type Point struct{ X, Y float64 }

// Curve is a closed line: from each point to the next by way of a control
// point, which lies on the straight between them where the line is straight.
type Curve []Bend

// Bend leads to To by way of By.
type Bend struct {
	By, To   Point
	Straight bool
}

// Start is where a curve starts, which is where it ends.
func (c Curve) Start() Point { return c[len(c)-1].To }

// Outline is the outline of a text whose first letter stands at 0.
func (f *Font) Outline(text string) []Curve {
	var all []Curve
	x := 0.0
	for _, r := range text {
		glyph := f.glyphs[r]
		for _, c := range f.curves(glyph, 0) {
			for i := range c {
				c[i].By.X, c[i].By.Y = x+c[i].By.X/f.em, c[i].By.Y/f.em
				c[i].To.X, c[i].To.Y = x+c[i].To.X/f.em, c[i].To.Y/f.em
			}
			all = append(all, c)
		}
		x += float64(f.advances[glyph]) / f.em
	}
	return all
}

// glyph is the data of a glyph; empty for one that leaves no trace.
func (f *Font) glyph(n uint16) []byte {
	var from, to uint32
	if f.long {
		from, to = binary.BigEndian.Uint32(f.loca[4*int(n):]), binary.BigEndian.Uint32(f.loca[4*int(n)+4:])
	} else {
		from, to = 2*uint32(binary.BigEndian.Uint16(f.loca[2*int(n):])), 2*uint32(binary.BigEndian.Uint16(f.loca[2*int(n)+2:]))
	}
	return f.glyf[from:to]
}

// maxNesting bounds how deep glyphs are made of glyphs: a letter, its accent.
const maxNesting = 4

// curves are a glyph's, in units of the design square.
func (f *Font) curves(n uint16, depth int) []Curve {
	g := f.glyph(n)
	if len(g) == 0 || depth > maxNesting {
		return nil
	}
	if contours := int16(binary.BigEndian.Uint16(g)); contours >= 0 {
		return simple(g[10:], int(contours))
	}
	return f.composite(g[10:], depth)
}

// Flags of a part of a composite glyph.
const (
	wordArgs  = 1 << 0
	argsAreXY = 1 << 1
	oneScale  = 1 << 3
	moreParts = 1 << 5
	twoScales = 1 << 6
	twoByTwo  = 1 << 7
)

func (f *Font) composite(g []byte, depth int) []Curve {
	var all []Curve
	for {
		flags, part := binary.BigEndian.Uint16(g), binary.BigEndian.Uint16(g[2:])
		g = g[4:]
		var dx, dy float64
		if flags&wordArgs != 0 {
			dx, dy = number(g), number(g[2:])
			g = g[4:]
		} else {
			dx, dy = float64(int8(g[0])), float64(int8(g[1]))
			g = g[2:]
		}
		if flags&argsAreXY == 0 {
			dx, dy = 0, 0
		}
		xx, xy, yx, yy := 1.0, 0.0, 0.0, 1.0
		const one = 1 << 14
		switch {
		case flags&oneScale != 0:
			xx = number(g) / one
			yy = xx
			g = g[2:]
		case flags&twoScales != 0:
			xx, yy = number(g)/one, number(g[2:])/one
			g = g[4:]
		case flags&twoByTwo != 0:
			xx, xy, yx, yy = number(g)/one, number(g[2:])/one, number(g[4:])/one, number(g[6:])/one
			g = g[8:]
		}
		move := func(p Point) Point { return Point{p.X*xx + p.Y*yx + dx, p.X*xy + p.Y*yy + dy} }
		for _, c := range f.curves(part, depth+1) {
			for i := range c {
				c[i].By, c[i].To = move(c[i].By), move(c[i].To)
			}
			all = append(all, c)
		}
		if flags&moreParts == 0 {
			return all
		}
	}
}

func number(b []byte) float64 { return float64(int16(binary.BigEndian.Uint16(b))) }

// Flags of a point of a simple glyph; those of y are one bit higher.
const (
	onCurve    = 1 << 0
	shortDelta = 1 << 1
	repeats    = 1 << 3
	sameOrPlus = 1 << 4
)

func simple(g []byte, contours int) []Curve {
	if contours == 0 {
		return nil
	}
	ends := make([]int, contours)
	for i := range ends {
		ends[i] = int(binary.BigEndian.Uint16(g[2*i:]))
	}
	g = g[2*contours:]
	g = g[2+int(binary.BigEndian.Uint16(g)):] // the instructions are for hinting
	flags := make([]byte, 0, ends[contours-1]+1)
	for len(flags) < cap(flags) {
		flag := g[0]
		g = g[1:]
		flags = append(flags, flag)
		if flag&repeats != 0 {
			for range g[0] {
				flags = append(flags, flag)
			}
			g = g[1:]
		}
	}
	xs, g := deltas(g, flags, 0)
	ys, _ := deltas(g, flags, 1)
	var all []Curve
	first := 0
	for _, end := range ends {
		if c := bend(flags[first:end+1], xs[first:end+1], ys[first:end+1]); len(c) > 0 {
			all = append(all, c)
		}
		first = end + 1
	}
	return all
}

// deltas reads one coordinate of every point; axis is 0 for x and 1 for y.
func deltas(g, flags []byte, axis uint) ([]float64, []byte) {
	out := make([]float64, len(flags))
	at := 0.0
	for i, flag := range flags {
		flag >>= axis
		switch {
		case flag&shortDelta != 0 && flag&sameOrPlus != 0:
			at += float64(g[0])
			g = g[1:]
		case flag&shortDelta != 0:
			at -= float64(g[0])
			g = g[1:]
		case flag&sameOrPlus == 0:
			at += number(g)
			g = g[2:]
		}
		out[i] = at
	}
	return out, g
}

// bend turns the points of a contour into a curve: between two control points
// in a row lies a point on the line that is not written down.
func bend(flags []byte, xs, ys []float64) Curve {
	n := len(flags)
	var c Curve
	on := func(i int) bool { return flags[i%n]&onCurve != 0 }
	at := func(i int) Point { return Point{xs[i%n], ys[i%n]} }
	middle := func(p, q Point) Point { return Point{(p.X + q.X) / 2, (p.Y + q.Y) / 2} }
	first := 0
	for first < n && !on(first) {
		first++
	}
	if first == n { // no glyph of ours is of control points alone
		return nil
	}
	pen := at(first)
	for i := first + 1; i <= first+n; i++ {
		if on(i) {
			c = append(c, Bend{middle(pen, at(i)), at(i), true})
			pen = at(i)
			continue
		}
		by, to := at(i), at(i+1)
		if on(i + 1) {
			i++
		} else {
			to = middle(by, to)
		}
		c = append(c, Bend{by, to, false})
		pen = to
	}
	return c
}
