package records

import (
	"strings"

	"rastro/internal/canon"
	"rastro/internal/lang"
)

// inPayload reports whether some value of a payload contains the text. It ignores names of
// fields and the numbers of a plot.
func (n needle) inPayload(payload string) bool {
	found := false
	canon.Each(payload, func(name, value string) bool {
		if name == n.plot && n.plot != "" {
			return true
		}
		found = n.inValue(value)
		return !found
	})
	return found
}

func (n needle) inValue(value string) bool {
	switch canon.KindOf(value) {
	case '{', '[':
		found := false
		canon.Each(value, func(_, value string) bool {
			found = n.inValue(value)
			return !found
		})
		return found
	case '"':
		return n.inText(canon.Unquote(value))
	case '0':
		return n.inText(value)
	}
	return false
}

// inText reports whether a text contains the needle, ignoring case and accents. Most texts
// are plain, and need no copy.
func (n needle) inText(text string) bool {
	for i := range len(text) {
		if c := text[i]; c >= 0x80 || c < ' ' || c == ' ' && i > 0 && text[i-1] == ' ' {
			return strings.Contains(lang.Fold(text), n.text)
		}
	}
	for i := 0; i+len(n.text) <= len(text); i++ {
		if equalFoldASCII(text[i:i+len(n.text)], n.text) {
			return true
		}
	}
	return false
}

// equalFoldASCII compares a plain text with a folded one of the same length.
func equalFoldASCII(text, folded string) bool {
	for i := range len(folded) {
		c := text[i]
		if 'A' <= c && c <= 'Z' {
			c += 'a' - 'A'
		}
		if c != folded[i] {
			return false
		}
	}
	return true
}
