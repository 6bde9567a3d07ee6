package guess

import (
	"slices"
	"strings"
	"time"

	"rastro/internal/brdoc"
	"rastro/internal/columns"
	"rastro/internal/lang"
	"rastro/internal/ptbr"
	"rastro/internal/sheet"
)

// profile counts the content of a column. What decides how values are read is counted in all cells,
// what only helps to find the field in the first ones.
type profile struct {
	filled, texts, numbers, days, clocks, errors int
	example                                      string

	// numbers
	brazilian, american, open, numerals int
	openComma, openPoint                int // which mark the open ones have
	openExample                         string
	bare                                int // numbers that say no unit
	sizes, sizesUS                      []float64
	largest, smallest                   float64
	counting                            int // how many rows count 1, 2, 3 …

	// days
	dayFirst, monthFirst, eitherDay, shortDays, sureDays int
	shortFits                                            [3]int
	parts                                                [3]map[int]bool
	counted, timed                                       int  // days counted, days with a time
	cells, swappable                                     int  // days stored as such by a program, and those of them that may be swapped
	written, kept, swapped                               span // days in texts, those that a program keeps, and the same swapped
	dayExample                                           string

	// the first different texts, folded
	choices []string

	// the first values
	sampled, plates, keys, people, harvests, units, codes int
	figured                                               int // have a digit
}

const (
	sample   = 300
	maxSizes = 2000
	maxParts = 40
	maxTexts = 60
	// maxExample is how many characters of a cell are held: those that people recognise it by.
	maxExample = 200
)

func (p *profile) add(c *sheet.Cell) {
	if c.IsEmpty() {
		return
	}
	p.filled++
	if p.example == "" {
		p.example = lang.Clip(c.Shown(), maxExample)
	}
	switch c.Kind {
	case sheet.ErrorCell:
		p.errors++
	case sheet.DateCell:
		if len(c.Text) < len("2006-01-02") {
			p.clocks++
		} else {
			p.days++
			p.sureDays++
			if len(c.Text) > len("2006-01-02") {
				p.timed++
			}
			p.cells++
			p.kept.add(c.Text)
			if other := columns.Swapped(c.Text); other != "" {
				p.swappable++
				p.swapped.add(other)
			}
		}
	case sheet.NumberCell:
		p.number(c.Number)
		p.bare++
		p.count(c.Number)
	case sheet.TextCell:
		p.text(c)
	}
	if p.sampled < sample && c.Kind != sheet.ErrorCell {
		p.sampled++
		p.look(strings.TrimSpace(c.Shown()))
	}
}

func (p *profile) number(v float64) {
	p.numbers++
	if v == float64(p.counting+1) {
		p.counting++
	}
	if p.numbers == 1 {
		p.largest, p.smallest = v, v
	}
	p.largest, p.smallest = max(p.largest, v), min(p.smallest, v)
	if len(p.sizes) < maxSizes {
		p.sizes = append(p.sizes, v)
	}
}

// count notes a number that may count days.
func (p *profile) count(v float64) {
	const first, last = 36526, 58500 // 2000 to 2060
	if v >= first && v <= last {
		p.counted++
	}
}

func (p *profile) text(c *sheet.Cell) {
	p.texts++
	if c.Share {
		p.number(c.Number)
		return
	}
	text := strings.TrimSpace(c.Text)
	if n, ok := columns.ReadNumeral(text); ok {
		p.numeral(n, text)
	}
	if d, ok := columns.ReadDay(text); ok {
		p.day(d, text)
	}
	if isClock(text) {
		p.clocks++
	}
}

func (p *profile) numeral(n columns.Numeral, text string) {
	if len(n.Unit) > 12 {
		return
	}
	p.numerals++
	if n.Unit == "" {
		p.bare++
	}
	switch {
	case n.Open:
		if p.open++; p.openExample == "" {
			p.openExample = lang.Clip(text, maxExample)
		}
		if strings.Contains(text, ",") {
			p.openComma++
		} else {
			p.openPoint++
		}
	case n.Notation == columns.Brazilian:
		p.brazilian++
	case n.Notation == columns.American:
		p.american++
	}
	if p.number(n.Brazilian); len(p.sizesUS) < maxSizes {
		p.sizesUS = append(p.sizesUS, n.American)
	}
}

