package ptbr

import (
	"strings"

	"rastro/internal/ptbr/letters"
)

// kind is the kind of a token.
type kind uint8

const (
	markToken kind = iota
	wordToken
	numberToken
)

// token is a word or phrase, a number, or a mark.
type token struct {
	kind   kind
	gap    bool // white space before it
	accent bool // a word written with accents
	mark   byte // of a mark, see markAt; zero of the others
	form   form // of a number, like spaced and value
	spaced bool
	value  float64
	sense  *sense // of a word, or of % and @; nil when it is unknown
	start  int
	end    int
}

// lex appends the tokens of a text. Runs of digits with their marks are numbers; runs that start
// with a letter are words, including digits, so that MT25 is not a number; anything else is a mark.
func lex(tokens []token, s string) []token {
	gap := false
	for i := 0; i < len(s); {
		if s[i] == ' ' {
			i, gap = i+1, true
			continue
		}
		if space := letters.SpaceAt(s, i); space > 0 && s[i] != '\n' {
			i, gap = i+space, true
			continue
		}
		tokens = append(tokens, token{gap: gap, start: i})
		t := &tokens[len(tokens)-1]
		if gap = false; letters.IsDigit(s[i]) {
			n := readNumeral(s, i)
			t.kind, t.value, t.form, t.spaced, t.end = numberToken, n.value, n.form, n.spaced, n.end
		} else if _, size := letters.FoldAt(s, i); size > 0 {
			last, first := &nothing, &nothing
			if len(tokens) > 1 {
				last = &tokens[len(tokens)-2]
			}
			if len(tokens) > 2 {
				first = &tokens[len(tokens)-3]
			}
			if t.readWord(s, !t.gap && last.kind == numberToken); t.is(spelled|thousands) && !(last.is(to) && first.is(spelled)) { // dez a doze
				t.readSpelled(s, last)
			}
		} else {
			t.readMark(s)
		}
		i = t.end
		if t.mark == ')' {
			tokens = withoutSpelledOut(tokens)
		}
	}
	return tokens
}

// withoutSpelledOut drops a number in words that says the number before it again, as in
// contracts: 12 (doze) carretas. The text ends with its parenthesis.
func withoutSpelledOut(tokens []token) []token {
	value := 0.0
	for k := len(tokens) - 2; k > 0; k-- {
		switch t := &tokens[k]; {
		case t.is(spelled):
			value += t.sense.value
		case t.mark == '(' && value > 0 && tokens[k-1].kind == numberToken && tokens[k-1].value == value:
			return tokens[:k]
		case !t.is(and):
			return tokens
		}
	}
	return tokens
}

// readWord reads a word or a phrase of the table. After a number, x and a digit
// are a sign and not a word: 2x18.
func (t *token) readWord(s string, afterNumber bool) {
	var w letters.Word
	w.Read(s, t.start)
	if afterNumber && w.N > 1 && w.Buf[0] == 'x' && letters.IsDigit(w.Buf[1]) {
		t.mark, t.end = letters.TimesMark, t.start+1
		return
	}
	t.kind, t.accent = wordToken, w.Accent
	t.sense, t.end, _ = senses.Match(s, &w)
	if w.Accent && w.N == 2 && w.Buf[0] == 'n' && w.Buf[1] == 'o' {
		t.sense = ordinal
	}
}

func (t *token) readMark(s string) {
	mark, size := letters.MarkAt(s, t.start)
	t.mark, t.end = mark, t.start+size
	switch mark {
	case '%':
		t.sense = perCent
	case '@':
		t.sense = arrobas
	}
}

func (t *token) is(r role) bool { return t.sense.is(r) }

// unit returns the unit a token names, nil when it names none.
func (t *token) unit() *Unit {
	if t.sense == nil {
		return nil
	}
	return t.sense.unit
}

// label returns the label a token names, nil when it names none.
func (t *token) label() *labelled {
	if t.sense == nil {
		return nil
	}
	return t.sense.label
}

// isMark reports whether a token is one of some marks.
func (t *token) isMark(marks string) bool {
	return strings.IndexByte(marks, t.mark) >= 0
}
