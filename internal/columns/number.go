package columns

import (
	"strconv"
	"strings"

	"rastro/internal/sheet"
)

// Numeral is a number as in a cell.
type Numeral struct {
	// Brazilian and American are its readings. They differ only where Open.
	Brazilian, American float64
	// Notation is the only one in which it can be read; OpenNumbers if it fits both.
	Notation Numbers
	Open     bool
	Unit     string // the text after it
}

// ReadNumeral reads a text that is a number, alone or before a unit. It is false for any other.
func ReadNumeral(text string) (Numeral, bool) {
	text = strings.TrimSpace(text)
	i := 0
	if strings.HasPrefix(text, "-") || strings.HasPrefix(text, "+") {
		i = 1
	}
	end := i
	for end < len(text) && (text[end] >= '0' && text[end] <= '9' || (text[end] == '.' || text[end] == ',') && end+1 < len(text) && text[end+1] >= '0' && text[end+1] <= '9') {
		end++
	}
	const longest = 40
	if end == i || end-i > longest {
		return Numeral{}, false
	}
	digits := text[i:end]
	if digits[0] == '.' || digits[0] == ',' {
		digits = "0" + digits
	}
	n, ok := marks(digits)
	if text[0] == '-' {
		n.Brazilian, n.American = -n.Brazilian, -n.American
	}
	n.Unit = strings.TrimSpace(text[end:])
	return n, ok
}

// marks reads digits by their points and commas.
func marks(digits string) (n Numeral, ok bool) {
	parse := func(thousands, decimals string) (float64, bool) {
		whole, rest, _ := strings.Cut(digits, decimals)
		if !grouped(whole, thousands) || strings.ContainsAny(rest, ".,") {
			return 0, false
		}
		v, err := strconv.ParseFloat(strings.ReplaceAll(whole, thousands, "")+"."+rest+"0", 64)
		return v, err == nil
	}
	br, isBR := parse(".", ",")
	us, isUS := parse(",", ".")
	switch {
	case !strings.ContainsAny(digits, ".,"):
		return Numeral{Brazilian: br, American: br}, isBR
	case isBR && isUS:
		return Numeral{Brazilian: br, American: us, Open: br != us}, true
	case isBR:
		return Numeral{Brazilian: br, American: br, Notation: Brazilian}, true
	case isUS:
		return Numeral{Brazilian: us, American: us, Notation: American}, true
	}
	return Numeral{}, false
}

// grouped reports whether the thousands of a whole number are separated correctly.
func grouped(whole, mark string) bool {
	groups := strings.Split(whole, mark)
	if len(groups) == 1 {
		return true
	}
	for i, group := range groups {
		if i > 0 && len(group) != 3 || i == 0 && (len(group) > 3 || group[0] == '0') {
			return false
		}
	}
	return true
}

// In returns the reading in a notation, and whether there is only one.
func (n Numeral) In(notation Numbers) (float64, bool) {
	switch {
	case notation == American:
		return n.American, true
	case notation == Brazilian:
		return n.Brazilian, true
	}
	return n.Brazilian, !n.Open
}

// plainText writes a number so that every reader of Brazilian text reads the same: with no
// mark for thousands, and never with three decimals, which some take for thousands.
func plainText(v float64) string {
	text := strings.Replace(sheet.Decimal(v), ".", ",", 1)
	if _, decimals, found := strings.Cut(text, ","); found && len(decimals) == 3 {
		text += "0"
	}
	return text
}
