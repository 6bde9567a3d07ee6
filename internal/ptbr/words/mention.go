package words

import (
	"rastro/internal/ptbr/letters"
)

// mention is a place in a text where a term is named.
type mention struct {
	text   string
	at     int // where to continue reading
	term   Term
	denied denial

	left  int  // words within reach of a denial
	light bool // only light words since the denial
}

// denial says whether a text denies what it names.
type denial uint8

const (
	asserted denial = iota
	doubtful        // a denial precedes it, but may refer to something else: não certificada RR
	denied
)

// reach is how many words after a "não" or "sem" can separate it from a term that it denies: não
// utiliza sementes transgênicas.
const reach = 5

var denials = letters.WordSet("nao sem nem nunca nenhum nenhuma livre livres isento isenta isentos isentas non not ausencia negativo negativa")

// lightWords may separate a denial from what it denies.
var lightWords = letters.WordSet("e o a os as um uma de do da dos das com foi foram sao ser seja se trata contem contendo possui possuem tem ha houve " +
	"utiliza utilizou usa usou uso aplica aplicou aplicacao recebeu qualquer nenhum nenhuma presenca traco tracos " +
	"semente sementes soja grao graos produto produtos variedade variedades material materiais organismo organismos evento eventos " +
	"esta estava para")

// next finds the next term that is named. A mark between clauses ends a denial.
func (v *Vocabulary) next(m *mention) bool {
	var w letters.Word
	for m.at < len(m.text) {
		if _, size := letters.FoldAt(m.text, m.at); size == 0 {
			m.mark()
			continue
		}
		w.Read(m.text, m.at)
		term, end, ok := v.phrases.Match(m.text, &w)
		m.at = end
		if !ok {
			m.pass(&w)
			continue
		}
		m.term, m.denied = term, asserted
		if m.left > 0 {
			m.denied = doubtful
			if m.light {
				m.denied = denied
			}
		}
		if m.left = 0; term != "" {
			return true
		}
	}
	return false
}

// mark skips a byte that is not a letter.
func (m *mention) mark() {
	switch m.text[m.at] {
	case ',', ';', ':', '(', ')', '\n', '|', '+':
		m.left = 0
	case '.':
		if m.at+1 >= len(m.text) || letters.IsSpace(m.text, m.at+1) {
			m.left = 0
		}
	}
	m.at++
}

// pass processes a word that names nothing.
func (m *mention) pass(w *letters.Word) {
	if m.left > 0 {
		m.left--
	}
	switch {
	case w.N > 0 && denials[string(w.Text())]:
		m.left, m.light = reach, true
	case w.N == 0 || !lightWords[string(w.Text())]:
		m.light = false
	}
}
