package sheet

import (
	"math"
	"strconv"
	"strings"

	"rastro/internal/canon"
	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/ptbr"
)

// literal begins a cell whose rest is a JSON value.
const literal = "json:"

// value is the result of reading a cell: JSON, nothing for an empty cell, or a reason why it cannot
// be read. A notice is a reason to look again.
type value struct {
	json   []byte
	reason Reason
	notice Reason
	args   lang.Args
}

// readers read cells by the shape of their field. Errors, empty cells and literals have been
// handled before.
var readers = map[kind.Shape]func(*kind.Field, *Cell) value{
	kind.Text:        readText,
	kind.Date:        readDate,
	kind.DateTime:    readDate,
	kind.Number:      readNumber,
	kind.Plot:        readPlot,
	kind.Texts:       readTexts,
	kind.Quantity:    readQuantity,
	kind.TextOrTexts: readTextOrTexts,
	kind.Objects:     readObjects,
}

// read turns a cell into the JSON of its field.
func read(f *kind.Field, c *Cell) value {
	switch {
	case c.IsEmpty():
		return value{}
	case c.Kind == ErrorCell && c.Text == notComputed:
		return refuse(NotComputed, c)
	case c.Kind == ErrorCell:
		return refuse(CellError, c)
	case c.Kind == TextCell && strings.HasPrefix(c.Text, literal):
		raw := []byte(c.Text[len(literal):])
		if canon.Validate(raw) != nil {
			return refuse(BadJSON, c)
		}
		return value{json: raw}
	}
	return readers[f.Shape](f, c)
}

func refuse(reason Reason, c *Cell) value {
	return value{reason: reason, args: lang.Args{"valor": lang.Clip(c.Shown(), maxShown)}}
}

// readText keeps a text exactly. A number becomes the text it was typed as,
// while that can be determined.
func readText(f *kind.Field, c *Cell) value {
	if rounded(c) {
		return refuse(RoundedDigits, c)
	}
	v := value{json: canon.AppendString(nil, c.Shown())}
	if c.Kind == DateCell {
		if f.Name == harvestID || f.Name == season {
			return refuse(DateForCode, c)
		}
		v.notice, v.args = DateInText, lang.Args{"valor": c.Text}
	}
	return v
}

// rounded reports whether a spreadsheet has cut the digits of what was typed: a
// number beyond those it keeps, or one that it shows with an exponent.
func rounded(c *Cell) bool {
	if c.Kind == NumberCell {
		return c.Number >= beyondDigits || c.Number <= -beyondDigits
	}
	return c.Kind == TextCell && hasExponent(c.Text)
}

// hasExponent reports whether a text is a number as spreadsheets show long ones:
// 3,12506E+43.
func hasExponent(s string) bool {
	mantissa, exponent, found := strings.Cut(strings.TrimSpace(s), "E+")
	if !found || len(exponent) < 2 || len(exponent) > 3 || len(mantissa) == 0 || len(mantissa) > 20 {
		return false
	}
	return strings.Trim(exponent, digits) == "" && mantissa[0] >= '1' && mantissa[0] <= '9' &&
		(len(mantissa) == 1 || len(mantissa) > 2 && (mantissa[1] == ',' || mantissa[1] == '.') && strings.Trim(mantissa[2:], digits) == "")
}

const digits = "0123456789"

// The days of 1990 and 2099 as spreadsheets count them. A bare number between
// them in a field for dates is a date that lost its format.
const (
	firstSerial = 32874
	lastSerial  = 73050
)

// readDate keeps a text exactly, as dates are graded and not refused.
func readDate(f *kind.Field, c *Cell) value {
	switch {
	case c.Kind == DateCell:
		return value{json: canon.AppendString(nil, c.Text)}
	case c.Kind == NumberCell && c.Number >= firstSerial && c.Number <= lastSerial:
		if text, ok := SerialText(c.Number, false); ok {
			return value{json: canon.AppendString(nil, text), notice: DateInText, args: lang.Args{"valor": text}}
		}
	}
	return readText(f, c)
}

// readNumber reads a number in Brazilian or plain notation; ptbr.Number distinguishes them. A unit
// may follow it; one other than the field's own is converted.
func readNumber(f *kind.Field, c *Cell) value { return readNumberIn(f.Unit, f.Unit, c) }

// readNumberIn reads a number with a unit, which may be written only in certain fields.
func readNumberIn(unit, written string, c *Cell) value {
	switch {
	case c.Kind == DateCell:
		return refuse(DateForNumber, c)
	case c.Kind == NumberCell:
		return value{json: number(c.Number)}
	case rounded(c):
		return refuse(RoundedDigits, c)
	}
	text := strings.TrimSpace(c.Text)
	v, converted, how := ptbr.NumberIn(written, text)
	switch {
	case how == ptbr.Absent:
		return value{}
	case how == ptbr.Read:
		notice, args := NumberNotice(unit, text, v, converted)
		return value{json: number(v), notice: notice, args: args}
	}
	if v, err := strconv.ParseFloat(text, 64); err == nil && strings.Contains(text, "e-") {
		return value{json: number(v)} // as programs write small ones
	}
	return refuse(WantNumber, c)
}

// number writes a number as JSON does: with an exponent only beyond 21 digits.
func number(v float64) []byte {
	if abs := math.Abs(v); abs != 0 && (abs < 1e-6 || abs >= 1e21) {
		return strconv.AppendFloat(nil, v, 'e', -1, 64)
	}
	return strconv.AppendFloat(nil, v, 'f', -1, 64)
}

// readQuantity reads a number if the cell contains nothing else, and keeps every other text
// exactly.
func readQuantity(f *kind.Field, c *Cell) value {
	switch v := readNumberIn(f.Unit, "", c); {
	case v.json != nil, v.reason == DateForNumber, v.reason == RoundedDigits:
		return v
	}
	return readText(f, c)
}

// readTexts splits at semicolons and line breaks.
func readTexts(f *kind.Field, c *Cell) value {
	v := readText(f, c)
	if v.json != nil {
		v.json = canon.AppendStrings(nil, items(c.Shown()))
	}
	return v
}

func items(s string) []string {
	var all []string
	for item := range strings.FieldsFuncSeq(s, func(r rune) bool { return r == ';' || r == '\n' || r == '\r' }) {
		if item = strings.TrimSpace(item); item != "" {
			all = append(all, item)
		}
	}
	return all
}

// readTextOrTexts returns a list only for more than one item.
func readTextOrTexts(f *kind.Field, c *Cell) value {
	if c.Kind == TextCell && len(items(c.Text)) > 1 {
		return readTexts(f, c)
	}
	return readText(f, c)
}

// readObjects reads a JSON list of objects, or one object alone.
func readObjects(_ *kind.Field, c *Cell) value {
	text := strings.TrimSpace(c.Text)
	if c.Kind != TextCell || text == "" || text[0] != '[' && text[0] != '{' {
		return refuse(WantObjects, c)
	}
	if canon.Validate([]byte(text)) != nil {
		return refuse(BadJSON, c)
	}
	if text[0] == '{' {
		text = "[" + text + "]"
	}
	return value{json: []byte(text)}
}
