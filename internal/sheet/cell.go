package sheet

import (
	"math"
	"strconv"
	"strings"
)

// cell is one cell as it is in the file.
type cell struct {
	column int
	kind   cellKind
	text   string // of every kind but a number's
	number float64
}

type cellKind uint8

const (
	textCell cellKind = iota
	numberCell
	dateCell  // text is ISO 8601
	boolCell  // text is what a person sees
	errorCell // text is #N/A or another error
)

// isEmpty reports whether nothing was written in the cell.
func (c *cell) isEmpty() bool { return c.kind == textCell && isBlank(c.text) }

func isBlank(s string) bool { return strings.TrimSpace(s) == "" }

// shown is the cell as text, with as many digits as a spreadsheet keeps.
func (c *cell) shown() string {
	if c.kind != numberCell {
		return c.text
	}
	return decimal(c.number)
}

// spreadsheetDigits is how many digits of a typed number spreadsheets keep. Of
// 44 digits the last 29 become zeros.
const (
	spreadsheetDigits = 15
	beyondDigits      = 1e15
)

// decimal writes a number without exponent, in the digits that a spreadsheet
// shows: what a formula left in the seventeenth is noise.
func decimal(v float64) string {
	rounded, err := strconv.ParseFloat(strconv.FormatFloat(v, 'g', spreadsheetDigits, 64), 64)
	if err != nil || math.Abs(v) >= beyondDigits {
		rounded = v
	}
	return strconv.FormatFloat(rounded, 'f', -1, 64)
}
