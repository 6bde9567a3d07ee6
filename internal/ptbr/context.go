package ptbr

import (
	"rastro/internal/ptbr/letters"
)

// word processes what a word means for the next number.
func (s *scanner) word(k int) {
	t := &s.tokens[k]
	if t.sense == nil || t.sense.isOnlySeparator() {
		s.strange++
		s.words++
		s.bound = Exact
		if s.more || s.words > maxWords || s.label != nil && s.label.near {
			s.dropLabel()
		}
		return
	}
	if t.sense.unit != nil && t.sense.role == 0 && t.sense.label == nil {
		s.unitBefore(k)
	}
	row := t.sense.label
	switch {
	case row != nil:
		s.entitle(k, row)
	case s.label != nil && s.label.near:
		s.dropLabel()
	}
	switch r := t.sense.role; {
	case r&atMost != 0:
		s.bound = AtMost
	case r&atLeast != 0:
		s.bound = AtLeast
	case r&about != 0:
		s.bound = About
	case r&limit != 0:
		s.bound = Limit
	case r&and != 0:
		s.more = s.label != nil && s.words == 0
	}
}

// entitle processes a label, alone or together with the previous one.
func (s *scanner) entitle(k int, row *labelled) {
	if s.label != nil && row.label == Total && s.words == 0 {
		return // avariados total
	}
	switch {
	case s.label != nil && (s.more || s.label.label == Total):
		s.both = together(s.both, row.label)
	case s.at(k-1).is(and) && s.at(k-2).kind == wordToken && s.at(k-2).sense == nil:
		s.both = Several // the previous label, which is unknown, together with this one
	default:
		s.both = row.label
	}
	s.label, s.more, s.words = row, false, 0
}

// unitBefore processes a unit that stands before its number, as in a form: "Sacas: 500". A unit in
// the singular indicates a price: "Saca: 120,00".
func (s *scanner) unitBefore(k int) {
	t, before, after := &s.tokens[k], s.at(k-1), s.at(k+1)
	heads := k == 0 || before.kind == markToken && before.mark != '/' || before.is(filler)
	if after.isMark(":=") {
		after = s.at(k + 2)
	}
	many := s.text[t.start]|0x20 == 'k' && t.end-t.start == 2 || s.text[t.end-1]|0x20 == 's'
	if heads && many && after.kind == numberToken && t.sense.unit.Dimension == Masses {
		s.unit = k + 1
	} else {
		s.strange++
	}
}

// mark processes what a mark means for the next number, and returns where to continue.
func (s *scanner) mark(k int) int {
	t := &s.tokens[k]
	switch t.mark {
	case ';', '\n', '|', letters.UnknownMark:
		s.forget()
	case ',':
		s.bound, s.unit = Exact, 0
		if s.more = s.label != nil && s.words == 0; !s.more {
			s.dropLabel()
		}
	case '.':
		if t.gap || s.at(k-1).sense == nil { // except for the point of "máx."
			s.forget()
		}
	case '+', '/':
		s.more = s.label != nil && s.words == 0
		if n := s.moreOrLess(k); n > 0 {
			s.bound = About
			return k + n
		}
	case '<':
		s.bound = AtMost
	case '>':
		if s.at(k-1).mark != '-' || t.gap { // not 18% -> 13%
			s.bound = AtLeast
		}
	case '~', letters.PlusMinus:
		s.bound = About
	case '(':
		if s.label != nil && s.at(k+1).unit() != nil && s.at(k+2).mark == ')' {
			s.unit = k + 2
			return k + 3
		}
	case '%':
		if s.label != nil && s.words == 0 { // umidade % 13,8
			s.unit = k + 1
		}
	}
	return k + 1
}
