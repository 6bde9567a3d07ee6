package font

import (
	"image"
	"image/draw"
	"math"

	"golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"
)

// Pen draws closed lines. vector.Rasterizer implements it.
type Pen interface {
	MoveTo(x, y float32)
	LineTo(x, y float32)
	QuadTo(byX, byY, x, y float32)
	ClosePath()
}

// Outline moves a pen along the outlines of a text's letters. The first letter is at x, y, the
// font is em high, and y grows downward.
func (f *Font) Outline(pen Pen, text string, x, y, em float64) {
	scale := em / float64(f.em)
	f.each(text, func(b *sfnt.Buffer, glyph sfnt.GlyphIndex, left int) {
		place := func(p fixed.Point26_6) (float32, float32) {
			return float32(x + scale*float64(left+int(p.X))), float32(y + scale*float64(p.Y))
		}
		open := false
		for _, s := range must(f.glyphs.LoadGlyph(b, glyph, f.em, nil)) {
			toX, toY := place(s.Args[0])
			switch s.Op {
			case sfnt.SegmentOpMoveTo:
				if open {
					pen.ClosePath()
				}
				open = true
				pen.MoveTo(toX, toY)
			case sfnt.SegmentOpLineTo:
				pen.LineTo(toX, toY)
			case sfnt.SegmentOpQuadTo: // TrueType has no others
				endX, endY := place(s.Args[1])
				pen.QuadTo(toX, toY, endX, endY)
			}
		}
		if open {
			pen.ClosePath()
		}
	})
}

// Draw darkens an image where a text lies: its first letter is at x, y, in pixels, and the font is
// em pixels high. Edges are smoothed. A text that does not fit into the image is left out: our
// layouts never leave the paper, and printing nothing is better than printing a fragment.
func (f *Font) Draw(dst *image.Gray, text string, x, y, em float64) {
	box := f.box(text, x, y, em)
	if box.Empty() || !box.In(dst.Rect) {
		return
	}
	r := vector.NewRasterizer(box.Dx(), box.Dy())
	f.Outline(r, text, x-float64(box.Min.X), y-float64(box.Min.Y), em)
	ink := image.NewAlpha(r.Bounds())
	r.DrawOp = draw.Src
	r.Draw(ink, ink.Rect, image.Opaque, image.Point{})
	for row := range box.Dy() {
		paper := dst.Pix[dst.PixOffset(box.Min.X, box.Min.Y+row):]
		for i, dark := range ink.Pix[row*ink.Stride:][:box.Dx()] {
			paper[i] = uint8(int(paper[i]) * (0xff - int(dark)) / 0xff)
		}
	}
}

// box returns the pixels that a text touches.
func (f *Font) box(text string, x, y, em float64) image.Rectangle {
	var all fixed.Rectangle26_6
	f.each(text, func(b *sfnt.Buffer, glyph sfnt.GlyphIndex, left int) {
		bounds, _, err := f.glyphs.GlyphBounds(b, glyph, f.em, font.HintingNone)
		all = all.Union(must(bounds, err).Add(fixed.Point26_6{X: fixed.Int26_6(left)}))
	})
	if all.Empty() {
		return image.Rectangle{}
	}
	scale := em / float64(f.em)
	low := func(from float64, units fixed.Int26_6) int { return int(math.Floor(from + scale*float64(units))) }
	high := func(from float64, units fixed.Int26_6) int { return int(math.Ceil(from + scale*float64(units))) }
	return image.Rect(low(x, all.Min.X), low(y, all.Min.Y), high(x, all.Max.X), high(y, all.Max.Y))
}
