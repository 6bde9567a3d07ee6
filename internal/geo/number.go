package geo

import (
	"math"
	"strconv"
)

// number is one JSON number: its value on the grid, cut off and not rounded
// beyond the ninth decimal, and how many decimals were written.
type number struct {
	value    int64
	decimals int
}

// far is the value of a number too large for the grid: far outside the world,
// and still safe to compare.
const far = math.MaxInt64 / 4

// plainDigits is how many digits before the point the fast path takes: as many as a coordinate can
// have, and few enough not to overflow.
const plainDigits = 9

// scanNumber reads the JSON number that starts at src[i] and returns where it ends. The reason is
// "" if there is one and it is finite.
func scanNumber(src []byte, i int) (n number, end int, reason Reason) {
	start := i
	negative := i < len(src) && src[i] == '-'
	if negative {
		i++
	}
	digits := i
	var value int64
	for ; i < len(src) && isDigit(src[i]); i++ {
		if i-digits < plainDigits {
			value = value*10 + int64(src[i]-'0')
		}
	}
	whole := i - digits
	switch {
	case whole == 0 && i == start:
		return n, i, NotNumber
	case whole == 0, whole > 1 && src[digits] == '0':
		return n, i, NotJSON
	}
	scale := int64(degree)
	value *= scale
	if i < len(src) && src[i] == '.' {
		i++
		point := i
		for ; i < len(src) && isDigit(src[i]); i++ {
			scale /= 10 // 0 beyond the ninth decimal
			value += int64(src[i]-'0') * scale
		}
		if n.decimals = i - point; n.decimals == 0 {
			return n, i, NotJSON
		}
	}
	if whole > plainDigits || i < len(src) && src[i]|' ' == 'e' {
		return scanLong(src, start)
	}
	if negative {
		value = -value
	}
	n.value = value
	return n, i, ""
}

func isDigit(c byte) bool { return c-'0' <= 9 }

// scanLong reads a number with an exponent or with many digits. Up to its
// exponent the number is known to be well-formed.
func scanLong(src []byte, start int) (n number, i int, reason Reason) {
	var digits []byte
	point := -1 // number of digits before the decimal point
	i = start
	if src[i] == '-' {
		i++
	}
	for ; i < len(src) && (isDigit(src[i]) || src[i] == '.' && point < 0); i++ {
		if src[i] == '.' {
			point = len(digits)
		} else {
			digits = append(digits, src[i])
		}
	}
	if point < 0 {
		point = len(digits)
	}
	exponent := 0
	if i < len(src) && src[i]|' ' == 'e' {
		i++
		sign := 1
		if i < len(src) && (src[i] == '+' || src[i] == '-') {
			if src[i] == '-' {
				sign = -1
			}
			i++
		}
		first := i
		for ; i < len(src) && isDigit(src[i]); i++ {
			exponent = min(exponent*10+int(src[i]-'0'), 1_000_000)
		}
		if i == first {
			return n, i, NotJSON
		}
		exponent *= sign
	}
	if point+exponent > 300 {
		if _, err := strconv.ParseFloat(string(src[start:i]), 64); err != nil {
			return n, i, NotFinite
		}
	}
	n.decimals = max(0, len(digits)-point-exponent)
	n.value = shift(digits, point+exponent+9)
	if src[start] == '-' {
		n.value = -n.value
	}
	return n, i, ""
}

// shift returns the whole number that the first n digits make, padded with zeros, and far if it
// would be larger.
func shift(digits []byte, n int) (value int64) {
	for i := range n {
		if value >= far/10 {
			return far
		}
		value *= 10
		if i < len(digits) {
			value += int64(digits[i] - '0')
		} else if value == 0 {
			return 0
		}
	}
	return value
}
