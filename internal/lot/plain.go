package lot

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// plain reduces a text to the characters of codes, so that different ways to type a code become
// equal: it converts full-width and mathematical forms, digits of other scripts, the many hyphens
// and spaces, and accents separate from their letter. It drops invisible characters. Letters of
// other scripts stay, since they only look like others: see eachAlike. En and em dashes stay too,
// because they may mean a range; Fold turns them into hyphens.
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
		case unicode.IsSpace(r) || r == '\u2800': // the Braille blank, which Unicode does not class as a space
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
			b.WriteRune(r) // keep "nº"
		default:
			b.WriteString(formOf(r))
		}
	}
	return norm.NFC.String(b.String())
}

// maxForm limits how many characters replace one: "⑽" becomes (10). A few Arabic characters stand
// for sentences, and would turn a short text into a long one.
const maxForm = 4

// formOf returns the characters that a character is a form of, or the character itself.
func formOf(r rune) string {
	form := norm.NFKC.String(string(r))
	if utf8.RuneCountInString(form) > maxForm {
		return string(r)
	}
	return strings.ReplaceAll(form, "\u2044", "/")
}

// isPlain reports whether plain leaves a text unchanged. Portuguese text is plain: ASCII, and the
// letters and marks of Latin-1.
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

// latinMarks says which characters from U+0080 to U+00BF are plain: visible, not a number, and not
// a letter of another script.
var latinMarks = func() (table [64]bool) {
	for r := rune(0x80); r < 0xc0; r++ {
		table[r-0x80] = !isHidden(r) && !unicode.IsSpace(r) && !unicode.IsNumber(r) && r != 'µ'
	}
	return table
}()

// isHidden reports whether a character is invisible. Copying from other programs leaves such
// characters inside codes.
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
