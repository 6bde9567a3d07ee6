package lot

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// A letter of another script may look like one of ours: the А of "HGА33-7A" is Cyrillic. It may or
// may not be intended, so the text names the lot as written and is in doubt (see EachDoubt), and
// the code that it looks like is a suspect.

// alike maps characters to the Latin letter, digit or hyphen that they look like. Unicode's list of
// confusables has more; a character that is missing here still causes a doubt.
var alike = func() map[rune]rune {
	table := map[rune]rune{}
	for _, row := range []struct {
		plain   rune
		written string // escaped, because they look the same here
	}{
		{'A', "\u0391\u0410\u13aa\u15c5\ua4ee\u1d00"}, {'a', "\u0251\u03b1\u0430"},
		{'B', "\u0392\u0412\u13f4\u15f7\ua4d0\u0299"}, {'b', "\u042c\u044c\u13cf"},
		{'C', "\u0421\u13df\ua4da\u1d04\u2ca4"}, {'c', "\u0441\u2ca5"},
		{'D', "\u13a0\u15de\ua4d3\u1d05"}, {'d', "\u0501\u13e7"},
		{'E', "\u0395\u0415\u13ac\ua4f0\u1d07"}, {'e', "\u0435\u04bd\u212e"},
		{'F', "\u03dc\u15b4\ua4dd"},
		{'G', "\u050c\u13c0\ua4d6"}, {'g', "\u0261\u0581"},
		{'H', "\u0397\u041d\u13bb\ua4e7\u029c\u2c8e"}, {'h', "\u04bb\u0570\u13c2"},
		{'I', "\u0399\u0406\u04c0\u2c92\ua4f2\u026a\u16c1"}, {'i', "\u0131\u03b9\u0456\u0269\u13a5"},
		{'J', "\u037f\u0408\u13ab\ua4d9"}, {'j', "\u03f3\u0458"},
		{'K', "\u039a\u041a\u13e6\ua4d7\u2c94"}, {'k', "\u03ba\u043a"},
		{'L', "\u053c\u13de\ua4e1\u029f"}, {'l', "\u04cf\u01c0"},
		{'M', "\u039c\u041c\u13b7\ua4df\u2c98\u03fa"},
		{'N', "\u039d\ua4e0\u0274\u2c9a"}, {'n', "\u0578"},
		{'O', "\u039f\u041e\u0555\u2c9e\ua4f3\u3007"}, {'o', "\u03bf\u03c3\u043e\u0585"},
		{'P', "\u03a1\u0420\u13e2\ua4d1\u2ca2"}, {'p', "\u03c1\u0440"},
		{'Q', "\u051a"}, {'q', "\u051b\u0563"},
		{'R', "\u13a1\u13d2\ua4e3\u0280"}, {'r', "\u0433"},
		{'S', "\u0405\u054f\u13d5\u13da\ua4e2"}, {'s', "\u0455"},
		{'T', "\u03a4\u0422\u13a2\ua4d4\u2ca6"},
		{'U', "\u054d\ua4f4"}, {'u', "\u03c5\u057d"},
		{'V', "\u0474\u13d9\ua4e6"}, {'v', "\u03bd\u0475"},
		{'W', "\u051c\u13b3\u13d4\ua4ea"}, {'w', "\u03c9\u0461\u051d"},
		{'X', "\u03a7\u0425\u2cac\ua4eb"}, {'x', "\u03c7\u0445"},
		{'Y', "\u03a5\u0423\u04ae\u2ca8\ua4ec"}, {'y', "\u03b3\u0443\u04af"},
		{'Z', "\u0396\u13c3\ua4dc"}, {'z', "\u1d22"},
		{'0', "\u24ff"}, {'2', "\u01a7"}, {'3', "\u0417\u0437\u04e0\u04e1\u01b7\u021c"}, {'4', "\u13ce"}, {'5', "\u01bc"}, {'6', "\u0431\u13ee"}, {'8', "\u0222"},
		{'-', "\u30fc\u4e00"},
	} {
		for _, r := range row.written {
			table[r] = row.plain
		}
	}
	for _, series := range []struct{ first, last, written rune }{
		{'1', '9', 0x2776}, {'1', '9', 0x2780}, {'1', '9', 0x278a}, // in circles
		{'A', 'Z', 0x1f150}, {'A', 'Z', 0x1f170}, {'A', 'Z', 0x1f1e6}, // in circles and boxes, and of flags
	} {
		for r := series.first; r <= series.last; r++ {
			table[series.written+r-series.first] = r
		}
	}
	return table
}()

// isStrange reports whether a character of a plain text makes the reading of a code uncertain: a
// letter, a number or a mark that Portuguese does not have.
func isStrange(r rune) bool {
	switch {
	case r <= unicode.MaxLatin1:
		return unicode.IsNumber(r) && r >= 0x80
	case r == 'Ÿ': // the capital of a letter in Latin-1
		return false
	}
	return unicode.In(r, unicode.L, unicode.M, unicode.N) || alike[r] != 0
}

// hasStrange reports whether a plain text contains such a character.
func hasStrange(text string) bool {
	return !isPlain(text) && strings.ContainsFunc(text, isStrange)
}

// Strange returns the first letter, number or mark of a text that Portuguese does not use; 0 if
// there is none.
func Strange(text string) rune {
	for _, r := range plain(text) {
		if isStrange(r) {
			return r
		}
	}
	return 0
}

// eachAlike calls fn with what a plain text with strange characters looks like: as written, in
// capitals, and with digits in place of letters that may be digits next to a digit. The small Greek
// ν looks like a v but its capital like an N, and a Cyrillic О may be a zero.
func eachAlike(text string, fn func(text string)) {
	if !hasStrange(text) {
		return
	}
	written, capitals := looksLike(text, false), looksLike(strings.ToUpper(text), false)
	fn(written)
	if capitals != strings.ToUpper(written) {
		fn(capitals)
	}
	if digits := looksLike(strings.ToUpper(text), true); digits != capitals {
		fn(digits)
	}
}

// looksLike replaces the strange characters of a text with those that they look like.
func looksLike(text string, digits bool) string {
	var b strings.Builder
	b.Grow(len(text))
	runes := []rune(text)
	last := byte(0)
	for i, r := range runes {
		if !isStrange(r) {
			b.WriteRune(r)
			last = byte(min(r, 0x80))
			continue
		}
		found := looks(r)
		if found < 0 {
			continue
		}
		nearDigit := isDigit(last) || i+1 < len(runes) && runes[i+1] < 0x80 && isDigit(byte(runes[i+1]))
		switch {
		case digits && nearDigit && found == 'O':
			found = '0'
		case digits && nearDigit && (found == 'I' || found == 'L'):
			found = '1'
		}
		b.WriteRune(found)
		last = byte(min(found, 0x80))
	}
	return b.String()
}

// looks returns the character that a strange one looks like: the character itself if unknown, -1 if
// it is a mark on another character.
func looks(r rune) rune {
	for _, either := range []rune{r, unicode.ToUpper(r), unicode.ToLower(r)} { // the table may have it in one case only
		if found := alike[either]; found != 0 {
			return found
		}
	}
	if unicode.IsMark(r) {
		return -1
	}
	base, _ := utf8.DecodeRuneInString(norm.NFD.String(string(r)))
	if found := alike[base]; found != 0 {
		return found
	}
	return base
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }
