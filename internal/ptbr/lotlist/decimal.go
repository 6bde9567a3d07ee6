package lotlist

import (
	"rastro/internal/ptbr/letters"
)

// A decimal number without a unit is a mass that somebody put into the wrong field: "1.234,50"
// among lots. Codes of digits may be separated by commas too ("31100002,31100001"), so only what
// cannot be anything else is read as a number.
const (
	maxDecimals     = 3 // after a number with thousands: 1.234,500
	plainDecimals   = 2 // after one without them: 1234,50
	minPlainNumeral = 4 // of digits before the comma, without thousands
	maxPlainNumeral = 6
)

// IsDecimal reports whether a text is a decimal number in Brazilian form and can hardly be two
// codes: 1.234,50 and 36000,00, but neither 312,311 nor 12,13.
func IsDecimal(text string) bool {
	for i := range len(text) {
		if text[i] == ',' {
			start, end := aroundComma(text, i)
			return start == 0 && end == len(text) && decimal(text[:i], end-i-1)
		}
	}
	return false
}

// MayBeDecimal reports whether a text is two numbers of digits with a comma between
// them that may as well be one decimal number: 12,5 and 123,45.
func MayBeDecimal(text string) bool {
	for i := range len(text) {
		if text[i] == ',' {
			start, end := aroundComma(text, i)
			return start == 0 && i > 0 && end == len(text) && end-i-1 >= 1 && end-i-1 <= plainDecimals
		}
	}
	return false
}

// inDecimal reports whether the comma at i belongs to such a number.
func inDecimal(s string, i int) bool {
	start, end := aroundComma(s, i)
	if start == i || start > 0 && (!letters.Boundary(s, start-1) || isOf(s[start-1])) {
		return false
	}
	if end < len(s) && (!letters.Boundary(s, end) || isOf(s[end]) || s[end] == ',' && end+1 < len(s) && letters.IsDigit(s[end+1])) {
		return false
	}
	return decimal(s[start:i], end-i-1)
}

// aroundComma returns where the digits around the comma at i begin, with dots, and end.
func aroundComma(s string, i int) (start, end int) {
	for start = i; start > 0 && (letters.IsDigit(s[start-1]) || s[start-1] == '.') && i-start < maxNumeral; start-- {
	}
	for end = i + 1; end < len(s) && letters.IsDigit(s[end]) && end-i < maxNumeral; end++ {
	}
	return start, end
}

// isOf reports whether a mark makes a number part of a code, or of a list of numbers.
func isOf(b byte) bool { return b == '-' || b == '/' || b == '_' || b == '.' || b == ',' }

// decimal reports whether digits and the number of decimals after them are those of a decimal
// number.
func decimal(whole string, decimals int) bool {
	dots := 0
	for at := len(whole) - 4; at >= 0 && whole[at] == '.'; at -= 4 {
		dots++
	}
	first := len(whole) - 4*dots // digits before the first dot
	for i := range len(whole) {
		if whole[i] == '.' && (len(whole)-i)%4 != 0 {
			return false
		}
	}
	if dots > 0 {
		return first >= 1 && first <= 3 && isDigits(whole[:first]) && decimals >= 1 && decimals <= maxDecimals
	}
	return isDigits(whole) && len(whole) >= minPlainNumeral && len(whole) <= maxPlainNumeral && decimals == plainDecimals
}

func isDigits(s string) bool {
	for i := range len(s) {
		if !letters.IsDigit(s[i]) {
			return false
		}
	}
	return s != ""
}
