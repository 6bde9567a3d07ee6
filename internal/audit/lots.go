package audit

import "rastro/internal/lot"

// lotBook numbers the lots of a harvest. Two spellings are one lot when they
// differ in case and spaces only.
type lotBook struct {
	index  map[string]int32
	names  []string
	refs   []int32 // the lots that records name, each record's together
	phrase []bool  // a lot's name is no code: see lot.IsCode
}

// lotSet is the lots that a record names in one field.
type lotSet struct {
	at, n int32
	// vague: something is written there that says no lot, or too many.
	vague bool
}

// Bounds on the lots of one record, and on the parts of a blend. More is no list
// of lots.
const (
	maxLotsNamed  = 100
	maxBlendParts = 1_000
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
	number, ok := b.number(name)
	if !ok {
		s.vague = true
		return
	}
	for _, have := range b.of(*s) {
		if have == number {
			return
		}
	}
	b.refs = append(b.refs, number)
	s.n++
}

// read makes a set of a text that names lots.
func (b *lotBook) read(text string) lotSet {
	s := b.begin()
	b.readInto(&s, text)
	return s
}

func (b *lotBook) readInto(s *lotSet, text string) {
	lot.EachName(text, func(name string) { b.put(s, name) })
}

// mentioned puts the codes that follow the word "lote" in a text into a set.
func (b *lotBook) mentioned(s *lotSet, text string) {
	lot.EachMentioned(text, func(code string, _ bool) { b.put(s, code) })
}

// number is the lot's number, a new one for a new lot.
func (b *lotBook) number(name string) (int32, bool) {
	if len(name) > lot.MaxCode {
		return 0, false
	}
	var buf [lot.MaxCode]byte
	key := lot.AppendFold(buf[:0], name)
	if lot.NamesNone(key) {
		return 0, false
	}
	number, ok := b.index[string(key)]
	if !ok {
		number = int32(len(b.names))
		s := string(key)
		b.index[s] = number
		b.names = append(b.names, s)
		b.phrase = append(b.phrase, !lot.IsCode(s))
	}
	return number, true
}
