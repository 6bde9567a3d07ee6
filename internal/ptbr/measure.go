package ptbr

import (
	"rastro/internal/ptbr/letters"
)

// quantity reads the number at k with its unit, and returns where to continue.
func (s *scanner) quantity(k int) (f Found, next int) {
	t := &s.tokens[k]
	f.Start, f.form, f.link = t.start, t.form, s.linkTo(k)
	f.Value, f.Bound = t.value, s.bound
	doubt := t.spaced && !s.leads(k) || s.broken(k)
	if s.sign(k) {
		if f.Start = s.tokens[k-1].start; s.at(k-2).kind == wordToken {
			doubt = true // umidade -13,8%: a dash, or below zero
		} else {
			f.Value = -f.Value
		}
	}
	by, j := s.multiple(k + 1)
	f.Value *= by
	if by == 1e3 && s.hundredsAt(j) { // 36 mil e 500 kg
		f.Value += s.tokens[j+1].value
		j += 2
	}
	f.Low = f.Value
	if n := s.toleranceAt(j); n > 0 {
		j = n
	} else if m := s.rangeAt(k, j); m > 0 {
		doubt = s.span(&f, m, by) || doubt
		_, j = s.multiple(m + 1)
	}
	j = s.unitAt(&f, j)
	if m := s.rangeAt(k, j); m > 0 && f.Unit != nil && f.Bound != Within && s.text[s.tokens[j].start] != 'A' {
		var g Found
		_, end := s.multiple(m + 1)
		if end = s.unitAt(&g, end); g.Unit == f.Unit && g.Per == f.Per { // 12% a 13%
			doubt = s.span(&f, m, by) || doubt
			j = end
		}
	}
	f.End = s.at(j - 1).end
	return f, s.grade(&f, j, doubt, s.named(k))
}

// grade sets the result of reading the number, and its label.
func (s *scanner) grade(f *Found, j int, doubt, named bool) int {
	if f.Unit == nil && f.Reading != Unreadable {
		switch after := s.at(j); {
		case s.unit > 0:
			f.Unit = s.tokens[s.unit-1].sense.unit
		case after.is(pack):
			f.pack, f.Reading = true, Unreadable
			j++
			f.sack = after.is(sack) && !s.perOf(j) && s.holdsGrain(j)
		case after.kind == wordToken && after.sense == nil && (s.label == nil || !s.label.near):
			f.Reading = Unreadable // counts something unknown
		case after.is(perOne|to) && s.at(j+1).unit() != nil:
			f.Reading = Unreadable // 120,00 por saca
		}
	}
	if (f.Unit == saca || f.pack) && s.at(j).is(empty) {
		f.Reading, f.sack = Unreadable, false // 30 sacas vazias
	}
	if f.Bound == Exact && s.aboutAt(j) {
		f.Bound = About
	}
	if f.Bound == Limit && (f.Unit == nil || f.Unit.Dimension != Shares) {
		f.Bound = Exact // soja padrão, 36 t
	}
	switch {
	case f.Reading == Unreadable:
	case doubt || f.Unit != nil && f.Unit.doubts(f.form):
		f.Reading = Ambiguous
	case f.Unit != nil:
		f.Reading = Read
	default:
		f.Reading = Bare
	}
	switch {
	case s.labelOf(f, j):
		j = s.labelAfter(f, j) // óleo a 0,15 % de umidade
	case s.label != nil && s.label.fits(f.Unit, f.Per) && f.Reading != Unreadable:
		f.Label = s.both
	case !named:
		j = s.labelAfter(f, j)
	}
	f.each = s.at(j).is(each) || s.at(j+1).is(each)
	f.product = s.at(j).is(of) && s.at(j+1).kind == wordToken && !s.at(j+1).is(bagged)
	return j
}

// aboutAt reports whether the text at j marks the number before it as inexact: 20 t aprox., 20 t
// +/-. Before another number it applies to that one.
func (s *scanner) aboutAt(j int) bool {
	next := j + 1
	switch n := s.moreOrLess(j); {
	case n > 0:
		next = j + n
	case !s.at(j).is(about):
		return false
	}
	if s.at(next).isMark(".:") {
		next++
	}
	return s.at(next).kind != numberToken
}

// labelOf reports whether "de" and a label follow the number at j and end there: they take
// precedence over what came before it.
func (s *scanner) labelOf(f *Found, j int) bool {
	row := s.at(j + 1).label()
	after := s.at(j + 2)
	return s.label != nil && f.Unit != nil && s.at(j).is(of) && row != nil && row.of == Shares && !row.near && row.label != s.label.label && row.fits(f.Unit, f.Per) &&
		after.kind != numberToken && !after.isMark(":=(")
}

// holdsGrain reports whether the text at j is compatible with sacks of grain: nothing, or a crop.
// Sacks of anything else, and empty ones, have no mass.
func (s *scanner) holdsGrain(j int) bool {
	if s.at(j).is(of) {
		j++
		return s.at(j).is(bagged)
	}
	return s.at(j).kind != wordToken || s.at(j).sense != nil
}

// perOf reports whether the text at j makes a count a rate: 2 sacos/ha.
func (s *scanner) perOf(j int) bool { return s.at(j).mark == '/' || s.at(j).is(perOne) }

// hundredsAt reports whether the rest of a number of thousands is at j.
func (s *scanner) hundredsAt(j int) bool {
	rest, after := s.at(j+1), s.at(j+2)
	return s.at(j).is(and) && rest.kind == numberToken && rest.form == plainForm && !rest.spaced && rest.value < 1000 && rest.value >= 1 &&
		(after.unit() != nil || after.is(pack))
}

// doubts reports whether a number in this notation may be another one in this unit.
func (u *Unit) doubts(written form) bool {
	return u.fine && written == dotForm || !u.fine && written == commaForm
}

// multiple reads "mil" and "milhões" at j, and returns where to continue.
func (s *scanner) multiple(j int) (by float64, next int) {
	switch t := s.at(j); {
	case t.is(thousands):
		by = 1e3
	case t.is(millions):
		by = 1e6
	default:
		return 1, j
	}
	if s.at(j + 1).is(of) {
		return by, j + 2 // 2 milhões de kg
	}
	return by, j + 1
}

// toleranceAt skips the tolerance of "13,8 ± 0,2"; zero if there is none.
func (s *scanner) toleranceAt(j int) int {
	n := s.moreOrLess(j)
	if s.at(j).mark == letters.PlusMinus {
		n = 1
	}
	if n > 0 && s.at(j+n).kind == numberToken {
		return j + n + 1
	}
	return 0
}
