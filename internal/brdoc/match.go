package brdoc

import "strings"

// tryShape checks the parts that have a shape, and decides whether that is to be
// reported.
func (s *scanner) tryShape(sh *shape) {
	m := &s.m
	m.t, m.end = sh.t, s.parts[sh.n-1].end
	m.labelled = s.near && s.label.Has(sh.t)
	s.fill(sh.n)
	if s.hangs() || m.t == ICO && s.date() {
		return
	}
	m.reason = rows[m.t].check(m.v, s.year)
	if m.reason != alien && s.worth(sh) {
		s.offer()
	}
}

// offer takes the match if it is better than the current one.
func (s *scanner) offer() {
	if s.m.over(&s.best) {
		s.best = s.m
	}
}

// fill gathers the characters of the first parts.
func (s *scanner) fill(parts int) {
	v := &s.m.v
	v.n = 0
	for i, p := range s.parts[:parts] {
		switch text := s.text[p.start:p.end]; {
		case s.m.t == ICO:
			v.addICO(i, text)
		case rows[s.m.t].raw:
			v.addRaw(text)
		default:
			v.addUpper(text)
		}
	}
}

// worth decides whether a value is reported. A valid one is reported unless it could too easily be
// something else; an invalid one, only if the intent is clear.
func (s *scanner) worth(sh *shape) bool {
	m, row := &s.m, &rows[s.m.t]
	direct := m.labelled && !s.listed
	switch {
	case m.t == Country:
		return s.pointed()
	case m.reason != 0:
		return direct || (sh.clear || s.owned(sh)) && s.bare(sh)
	case m.labelled:
		return direct || !row.loose
	}
	return s.bare(sh)
}

// bare reports whether the value needs no label. It needs one after a word that announces another
// number, unless a mask is stronger evidence than the word.
func (s *scanner) bare(sh *shape) bool {
	if s.label&other != 0 && s.near && sh.n == 1 {
		return false
	}
	ask := rows[s.m.t].bare
	return ask == nil || ask(s.text[s.parts[0].start:s.m.end], s.m.v)
}

// owned reports whether a container's letters leave no doubt about a number separated from them by
// a space. They also begin booking numbers, which have no check digit.
func (s *scanner) owned(sh *shape) bool {
	return sh.t == Container && hasOwner(&s.m.v) && s.m.v.n == 11 && !(s.label&other != 0 && s.near)
}

// ownProof is the length from which a value cannot be part of a longer code.
const ownProof = 30

// hangs reports whether the value is a piece of something longer: LOT1234-A,
// 12345678901,50.
func (s *scanner) hangs() bool {
	m := &s.m
	if m.v.n >= ownProof {
		return false
	}
	start := s.parts[0].start
	if before := start - 1; before > 0 && before != s.labelEnd && start != s.labelEnd {
		switch s.text[before] {
		case '-', '.', '_', '@':
			if c := s.text[before-1]; is(c, alnum|high) {
				return true
			}
		}
	}
	rest := s.text[m.end:]
	if len(rest) < 2 {
		return false
	}
	next := rest[1]
	switch rest[0] {
	case '-', '_', '@':
		return is(next, alnum|high) && !s.goesWith()
	case '.':
		return class[next] == digit
	case ',': // decimals, and not the next number of a list
		tail := readWord(rest, 1)
		return tail.end-tail.start <= 3 && class[next] == digit && class[s.text[m.end-1]] == digit
	case '/':
		return m.v.n <= 6 && class[next] == digit
	}
	return false
}

// goesWith recognises the two things that people append to an identifier: the state to a plate, the
// verification number to a statement's reference.
func (s *scanner) goesWith() bool {
	m := &s.m
	tail := readWord(s.text[:min(len(s.text), m.end+1+maxChars)], m.end+1)
	switch m.t {
	case Plate:
		_, is := UFCode(s.text[tail.start:tail.end])
		return is
	case DDS:
		return tail.end-tail.start == 8
	}
	return false
}

// keep records the best match and returns where to continue.
func (s *scanner) keep() int {
	m := &s.best
	start := s.parts[0].start
	if s.want.Has(m.t) {
		v := written(m.t, &m.v)
		value := s.text[start:m.end]
		if value != string(v.bytes()) {
			value = string(v.bytes())
		}
		s.found = append(s.found, ID{Type: m.t, Valid: m.reason == 0, Reason: m.reason, Value: value, Start: start, End: m.end})
	}
	switch {
	case m.t == DDS:
		s.label = Types(DDS, DDSVerification)
	case m.labelled:
		s.label = 1 << m.t
	default:
		s.label = 0
	}
	s.labelEnd, s.listed = m.end, true
	return m.end
}

// tryKey looks for an access key: 44 characters in one piece, in fours, or
// grouped in any other way if every part of it makes sense. first is the size of
// the first part.
func (s *scanner) tryKey(first int) {
	p := s.parts[0]
	labelled := s.label&Keys != 0 && p.start-s.labelEnd <= maxLabelGap && !s.listed
	if first < keyChars-2 {
		if _, state := UFByCode(number([]byte(s.text[p.start : p.start+2]))); !state {
			return
		}
	}
	parts, size, fours := 1, first, true
	for size < keyChars-2 || size < keyChars && parts > 1 {
		next, ok := s.part(parts)
		if !ok || class[s.text[next.start]] != digit && (size < 6 || size > 17) { // only a CNPJ contains letters
			break
		}
		fours = fours && p.end-p.start == 4
		p = next
		size += p.end - p.start
		parts++
	}
	if size < keyChars-2 || size > keyChars+2 || size != keyChars && parts > 1 && !(labelled && fours) {
		return
	}
	m := &s.m
	m.t, m.end, m.labelled = DFe, p.end, labelled
	s.fill(parts)
	reason, signs := weighKey(m.v, s.year)
	if reason == alien || s.hangs() {
		return
	}
	m.t, _ = keyType(m.v.bytes())
	m.reason = reason
	var report bool
	switch {
	case reason == 0:
		report = true
	case signs >= enoughSigns:
		report = labelled || parts == 1 || fours
	case signs == enoughSigns-1:
		report = labelled && (parts == 1 || fours)
	default:
		report = labelled && parts == 1
	}
	if report {
		s.offer()
	}
}

// date reports whether three parts are more likely a date than a coffee mark: 10/02/2025.
func (s *scanner) date() bool {
	var n, size [3]int
	for i := range n {
		p := s.parts[i]
		size[i] = p.end - p.start
		for _, c := range []byte(s.text[p.start:p.end]) {
			if class[c] != digit {
				return false
			}
			n[i] = n[i]*10 + int(c-'0')
		}
	}
	return size[0] <= 2 && n[0] <= 31 && n[1] >= 1 && n[1] <= 12 && (size[2] == 2 || n[2] >= 1900 && n[2] <= 2100)
}

// pointed reports whether a sign leads from the label to the word: "país: DE", and
// not "PAÍS DE DESTINO".
func (s *scanner) pointed() bool {
	p := s.parts[0]
	raw := s.text[p.start:p.end]
	return raw == strings.ToUpper(raw) && strings.ContainsAny(s.text[s.labelEnd:p.start], ":=(-")
}

// country reads a text that is only a country's code. The letters of a Brazilian state mean that
// state. People write UK for GB.
func (s *scanner) country() {
	code := strings.TrimSpace(s.text)
	_, state := UFCode(code)
	if state || !IsCountry(code) && code != "UK" {
		return
	}
	start := strings.Index(s.text, code)
	id := Check(Country, code, s.year)
	id.Start, id.End = start, start+len(code)
	s.found = append(s.found, id)
}
