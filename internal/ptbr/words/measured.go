package words

import (
	"strings"

	"rastro/internal/ptbr"
	"rastro/internal/ptbr/letters"
)

// amount is how much of a contaminant was measured, or is allowed.
type amount struct {
	value float64
	in    scale
	known bool
}

// scale is the unit of an amount.
type scale uint8

const (
	noScale scale = iota // the text does not say
	parts                // of mass in a billion
	germs                // colonies, or the most probable number of them
	another              // not a unit for contaminants
)

// scales are the units of laboratories; of two with a common beginning the longer comes first.
var scales = []struct {
	unit   string
	scale  scale
	factor float64
}{
	{"ppb", parts, 1}, {"µg/kg", parts, 1}, {"ug/kg", parts, 1}, {"mcg/kg", parts, 1}, {"ng/g", parts, 1},
	{"ppm", parts, 1000}, {"mg/kg", parts, 1000}, {"µg/g", parts, 1000}, {"ug/g", parts, 1000}, {"mcg/g", parts, 1000},
	{"ufc/g", germs, 1}, {"ufc", germs, 1}, {"nmp/g", germs, 1}, {"nmp", germs, 1},
}

// longestUnit limits what is read after a number.
const longestUnit = len("mcg/kg")

// amountAt reads the amount at i, where a digit is. It is unknown if the digits are part of a code,
// a date or a range.
func amountAt(text string, i int) (a amount, end int) {
	end = i
	for end < len(text) && (letters.IsDigit(text[end]) || (text[end] == '.' || text[end] == ',') && end+1 < len(text) && letters.IsDigit(text[end+1])) {
		end++
	}
	value, reading := ptbr.Number(text[i:end])
	whole := i == 0 || !letters.LetterBefore(text, i) && !strings.ContainsRune("/-.,", rune(text[i-1]))
	if end < len(text) && strings.ContainsRune("/-", rune(text[end])) {
		whole = false
	}
	at := letters.SkipSpaces(text, end)
	factor, in, unitEnd := scaleAt(text, at)
	if at == end && in == another && text[at] != '%' {
		whole = false // 25g
	}
	return amount{value * factor, in, whole && reading == ptbr.Read}, max(end, unitEnd)
}

// scaleAt reads a unit at i, and returns where it ends. A word that is not a unit does not affect
// the number before it, except units of other measures.
func scaleAt(text string, i int) (factor float64, in scale, end int) {
	if i >= len(text) {
		return 1, noScale, i
	}
	near := text[i:min(len(text), i+longestUnit)]
	for _, s := range scales {
		if len(near) >= len(s.unit) && strings.EqualFold(near[:len(s.unit)], s.unit) && letters.Boundary(text, i+len(s.unit)) {
			return s.factor, s.scale, i + len(s.unit)
		}
	}
	if _, size := letters.FoldAt(text, i); size > 0 || text[i] == '%' {
		return 1, another, i
	}
	return 1, noScale, i
}

// over compares a measured amount with its limit; ok is false if they are not comparable.
func (a amount) over(limit amount) (is, ok bool) {
	if !a.known || !limit.known || a.in == another || limit.in == another || a.in != limit.in && a.in != noScale && limit.in != noScale {
		return false, false
	}
	return a.value > limit.value, true
}
