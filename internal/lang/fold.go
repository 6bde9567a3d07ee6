package lang

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Fold brings a text to the form in which two spellings of the same name are
// equal: without accents, in lower case, with single spaces and none around.
func Fold(s string) string {
	var b strings.Builder
	b.Grow(len(s))
	space := false
	for _, r := range norm.NFKD.String(s) {
		switch {
		case unicode.Is(unicode.Mn, r):
		case unicode.IsSpace(r):
			space = b.Len() > 0
		default:
			if space {
				b.WriteByte(' ')
				space = false
			}
			b.WriteRune(unicode.ToLower(r))
		}
	}
	return b.String()
}
