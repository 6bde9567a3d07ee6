package lot

import (
	"strings"

	"golang.org/x/text/unicode/norm"
)

// MaxCode bounds a lot's name in bytes, as written and folded. More is a text
// about lots.
const MaxCode = 100

// Fold returns the common form of all spellings of a lot: plain characters (see plain), capitals,
// single spaces, without a leading "lote" or "nº". It returns "" for a text that does not name a
// lot: one that is empty, too long, says that there is none (see IsNone), or is a decimal number.
func Fold(name string) string {
	if len(name) > MaxCode { // a character may have several bytes
		if name = plain(name); len(name) > MaxCode {
			return ""
		}
	}
	var buf [MaxCode]byte
	folded := AppendFold(buf[:0], name)
	if NamesNone(folded) {
		return ""
	}
	return string(folded)
}

// AppendFold appends the folded form of a name of any length, also of one that names
// no lot (see NamesNone): somebody may look for lots that begin like it.
func AppendFold(dst []byte, name string) []byte {
	start := len(dst)
	space := false
	for i := range len(name) {
		c := name[i]
		switch {
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
			space = len(dst) > start
			continue
		case c >= 'a' && c <= 'z':
			c -= 0x20
		case c >= 0x7f || c < ' ':
			return append(dst[:start], foldWide(name)...)
		}
		if space {
			if string(dst[start:]) == word {
				dst = dst[:start]
			} else {
				dst = append(dst, ' ')
			}
			space = false
		}
		dst = append(dst, c)
	}
	folded := dst[start:]
	if len(folded) > 0 && folded[0] == 'N' {
		dst = append(dst[:start], withoutNumberWord(string(folded))...)
	}
	return dst
}

const word = "LOTE"

// dashes are the characters into which word processors turn a hyphen, as far as plain leaves them.
var dashes = strings.NewReplacer("–", "-", "—", "-")

// foldWide folds a name with characters beyond ASCII, some of which become longer as capitals.
func foldWide(name string) string {
	name = dashes.Replace(plain(strings.ToValidUTF8(name, "")))
	folded := strings.Join(strings.Fields(norm.NFC.String(strings.ToUpper(name))), " ") // capitals may join with an accent
	for strings.HasPrefix(folded, word+" ") {
		folded = folded[len(word)+1:]
	}
	folded = withoutNumberWord(folded)
	if len(folded) > MaxCode {
		return ""
	}
	return folded
}

// IsCode reports whether a text can only be the code of one lot: one word of
// letters, digits and . _ / - with a digit in it.
func IsCode(s string) bool {
	if s == "" || len(s) > 50 {
		return false
	}
	digits := false
	for i := range len(s) {
		switch c := s[i]; {
		case c >= '0' && c <= '9':
			digits = true
		case c|0x20 >= 'a' && c|0x20 <= 'z':
		case (c == '.' || c == '_' || c == '/' || c == '-') && i > 0:
		default:
			return false
		}
	}
	return digits
}
