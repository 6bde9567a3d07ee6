// Package font provides the embedded typefaces of labels and certificates: DejaVu
// Sans Condensed, its bold cut, and DejaVu Sans Mono. It measures, shortens and
// draws text, so that a text is as wide on paper as it was measured on any
// machine. It is pure.
package font

import (
	_ "embed"
	"strings"
	"sync"
	"unicode"

	"golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

var (
	//go:embed DejaVuSansCondensed.ttf
	regularFile []byte
	//go:embed DejaVuSansCondensed-Bold.ttf
	boldFile []byte
	//go:embed DejaVuSansMono.ttf
	monoFile []byte
)

// The typefaces.
var (
	Regular = parse(regularFile)
	Bold    = parse(boldFile)
	Mono    = parse(monoFile)
)

// Font is a typeface. It is immutable.
type Font struct {
	// File is the TrueType file, for embedding. It must not be changed.
	File []byte

	glyphs *sfnt.Font
	em     fixed.Int26_6 // units of the design square; at this size sfnt does not scale
}

func parse(file []byte) *Font {
	glyphs := must(sfnt.Parse(file))
	return &Font{File: file, glyphs: glyphs, em: fixed.Int26_6(glyphs.UnitsPerEm())}
}

// must is for calls that fail only with a damaged file. Ours are part of the program, and a test
// reads every glyph.
func must[T any](value T, err error) T {
	if err != nil {
		panic("font: " + err.Error())
	}
	return value
}

// buffers are the buffers of sfnt: some kilobytes each.
var buffers = sync.Pool{New: func() any { return new(sfnt.Buffer) }}

// each calls fn with every glyph of a text and where it starts, and returns where the text ends, in
// units of the design square. fn may use the buffer during the call.
func (f *Font) each(text string, fn func(b *sfnt.Buffer, glyph sfnt.GlyphIndex, x int)) int {
	b := buffers.Get().(*sfnt.Buffer)
	defer buffers.Put(b)
	x := 0
	for _, r := range text {
		glyph := must(f.glyphs.GlyphIndex(b, r))
		fn(b, glyph, x)
		x += int(must(f.glyphs.GlyphAdvance(b, glyph, f.em, font.HintingNone)))
	}
	return x
}

// Has reports whether the font can draw a character. It draws any other as an
// empty box.
func (f *Font) Has(r rune) bool {
	b := buffers.Get().(*sfnt.Buffer)
	defer buffers.Put(b)
	return must(f.glyphs.GlyphIndex(b, r)) != 0
}

// Width returns how wide a text is, in its own height: at a height of 3 mm a width of
// 2 is 6 mm.
func (f *Font) Width(text string) float64 {
	end := f.each(text, func(*sfnt.Buffer, sfnt.GlyphIndex, int) {})
	return float64(end) / float64(f.em)
}

const ellipsis = "…"

// Fit returns a text of at most that width: the text itself, or its beginning and a mark that
// the rest is missing; "" if not even the mark fits.
func (f *Font) Fit(text string, width float64) string {
	if f.Width(text) <= width {
		return text
	}
	width -= f.Width(ellipsis)
	if width < 0 {
		return ""
	}
	used := 0.0
	for i, r := range text {
		if used += f.Width(string(r)); used > width {
			return strings.TrimRight(text[:i], " ,-/") + ellipsis
		}
	}
	return text
}

// Printable turns a text into one line that the font can draw: each run of spaces and of
// invisible characters (controls, line breaks, marks that change the direction of writing)
// becomes one space, and a character that the font lacks becomes a replacement sign.
func (f *Font) Printable(text string) string {
	words := strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsPrint(r) || r == ' ' })
	lacking := '\uFFFD'
	if !f.Has(lacking) {
		lacking = '?'
	}
	return strings.Map(func(r rune) rune {
		if f.Has(r) {
			return r
		}
		return lacking
	}, strings.Join(words, " "))
}
