package ptbr

import (
	"math"

	"rastro/internal/ptbr/letters"
)

// keep adds a quantity, or combines it with the previous one: two caminhões of 18 t each are 36 t.
func keep(found []Found, f *Found) []Found {
	var before *Found
	if n := len(found); n > 0 {
		before = &found[n-1]
	}
	switch {
	case before == nil, f.link == apart && !f.each:
	case f.link == orElse: // 12 ou 13 %
		before.Reading, f.Reading = Unreadable, Unreadable
	case f.link == also && f.Unit == nil && (f.Reading == Bare || f.pack) && before.is(Masses) && before.Reading == Read:
		before.Reading = Ambiguous // 36 t e 200, 500 sacas e 40 big bags
	case f.pack && before.pack && f.link == holding: // 2 viagens de 3 caminhões
		before.Value, before.Low, before.End, before.sack = before.Value*f.Value, before.Low*f.Low, f.End, false
		return found
	case (f.link == also || f.link == holding) && f.is(Masses) && before.Unit == nil && before.Reading == Bare && f.Reading == Read:
		f.Reading = Ambiguous // 30 e 36 t, 2 de 36 t
	case f.link == holding && f.is(Shares) && before.Unit == nil && before.Reading == Bare:
		f.Reading = Unreadable // 13 / 14%
	case f.turned(before):
		before.stage, f.stage = earlier, later
	case before.holds(f):
		before.Value, before.Low = before.Value*f.Value, before.Low*f.Low
		before.Unit, before.Per, before.End, before.pack = f.Unit, f.Per, f.End, false
		before.form, before.Reading = plainForm, f.Reading
		if before.Label == NoLabel {
			before.Label = f.Label
		}
		if before.Bound == Exact {
			before.Bound = f.Bound
		}
		return found
	case before.goesOnWith(f):
		before.extend(f)
		return found
	case f.Reading != Read || before.Unit != nil || before.Value == 1 || f.Per != nil:
	case before.sack && f.isMassOf(before.Value):
	case f.link == counted, before.pack && (f.link == adjacent || f.link == carrying || f.link == dashed):
		f.Reading = Ambiguous // 2 caminhões com 30 t: each, or both?
	}
	if f.each && f.is(Masses) && f.Reading == Read {
		f.Reading = Ambiguous // of how many?
	}
	found = append(found, *f)
	if f.stage != anyStage {
		inherit(found)
	}
	return found
}

// holds reports whether a count multiplies the next quantity.
func (f *Found) holds(next *Found) bool {
	if next.Unit == nil || next.Per != nil || next.Reading == Unreadable {
		return false
	}
	if l := next.Label; l != NoLabel && l != f.Label && l != Net && l != Gross {
		return false
	}
	switch mass := next.Unit.Dimension == Masses; {
	case !mass && next.Unit.Dimension != Volumes:
		return false
	case f.Unit == saca && f.Per == nil && mass && next.Unit != saca:
		kg, _ := next.Base()
		return next.link == product || next.link == holding && kg <= maxSack ||
			(next.link == adjacent || next.link == carrying) && isSack(kg)
	case f.Unit != nil:
		return false
	case next.link == product:
		return f.Reading == Bare || f.pack
	case f.sack && mass && (next.link == adjacent || next.link == carrying):
		kg, _ := next.Base()
		return isSack(kg) || next.each
	case f.pack:
		return next.link == holding || next.each
	}
	return false
}

// isMassOf reports whether a quantity is the weight of a number of sacks.
func (f *Found) isMassOf(sacks float64) bool {
	kg, ok := f.Base()
	return ok && f.is(Masses) && sacks > 0 && kg/sacks >= leastWeighed && kg/sacks <= mostWeighed
}

// goesOnWith reports whether the next quantity is the rest of this one, in a finer unit: 36
// toneladas e 500 kg. It must be less than one of the larger unit; otherwise it is something else.
func (f *Found) goesOnWith(next *Found) bool {
	if f.Unit == nil || next.Unit == nil || f.Per != nil || next.Per != nil || f.Unit.Dimension != next.Unit.Dimension {
		return false
	}
	switch f.Unit.Dimension {
	case Masses, Volumes, Areas, Times:
	default:
		return false
	}
	fine := next.Unit.Factor > 0 && next.Unit.Factor < f.Unit.Factor && next.Value*next.Unit.Factor < f.Unit.Factor
	plain := f.Reading == Read && next.Reading == Read && f.Value == math.Trunc(f.Value) && f.Value == f.Low && next.Bound == Exact
	linked := next.link == also || next.link == adjacent && f.Unit.Factor >= 1000*next.Unit.Factor && f.Unit.Dimension == Masses
	return fine && plain && linked && !next.product && (next.Label == NoLabel || next.Label == f.Label)
}

