package brdoc

import (
	"unicode"
	"unicode/utf8"
)

// The classes of a byte, as bits.
const (
	separator uint8 = 0
	digit     uint8 = 1
	upper     uint8 = 2
	lower     uint8 = 4
	high      uint8 = 8 // part of a character outside ASCII

	letter = upper | lower
	alnum  = digit | letter
)

var class = classes()

func classes() (all [256]uint8) {
	for c := range all {
		switch {
		case c >= '0' && c <= '9':
			all[c] = digit
		case c >= 'A' && c <= 'Z':
			all[c] = upper
		case c >= 'a' && c <= 'z':
			all[c] = lower
		case c >= utf8.RuneSelf:
			all[c] = high
		}
	}
	return all
}

func is(c byte, classes uint8) bool { return class[c]&classes != 0 }

// word is a run of letters and digits of any script.
type word struct {
	start, end int
	has        uint8 // classes of its bytes; one with high can be a label, but no identifier
}

// readWord reads the word that starts at a place, empty if none does.
func readWord(text string, start int) word {
	w := word{start: start, end: start}
	for w.end < len(text) {
		c := class[text[w.end]]
		switch c {
		case digit, upper, lower:
			w.end++
		case high:
			size := foreignSize(text[w.end:])
			if size == 0 {
				return w
			}
			w.end += size
		default:
			return w
		}
		w.has |= c
	}
	return w
}

// foreignSize returns the size of the letter or digit outside ASCII that a text opens with, 0 when
// that is something else. The signs of "nº" and "1ª" are not letters here: numbers follow them.
func foreignSize(text string) int {
	r, size := utf8.DecodeRuneInString(text)
	switch {
	case r == 'º' || r == 'ª' || r == utf8.RuneError:
		return 0
	case unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsDigit(r):
		return size
	}
	return 0
}

// Separators with spaces around.
const (
	spacedHyphen = '~'
	spacedSlash  = '|'
)

// maxGap is the widest separator in bytes: a dash of three with two spaces on
// each side.
const maxGap = 7

// readGap reads what joins two parts of an identifier, and where the second starts: one of . - / or
// spaces. It returns 0 for anything else.
func readGap(text string, end int) (sep byte, next int) {
	var mark byte
	spaces := false
	for i := end; i < len(text) && i-end <= maxGap; {
		c, size := text[i], 1
		switch {
		case is(c, alnum):
			return joiner(mark, spaces), i
		case c >= utf8.RuneSelf:
			var r rune
			r, size = utf8.DecodeRuneInString(text[i:])
			c = plain(r)
		}
		i += size
		switch c {
		case ' ':
			spaces = true
		case '.', '-', '/':
			if mark != 0 {
				return 0, 0
			}
			mark = c
		default:
			return 0, 0
		}
	}
	return 0, 0
}

func joiner(mark byte, spaces bool) byte {
	switch {
	case mark == 0:
		return ' '
	case !spaces:
		return mark
	case mark == '-':
		return spacedHyphen
	case mark == '/':
		return spacedSlash
	}
	return 0 // a full stop
}

// plain returns the ASCII equivalent of a typographic sign; 0 for none.
func plain(r rune) byte {
	switch r {
	case '\u00a0', '\u202f', '\u2009': // spaces that do not break a line
		return ' '
	case '\u2010', '\u2011', '\u2012', '\u2013', '\u2014', '\u2212': // hyphens, dashes, minus
		return '-'
	}
	return 0
}
