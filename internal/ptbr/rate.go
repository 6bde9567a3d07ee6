package ptbr

// unitAt reads the unit of a number at j, and what it is per, and returns where to continue.
func (s *scanner) unitAt(f *Found, j int) int {
	j = s.halfAt(f, j)
	if s.at(j).mark == '(' && s.at(j+2).mark == ')' { // 36.000 (kg)
		if unit := s.at(j + 1).unit(); unit != nil {
			f.Unit = unit
			return j + 3
		}
	}
	t := s.at(j)
	if t.unit() == nil || t.gap && t.mark == '@' && !s.at(j+1).gap {
		return j
	}
	switch written := s.text[t.start:t.end]; t.sense.unit {
	case hectare:
		if t.accent { // há três dias
			return j
		}
	case days:
		if written == "D" || f.form != plainForm { // 2,4 D is a herbicide
			return j
		}
	case celsius:
		if written == "c" || written == "C" && s.at(j+1).mark == '/' { // c/ is "com"
			return j
		}
	case saca:
		if written == "SC" && s.formulation(j) {
			f.Reading = Unreadable
			return j + 1
		}
	}
	f.Unit = t.sense.unit
	j = s.halfAt(f, j+1)
	if f.Unit != celsius {
		return s.per(f, j)
	}
	if s.at(j).is(below) {
		f.Value, f.Low = -f.Low, -f.Value
		j++
	}
	return j // 90 °C por 6 horas is not a rate
}

// halfAt reads "e meia".
func (s *scanner) halfAt(f *Found, j int) int {
	if !s.at(j).is(half) {
		return j
	}
	f.Value, f.Low = f.Value+0.5, f.Low+0.5
	return j + 1
}

// formulation reports whether SC after a number is a pesticide formulation, as in Nativo 300 SC,
// and not sacas: an unknown name precedes the number.
func (s *scanner) formulation(j int) bool {
	name := s.at(j - 2)
	return name.kind == wordToken && name.sense == nil
}

// per reads what a quantity is per: kg/ha, L por hectare, mL p/ 100 L, g i.a./ha,
// L ha-1.
func (s *scanner) per(f *Found, j int) int {
	n := j
	if s.at(n).is(active) {
		if n++; s.at(n).mark == '.' && !s.at(n).gap {
			n++
		}
	}
	t := s.at(n)
	switch {
	case t.is(perHa):
		f.Per = hectare
		return n + 1
	case s.inverse(n):
		f.Per = hectare
		return n + 3
	case t.mark == '.' && !t.gap && s.inverse(n+1): // L.ha-1
		f.Per = hectare
		return n + 4
	case t.mark == '/':
		return s.denominator(f, j, n+1, !t.gap && !s.at(n+1).gap)
	case t.is(perOne) && s.at(n+1).mark == '/':
		return s.denominator(f, j, n+2, false)
	case t.is(perOne):
		return s.denominator(f, j, n+1, s.at(n+1).is(pack))
	}
	if t.is(of) { // kg de N/ha
		n++
	}
	slash, area := s.at(n+1), s.at(n+2)
	if s.at(n).kind == wordToken && slash.mark == '/' && !slash.gap && !area.gap && area.unit() != nil && area.unit().Dimension == Areas {
		f.Per = area.unit()
		return n + 3
	}
	return j
}

// inverse reports whether "ha-1" is at n.
func (s *scanner) inverse(n int) bool {
	ha, hyphen, one := s.at(n), s.at(n+1), s.at(n+2)
	return ha.unit() == hectare && !ha.accent &&
		hyphen.mark == '-' && !hyphen.gap && one.kind == numberToken && !one.gap && one.value == 1
}

// denominator reads the unit that a quantity is per. sure means that there must be one, so the
// reading must not leave it out.
func (s *scanner) denominator(f *Found, j, n int, sure bool) int {
	by, t, from := 1.0, s.at(n), n
	if t.kind == numberToken && t.form != badForm {
		if f.Unit == saca || t.value <= 0 {
			return j // 320 sc/60 kg
		}
		by = t.value
		n++
		t = s.at(n)
	}
	if unit := t.unit(); unit != nil && !(unit == hectare && t.accent) {
		if n > from && !sure && (unit.Dimension == f.Unit.Dimension || unit.Dimension == Times) {
			return j // 19.200 kg / 320 sacas, 200 L por 6 horas
		}
		f.Per = unit
		f.Value, f.Low = f.Value/by, f.Low/by
		return n + 1
	}
	if sure {
		f.Reading = Unreadable // 50 mL/bomba
		return min(n+1, len(s.tokens))
	}
	return j
}
