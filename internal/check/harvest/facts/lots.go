package facts

import "rastro/internal/lot"

// lotBook numbers the lots of a harvest. Two spellings are one lot when they
// differ in case and spaces only.
type lotBook struct {
	Index  map[string]int32
	Names  []string
	refs   []int32 // the lots that records name, each record's together
	Phrase []bool  // a lot's name is not a code: see lot.IsCode
}

// LotSet is the lots that a record names in one field.
type LotSet struct {
	at, N int32
	// Vague: the text names no definite lot, or too many.
	Vague bool
	// Merged: the first lot was made from the others, according to the text.
	Merged bool
}

// Limits on the lots of one record, and on the parts of a blend. More is not a list
// of lots.
const (
	maxLotsNamed  = 100
	maxBlendParts = 1_000
)

func newLotBook() lotBook { return lotBook{Index: map[string]int32{}} }

// Of returns the lots of a set. The caller may change them.
func (b *lotBook) Of(s LotSet) []int32 { return b.refs[s.at : s.at+s.N] }

// Weighed returns the lots of a set to which a record's mass refers: for a merge, the whole.
func (b *lotBook) Weighed(s LotSet) []int32 {
	lots := b.Of(s)
	if s.Merged {
		return lots[:min(1, len(lots))]
	}
	return lots
}

// begin starts a set; names go to its end until the next set is begun.
func (b *lotBook) begin() LotSet { return LotSet{at: int32(len(b.refs))} }

// put adds a lot to the set that was begun last, once.
func (b *lotBook) put(s *LotSet, name string) {
	if s.N >= maxLotsNamed {
		s.Vague = true
		return
	}
	number, ok := b.number(name)
	if !ok {
		s.Vague = true
		return
	}
	for _, have := range b.Of(*s) {
		if have == number {
			return
		}
	}
	b.refs = append(b.refs, number)
	s.N++
}

// read returns the set of lots that a text names.
func (b *lotBook) read(text string) LotSet {
	s := b.begin()
	b.readInto(&s, text)
	return s
}

func (b *lotBook) readInto(s *LotSet, text string) {
	if _, ok := lot.ReadMerge(text); ok && s.N == 0 {
		s.Merged = true
	}
	lot.EachName(text, func(name string) { b.put(s, name) })
}

// mentioned puts the codes that follow the word "lote" in a text into a set, or those
// of a merge.
func (b *lotBook) mentioned(s *LotSet, text string) {
	if m, ok := lot.ReadMerge(text); ok {
		b.put(s, m.Whole)
		for _, p := range m.Parts {
			b.put(s, p.Name)
		}
		return
	}
	lot.EachMentioned(text, func(code string, _ bool) { b.put(s, code) })
}

// made puts the lots that a product's text names into a set: for a merge, the whole.
func (b *lotBook) made(s *LotSet, text string) {
	if m, ok := lot.ReadMerge(text); ok {
		b.put(s, m.Whole)
		return
	}
	b.mentioned(s, text)
}

// number returns the lot's number, a new one for a new lot.
func (b *lotBook) number(name string) (int32, bool) {
	if len(name) > lot.MaxCode {
		return 0, false
	}
	var buf [lot.MaxCode]byte
	key := lot.AppendFold(buf[:0], name)
	if lot.NamesNone(key) {
		return 0, false
	}
	number, ok := b.Index[string(key)]
	if !ok {
		number = int32(len(b.Names))
		s := string(key)
		b.Index[s] = number
		b.Names = append(b.Names, s)
		b.Phrase = append(b.Phrase, !lot.IsCode(s))
	}
	return number, true
}
