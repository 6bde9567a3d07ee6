package brdoc

// maxChars is longer than the longest identifier without separators: a CAR whose hash is a third
// too long still fits, and is reported as too long.
const maxChars = 56

// chars is a value without its separators, in capitals. It is passed by value: a check called
// through the table would make a slice escape to the heap, and most candidates turn out to be
// nothing.
type chars struct {
	b [maxChars]byte
	n int
}

func (v *chars) add(c byte) {
	if v.n < maxChars {
		v.b[v.n] = c
		v.n++
	}
}

func (v *chars) addRaw(s string) { v.n += copy(v.b[v.n:], s) }

func (v *chars) addUpper(s string) {
	for i := range len(s) {
		c := s[i]
		if class[c] == lower {
			c -= 'a' - 'A'
		}
		v.add(c)
	}
}

// addAlphanumeric adds letters and digits, and leaves the rest out.
func (v *chars) addAlphanumeric(s string) {
	for i := range len(s) {
		if is(s[i], alnum) {
			v.addUpper(s[i : i+1])
		}
	}
}

func (v *chars) bytes() []byte { return v.b[:v.n] }

// fits compares characters with a pattern: 9 is a digit, A a letter, X either, H a hexadecimal
// digit; anything else stands for itself.
func fits(b []byte, picture string) bool {
	if len(b) != len(picture) {
		return false
	}
	for i, c := range b {
		switch p := picture[i]; p {
		case '9':
			if class[c] != digit {
				return false
			}
		case 'A':
			if class[c] != upper {
				return false
			}
		case 'X':
			if !is(c, digit|upper) {
				return false
			}
		case 'H':
			if class[c] != digit && (c < 'A' || c > 'F') {
				return false
			}
		default:
			if c != p {
				return false
			}
		}
	}
	return true
}

func allDigits(b []byte) bool { return every(b, digit) }

// alphanumeric reports whether there are only digits and capitals.
func alphanumeric(b []byte) bool { return every(b, digit|upper) }

func every(b []byte, classes uint8) bool {
	for _, c := range b {
		if !is(c, classes) {
			return false
		}
	}
	return true
}

// repeated reports whether all characters are the same.
func repeated(b []byte) bool {
	for _, c := range b {
		if c != b[0] {
			return false
		}
	}
	return true
}

// number reads digits; there are never more than nine.
func number(b []byte) int {
	n := 0
	for _, c := range b {
		n = n*10 + int(c-'0')
	}
	return n
}

// length judges a value with too few or too many digits; if it contains letters, it is not such a
// number at all.
func length(b []byte) Reason {
	if allDigits(b) {
		return Length
	}
	return alien
}
