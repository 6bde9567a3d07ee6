package guess

import (
	"slices"

	"rastro/internal/columns"
	"rastro/internal/kind"
)

// Asks is what a person must say about a column before its values can be read.
type Asks string

// The possible questions.
const (
	AskDates   Asks = "datas"
	AskNumbers Asks = "numeros"
	AskUnit    Asks = "unidade"
)

// Question is what the file does not show about a column.
type Question struct {
	Column  int    `json:"coluna"`
	Asks    Asks   `json:"pergunta"`
	Example string `json:"exemplo"`
}

// enough is how much evidence settles a question: several values, or a single one if there are few.
func enough(evidence, all int) bool {
	const few, several = 20, 3
	return evidence >= several || evidence > 0 && all <= few
}

// dates determines the order of a column's days from all of them.
func (p *profile) dates() (order columns.Dates, ask bool) {
	all := p.dayFirst + p.monthFirst + p.eitherDay
	switch {
	case p.mixed():
		return columns.Mixed, false
	case p.days == 0 && p.most(p.counted):
		return columns.Serial, false
	case p.shortDays > 0 && all == 0:
		return p.short()
	case p.shortDays > 0 && (p.monthFirst > 0 || !enough(p.dayFirst, all) || p.shortFits[0] < p.shortDays):
		return columns.OpenDates, true
	case p.monthFirst == 0 && enough(p.dayFirst, all):
		return columns.DayFirst, false
	case p.dayFirst == 0 && enough(p.monthFirst, all):
		return columns.MonthDay, false
	case p.eitherDay > 0:
		return columns.OpenDates, true
	}
	return columns.OpenDates, false // every day has one reading
}

// mixed reports whether a program may have read days of this column as months. Dates are correct if
// they are close to those of the texts and would not be if they were swapped. So are those next to
// a text that can be read in both ways: the program would have read that text as well.
func (p *profile) mixed() bool {
	if p.dayFirst == 0 || p.cells == 0 || p.cells > p.swappable {
		return false
	}
	fits := p.kept.near(&p.written)
	return !fits || p.eitherDay == 0 && p.swapped.near(&p.written)
}

// short settles days whose years have two digits. The year is the part that hardly changes.
func (p *profile) short() (columns.Dates, bool) {
	orders := []columns.Dates{columns.DayFirst, columns.MonthDay, columns.YearFirst}
	var can []columns.Dates
	for i, order := range orders {
		if p.shortFits[i] == p.shortDays {
			can = append(can, order)
		}
	}
	steady := func(part int) bool { return len(p.parts[part]) <= 2 }
	if steady(2) && !steady(0) {
		can = slices.DeleteFunc(can, func(d columns.Dates) bool { return d == columns.YearFirst })
	} else if steady(0) && !steady(2) {
		can = slices.DeleteFunc(can, func(d columns.Dates) bool { return d != columns.YearFirst })
	}
	if len(can) == 1 {
		return can[0], false
	}
	return columns.OpenDates, true
}

// notation determines how a column writes numbers: from its own values, else from those of the
// file. It asks if values indicate both, and if 35.5 is the only indication for 36.000, because
// people write both in one column.
func (p *profile) notation(file *profile) (columns.Numbers, bool) {
	const several = 3
	settled := func(same int) bool { return same == 0 || p.brazilian+p.american >= max(several, same) }
	brazil, america := file.brazilian > 0 && file.american == 0, file.american > 0 && file.brazilian == 0
	switch {
	case p.open == 0 && p.american == 0 && p.brazilian > 0:
		return columns.Brazilian, false
	case p.open == 0 && p.brazilian == 0 && p.american > 0:
		return columns.American, false
	case p.open == 0:
		return columns.OpenNumbers, false
	case p.brazilian > 0 && p.american == 0 && (settled(p.openComma) || brazil && file.brazilian >= several+p.openComma):
		return columns.Brazilian, false
	case p.american > 0 && p.brazilian == 0 && settled(p.openPoint) && america:
		return columns.American, false
	case p.brazilian+p.american > 0:
		return columns.OpenNumbers, true
	case brazil && file.brazilian >= several:
		return columns.Brazilian, false
	case america && file.american >= several:
		return columns.American, false
	}
	return columns.OpenNumbers, true
}

// unit settles the unit of a field's numbers.
func (p *profile) unit(f *kind.Field, h *heading, notation columns.Numbers) (string, bool) {
	own := f.Unit
	if own == "" {
		own = f.Measure
	}
	if own == "" {
		return "", false
	}
	if h.unit != "" && columns.Fits(f, h.unit) {
		return h.unit, false
	}
	if p.bare == 0 {
		return "", false // each value has its own
	}
	largest := p.largest
	switch own {
	case "%":
		const percents, impurities = 1.5, 0.5
		if largest > percents || largest > impurities && !slices.ContainsFunc(h.whole, func(w string) bool { return like(w, "umidade") > 0 || like(w, "moisture") > 0 }) {
			return "%", h.other
		}
		return "", true
	case "kg":
		const truck, mixed = 1000, 20 // a column with kg and t in it has both sizes
		median := p.median()
		if notation == columns.American {
			median = p.medianUS()
		}
		if h.other || !h.weighs() || median < truck || p.smallest*mixed < median {
			return "", true
		}
		return "kg", false
	case "ha":
		return "", true
	}
	return "", h.other
}

// weighs reports whether a header is about the reading of a scale, which here is in kg if it is in
// the thousands.
func (h *heading) weighs() bool {
	return slices.ContainsFunc(h.whole, func(w string) bool {
		return slices.ContainsFunc([]string{"peso", "liquido", "liq", "weight", "net"}, func(name string) bool { return w == name })
	})
}
