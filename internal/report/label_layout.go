package report

import (
	"math"
	"slices"
	"strings"

	"rastro/internal/font"
	"rastro/internal/qr"
)

// box is a part of a paper, in millimetres from its upper left corner.
type box struct{ x, y, w, h float64 }

// row is what a label says in one place: a field, in a face, em millimetres high
// or, where it does not fit, down to least, on so many lines at most.
type row struct {
	field     field
	face      *font.Font
	em, least float64
	lines     int
}

// Size is the paper of a label and what stands where on it.
type Size struct {
	Name   string
	W, H   float64 // millimetres
	qr     box     // margin of the code included
	text   box
	top    []row // from the top of text downward
	bottom []row // down to the bottom of text
	centre bool
}

// Sizes are the labels there are: a sack's, a pallet's, a sign for a stack or a
// silo. All forms are drawn from this table.
var Sizes = []Size{
	{
		Name: "50x30", W: 50, H: 30, qr: box{.5, 1.5, 27, 27}, text: box{28, 2, 20.5, 26},
		top:    []row{{crop, font.Bold, 3.4, 2.4, 1}, {harvest, font.Regular, 2.5, 2, 1}, {lots, font.Regular, 2.3, 2, 2}},
		bottom: []row{{verify, font.Regular, 1.9, 1.9, 1}, {place, font.Regular, 2.3, 1.7, 1}, {code, font.Bold, 3.1, 2, 2}},
	},
	{
		Name: "100x50", W: 100, H: 50, qr: box{1.5, 1.5, 47, 47}, text: box{50, 3, 47, 44},
		top:    []row{{crop, font.Bold, 6.4, 4, 1}, {harvest, font.Regular, 4.2, 3, 1}, {lots, font.Regular, 3.4, 2.6, 3}},
		bottom: []row{{verify, font.Regular, 2.8, 2.8, 1}, {place, font.Regular, 3.4, 2.4, 1}, {code, font.Bold, 3.7, 2.6, 2}},
	},
	{
		Name: "a4", W: 210, H: 297, qr: box{27.5, 70, 155, 155}, text: box{15, 16, 180, 264}, centre: true,
		top:    []row{{crop, font.Bold, 20, 12, 1}, {harvest, font.Regular, 10, 7, 1}, {lots, font.Regular, 6.5, 5, 2}},
		bottom: []row{{verify, font.Regular, 6, 6, 1}, {place, font.Regular, 8, 5, 1}, {code, font.Bold, 14, 6, 2}},
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

// line is one line of text: where its first letter stands, and how high it is.
type line struct {
	face     *font.Font
	text     string
	x, y, em float64
}

func (l line) width() float64 { return l.em * l.face.Width(l.text) }

// sheet is a label as it will be printed; the forms only draw it.
type sheet struct {
	size  Size
	dpi   int
	code  *qr.Code
	link  string
	x, y  float64 // upper left module of the code
	pitch int     // dots to a module
	lines []line
}

const (
	inch = 25.4
	// quietModules is the light margin a QR code needs on every side.
	quietModules = 4
	// leastModule is the smallest module that label printers draw and phones
	// read: three dots at 203 dpi.
	leastModule = .33
	// leading is the distance of two lines, in their height; ascent is how much
	// of the height lies above the line that letters stand on, accents included.
	leading = 1.24
	ascent  = .93
)

// mm is a number of dots in millimetres.
func (s *sheet) mm(dots int) float64 { return float64(dots) * inch / float64(s.dpi) }

// dots is a length in whole dots.
func (s *sheet) dots(mm float64) int { return int(math.Round(mm * float64(s.dpi) / inch)) }

// module is the side of a module in millimetres.
func (s *sheet) module() float64 { return s.mm(s.pitch) }

// lay puts a label's parts in their places.
func (size Size) lay(texts map[field][]string, link string, dpi int) (*sheet, error) {
	s := &sheet{size: size, dpi: dpi, link: link}
	var err error
	if s.code, err = qr.Encode(link); err != nil {
		return nil, err
	}
	across := s.code.Size() + 2*quietModules
	s.pitch = int(size.qr.w * float64(dpi) / inch / float64(across))
	if s.module() < leastModule {
		return nil, ErrTooDense
	}
	// In the middle of its box, on a whole dot.
	side := s.mm(s.pitch * s.code.Size())
	s.x = s.mm(s.dots(size.qr.x + (size.qr.w-side)/2))
	s.y = s.mm(s.dots(size.qr.y + (size.qr.h-side)/2))

	y := size.text.y
	for _, r := range size.top {
		y = s.set(r.fit(texts[r.field], size.text.w), y)
	}
	height := 0.0
	var last [][]line
	for _, r := range size.bottom {
		block := r.fit(texts[r.field], size.text.w)
		for _, l := range block {
			height += l.em * leading
		}
		last = append(last, block)
	}
	y = size.text.y + size.text.h - height
	for _, block := range last {
		y = s.set(block, y)
	}
	return s, nil
}

// set places lines one under the other from y on, and returns where they end.
func (s *sheet) set(block []line, y float64) float64 {
	for _, l := range block {
		l.x, l.y = s.size.text.x, y+l.em*ascent
		if s.size.centre {
			l.x += (s.size.text.w - l.width()) / 2
		}
		s.lines = append(s.lines, l)
		y += l.em * leading
	}
	return y
}

// fit chooses how a row is said and how high: the first way that fits at full
// height, else at the least height, else what there is room for of the last.
func (r row) fit(ways []string, width float64) []line {
	if len(ways) == 0 {
		return nil
	}
	for _, em := range []float64{r.em, (r.em + r.least) / 2, r.least} { // fewer words before smaller ones
		for _, way := range ways {
			if texts, whole := wrap(r.face, way, width/em, r.lines); whole {
				return r.at(texts, em)
			}
		}
	}
	texts, _ := wrap(r.face, ways[len(ways)-1], width/r.least, r.lines)
	return r.at(texts, r.least)
}

func (r row) at(texts []string, em float64) []line {
	lines := make([]line, len(texts))
	for i, text := range texts {
		lines[i] = line{face: r.face, text: text, em: em}
	}
	return lines
}

// wrap breaks a text into at most so many lines, after spaces and hyphens where
// there are any, and tells whether that is the whole text; otherwise the last
// line ends in a mark.
func wrap(f *font.Font, text string, width float64, most int) (lines []string, whole bool) {
	for text != "" {
		if len(lines) == most-1 {
			last := f.Fit(text, width)
			if last == "" {
				return lines, false
			}
			return append(lines, last), last == text
		}
		end, soft, used := len(text), 0, 0.0
		for i, r := range text {
			used += f.Width(string(r))
			if used > width {
				end = i
				break
			}
			if r == ' ' || r == '-' {
				soft = i + 1
			}
		}
		if end < len(text) && soft > 0 {
			end = soft
		}
		if end == 0 { // not one letter fits
			return lines, false
		}
		lines = append(lines, strings.TrimSpace(text[:end]))
		text = strings.TrimSpace(text[end:])
	}
	return lines, true
}
