package letters

import (
	"unicode"
	"unicode/utf8"
)

// SpaceAt returns the length in bytes of the white space at i: one character, or zero. Invisible
// characters from pasted text count as space.
func SpaceAt(s string, i int) int {
	switch b := s[i]; {
	case b == ' ' || b >= '\t' && b <= '\r':
		return 1
	case b < 0xc2:
		return 0
	case b == 0xc2:
		if i+1 < len(s) && (s[i+1] == 0xa0 || s[i+1] == 0x85) {
			return 2
		}
		return 0
	case b < 0xe1 || b > 0xef:
		return 0
	}
	r, size := utf8.DecodeRuneInString(s[i:])
	if unicode.IsSpace(r) || r >= '\u200b' && r <= '\u200f' || r == '\ufeff' {
		return size
	}
	return 0
}

// Trim removes white space from both ends.
func Trim(s string) string {
	for len(s) > 0 {
		n := SpaceAt(s, 0)
		if n == 0 {
			break
		}
		s = s[n:]
	}
	for len(s) > 0 && SpaceBefore(s, len(s)) {
		s = s[:before(s, len(s))]
	}
	return s
}

// before returns where the character starts that ends at i.
func before(s string, i int) int {
	end := i
	for i--; i > 0 && s[i]&0xc0 == 0x80 && end-i < utf8.UTFMax; {
		i--
	}
	return i
}

// SpaceBefore reports whether white space ends at i, letterBefore a letter or
// digit.
func SpaceBefore(s string, i int) bool {
	at := before(s, i)
	return SpaceAt(s, at) == i-at
}

func LetterBefore(s string, i int) bool {
	at := before(s, i)
	_, size := FoldAt(s, at)
	return size == i-at
}

func IsDigit(b byte) bool { return b-'0' <= 9 }

// MaxGap bounds what may stand between two words of a phrase, or two pieces of a
// date, in bytes.
const MaxGap = 8

// SkipSpaces passes over a few spaces.
func SkipSpaces(s string, i int) int {
	for from := i; i < len(s) && i-from < MaxGap && s[i] != '\n' && SpaceAt(s, i) > 0; {
		i += SpaceAt(s, i)
	}
	return i
}

func IsSpace(s string, i int) bool { return i < len(s) && SpaceAt(s, i) > 0 }

// Boundary reports whether there is no letter or digit at i.
func Boundary(s string, i int) bool {
	if i >= len(s) {
		return true
	}
	_, size := FoldAt(s, i)
	return size == 0
}
