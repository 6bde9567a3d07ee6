// Package lotlist splits a text that lists lots or the parts of a blend. Numbers also contain
// commas, so it distinguishes lists from decimal numbers.
package lotlist

import (
	"strings"

	"rastro/internal/ptbr"
	"rastro/internal/ptbr/letters"
)

// Split splits a text that names lots: on commas, semicolons, plus signs, bars, line breaks and
// "e". The names are as written, except that the word "lotes", and "lote" before a code, are
// removed. Words that say that there is no lot name none.
func Split(text string) []string {
	if ptbr.IsAbsent(text) {
		return nil
	}
	var lots []string
	for rest := text; rest != ""; {
		var segment string
		segment, rest = cutSegment(rest)
		if lot := lotName(segment); lot != "" && !ptbr.IsAbsent(lot) {
			lots = append(lots, lot)
		}
	}
	return lots
}

// Part is a part of a blend.
type Part struct {
	Lot   string
	Value float64
	Unit  *ptbr.Unit // %, or a unit of mass; nil when the text does not say how much
}

// Blend reads the parts of a blend: LOTE-A 60%; LOTE-B 40%, or 600 sacas do lote A e 400 sacas do
// lote B. It returns all parts in their order, or none. Lots without their amounts are Bare.
func Blend(text string) ([]Part, ptbr.Reading) {
	if ptbr.IsAbsent(text) {
		return nil, ptbr.Absent
	}
	var parts []Part
	amounts := 0
	for rest := text; rest != ""; {
		var segment string
		segment, rest = cutSegment(rest)
		if segment == "" {
			continue
		}
		p, ok := readPart(segment)
		if !ok {
			return nil, ptbr.Unreadable
		}
		if p.Unit != nil {
			amounts++
		}
		parts = append(parts, p)
	}
	switch amounts {
	case len(parts):
		if amounts > 0 {
			return parts, ptbr.Read
		}
	case 0:
		if len(parts) > 1 {
			return parts, ptbr.Bare
		}
	}
	return nil, ptbr.Unreadable
}

// inAmount reports whether the comma at i is the decimal mark of an amount. In "33,3 %" it is; in
// "20250001,20250002" it stands between two codes.
func inAmount(s string, i int) bool {
	if i == 0 || i+1 == len(s) || !letters.IsDigit(s[i-1]) || !letters.IsDigit(s[i+1]) {
		return false
	}
	start := i
	for start > 0 && (letters.IsDigit(s[start-1]) || s[start-1] == '.') && i-start < maxNumeral {
		start--
	}
	if start > 0 && !letters.Boundary(s, start-1) || !letters.IsDigit(s[start]) {
		return false
	}
	_, _, end := ptbr.Amount(s[start:min(len(s), i+2*maxNumeral)])
	return end > i-start
}

// maxNumeral bounds the digits on either side of a decimal comma, so that a long
// text of digits and commas is read in linear time.
const maxNumeral = 24

// cutSegment cuts the first name off a list. A comma within an amount or a decimal number belongs
// to its number.
func cutSegment(s string) (segment, rest string) {
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case ';', '+', '|', '\n':
			return letters.Trim(s[:i]), s[i+1:]
		case ',':
			if inAmount(s, i) || inDecimal(s, i) {
				continue
			}
			return letters.Trim(s[:i]), s[i+1:]
		case 'e', 'E':
			if i > 0 && letters.IsSpace(s, i+1) && letters.SpaceBefore(s, i) {
				return letters.Trim(s[:i]), s[i+1:]
			}
		}
	}
	return letters.Trim(s), ""
}

// lotName removes words that are not part of a name: "lotes" always, "lote" and "do lote" if a code
// follows. "Lote 12" may be the lot's name.
func lotName(s string) string {
	var w letters.Word
	for name := letters.Trim(s); ; {
		if name == "" || letters.Plain[name[0]] < 'a' {
			return name
		}
		w.Read(name, 0)
		rest := strings.TrimLeft(letters.Trim(name[w.End:]), ":")
		rest = letters.Trim(rest)
		switch string(w.Text()) {
		case "lotes", "do", "dos", "da", "de", "tb", "tbm", "tambem":
			if rest == name[w.End:] { // glued: DO-12
				return name
			}
		case "lote", "lt":
			if rest == name[w.End:] || !isCode(rest) {
				return name
			}
		default:
			return name
		}
		name = rest
	}
}

// isCode distinguishes a lot's code from a number and from words: letters and digits, no spaces.
func isCode(s string) bool {
	letter, digit := false, false
	for i := range len(s) {
		switch b := letters.Plain[s[i]]; {
		case b >= 'a':
			letter = true
		case b > 0:
			digit = true
		case s[i] != '-' && s[i] != '.' && s[i] != '_' && s[i] != '/':
			return false
		}
	}
	return letter && digit
}
