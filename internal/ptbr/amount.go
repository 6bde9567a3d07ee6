package ptbr

import (
	"math"
	"regexp"
	"strconv"
	"strings"

	"rastro/internal/ptbr/letters"
)

// longestAmount is how many bytes of an amount are read. A list of numbers, 1000,1001,1002, looks
// like one numeral up to its end, and an amount is read at each of its entries.
const longestAmount = 64

// Amount reads the amount at the start of a text, a mass or a share: 3.000 kg, 50%.
// It ends at end, unit included. The unit is nil if there is no amount.
func Amount(text string) (value float64, unit *Unit, end int) {
	if text == "" || !letters.IsDigit(text[0]) {
		return 0, nil, 0
	}
	n := readNumeral(text[:min(len(text), longestAmount)], 0)
	if n.form == badForm || n.spaced {
		return 0, nil, 0
	}
	if unit, end = amountUnit(text, n.end); unit == nil {
		return 0, nil, 0
	}
	return n.value, unit, end
}

// amountUnit reads a percent sign or a unit of mass at i.
func amountUnit(s string, i int) (*Unit, int) {
	for i < len(s) && letters.SpaceAt(s, i) > 0 {
		i += letters.SpaceAt(s, i)
	}
	if i >= len(s) {
		return nil, i
	}
	if s[i] == '%' {
		return percent, i + 1
	}
	var w letters.Word
	w.Read(s, i)
	sense, end, ok := senses.Match(s, &w)
	if ok && sense.is(sack) {
		return saca, end
	}
	if !ok || sense.unit == nil || sense.unit.Dimension != Masses && sense.unit.Dimension != Shares {
		return nil, i
	}
	return sense.unit, end
}

// NumberIn reads a text that should be a single number in a unit: alone (36.500), with the unit
// (36.500 kg), or in another unit of the same dimension, which it converts (36,5 t); hours also
// with minutes (8h30, 8:30). A number that may be thousands or decimals in that other unit is
// Ambiguous.
func NumberIn(symbol, text string) (value float64, converted bool, reading Reading) {
	if value, reading = Number(text); reading != Unreadable {
		return value, false, reading
	}
	text = letters.Trim(text)
	if text == "" || !letters.IsDigit(text[0]) {
		return 0, false, Unreadable
	}
	if symbol == "h" {
		if hours, ok := hoursAndMinutes(text); ok {
			return hours, true, Read
		}
	}
	n := readNumeral(text, 0)
	at := n.end
	for at < len(text) && letters.SpaceAt(text, at) > 0 {
		at += letters.SpaceAt(text, at)
	}
	if n.form == badForm || n.spaced || at >= len(text) {
		return 0, false, Unreadable
	}
	if strings.EqualFold(text[at:], symbol) {
		return n.value, false, Read
	}
	var w letters.Word
	w.Read(text, at)
	sense, end, ok := senses.Match(text, &w)
	own := unitBySymbol(symbol)
	if !ok || end < len(text) || own == nil || sense.unit == nil || sense.unit.Dimension != own.Dimension || sense.unit.Factor == 0 {
		return 0, false, Unreadable
	}
	if sense.unit == own {
		return n.value, false, Read
	}
	if n.form == dotForm && sense.unit.fine || n.form == commaForm && !sense.unit.fine {
		return 0, false, Ambiguous
	}
	return rounded(n.value * sense.unit.Factor / own.Factor), true, Read
}

// hoursAndMinutes reads a duration as people write it: 8h30, 8 h 30 min, 8:30.
func hoursAndMinutes(text string) (hours float64, ok bool) {
	part := durations.FindStringSubmatch(text)
	if part == nil {
		return 0, false
	}
	whole, _ := strconv.Atoi(part[1])
	minutes, _ := strconv.Atoi(part[2])
	return rounded(float64(whole) + float64(minutes)/60), minutes < 60
}

var durations = regexp.MustCompile(`^(\d{1,4}) ?(?:[hH]|[hH]oras?|:)(?: ?e)? ?(\d{2}) ?(?:[mM]|[mM]in|[mM]inutos)?$`)

// CommaInDoubt reports whether a text starts with a number whose comma may mark thousands in
// this unit: 1,500 in a field for kg is 1,5 kg by the rule, and 1.500 kg to many programs.
func CommaInDoubt(symbol, text string) bool {
	text = letters.Trim(text)
	unit := unitBySymbol(symbol)
	if unit == nil || unit.fine || text == "" || !letters.IsDigit(text[0]) {
		return false
	}
	return readNumeral(text, 0).form == commaForm
}

// rounded removes what multiplying binary fractions adds: 0,1 t is 100 kg.
func rounded(v float64) float64 { return math.Round(v*1e6) / 1e6 }
