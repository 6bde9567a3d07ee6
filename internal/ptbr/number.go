package ptbr

import (
	"strconv"

	"rastro/internal/ptbr/letters"
)

// form is how a number was written, as far as that makes its value doubtful.
type form uint8

const (
	plainForm   form = iota // digits alone, or grouped beyond doubt
	decimalForm             // with a decimal mark
	dotForm                 // 1.500: thousands by the rule, decimals to a scale
	commaForm               // 1,500: decimals by the rule, thousands to a foreigner
	badForm                 // 1.23.456, 1,2,3: no number
)

// maxDigits bounds the whole part. No quantity in farming needs more digits, and codes have more:
// an invoice key is not a number.
const maxDigits = 15

var powers = [...]float64{1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15}

// Number reads a text that should be one number. With both marks, the last is
// the decimal mark; a comma alone is the decimal mark; dots alone with three
// digits after each are thousands, else one dot is the decimal mark:
// 36.000 is 36000, 36,5 and 36.5 are 36.5, 1.234.567,89 is 1234567.89.
func Number(text string) (float64, Reading) {
	text = letters.Trim(text)
	if text == "" || !letters.IsDigit(text[len(text)-1]) {
		if IsAbsent(text) {
			return 0, Absent
		}
		return 0, Unreadable
	}
	i, negative := 0, false
	if mark, size := letters.MarkAt(text, 0); mark == '-' || mark == '+' {
		i, negative = size, mark == '-'
		for i < len(text) && letters.SpaceAt(text, i) > 0 {
			i += letters.SpaceAt(text, i)
		}
	}
	n := readNumeral(text, i)
	if n.form == badForm || n.end < len(text) {
		return 0, Unreadable
	}
	if negative {
		return -n.value, Read
	}
	return n.value, Read
}

// numeral is a number in a text.
type numeral struct {
	value  float64
	end    int
	form   form
	spaced bool // thousands separated by plain spaces: 2 500 may be two numbers
}

// readNumeral reads the digits from i on. Thousands may be separated by single spaces; a
// non-breaking one, or a group that starts with 0, removes any doubt.
func readNumeral(s string, i int) numeral {
	value, form, end := marked(s, i)
	n := numeral{value, end, form, false}
	if form == plainForm && value == 0 && end-i > 1 {
		n.form = badForm // 00 is left over from "36.000, 00"
	}
	if form != plainForm || end-i > 3 || s[i] == '0' {
		return n
	}
	sure := false
	for n.form == plainForm && n.end < len(s) && n.value < 1e12 {
		space := letters.SpaceAt(s, n.end)
		if space == 0 || s[n.end] < ' ' {
			break
		}
		from := n.end + space
		if from+3 > len(s) || !letters.IsDigit(s[from]) || !letters.IsDigit(s[from+1]) || !letters.IsDigit(s[from+2]) {
			break
		}
		more, form, end := marked(s, from)
		if end > from+3 && s[from+3] != ',' || form != plainForm && form != decimalForm && form != commaForm {
			break
		}
		sure = sure || space > 1 || s[from] == '0'
		n.value, n.end = n.value*1000+more, end
		n.spaced = !sure
		if form != plainForm {
			n.value, n.form = long(s[i:end], end-from-4), decimalForm
		}
	}
	return n
}

// marked reads digits with their marks from i on, and returns where they end. A mark counts only
// between two digits.
func marked(s string, i int) (value float64, how form, end int) {
	var (
		mantissa     uint64
		dots, commas int
		first        = -1 // digits before the first mark
		run          int  // digits since the last mark
		grouped      = true
		last         byte
		digits       int // without leading zeros
		start        = i
	)
	for ; i < len(s); i++ {
		b := s[i]
		if letters.IsDigit(b) {
			if run++; digits > 0 || b != '0' {
				if digits++; digits <= maxDigits+3 {
					mantissa = mantissa*10 + uint64(b-'0')
				}
			}
			continue
		}
		if b != '.' && b != ',' || run == 0 || i+1 >= len(s) || !letters.IsDigit(s[i+1]) {
			break
		}
		if first < 0 {
			first = run
		} else if run != 3 {
			grouped = false
		}
		if b == '.' {
			dots++
		} else {
			commas++
		}
		last, run = b, 0
	}
	if i == start {
		return 0, badForm, i
	}
	decimals := 0
	switch how = judge(s[start:i], last, dots, commas, first, run, grouped); how {
	case badForm:
		return 0, badForm, i
	case decimalForm, commaForm:
		decimals = run
	}
	if digits > maxDigits || decimals >= len(powers) {
		if digits-decimals > maxDigits {
			return 0, badForm, i
		}
		return long(s[start:i], decimals), how, i
	}
	return float64(mantissa) / powers[decimals], how, i
}

// judge applies the rule for marks. grouped means that there are three digits between any two
// marks, run is how many follow the last.
func judge(s string, last byte, dots, commas, first, run int, grouped bool) form {
	zero := s[0] == '0'
	switch {
	case dots == 0 && commas == 0:
		return plainForm
	case dots > 0 && commas > 0:
		if !grouped || first > 3 || zero && first == 1 || last == '.' && dots > 1 || last == ',' && commas > 1 {
			return badForm
		}
		return decimalForm
	case commas == 1:
		if run == 3 && first <= 3 && !zero {
			return commaForm
		}
		return decimalForm
	case commas > 1:
		return badForm
	case grouped && run == 3 && first <= 3 && !zero:
		if dots == 1 {
			return dotForm
		}
		return plainForm
	case dots == 1 && (run != 3 || first > 3 || first == 1): // 0.500, but not 036.220
		return decimalForm
	}
	return badForm
}

// long reads a number with more digits than a float holds exactly.
func long(s string, decimals int) float64 {
	clean := make([]byte, 0, len(s))
	for i := range len(s) {
		if letters.IsDigit(s[i]) {
			clean = append(clean, s[i])
		} else if i == len(s)-decimals-1 {
			clean = append(clean, '.')
		}
	}
	value, _ := strconv.ParseFloat(string(clean), 64)
	return value
}
