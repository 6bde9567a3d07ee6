// Package words recognises farming terms in free Brazilian text: crops, inputs, processes and
// goods, by the names of the interface.
package words

import (
	"slices"

	"rastro/internal/ptbr"
	"rastro/internal/ptbr/letters"
)

// Term is a word of the interface in its canonical form: HERBICIDA, SECAGEM.
type Term string

// Vocabulary recognises the terms of a field in what people write there.
type Vocabulary struct {
	terms   []Term
	phrases letters.Lexicon[Term]
}

// spelling is a row of a vocabulary: a term and its spellings, folded and separated by bars. The
// canonical form, with spaces instead of underscores, is itself a spelling. A row without a term
// contains phrases that only look like one of the terms.
type spelling struct {
	term Term
	as   string
}

func newVocabulary(rows ...spelling) *Vocabulary {
	v := &Vocabulary{}
	all := map[string]Term{}
	for _, row := range rows {
		letters.EachSpelling(row.as, func(s string) { all[s] = row.term })
		if row.term != "" {
			v.terms = append(v.terms, row.term)
			all[canonical(row.term)] = row.term
		}
	}
	v.phrases = letters.NewLexicon(all)
	return v
}

// canonical returns how a term is spelt in its own table.
func canonical(t Term) string {
	folded := make([]byte, 0, len(t))
	for _, b := range []byte(t) {
		if b = letters.Plain[b]; b == 0 {
			b = ' '
		}
		folded = append(folded, b)
	}
	return string(folded)
}

// Terms lists the terms in the order of their table. The caller owns the list.
func (v *Vocabulary) Terms() []Term { return slices.Clone(v.terms) }

// All finds the terms in a text, each once, in their order. A term that is or
// may be denied ("sem herbicida") is not there.
func (v *Vocabulary) All(text string) []Term {
	var found []Term
	for m := (mention{text: text}); v.next(&m); {
		if m.denied == asserted && !slices.Contains(found, m.term) {
			found = append(found, m.term)
		}
	}
	return found
}

// One reads a text that should name one term. Several give the first,
// Ambiguous; none is Unreadable.
func (v *Vocabulary) One(text string) (Term, ptbr.Reading) {
	term, reading := Term(""), ptbr.Unreadable
	for m := (mention{text: text}); v.next(&m); {
		switch {
		case m.denied == denied || m.term == term:
		case term != "":
			return term, ptbr.Ambiguous
		default:
			if term, reading = m.term, ptbr.Read; m.denied == doubtful {
				reading = ptbr.Ambiguous
			}
		}
	}
	if term == "" && ptbr.IsAbsent(text) {
		return "", ptbr.Absent
	}
	return term, reading
}