func (p *profile) day(d columns.Day, text string) {
	if d.Count > 0 {
		p.count(d.Count)
		return
	}
	p.days++
	if d.Timed() {
		p.timed++
	}
	day, month := d.Fits(columns.DayFirst), d.Fits(columns.MonthDay)
	switch {
	case d.Short && d.Sure == "":
		p.shortDays++
		for i, order := range []columns.Dates{columns.DayFirst, columns.MonthDay, columns.YearFirst} {
			if d.Fits(order) {
				p.shortFits[i]++
			}
			if p.parts[i] == nil {
				p.parts[i] = map[int]bool{}
			}
			if len(p.parts[i]) < maxParts {
				p.parts[i][d.Parts[i]] = true
			}
		}
	case d.Sure == "":
		p.eitherDay++
	case !d.InFigures() || day == month:
		p.sureDays++
		return
	case day:
		p.dayFirst++
		p.written.add(d.Sure)
		return
	default:
		p.monthFirst++
		return
	}
	if p.dayExample == "" {
		p.dayExample = lang.Clip(text, maxExample)
	}
}

// span is the first and the last of some days in ISO 8601, "" for none.
type span struct{ first, last string }

func (s *span) add(iso string) {
	iso = iso[:min(len(iso), len(time.DateOnly))]
	if s.first == "" || iso < s.first {
		s.first = iso
	}
	s.last = max(s.last, iso)
}

// near reports whether all days of a span are close to those of another.
func (s *span) near(other *span) bool {
	const around = 31 * 24 * time.Hour
	first, errFirst := time.Parse(time.DateOnly, other.first)
	last, errLast := time.Parse(time.DateOnly, other.last)
	return errFirst == nil && errLast == nil && s.first >= first.Add(-around).Format(time.DateOnly) && s.last <= last.Add(around).Format(time.DateOnly)
}

func isClock(text string) bool {
	if len(text) < 3 || len(text) > 11 || !strings.ContainsAny(text, ":hH") {
		return false
	}
	d, ok := columns.ReadDay("2025-02-10 " + text)
	return ok && len(d.Sure) > len("2006-01-02")
}

// year is for checks that need one: no record is later.
const year = brdoc.LateYear

// look sees which identifier a value is.
func (p *profile) look(text string) {
	if folded := columns.Fold(lang.Clip(text, maxExample)); folded != "" && len(p.choices) < maxTexts && !slices.Contains(p.choices, folded) {
		p.choices = append(p.choices, folded)
	}
	if strings.ContainsAny(text, "0123456789") {
		p.figured++
	}
	digits := strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return r
		}
		return -1
	}, text)
	switch {
	case len(digits) == 44 && len(text) <= 60:
		p.keys++
	case isPlate(text):
		p.plates++
	case (len(digits) == 11 || len(digits) == 14) && (brdoc.Check(brdoc.CPF, text, year).Valid || brdoc.Check(brdoc.CNPJ, text, year).Valid):
		p.people++
	}
	if _, _, how := ptbr.Harvest(text); how == ptbr.Read && strings.Contains(text, "/") {
		p.harvests++
	}
	if unitNames[columns.Fold(text)] != "" && strings.Trim(text, "0123456789") != "" {
		p.units++
	}
	if strings.ContainsAny(text, "0123456789") && strings.ContainsAny(strings.ToUpper(text), "ABCDEFGHIJKLMNOPQRSTUVWXYZ") && len(text) <= 24 && !strings.Contains(text, " ") {
		p.codes++
	}
}

// isPlate reports whether a text starts with the plate of a vehicle.
func isPlate(text string) bool {
	const shortest, longest = 7, 30
	if len(text) < shortest || len(text) > longest {
		return false
	}
	first := strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == '/' || r == ' ' || r == ';' })
	return len(first) > 0 && brdoc.Check(brdoc.Plate, first[0], year).Valid
}

// clockless reports whether no day of the column has a time of day.
func (p *profile) clockless() bool { return p.timed == 0 }

// share is a part of the sampled values.
func (p *profile) share(n int) float64 { return float64(n) / float64(max(p.sampled, 1)) }

// most reports whether nearly all values are of a sort. With few values, one may be a slip.
func (p *profile) most(n int) bool {
	const few = 5
	all := p.filled - p.errors
	return n > 0 && (n*10 >= all*7 || all <= few && n > 1 && all-n <= 1)
}

func (p *profile) median() float64 { return middle(p.sizes) }

// medianUS returns the median if the texts are in American notation.
func (p *profile) medianUS() float64 {
	if len(p.sizesUS) == 0 {
		return p.median()
	}
	return middle(p.sizesUS)
}

func middle(sizes []float64) float64 {
	if len(sizes) == 0 {
		return 0
	}
	all := slices.Sorted(slices.Values(sizes))
	return all[len(all)/2]
}
