package ptbr

import (
	"unicode"
	"unicode/utf8"
)

// spaceAt says how many bytes of white space are at i: one character, or none.
// The invisible characters that come with pasted text count as space.
func spaceAt(s string, i int) int {
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

// trim takes the white space off both ends.
func trim(s string) string {
	for len(s) > 0 {
		n := spaceAt(s, 0)
		if n == 0 {
			break
		}
		s = s[n:]
	}
	for len(s) > 0 && spaceBefore(s, len(s)) {
		s = s[:before(s, len(s))]
	}
	return s
}

// before is where the character starts that ends at i.
func before(s string, i int) int {
	end := i
	for i--; i > 0 && s[i]&0xc0 == 0x80 && end-i < utf8.UTFMax; {
		i--
	}
	return i
}

// spaceBefore tells whether white space ends at i, letterBefore a letter or
// digit.
func spaceBefore(s string, i int) bool {
	at := before(s, i)
	return spaceAt(s, at) == i-at
}

func letterBefore(s string, i int) bool {
	at := before(s, i)
	_, size := foldAt(s, at)
	return size == i-at
}

func isDigit(b byte) bool { return b-'0' <= 9 }

// maxGap bounds what may stand between two words of a phrase, or two pieces of a
// date, in bytes.
const maxGap = 8

// skipSpaces passes over a few spaces.
func skipSpaces(s string, i int) int {
	for from := i; i < len(s) && i-from < maxGap && s[i] != '\n' && spaceAt(s, i) > 0; {
		i += spaceAt(s, i)
	}
	return i
}

func isSpace(s string, i int) bool { return i < len(s) && spaceAt(s, i) > 0 }

// boundary tells whether no letter or digit stands at i.
func boundary(s string, i int) bool {
	if i >= len(s) {
		return true
	}
	_, size := foldAt(s, i)
	return size == 0
}
