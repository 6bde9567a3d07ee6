package ptbr

import (
	"rastro/internal/ptbr/letters"
)

// Amount reads the amount at the start of a text, a mass or a share: 3.000 kg, 50%.
// It ends at end, unit included. The unit is nil if there is no amount.
func Amount(text string) (value float64, unit *Unit, end int) {
	if text == "" || !letters.IsDigit(text[0]) {
		return 0, nil, 0
	}
	n := readNumeral(text, 0)
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
