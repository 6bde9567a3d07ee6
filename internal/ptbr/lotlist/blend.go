package lotlist

import (
	"rastro/internal/ptbr"
	"rastro/internal/ptbr/letters"
)

// maxLot bounds a lot's name in a blend; more is a sentence.
const maxLot = 50

// readPart reads "LOTE-A: 60%", "LOTE-A (60%)", "60% do LOTE-A", or a lot alone.
func readPart(s string) (Part, bool) {
	if value, unit, end := ptbr.Amount(s); unit != nil {
		lot := lotName(s[end:])
		return Part{lot, value, unit}, isName(lot)
	}
	if value, unit, lot := trailing(s); unit != nil {
		lot = lotName(lot)
		return Part{lot, value, unit}, isName(lot)
	}
	lot := lotName(s)
	return Part{Lot: lot}, isCode(lot) && len(lot) <= maxLot
}

// trailing reads an amount at the end of a part: the last number with a unit
// after it and nothing more but a bracket.
func trailing(s string) (float64, *ptbr.Unit, string) {
	for i := len(s) - 1; i > 0; i-- {
		if !letters.IsDigit(s[i]) {
			continue
		}
		for i > 0 && (letters.IsDigit(s[i-1]) || (s[i-1] == '.' || s[i-1] == ',') && i > 1 && letters.IsDigit(s[i-2])) {
			i--
		}
		value, unit, end := ptbr.Amount(s[i:])
		if unit == nil || i == 0 {
			return 0, nil, s
		}
		switch rest := letters.Trim(s[i+end:]); rest {
		case "", ")", "]", ".":
		default:
			return 0, nil, s
		}
		return value, unit, beforeAmount(s[:i])
	}
	return 0, nil, s
}

// beforeAmount removes from a lot what separates its amount: one of : = - ( and spaces. What is
// joined to the amount without a mark is not a lot.
func beforeAmount(s string) string {
	name := letters.Trim(s)
	if name == "" {
		return ""
	}
	switch name[len(name)-1] {
	case ':', '=', '-', '(', '[':
		return letters.Trim(name[:len(name)-1])
	}
	if len(name) == len(s) {
		return ""
	}
	return name
}

// isName reports whether a text may name a lot: short, and not a sentence.
func isName(s string) bool {
	if s == "" || len(s) > maxLot {
		return false
	}
	words := 1
	for i := 0; i < len(s); {
		_, size := letters.FoldAt(s, i)
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
