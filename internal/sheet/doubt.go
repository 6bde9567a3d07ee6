package sheet

import (
	"strconv"
	"strings"
	"unicode"

	"rastro/internal/lang"
	"rastro/internal/ptbr"
)

// thousand is the factor for a number whose comma separates thousands.
const thousand = 1000

// NumberNotice returns a remark about a text that was read as the number v of a unit, in a cell or
// in a form: that its unit was converted, or that its point or comma can be read in another way. It
// is "" if there is nothing to remark.
func NumberNotice(unit, text string, v float64, converted bool) (Reason, lang.Args) {
	args := lang.Args{"valor": text, "lido": Decimal(v), "unidade": unit}
	switch {
	case converted:
		return ConvertedUnit, args
	case pointMarksThousands(text, v):
		return AmbiguousPoint, args
	case ptbr.CommaInDoubt(unit, text):
		args["milhar"] = Decimal(v * thousand)
		return AmbiguousComma, args
	}
	return "", nil
}

// pointMarksThousands reports whether a text that was read as v has a point which a foreigner
// reads as a decimal one.
func pointMarksThousands(text string, v float64) bool {
	number := strings.TrimRightFunc(text, func(r rune) bool { return !unicode.IsDigit(r) })
	plain, err := strconv.ParseFloat(number, 64)
	return err == nil && plain != v
}
