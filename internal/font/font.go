// Package font provides the embedded typefaces of labels and certificates: DejaVu
// Sans Condensed, its bold cut, and DejaVu Sans Mono. It measures, shortens and
// draws text, so that a text is as wide on paper as it was measured on any
// machine. It is pure.
package font

import (
	_ "embed"
	"encoding/binary"
	"fmt"
	"strings"
	"unicode"
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
	Regular = must(regularFile)
	Bold    = must(boldFile)
	Mono    = must(monoFile)
)

// Font is one typeface. It does not change once read.
type Font struct {
	// File is the TrueType file, for whoever embeds it. It must not be changed.
	File []byte

	em       float64 // units of the design square
	loca     []byte
	glyf     []byte
	long     bool // loca has 32-bit offsets
	glyphs   map[rune]uint16
	advances []uint16
}

// must reads an embedded file: one that cannot be read is a mistake of the
// build, and no program starts with it.
func must(file []byte) *Font {
	f, err := parse(file)
	if err != nil {
		panic("font: " + err.Error())
	}
	return f
}

// parse reads the tables of a TrueType file. It trusts the file, which is ours,
// as far as its tables go.
func parse(file []byte) (*Font, error) {
	tables := map[string][]byte{}
	for i := range int(binary.BigEndian.Uint16(file[4:])) {
		entry := file[12+16*i:]
		at, size := binary.BigEndian.Uint32(entry[8:]), binary.BigEndian.Uint32(entry[12:])
		tables[string(entry[:4])] = file[at:][:size]
	}
	for _, name := range []string{"head", "hhea", "hmtx", "maxp", "cmap", "loca", "glyf"} {
		if tables[name] == nil {
			return nil, fmt.Errorf("no table %s", name)
		}
	}
	f := &Font{
		File: file, loca: tables["loca"], glyf: tables["glyf"],
		em:   float64(binary.BigEndian.Uint16(tables["head"][18:])),
		long: binary.BigEndian.Uint16(tables["head"][50:]) == 1,
	}
	f.advances = make([]uint16, binary.BigEndian.Uint16(tables["maxp"][4:]))
	metrics := int(binary.BigEndian.Uint16(tables["hhea"][34:]))
	for i := range f.advances {
		f.advances[i] = binary.BigEndian.Uint16(tables["hmtx"][4*min(i, metrics-1):])
	}
	var err error
	f.glyphs, err = characters(tables["cmap"])
	return f, err
}

// characters reads the map from characters to glyphs, in its format 4.
func characters(cmap []byte) (map[rune]uint16, error) {
	for i := range int(binary.BigEndian.Uint16(cmap[2:])) {
		t := cmap[binary.BigEndian.Uint32(cmap[4+8*i+4:]):]
		if binary.BigEndian.Uint16(t) != 4 {
			continue
		}
		glyphs := map[rune]uint16{}
		n := int(binary.BigEndian.Uint16(t[6:])) // twice the number of segments
		for s := 0; s < n; s += 2 {
			end, start := binary.BigEndian.Uint16(t[14+s:]), binary.BigEndian.Uint16(t[16+n+s:])
			delta, at := binary.BigEndian.Uint16(t[16+2*n+s:]), binary.BigEndian.Uint16(t[16+3*n+s:])
			for c := int(start); c <= int(end) && c != 0xffff; c++ {
				glyph := uint16(c)
				if at != 0 {
					glyph = binary.BigEndian.Uint16(t[16+3*n+s+int(at)+2*(c-int(start)):])
				}
				if at == 0 || glyph != 0 {
					glyphs[rune(c)] = glyph + delta
				}
			}
		}
		return glyphs, nil
	}
	return nil, fmt.Errorf("no map of characters in format 4")
}

// Has tells whether the font can draw a character. Another one is drawn as an
// empty box.
func (f *Font) Has(r rune) bool { _, ok := f.glyphs[r]; return ok }

// Width is how wide a text is, in its own height: at a height of 3 mm a width of
// 2 is 6 mm.
func (f *Font) Width(text string) float64 {
	n := 0
	for _, r := range text {
		n += int(f.advances[f.glyphs[r]])
	}
	return float64(n) / f.em
}

const ellipsis = "…"

// Fit returns a text that is at most so wide: the text itself, or its beginning
// and a mark that there was more; "" where not even the mark fits.
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

// Printable makes one line of a text that the font can draw: what is not there
// to be seen (controls, line breaks, marks that turn the direction of writing)
// becomes one space, and a character that the font lacks a sign that says so.
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