func (f *Found) extend(next *Found) {
	f.Value = f.Value*(f.Unit.Factor/next.Unit.Factor) + next.Value
	f.Low, f.Unit, f.End, f.form = f.Value, next.Unit, next.End, plainForm
}

// The mass of a saca, in kg, is between the first two. A saca with a stated mass ("de 90 kg") may
// hold up to maxSack. A load in sacas that was also weighed is compared with the sizes in use, 50
// and 60 kg, within the error of a scale.
const (
	leastSack, mostSack       = 40, 70
	maxSack                   = 120
	leastWeighed, mostWeighed = 49, 66
)

func isSack(kg float64) bool { return kg >= leastSack && kg <= mostSack }

// linkTo returns how the quantity at k relates to the previous one.
func (s *scanner) linkTo(k int) link {
	if !s.any {
		return apart
	}
	if s.sign(k) {
		k--
	}
	last, from := s.at(k-1), s.next
	if last.mark == '=' && (k-from == 1 || k-from == 2 && s.at(from).kind == markToken) {
		return result
	}
	for from < k && s.tokens[from].is(pack) { // 2 caminhões bitrem de 37 t
		from++
	}
	switch k - from {
	case 0:
		return adjacent
	case 1:
		return linkBy(last)
	case 2:
		switch between := s.at(from); {
		case last.mark == '/' && between.is(with):
			return carrying // c/ 60 kg
		case last.mark == '/' && between.is(perOne), last.mark == '>' && between.mark == '-':
			return became // 18% p/ 13%, 18% -> 13%
		case last.is(of) && between.kind == wordToken:
			return counted // 2 lotes de 500 sacas
		}
	}
	return apart
}

func linkBy(t *token) link {
	if t.kind == wordToken {
		switch {
		case t.is(of):
			return holding
		case t.is(times):
			return product
		case t.is(with):
			return carrying
		case t.is(and):
			return also
		case t.is(either):
			return orElse
		case t.is(into):
			return became
		}
		return apart
	}
	switch t.mark {
	case '+':
		return plus
	case letters.TimesMark, '*':
		return product
	case '/':
		return holding
	case '(', ',', ':':
		return adjacent
	case '-':
		return dashed
	}
	return apart
}

// labelAfter assigns to a number the label that follows it: 13,8% de umidade. If a label could just
// as well belong to the next number, that number must also be followed by a label, as in 13,8%
// umidade 0,9% impureza.
func (s *scanner) labelAfter(f *Found, j int) int {
	if end := s.labelInParentheses(f, j); end > 0 {
		return end
	}
	n := j
	plain := !s.at(n).is(of)
	if !plain {
		n++
	}
	row, after := s.at(n).label(), s.at(n+1)
	switch {
	case row == nil, !s.at(n).gap, row.near, f.Reading == Unreadable, !row.fits(f.Unit, f.Per):
		return j
	case plain && after.isMark(":=("):
		return j
	case plain && after.kind == numberToken:
		m := n + 2
		if s.at(m).unit() != nil {
			m++
		}
		if s.at(m).is(of) {
			m++
		}
		if s.at(m).label() == nil {
			return j
		}
	}
	f.Label = row.label
	return n + 1
}

// labelInParentheses assigns to a number the label in parentheses after it, and returns where to
// continue: 36 t (líquido), 37 t (peso bruto da nota). It returns zero if there is no such pair.
func (s *scanner) labelInParentheses(f *Found, j int) int {
	row := s.at(j + 1).label()
	if s.at(j).mark != '(' || row == nil || row.near || f.Reading == Unreadable || !row.fits(f.Unit, f.Per) {
		return 0
	}
	for n := j + 2; n <= j+2+maxWords; n++ {
		switch t := s.at(n); {
		case t.mark == ')':
			f.Label = row.label
			return n + 1
		case t.kind == numberToken, t.label() != nil, n >= len(s.tokens):
			return 0
		}
	}
	return 0
}
