package events

import (
	"strings"

	"rastro/internal/lang"
)

// Word is word, and also takes a word of ours as a complete URI.
func Word(said string, l lang.Lang) string {
	if rest, own := strings.CutPrefix(said, "/ns/epcis/"); own {
		if text := word("rastro:"+rest, l); text != "rastro:"+rest {
			return text
		}
		return said
	}
	return word(said, l)
}
