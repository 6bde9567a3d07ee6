// Package ptbr reads quantities and dates from free Brazilian Portuguese text; its packages words
// and lotlist read farming terms and lists of lots. It never guesses: it reports what it cannot
// read and what has two readings. Every function is pure, runs in linear time and ignores case and
// accents; offsets are in bytes of the given text.
package ptbr

import (
	"strings"

	"rastro/internal/ptbr/letters"
)

// Reading is the result of reading a text.
type Reading uint8

// The results of a reading. A value is meaningful for Read, Bare and Ambiguous; Ambiguous alone
// is no reason for a warning.
const (
	Absent     Reading = iota // empty, or a word for nothing
	Read                      // read
	Impossible                // the form of a value, but an impossible one: 31/02/2025, -5 kg
	Unreadable                // not the form of a value, or several that disagree
	Ambiguous                 // read by the rule, but it may well mean another value: 1.500 t
	Bare                      // a number that does not say its unit
)

// String names the reading in messages of tests and logs.
func (r Reading) String() string {
	if names := [...]string{"absent", "read", "impossible", "unreadable", "ambiguous", "bare"}; int(r) < len(names) {
		return names[r]
	}
	return "reading?"
}

// absent are the texts that people write for "nothing here", folded.
var absent = letters.Set("-|--|---|n/a|na|n.a|n/d|nao se aplica|n se aplica|nao aplicavel|isento|isenta|sem|nao houve|nao ha|nao tem|" +
	"nao possui|nao informado|nao informada|nenhum|nenhuma|nada")

// maxAbsent limits the texts that are looked up: no such phrase is longer.
const maxAbsent = 24

// IsAbsent reports whether a text says that the value does not apply.
func IsAbsent(text string) bool {
	text = strings.TrimRight(letters.Trim(text), ".")
	if text == "" {
		return true
	}
	if first := text[0] | 0x20; len(text) > maxAbsent || first != 'n' && first != 'i' && first != 's' && first != '-' {
		return false
	}
	var buf [maxAbsent]byte
	n := 0
	for i := 0; i < len(text); {
		b, size := letters.FoldAt(text, i)
		switch {
		case size == 0: // a mark or a space
			b, size = text[i], 1
			if space := letters.SpaceAt(text, i); space > 0 {
				b, size = ' ', space
			}
			if b == ' ' && n > 0 && buf[n-1] == ' ' {
				i += size
				continue
			}
			fallthrough
		case b != letters.Joint:
			buf[n] = b
			n++
		}
		i += size
	}
	return absent[string(buf[:n])]
}
