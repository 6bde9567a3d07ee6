package columns

import (
	"slices"
	"strconv"
	"strings"

	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/ptbr"
	"rastro/internal/sheet"
)

// maxShown is how many characters of a cell a problem repeats.
const maxShown = 60

func refuse(row *sheet.Row, f *kind.Field, c *sheet.Cell, why sheet.Reason) {
	row.Refuse(sheet.Problem{Cell: sheet.Address(c.Column, row.Line), Field: f.Name, Reason: why, Args: lang.Args{"valor": lang.Clip(c.Shown(), maxShown)}})
}

// put reads a cell into a field as its column says.
func put(row *sheet.Row, f *kind.Field, how *Column, c *sheet.Cell) {
	reading{row, f, how, false}.put(c)
}

// reading is a cell being read into a field.
type reading struct {
	row       *sheet.Row
	field     *kind.Field
	how       *Column
	count1904 bool
}

func (r reading) refuse(c *sheet.Cell, why sheet.Reason) { refuse(r.row, r.field, c, why) }

func (r reading) put(c *sheet.Cell) {
	switch {
	case c.IsEmpty():
	case c.Kind == sheet.ErrorCell:
		r.row.Put(r.field, c)
	case r.field.Shape == kind.Date || r.field.Shape == kind.DateTime:
		r.day(c)
	case r.field.Shape == kind.Number || r.field.Shape == kind.Quantity || r.field.Measure != "":
		r.quantity(c)
	case c.Kind == sheet.DateCell && isCode(r.field):
		r.refuse(c, sheet.DateForCode)
	case r.field.Name == kind.TaxPapers || r.field.Name == kind.LoadTicket:
		r.paper(c)
	case r.how.Unit == PerHectare && isDose(c):
		r.row.PutText(r.field, strings.TrimSpace(c.Text)+PerHectare)
	case r.how.Unit != "" && r.how.Unit != PerHectare && isBare(c):
		r.rate(c)
	case c.Kind == sheet.TextCell:
		text := *c
		text.Text = strings.TrimSpace(c.Text)
		r.row.Put(r.field, &text)
	default:
		r.row.Put(r.field, c)
	}
}

// isCode reports whether a field contains codes, which spreadsheet programs turn into dates.
func isCode(f *kind.Field) bool {
	return f.Says.NamesLots() || f.Says == kind.Paper || f.Says == kind.Carrier || f.Name == sheet.HarvestID || f.Name == sheet.Season
}

// isBare reports whether a cell is a number without a unit.
func isBare(c *sheet.Cell) bool {
	n, ok := ReadNumeral(c.Shown())
	return ok && n.Unit == "" && !c.Share && (c.Kind == sheet.NumberCell || c.Kind == sheet.TextCell)
}

// isDose reports whether a cell says how much of what, but not per what area.
func isDose(c *sheet.Cell) bool {
	n, ok := ReadNumeral(c.Text)
	return ok && c.Kind == sheet.TextCell && slices.Contains([]string{"l", "ml", "kg", "g", "t", "sc"}, strings.ToLower(n.Unit))
}

// rate writes a number into a text with the unit that only its header has.
func (r reading) rate(c *sheet.Cell) {
	text := strings.TrimSpace(c.Text)
	if c.Kind == sheet.NumberCell {
		text = plainText(shown(c.Number))
	}
	r.row.PutText(r.field, text+" "+r.how.Unit)
}

// paper reads the number of an invoice or a ticket. A dash or a zero means none. In a record's list
// of documents, a bare number gets the name of its document.
func (r reading) paper(c *sheet.Cell) {
	const longest = 9 // digits of an invoice's number
	var all []string
	for one := range strings.FieldsFuncSeq(c.Shown(), func(r rune) bool { return r == ';' || r == '\n' || r == '\r' }) {
		one = strings.TrimSpace(one)
		if strings.Trim(one, "0 ") == "" || ptbr.IsAbsent(one) {
			continue
		}
		if digits := strings.ReplaceAll(one, ".", ""); r.field.Name == kind.TaxPapers && len(digits) <= longest && strings.Trim(digits, "0123456789") == "" {
			one = "NF " + one
		}
		all = append(all, one)
	}
	if len(all) == 0 {
		return
	}
	if c.Kind != sheet.NumberCell || c.Number < 1e15 { // of a longer one, the spreadsheet lost digits
		c = &sheet.Cell{Column: c.Column, Text: strings.Join(all, "; ")}
	}
	r.row.Put(r.field, c)
}

