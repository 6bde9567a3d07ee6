package lot

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// plain brings a text to the characters that codes are made of, so that two ways to type
// one code are one: full-width and mathematical forms, digits of other scripts, the many
// hyphens and spaces, accents that are apart from their letter. What nobody sees is
// dropped. Letters of other scripts stay: they only look like others, see eachAlike.
// En and em dashes stay too, because they may mean a range; Fold makes them hyphens.
func plain(text string) string {
	if isPlain(text) {
		return text
	}
	var b strings.Builder
	b.Grow(len(text))
	for _, r := range text {
		switch {
		case isHidden(r):
		case r < 0x80:
			b.WriteByte(byte(r))
		case unicode.IsSpace(r) || r == '\u2800': // the blank of Braille is no space to Unicode
			b.WriteString(spaceOf(r))
		case isHyphen(r):
			b.WriteByte('-')
		case strings.ContainsRune("\u2044\u2215\u29f8", r):
			b.WriteByte('/')
		case r == '№':
			b.WriteString("nº")
		case unicode.Is(unicode.Nd, r):
			b.WriteByte(digitOf(r))
		case r <= unicode.MaxLatin1 && !strings.ContainsRune("¹²³µ", r) || r == '…':
			b.WriteRune(r) // "nº" stays as it is
		default:
			b.WriteString(formOf(r))
		}
	}
	return norm.NFC.String(b.String())
}

// maxForm bounds the characters that one stands for: "⑽" is (10). A few Arabic ones stand
// for sentences, with which a short text would become a long one.
const maxForm = 4

// formOf returns what a character is another form of, or the character itself.
func formOf(r rune) string {
	form := norm.NFKC.String(string(r))
	if utf8.RuneCountInString(form) > maxForm {
		return string(r)
	}
	return strings.ReplaceAll(form, "\u2044", "/")
}

// isPlain reports whether plain leaves a text as it is. Portuguese text is plain: ASCII,
// and the letters and marks of Latin-1 beside it.
func isPlain(text string) bool {
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c >= ' ' && c < 0x7f || c >= '\t' && c <= '\r':
		case c == 0xc3:
			i++
		case c == 0xc2 && i+1 < len(text):
			i++
			if !latinMarks[text[i]&0x3f] {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// latinMarks tells, of U+0080 to U+00BF, which are plain: neither unseen nor a number, nor a
// letter of another script.
var latinMarks = func() (table [64]bool) {
	for r := rune(0x80); r < 0xc0; r++ {
		table[r-0x80] = !isHidden(r) && !unicode.IsSpace(r) && !unicode.IsNumber(r) && r != 'µ'
	}
	return table
}()

// isHidden reports whether nobody sees a character. Copying from other programs leaves
// such within codes.
func isHidden(r rune) bool {
	return unicode.IsControl(r) && !unicode.IsSpace(r) || r >= 0x80 && unicode.In(r, unicode.Cf, unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point)
}

// spaceOf returns the plain form of a space: a line break stays one, because it separates lots.
func spaceOf(r rune) string {
	switch r {
	case '\u0085', '\u2028', '\u2029':
		return "\n"
	}
	return " "
}

func isHyphen(r rune) bool {
	switch r {
	case '–', '—', '﹘':
		return false
	case '−', '⁃', '˗', '➖':
		return true
	}
	return unicode.Is(unicode.Pd, r)
}

// digitOf returns a digit of any script as one of ours. Unicode keeps the ten of a script
// together, from zero to nine.
func digitOf(r rune) byte {
	for _, span := range unicode.Nd.R16 {
		if r <= rune(span.Hi) {
			return '0' + byte((r-rune(span.Lo))%10)
		}
	}
	for _, span := range unicode.Nd.R32 {
		if r <= rune(span.Hi) {
			return '0' + byte((r-rune(span.Lo))%10)
		}
	}
	return 0
}
