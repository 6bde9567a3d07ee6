package ptbr

import "strings"

// Lots splits a text that names lots: on commas, semicolons, plus signs, bars,
// line breaks and "e". The names are as written, but for the word "lotes", and
// "lote" before a code. Words that say there is none name none.
func Lots(text string) []string {
	if IsAbsent(text) {
		return nil
	}
	var lots []string
	for rest := text; rest != ""; {
		var segment string
		segment, rest = cutSegment(rest)
		if lot := lotName(segment); lot != "" && !IsAbsent(lot) {
			lots = append(lots, lot)
		}
	}
	return lots
}

// Part is one part of a blend.
type Part struct {
	Lot   string
	Value float64
	Unit  *Unit // %, or a unit of mass; nil when the text does not say how much
}

// Blend reads the parts of a blend: LOTE-A 60%; LOTE-B 40%, or 600 sacas do
// lote A e 400 sacas do lote B. The parts are all there and in their order, or there are none.
// Lots without their amounts are Bare.
func Blend(text string) ([]Part, Reading) {
	if IsAbsent(text) {
		return nil, Absent
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
			return nil, Unreadable
		}
		if p.Unit != nil {
			amounts++
		}
		parts = append(parts, p)
	}
	switch amounts {
	case len(parts):
		if amounts > 0 {
			return parts, Read
		}
	case 0:
		if len(parts) > 1 {
			return parts, Bare
		}
	}
	return nil, Unreadable
}

// Amount returns how long the amount at the start of a text is, its unit
// included: "3.000 kg" or "50%". It is 0 where there is none.
func Amount(text string) int {
	if _, unit, rest := leading(text); unit != nil {
		return len(text) - len(rest)
	}
	return 0
}

// inAmount reports whether the comma at i is the decimal one of an amount. In
// "33,3 %" it is; in "20250001,20250002" it stands between two codes.
func inAmount(s string, i int) bool {
	if i == 0 || i+1 == len(s) || !isDigit(s[i-1]) || !isDigit(s[i+1]) {
		return false
	}
	start := i
	for start > 0 && (isDigit(s[start-1]) || s[start-1] == '.') && i-start < maxNumeral {
		start--
	}
	if start > 0 && !boundary(s, start-1) || !isDigit(s[start]) {
		return false
	}
	return Amount(s[start:min(len(s), i+2*maxNumeral)]) > i-start
}

// maxNumeral bounds the digits on either side of a decimal comma, so that a long
// text of digits and commas is read in linear time.
const maxNumeral = 24

// cutSegment takes the first name off a list. The comma within an amount or a
// decimal number is of its number.
func cutSegment(s string) (segment, rest string) {
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case ';', '+', '|', '\n':
			return trim(s[:i]), s[i+1:]
		case ',':
			if inAmount(s, i) || inDecimal(s, i) {
				continue
			}
			return trim(s[:i]), s[i+1:]
		case 'e', 'E':
			if i > 0 && isSpace(s, i+1) && spaceBefore(s, i) {
				return trim(s[:i]), s[i+1:]
			}
		}
	}
	return trim(s), ""
}

// lotName takes the words off a name that are not of it: "lotes" always, "lote"
// and "do lote" where a code follows. "Lote 12" may be the lot's name.
func lotName(s string) string {
	var w word
	for name := trim(s); ; {
		if name == "" || plain[name[0]] < 'a' {
			return name
		}
		w.read(name, 0)
		rest := strings.TrimLeft(trim(name[w.end:]), ":")
		rest = trim(rest)
		switch string(w.text()) {
		case "lotes", "do", "dos", "da", "de":
			if rest == name[w.end:] { // glued: DO-12
				return name
			}
		case "lote":
			if rest == name[w.end:] || !isCode(rest) {
				return name
			}
		default:
			return name
		}
		name = rest
	}
}

// isCode tells a lot's code from a number and from words: letters and digits,
// no spaces.
func isCode(s string) bool {
	letters, digits := false, false
	for i := range len(s) {
		switch b := plain[s[i]]; {
		case b >= 'a':
			letters = true
		case b > 0:
			digits = true
		case s[i] != '-' && s[i] != '.' && s[i] != '_' && s[i] != '/':
			return false
		}
	}
	return letters && digits
}
