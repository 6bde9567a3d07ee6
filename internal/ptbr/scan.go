package ptbr

// scanner iterates over the tokens of a text and keeps what was said about the next number.
type scanner struct {
	text   string
	tokens []token

	any  bool  // a quantity was found before
	next int   // the token after it
	last Label // its label
	in   *Unit // its unit

	label *labelled // pending label
	both  Label     // its meaning together with the previous ones
	more  bool      // "e", "+", "/" or a comma follows: another may be added
	words int       // since the label
	bound Bound
	stage stage // of the next number
	unit  int   // one more than the token of a unit before its number: Umidade (%): 13,8

	strange int // unknown words, and numbers that are part of a code
	// notCounted and minus: the text withdraws its masses, or subtracts some of them from others.
	notCounted, minus bool
}

const (
	// maxTokens and maxFound are how many tokens and quantities of a text are
	// kept without asking for memory: enough for a line of text.
	maxTokens = 24
	maxFound  = 6

	// maxWords is how many words may separate a label from its number.
	maxWords = 4
)

// scan appends the quantities of a text, and counts what it does not understand. The caller
// provides space on the stack: if the scanner kept the quantities itself, they would move to the
// heap.
func scan(text string, tokens []token, found []Found) (all []Found, strange int) {
	s := scanner{text: text, tokens: lex(tokens, text)}
	for k := 0; k < len(s.tokens); {
		switch t := &s.tokens[k]; {
		case t.kind == wordToken:
			s.word(k)
			if t.is(beforehand | afterwards) {
				s.stages(found, k)
			}
			s.notCounted, s.minus = s.notCounted || s.takesBack(k), s.minus || t.is(minus)
			k++
		case t.kind == markToken:
			k = s.mark(k)
		case t.form == badForm || !s.free(k):
			s.strange++
			s.forget()
			k++
		default:
			f, next := s.quantity(k)
			if f.Label == NoLabel && s.last != NoLabel && f.Unit != nil && f.Unit == s.in && s.goesOn(k) {
				f.Label = s.last // umidade de entrada 18% e de saída 13%
			}
			f.stage = s.stage
			if f.is(Masses) && (s.isShareOf(k) || s.isTimes(next)) {
				f.Reading = Unreadable // 50 % de 36 t, 36 t x 2
			}
			s.last, s.in = f.Label, f.Unit
			if f.Unit == nil && f.Label == NoLabel && !f.pack && s.named(k) {
				s.strange++ // silo 3
			} else {
				found = keep(found, &f)
				s.any = true
			}
			s.forget()
			s.next, k = next, next
		}
	}
	s.dropNotCounted(found)
	return found, s.strange
}

// at returns a token, or nothing past either end.
func (s *scanner) at(k int) *token {
	if k < 0 || k >= len(s.tokens) {
		return &nothing
	}
	return &s.tokens[k]
}

// nothing is the token outside a text. It must not be changed.
var nothing = token{gap: true, mark: ' '}

// goesOn reports whether only familiar words separate the last quantity from the number at k.
func (s *scanner) goesOn(k int) bool {
	for n := s.next; n < k; n++ {
		if t := &s.tokens[n]; t.kind != wordToken || t.sense == nil {
			return false
		}
	}
	return s.next < k
}

func (s *scanner) forget() {
	s.dropLabel()
	s.bound, s.unit, s.stage = Exact, 0, anyStage
}

func (s *scanner) dropLabel() { s.label, s.more, s.both = nil, false, NoLabel }
