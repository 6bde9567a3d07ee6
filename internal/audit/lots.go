package audit

import (
	"strings"

	"rastro/internal/ptbr"
)

// lotBook numbers the lots of a harvest. Two spellings are one lot when they
// differ in case and spaces only.
type lotBook struct {
	index  map[string]int32
	names  []string
	refs   []int32 // the lots that records name, each record's together
	phrase []bool  // a lot's name is no code: see isLotCode
}

// lotSet is the lots that a record names in one field.
type lotSet struct {
	at, n int32
	// vague: something is written there that says no lot, or too many.
	vague bool
}

// Bounds on the lots of one record. More is no list of lots.
const (
	maxLotsNamed = 100
	maxLotName   = 100
)

func newLotBook() lotBook { return lotBook{index: map[string]int32{}} }

// of are the lots of a set. They may be changed.
func (b *lotBook) of(s lotSet) []int32 { return b.refs[s.at : s.at+s.n] }

// begin starts a set; names go to its end until the next set is begun.
func (b *lotBook) begin() lotSet { return lotSet{at: int32(len(b.refs))} }

// put adds a lot to the set that was begun last, once.
func (b *lotBook) put(s *lotSet, name string) {
	if s.n >= maxLotsNamed {
		s.vague = true
		return
	}
	lot, ok := b.number(name)
	if !ok {
		s.vague = true
		return
	}
	for _, have := range b.of(*s) {
		if have == lot {
			return
		}
	}
	b.refs = append(b.refs, lot)
	s.n++
}

// read makes a set of a text that names lots.
func (b *lotBook) read(text string) lotSet {
	s := b.begin()
	b.readInto(&s, text)
	return s
}

func (b *lotBook) readInto(s *lotSet, text string) {
	if isLotCode(text) {
		b.put(s, text)
		return
	}
	for _, name := range ptbr.Lots(text) {
		b.put(s, name)
	}
}

// number is the lot's number, a new one for a new lot.
func (b *lotBook) number(name string) (int32, bool) {
	if len(name) > maxLotName {
		return 0, false
	}
	var buf [maxLotName]byte
	key := appendLotKey(buf[:0], name)
	if len(key) == 0 {
		return 0, false
	}
	lot, ok := b.index[string(key)]
	if !ok {
		lot = int32(len(b.names))
		s := string(key)
		b.index[s] = lot
		b.names = append(b.names, s)
		b.phrase = append(b.phrase, !isLotCode(s))
	}
	return lot, true
}

// appendLotKey appends the form in which the spellings of one lot are equal:
// capitals, single spaces, and without the word "lote" before it.
func appendLotKey(dst []byte, name string) []byte {
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
		case c >= 0x80:
			return append(dst[:start], strings.Join(strings.Fields(strings.ToUpper(name)), " ")...)
		}
		if space {
			if string(dst[start:]) == "LOTE" {
				dst = dst[:start]
			} else {
				dst = append(dst, ' ')
			}
			space = false
		}
		dst = append(dst, c)
	}
	return dst
}

// isLotCode tells whether a text can only be the code of one lot: one word of
// letters, digits and . _ / - with a digit in it.
func isLotCode(s string) bool {
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

// mentioned puts the codes that follow the word "lote" or "lotes" in a text into
// a set: "padronizada, lote MT25-S-001; sem mistura de lotes" names one.
func (b *lotBook) mentioned(s *lotSet, text string) {
	for rest := text; ; {
		at := indexLote(rest)
		if at < 0 {
			return
		}
		rest = rest[at:]
		for {
			word, after := cutWord(rest)
			if word == "" || !isLotCode(word) && !isJoint(word) {
				break
			}
			if isLotCode(word) {
				b.put(s, word)
			}
			rest = after
		}
	}
}

// indexLote finds the end of the word "lote" or "lotes".
func indexLote(s string) int {
	for i := 0; i+4 <= len(s); i++ {
		if s[i]|0x20 != 'l' || !strings.EqualFold(s[i:i+4], "lote") || i > 0 && isLetter(s[i-1]) {
			continue
		}
		end := i + 4
		if end < len(s) && s[end]|0x20 == 's' {
			end++
		}
		if end == len(s) || !isLetter(s[end]) && (s[end] < '0' || s[end] > '9') && s[end] != '-' {
			return end
		}
	}
	return -1
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' || c >= 0x80 }

// cutWord takes the first word off a text, without the marks around it.
func cutWord(s string) (word, rest string) {
	s = strings.TrimLeft(s, " ,:;()\t\n")
	end := strings.IndexAny(s, " ,:;()\t\n")
	if end < 0 {
		end = len(s)
	}
	return strings.TrimRight(s[:end], "."), s[end:]
}

// isJoint tells the words that may stand between the codes of a list.
func isJoint(word string) bool {
	switch word {
	case "e", "E", "+", "nº", "n.º", "no", "de", "do", "dos":
		return true
	}
	return false
}
