package lang

import (
	"math"
	"strconv"
	"strings"
)

// Number writes a number as readers of the language do, with at most that many
// decimals: 1.234,5 in most languages, 1,234.5 in English, 1 234,5 in French. It returns "" for a
// number that is not known.
func (l Lang) Number(v float64, decimals int) string {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return ""
	}
	whole, part, _ := strings.Cut(strconv.FormatFloat(math.Abs(v), 'f', decimals, 64), ".")
	part = strings.TrimRight(part, "0")
	thousands, point := l.marks()
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + thousands + whole[i:]
	}
	if part != "" {
		whole += point + part
	}
	if v < 0 && strings.Trim(whole, "0.,") != "" {
		return "-" + whole
	}
	return whole
}

// Digits writes a decimal number, in digits with a point, as readers of the language do: all its
// digits, with marks.
func (l Lang) Digits(written string) string {
	sign := ""
	if rest, negative := strings.CutPrefix(written, "-"); negative {
		sign, written = "-", rest
	}
	whole, part, some := strings.Cut(written, ".")
	thousands, point := l.marks()
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + thousands + whole[i:]
	}
	if some {
		whole += point + part
	}
	return sign + whole
}

// marks returns what readers of the language write between thousands and before decimals.
func (l Lang) marks() (thousands, point string) {
	switch l {
	case EN:
		return ",", "."
	case FR:
		return "\u00a0", ","
	}
	return ".", ","
}

// ungrouped writes a number that has a decimal point with the decimal mark of the language.
func (l Lang) ungrouped(number string) string {
	_, point := l.marks()
	return strings.Replace(number, ".", point, 1)
}
