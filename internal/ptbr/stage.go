package ptbr

// stages processes a word that says on which side of drying a number was measured: the number right
// before it, "16 % antes da secagem", or the next one, "antes 16 %, depois 13 %".
func (s *scanner) stages(found []Found, k int) {
	said := earlier
	if s.tokens[k].is(afterwards) {
		said = later
	}
	if !s.any || len(found) == 0 {
		s.stage = said
		return
	}
	last := &found[len(found)-1]
	right := k == s.next || k == s.next+1 && (s.at(s.next).is(of|filler) || s.at(s.next).mark == '(')
	if right && last.stage == anyStage && s.closesAt(k+1) && !s.opensNumber(k+1) {
		last.stage = said
		s.next = k + 1
		inherit(found)
		return
	}
	if right {
		s.next = k + 1
	}
	s.stage = said
}

// closesAt reports whether a word before j ends the phrase: "16 % depois secou" continues with an
// event.
func (s *scanner) closesAt(j int) bool {
	t := s.at(j)
	return t.kind != wordToken || t.sense != nil
}

// opensNumber reports whether a number at j lacks such a word of its own after it, so that the one
// before may apply to it: 13 % depois 14 %.
func (s *scanner) opensNumber(j int) bool {
	if s.at(j).kind != numberToken {
		return false
	}
	if j++; s.at(j).unit() != nil {
		j++
	}
	if s.at(j).is(of|filler) && !s.at(j).is(beforehand|afterwards) {
		j++
	}
	return !s.at(j).is(beforehand | afterwards)
}

// inherit copies the previous quantity's label to the last one if they are the same measure taken
// twice: umidade 16 % antes da secagem; 13 % depois.
func inherit(found []Found) {
	n := len(found)
	if n < 2 {
		return
	}
	a, b := &found[n-2], &found[n-1]
	if b.Label == NoLabel && a.Unit == b.Unit && a.Per == b.Per && a.stage != b.stage && b.stage != anyStage {
		b.Label = a.Label
	}
}

// turned reports whether a quantity is what the previous one became: de 18 % para 13 %.
func (f *Found) turned(before *Found) bool {
	return f.link == became && f.Unit != nil && (f.Unit == before.Unit || before.Unit == nil && before.Reading == Bare) &&
		f.Per == nil && before.Per == nil && f.stage == anyStage && before.stage == anyStage
}
