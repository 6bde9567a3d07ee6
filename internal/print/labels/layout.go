package labels

import (
	"math"
	"slices"
	"strings"

	"rastro/internal/print/font"
	"rastro/internal/print/page"
	"rastro/internal/print/qr"
)

// box is a part of a paper, in millimetres from its upper left corner.
type box struct{ x, y, w, h float64 }

// row is a text at a place on a label.
type row struct {
	field field
	style page.Style
}

func bold(em, least float64, lines int) page.Style {
	return page.Style{Face: font.Bold, Em: em, Least: least, Lines: lines}
}

func regular(em, least float64, lines int) page.Style {
	return page.Style{Face: font.Regular, Em: em, Least: least, Lines: lines}
}

// Size is the paper of a label and its layout.
type Size struct {
	Name   string
	W, H   float64 // millimetres
	qr     box     // including the margin of the code
	text   box
	top    []row // from the top of text downward
	bottom []row // down to the bottom of text
	centre bool
	// across and down are how many fit on a sheet of A4.
	across, down int
}

// PerSheet returns how many labels fit on a sheet of A4.
func (size Size) PerSheet() int { return size.across * size.down }

// A sheet is A4, in millimetres.
const sheetWidth, sheetHeight = 210, 297

// Sizes are the available labels: for a sack, for a pallet, and a sign for a stack or a silo. All
// formats are drawn from this table.
var Sizes = []Size{
	{
		Name: "50x30", W: 50, H: 30, across: 4, down: 9, qr: box{.5, 1.5, 27, 27}, text: box{28, 2, 20.5, 26},
		top:    []row{{owner, bold(2.2, 1.6, 1)}, {crop, bold(3.4, 2.4, 1)}, {harvest, regular(2.5, 2, 1)}, {lots, regular(2.3, 2, 2)}},
		bottom: []row{{verify, regular(1.9, 1.9, 1)}, {place, regular(2.3, 1.7, 1)}, {code, bold(3.1, 2, 2)}},
	},
	{
		Name: "100x50", W: 100, H: 50, across: 2, down: 5, qr: box{1.5, 1.5, 47, 47}, text: box{50, 3, 47, 44},
		top:    []row{{owner, bold(3.3, 2.4, 1)}, {crop, bold(6.4, 4, 1)}, {harvest, regular(4.2, 3, 1)}, {lots, regular(3.4, 2.6, 3)}},
		bottom: []row{{verify, regular(2.8, 2.8, 1)}, {place, regular(3.4, 2.4, 1)}, {code, bold(3.7, 2.6, 2)}},
	},
	{
		Name: "a4", W: sheetWidth, H: sheetHeight, across: 1, down: 1, qr: box{27.5, 70, 155, 155}, text: box{15, 16, 180, 264}, centre: true,
		top:    []row{{signed, bold(3.7, 3, 2)}, {crop, bold(20, 12, 1)}, {harvest, regular(10, 7, 1)}, {lots, regular(6.5, 5, 2)}},
		bottom: []row{{verify, regular(6, 6, 1)}, {place, regular(8, 5, 1)}, {code, bold(14, 6, 2)}},
	},
}

// FindSize finds a size by its name.
func FindSize(name string) (Size, bool) {
	i := slices.IndexFunc(Sizes, func(s Size) bool { return s.Name == strings.ToLower(name) })
	if i < 0 {
		return Size{}, false
	}
	return Sizes[i], true
}

// sheet is a label laid out; the formats only draw it.
type sheet struct {
	size  Size
	dpi   int
	code  *qr.Code
	link  string
	x, y  float64 // upper left module of the code
	pitch int     // dots to a module
	lines []page.Line
}

const (
	// quietModules is the light margin a QR code needs on every side.
	quietModules = 4
	// leastModule is the smallest module that label printers draw and phones
	// read: three dots at 203 dpi.
	leastModule = .33
)

// mm returns a number of dots in millimetres.
func (s *sheet) mm(dots int) float64 { return float64(dots) * page.Inch / float64(s.dpi) }

// dots returns a length in whole dots.
func (s *sheet) dots(mm float64) int { return int(math.Round(mm * float64(s.dpi) / page.Inch)) }

// module returns the side of a module in millimetres.
func (s *sheet) module() float64 { return s.mm(s.pitch) }

// lay puts a label's parts in their places.
func (size Size) lay(texts map[field][]string, link string, dpi int) (*sheet, error) {
	s := &sheet{size: size, dpi: dpi, link: link}
	var err error
	if s.code, err = qr.Encode(link); err != nil {
		return nil, err
	}
	across := s.code.Size() + 2*quietModules
	s.pitch = int(size.qr.w * float64(dpi) / page.Inch / float64(across))
	if s.module() < leastModule {
		return nil, ErrTooDense
	}
	// In the middle of its box, on a whole dot.
	side := s.mm(s.pitch * s.code.Size())
	s.x = s.mm(s.dots(size.qr.x + (size.qr.w-side)/2))
	s.y = s.mm(s.dots(size.qr.y + (size.qr.h-side)/2))

	y := size.text.y
	for _, r := range size.top {
		if r.field == lots && texts[owner] != nil {
			r.style.Lines-- // the owner's name takes the place of one line
		}
		y = s.set(r.style.Fit(texts[r.field], size.text.w), y)
	}
	height := 0.0
	var last [][]page.Line
	for _, r := range size.bottom {
		block := r.style.Fit(texts[r.field], size.text.w)
		for _, l := range block {
			height += l.Em * page.Leading
		}
		last = append(last, block)
	}
	y = size.text.y + size.text.h - height
	for _, block := range last {
		y = s.set(block, y)
	}
	return s, nil
}

// set places lines below each other starting at y, and returns where they end.
func (s *sheet) set(block []page.Line, y float64) float64 {
	for _, l := range block {
		l.X, l.Y = s.size.text.x, y+l.Em*page.Ascent
		if s.size.centre {
			l.X += (s.size.text.w - l.Width()) / 2
		}
		s.lines = append(s.lines, l)
		y += l.Em * page.Leading
	}
	return y
}
