package sheet

import (
	"math"
	"strconv"
	"strings"
)

// Cell is a cell as it is in the file.
type Cell struct {
	Column int
	Kind   CellKind
	Text   string // of every kind but numbers
	Number float64
	// Share means that the file shows the number as a percentage: Number is 13.5 and Text 13,5%
	// where the file contains 0.135.
	Share bool
}

// CellKind is the type of a cell according to the file.
type CellKind uint8

// The kinds of cells.
const (
	TextCell CellKind = iota
	NumberCell
	DateCell  // text is ISO 8601
	BoolCell  // text is what people see
	ErrorCell // text is #N/A or another error
)

// IsEmpty reports whether the cell is empty.
func (c *Cell) IsEmpty() bool { return c.Kind == TextCell && isBlank(c.Text) }

func isBlank(s string) bool { return strings.TrimSpace(s) == "" }

// Shown returns the cell as text, with as many digits as a spreadsheet keeps.
func (c *Cell) Shown() string {
	if c.Kind != NumberCell {
		return c.Text
	}
	return Decimal(c.Number)
}

// spreadsheetDigits is how many digits of a typed number spreadsheets keep. Of
// 44 digits the last 29 become zeros.
const (
	spreadsheetDigits = 15
	beyondDigits      = 1e15
)

// Decimal formats a number without an exponent, with the digits that a spreadsheet shows: a
// formula's seventeenth digit is noise.
func Decimal(v float64) string {
	rounded, err := strconv.ParseFloat(strconv.FormatFloat(v, 'g', spreadsheetDigits, 64), 64)
	if err != nil || math.Abs(v) >= beyondDigits {
		rounded = v
	}
	return strconv.FormatFloat(rounded, 'f', -1, 64)
}
