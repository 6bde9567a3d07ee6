package ptbr

// maxLot bounds a lot's name in a blend; more is a sentence.
const maxLot = 50

// readPart reads "LOTE-A: 60%", "LOTE-A (60%)", "60% do LOTE-A", or a lot alone.
func readPart(s string) (Part, bool) {
	if value, unit, lot := leading(s); unit != nil {
		lot = lotName(lot)
		return Part{lot, value, unit}, isName(lot)
	}
	if value, unit, lot := trailing(s); unit != nil {
		lot = lotName(lot)
		return Part{lot, value, unit}, isName(lot)
	}
	lot := lotName(s)
	return Part{Lot: lot}, isCode(lot) && len(lot) <= maxLot
}

// leading reads an amount at the start of a part, and what is left of it.
func leading(s string) (float64, *Unit, string) {
	if s == "" || !isDigit(s[0]) {
		return 0, nil, s
	}
	n := readNumeral(s, 0)
	unit, end := amountUnit(s, n.end)
	if n.form == badForm || n.spaced || unit == nil {
		return 0, nil, s
	}
	return n.value, unit, s[end:]
}

// trailing reads an amount at the end of a part: the last number with a unit
// after it and nothing more but a bracket.
func trailing(s string) (float64, *Unit, string) {
	for i := len(s) - 1; i > 0; i-- {
		if !isDigit(s[i]) {
			continue
		}
		for i > 0 && (isDigit(s[i-1]) || (s[i-1] == '.' || s[i-1] == ',') && i > 1 && isDigit(s[i-2])) {
			i--
		}
		n := readNumeral(s, i)
		unit, end := amountUnit(s, n.end)
		if unit == nil || n.form == badForm || n.spaced || i == 0 {
			return 0, nil, s
		}
		switch rest := trim(s[end:]); rest {
		case "", ")", "]", ".":
		default:
			return 0, nil, s
		}
		return n.value, unit, beforeAmount(s[:i])
	}
	return 0, nil, s
}

// beforeAmount takes off a lot what sets its amount apart: one of : = - ( and
// spaces. What is glued to the amount without a mark is no lot.
func beforeAmount(s string) string {
	name := trim(s)
	if name == "" {
		return ""
	}
	switch name[len(name)-1] {
	case ':', '=', '-', '(', '[':
		return trim(name[:len(name)-1])
	}
	if len(name) == len(s) {
		return ""
	}
	return name
}

// amountUnit reads a percent sign or a unit of mass at i.
func amountUnit(s string, i int) (*Unit, int) {
	for i < len(s) && spaceAt(s, i) > 0 {
		i += spaceAt(s, i)
	}
	if i >= len(s) {
		return nil, i
	}
	if s[i] == '%' {
		return percent, i + 1
	}
	var w word
	w.read(s, i)
	sense, end, ok := senses.match(s, &w)
	if !ok || sense.unit == nil || sense.unit.Dimension != Masses && sense.unit.Dimension != Shares {
		return nil, i
	}
	return sense.unit, end
}

// isName tells whether a text may name a lot: short, and not a sentence.
func isName(s string) bool {
	if s == "" || len(s) > maxLot {
		return false
	}
	words := 1
	for i := 0; i < len(s); {
		_, size := foldAt(s, i)
		switch {
		case size > 0:
		case s[i] == ' ':
			words++
			fallthrough
		case s[i] == '-' || s[i] == '.' || s[i] == '_' || s[i] == '/' || s[i] == '#':
			size = 1
		default:
			return false
		}
		i += size
	}
	return words <= 3
}
