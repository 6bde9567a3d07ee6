package ptbr

import (
	"strings"
	"unicode/utf8"
)

// kind tells the tokens of a text apart.
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
	form   form // of a number, as the rest
	spaced bool
	value  float64
	sense  *sense // of a word, or of % and @; nil when it is unknown
	start  int
	end    int
}

// marks beyond ASCII, by the byte that stands for them and those like them.
const (
	plusMinus   = 'p'
	timesMark   = 'x'
	unknownMark = '?'
)

// markAt reads the mark at i: a byte of ASCII, or the one it is like.
func markAt(s string, i int) (mark byte, size int) {
	if s[i] < utf8.RuneSelf {
		return s[i], 1
	}
	r, size := utf8.DecodeRuneInString(s[i:])
	switch r {
	case '–', '—', '−', '‐', '‑':
		return '-', size
	case '×', '✕':
		return timesMark, size
	case '±':
		return plusMinus, size
	case '≤':
		return '<', size
	case '≥':
		return '>', size
	case '≈':
		return '~', size
	case '“', '”', '‘', '’', '«', '»':
		return '"', size
	case '•', '·', '▪', '●':
		return ';', size
	case '…':
		return '.', size
	}
	return unknownMark, size
}

// lex appends the tokens of a text. Runs of digits with their marks are
// numbers; runs that start with a letter are words, digits included, so that
// MT25 is no number; anything else is a mark.
func lex(tokens []token, s string) []token {
	gap := false
	for i := 0; i < len(s); {
		if s[i] == ' ' {
			i, gap = i+1, true
			continue
		}
		if space := spaceAt(s, i); space > 0 && s[i] != '\n' {
			i, gap = i+space, true
			continue
		}
		tokens = append(tokens, token{gap: gap, start: i})
		t := &tokens[len(tokens)-1]
		if gap = false; isDigit(s[i]) {
			n := readNumeral(s, i)
			t.kind, t.value, t.form, t.spaced, t.end = numberToken, n.value, n.form, n.spaced, n.end
		} else if _, size := foldAt(s, i); size > 0 {
			t.readWord(s, !t.gap && len(tokens) > 1 && tokens[len(tokens)-2].kind == numberToken)
		} else {
			t.readMark(s)
		}
		i = t.end
	}
	return tokens
}

// readWord reads a word or a phrase of the table. After a number, x and a digit
// are a sign and not a word: 2x18.
func (t *token) readWord(s string, afterNumber bool) {
	var w word
	w.read(s, t.start)
	if afterNumber && w.n > 1 && w.buf[0] == 'x' && isDigit(w.buf[1]) {
		t.mark, t.end = timesMark, t.start+1
		return
	}
	t.kind, t.accent = wordToken, w.accent
	t.sense, t.end, _ = senses.match(s, &w)
	if w.accent && w.n == 2 && w.buf[0] == 'n' && w.buf[1] == 'o' {
		t.sense = ordinal
	}
}

func (t *token) readMark(s string) {
	mark, size := markAt(s, t.start)
	t.mark, t.end = mark, t.start+size
	switch mark {
	case '%':
		t.sense = perCent
	case '@':
		t.sense = arrobas
	}
}

func (t *token) is(r role) bool { return t.sense.is(r) }

// unit is the unit a token names, nil when it names none.
func (t *token) unit() *Unit {
	if t.sense == nil {
		return nil
	}
	return t.sense.unit
}

// label is the label a token names, nil when it names none.
func (t *token) label() *labelled {
	if t.sense == nil {
		return nil
	}
	return t.sense.label
}

// isMark tells whether a token is one of some marks.
func (t *token) isMark(marks string) bool {
	return strings.IndexByte(marks, t.mark) >= 0
}
