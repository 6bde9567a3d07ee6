package facts

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// PlainWords converts a text to lower case without accents, for looking up words. It knows the
// letters of the languages spoken here; others are kept.
func PlainWords(text string) string {
	out := make([]byte, 0, len(text))
	for i := 0; i < len(text); {
		if c := text[i]; c < utf8.RuneSelf {
			if c >= 'A' && c <= 'Z' {
				c |= 0x20
			}
			out = append(out, c)
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(text[i:])
		i += size
		switch {
		case r >= 0xC0 && r < 0x100:
			out = append(out, latin[r-0xC0])
		case r >= 0x300 && r < 0x370: // an accent as its own character
		default:
			out = utf8.AppendRune(out, unicode.ToLower(r))
		}
	}
	return string(out)
}

// latin are the letters from À to ÿ without their accents.
const latin = "aaaaaaaceeeeiiiidnooooo ouuuuypsaaaaaaaceeeeiiiidnooooo ouuuuypy"

// EachWord splits a plain text into its words.
func EachWord(plain string) func(func(string) bool) {
	return strings.FieldsFuncSeq(plain, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// hasWord reports whether a plain text has one of some words.
func hasWord(plain string, words map[string]bool) bool {
	for w := range EachWord(plain) {
		if words[w] {
			return true
		}
	}
	return false
}

// hasPhrase reports whether a plain text has one of some phrases in it.
func hasPhrase(plain string, phrases []string) bool {
	for _, p := range phrases {
		if strings.Contains(plain, p) {
			return true
		}
	}
	return false
}

func WordSet(list string) map[string]bool {
	all := map[string]bool{}
	for w := range strings.FieldsSeq(list) {
		all[w] = true
	}
	return all
}