func (r reading) day(c *sheet.Cell) {
	text, why := readDay(c, r.how.Dates, r.count1904)
	switch {
	case why != "" && c.Kind == sheet.TextCell && ptbr.IsAbsent(c.Text):
	case why != "":
		r.refuse(c, why)
	default:
		r.row.PutText(r.field, text)
	}
}

// quantity reads a number with its unit. If neither the cell nor the column has the unit, the
// number may mean several things, and is refused.
func (r reading) quantity(c *sheet.Cell) {
	if c.Kind == sheet.DateCell {
		r.refuse(c, sheet.DateForNumber)
		return
	}
	value, unit, why := amount(c, r.how.Numbers)
	own := unitOf(r.field)
	if unit == "" {
		unit = r.how.Unit
	}
	switch {
	case why == sheet.WantNumber && ptbr.IsAbsent(c.Text):
	case why == sheet.WantNumber && r.field.Shape != kind.Number && r.isText(c.Text):
		r.row.PutText(r.field, strings.TrimSpace(c.Text))
	case why != "":
		r.refuse(c, why)
	case unit == "" && own == "%":
		r.refuse(c, sheet.OpenShare)
	case unit == "" && (own == "kg" || own == "ha"):
		r.refuse(c, sheet.OpenUnit)
	case unit == Fraction:
		r.write(c, shown(value*100), "%")
	case unit == "" || own == "":
		r.write(c, value, unit)
	case !Fits(r.field, unit):
		r.refuse(c, sheet.OpenUnit)
	default:
		r.write(c, value, unit)
	}
}

// shown returns a number in the digits that a spreadsheet shows.
func shown(v float64) float64 {
	rounded, err := strconv.ParseFloat(sheet.Decimal(v), 64)
	if err != nil {
		return v
	}
	return rounded
}

// isText reports whether a text that is not a number can be kept unchanged: it contains no number,
// or one in the notation in which everybody reads it later.
func (r reading) isText(s string) bool {
	s = strings.TrimLeft(s, " -+")
	if !strings.ContainsAny(s, "0123456789") {
		return true
	}
	return r.how.Numbers == Brazilian && (s[0] < '0' || s[0] > '9')
}

// write stores a number with a unit where the field takes it: converted if the field is a number,
// unchanged if it is a text.
func (r reading) write(c *sheet.Cell, value float64, unit string) {
	own, out := unitOf(r.field), sheet.Cell{Column: c.Column, Kind: sheet.NumberCell, Number: value}
	said := plainText(value)
	switch {
	case unit == "%":
		said += unit
	case unit != "":
		said += " " + unit
	}
	switch {
	case r.field.Measure != "" && unit == "":
		r.refuse(c, sheet.OpenUnit)
		return
	case r.field.Measure != "":
		r.row.PutText(r.field, said)
		return
	case unit != "" && !strings.EqualFold(unit, own):
		converted, _, how := ptbr.NumberIn(own, said)
		if how != ptbr.Read {
			r.refuse(c, sheet.OpenUnit)
			return
		}
		r.row.Note(sheet.Problem{Cell: sheet.Address(c.Column, r.row.Line), Field: r.field.Name, Reason: sheet.ConvertedUnit,
			Args: lang.Args{"valor": said, "lido": sheet.Decimal(converted), "unidade": own}})
		out.Number = converted
	}
	r.row.Put(r.field, &out)
}

// amount reads the number in a cell, and the unit that the cell states.
func amount(c *sheet.Cell, notation Numbers) (value float64, unit string, why sheet.Reason) {
	switch {
	case c.Kind == sheet.NumberCell:
		return shown(c.Number), "", ""
	case c.Share:
		return shown(c.Number), "%", ""
	case c.Kind != sheet.TextCell:
		return 0, "", sheet.WantNumber
	}
	n, ok := ReadNumeral(c.Text)
	if !ok {
		return 0, "", sheet.WantNumber
	}
	value, sure := n.In(notation)
	if !sure {
		return 0, "", sheet.OpenNumber
	}
	return value, n.Unit, ""
}
