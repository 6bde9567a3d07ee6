package record

import (
	"math"
	"strconv"
	"strings"
	"unicode"

	"rastro/internal/brdoc"
	"rastro/internal/finding"
	"rastro/internal/lang"
)

// clip bounds how much of someone's text a message repeats, without a CPF.
func clip(s string) string {
	if countDigits(s) >= cpfDigits {
		s = brdoc.Mask(s)
	}
	return lang.Clip(s, finding.MaxQuoted)
}

// figure writes a number for people, with two decimals at most.
func figure(v float64) lang.Text {
	s := strconv.FormatFloat(math.Round(v*100)/100, 'f', -1, 64)
	comma := strings.Replace(s, ".", ",", 1)
	return lang.Text{PT: comma, EN: s, ES: comma}
}

// says reports whether a text contains one of some words, which are given folded and separated by
// spaces. It copies the text, so it is only for rare checks.
func says(text, words string) bool {
	if text == "" {
		return false
	}
	for word := range strings.FieldsFuncSeq(lang.Fold(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		for one := range strings.FieldsSeq(words) {
			if word == one {
				return true
			}
		}
	}
	return false
}

// countDigits counts the ASCII digits in a text.
func countDigits(text string) int {
	n := 0
	for i := range len(text) {
		if c := text[i]; c >= '0' && c <= '9' {
			n++
		}
	}
	return n
}
