package ptbr

// span makes a range of the number and the one at m. Of 30 a 40 mil, both are thousands. A falling
// range is doubtful.
func (s *scanner) span(f *Found, m int, by float64) (doubt bool) {
	other := &s.tokens[m]
	more, _ := s.multiple(m + 1)
	f.Low, f.Value = f.Value, other.value*more
	if by == 1 && f.Low < other.value {
		f.Low *= more
	}
	if f.form != dotForm {
		f.form = other.form
	}
	f.Bound = Within
	if f.Low > f.Value {
		f.Low, f.Value = f.Value, f.Low
		return true
	}
	return false
}

// rangeAt returns where the second number of a range is, given its first at k and its hyphen or
// word at j; zero if it is not a range.
func (s *scanner) rangeAt(k, j int) int {
	t, m := s.at(j), s.at(j+1)
	if m.kind != numberToken || m.form == badForm {
		return 0
	}
	switch {
	case t.mark == '-':
		if !s.hyphenated(k, j) {
			return 0
		}
	case t.is(to) && t.gap && m.gap && !s.named(k):
	case t.is(and) && s.at(k-1).is(between):
	default:
		return 0
	}
	if !s.freeRight(j + 1) {
		return 0
	}
	return j + 1
}

// hyphenated reports whether the hyphen at j makes a range: rising, with a unit
// after it, and not a formula such as 04-14-08, or a name and its amount.
func (s *scanner) hyphenated(k, j int) bool {
	hyphen, m, after := &s.tokens[j], &s.tokens[j+1], s.at(j+2)
	if low := s.tokens[k].value; low >= m.value || after.unit() == nil || hyphen.gap != m.gap {
		return false
	} else if hyphen.gap {
		return m.value <= 2*low && !s.at(k-1).is(names|pack) // not silo 3 - 36 t
	}
	return true
}
