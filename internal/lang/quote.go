package lang

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// FoldQuote returns a form that is equal for texts that look the same to a reader: Fold without
// invisible characters, with one hyphen for all dashes and one apostrophe for all that look like
// it. People retype names, and copy them from letters and spreadsheets.
func FoldQuote(s string) string {
	var b strings.Builder
	b.Grow(len(s))
	space := false
	for _, r := range norm.NFKD.String(s) {
		switch {
		case isSpacing(r):
			space = b.Len() > 0
			continue
		case isUnseen(r):
			continue
		}
		if space {
			b.WriteByte(' ')
			space = false
		}
		switch {
		case unicode.Is(unicode.Pd, r) || strings.ContainsRune("−⁃˗", r):
			b.WriteByte('-')
		case strings.ContainsRune("‘’‛ʼʹ′`", r):
			b.WriteByte('\'')
		case r == 'ß' || r == 'ẞ':
			b.WriteString("ss")
		default:
			b.WriteRune(unicode.ToLower(unicode.ToUpper(r))) // some letters have two small forms
		}
	}
	return b.String()
}

// isSpacing reports whether a rune is displayed as a blank: Unicode does not count the Braille
// blank as a space.
func isSpacing(r rune) bool { return unicode.IsSpace(r) || r == '\u2800' }

// isUnseen reports whether a rune is an accent, or is not displayed: Hangul has letters that are
// only fillers.
func isUnseen(r rune) bool {
	return unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf, unicode.Cc) || r == '\u115f' || r == '\u1160'
}
