package brdoc

// Scan finds identifiers of the given types in a text, in order and without overlap. If several
// fit, it prefers the longest, then the one with a valid check digit, then the one announced by a
// label. It takes linear time: at each word it tries a bounded number of shapes over a bounded
// stretch.
func Scan(text string, want Set, year int) []ID {
	want &= All
	if want == 0 || want&(1<<Locode|1<<Country) == 0 && !hasDigit(text) {
		return nil
	}
	s := scanner{text: text, want: want, year: year}
	if want.Has(Country) {
		s.country()
	}
	for at := 0; at < len(text); {
		if class[text[at]] == separator {
			at++
		} else if w := readWord(text, at); w.end > at {
			at = s.visit(w)
		} else {
			at++ // a sign outside ASCII
		}
	}
	return s.found
}

func hasDigit(text string) bool {
	for i := range len(text) {
		if class[text[i]] == digit {
			return true
		}
	}
	return false
}

// maxLabelGap is how far from its label a number may stand, in bytes: room for
// "do produtor rural nº: ".
const maxLabelGap = 24

// maxParts is the most parts that are joined: a key as the printed invoice
// groups it, with a mask for each of its fields.
const maxParts = 16

type scanner struct {
	text  string
	want  Set
	year  int
	found []ID

	label    Set // announced by the last label
	labelEnd int
	listed   bool // the label has its number; this may be a second one

	parts [maxParts]part // of the identifier being tried
	n     int            // how many are read
	ended bool           // there are no more
	near  bool           // the label is near enough to count
	m     match          // being tried
	best  match          // so far; its end is 0 if there is none
}

// match is an identifier before it is written down.
type match struct {
	t        Type
	end      int
	reason   Reason
	labelled bool
	v        chars
}

// over reports whether a match is to be taken rather than another.
func (m *match) over(o *match) bool {
	switch {
	case m.end != o.end:
		return m.end > o.end
	case (m.reason == 0) != (o.reason == 0):
		return m.reason == 0
	}
	return m.labelled && !o.labelled
}

type part struct {
	start, end int
	sep        byte // before it
}

// visit tries the word and returns where to continue.
func (s *scanner) visit(w word) int {
	if w.has&high == 0 && s.try(w) {
		return s.keep()
	}
	switch {
	case w.has&digit == 0:
		return s.word(w)
	case w.has&letter != 0 && w.has&high == 0:
		return s.glued(w)
	case w.end-w.start <= 3 && w.start == s.labelEnd+1 && s.text[w.start-1] == '-':
		s.labelEnd = w.end // GTIN-13
	default:
		s.label = 0
	}
	return w.end
}

// word reads a word without digits: a label, or the end of one.
func (s *scanner) word(w word) int {
	means, end := readLabel(s.text, w)
	switch {
	case means&filler != 0, means&joint != 0 && s.listed:
	case means&^joint != 0:
		if s.label != 0 && !s.listed && w.start == s.labelEnd+1 && s.text[s.labelEnd] == '/' {
			means |= s.label // CPF/CNPJ
		}
		s.label, s.labelEnd, s.listed = means, end, false
	default:
		s.label = 0
	}
	return end
}

// glued reads a label that is joined to its number: IMO9074729.
func (s *scanner) glued(w word) int {
	first := w.start
	for class[s.text[first]] != digit {
		first++
	}
	means, _ := readLabel(s.text[:first], word{start: w.start, end: first})
	if means&^(filler|joint) == 0 {
		s.label = 0
		return w.end
	}
	s.label, s.labelEnd, s.listed = means, first, false
	if s.try(readWord(s.text, first)) {
		return s.keep()
	}
	if w.end-first <= 3 {
		s.labelEnd = w.end // EAN13
	} else {
		s.label = 0
	}
	return w.end
}

// try looks for an identifier that opens with the word, and leaves it in s.best.
func (s *scanner) try(w word) bool {
	size := w.end - w.start
	if size > maxChars {
		return false
	}
	pages := byLetter
	numeric := class[s.text[w.start]] == digit
	if numeric {
		pages = byDigit
	}
	page := &pages[size]
	maybe := page.bare
	if s.label != 0 {
		maybe |= page.any & s.label
	}
	maybe &= s.want
	keys := numeric && size > 1 && s.want&Keys != 0
	if maybe == 0 && !keys {
		return false
	}
	s.open(w)
	s.best.end = 0
	if keys {
		s.tryKey(size)
	}
	if maybe == 0 {
		return s.best.end > 0
	}
	if w.has&digit == 0 && !s.leads() {
		maybe &= 1<<Locode | 1<<Country
	}
	s.near = w.start-s.labelEnd <= maxLabelGap
	for i := 0; i < len(page.shapes) && maybe != 0; i++ {
		if sh := &page.shapes[i]; maybe.Has(sh.t) && s.matches(sh) {
			s.tryShape(sh)
		}
	}
	return s.best.end > 0
}

// leads reports whether what follows letters can continue an identifier that they begin.
func (s *scanner) leads() bool {
	p, ok := s.part(1)
	return ok && (p.sep == '.' || class[s.text[p.start]] == digit)
}

// matches reports whether the parts have the shape.
func (s *scanner) matches(sh *shape) bool {
	if sh.labelled && !(s.near && s.label.Has(sh.t)) {
		return false
	}
	for i := 1; i < sh.n; i++ {
		p, ok := s.part(i)
		if size := p.end - p.start; !ok || size < int(sh.lo[i]) || size > int(sh.hi[i]) || !joins(sh.sep[i], p.sep) {
			return false
		}
	}
	return true
}

// open makes the word the first part. If it was the second part of the last attempt, what was read
// after it is not read again.
func (s *scanner) open(w word) {
	if s.n > 1 && s.parts[1].start == w.start {
		s.n = copy(s.parts[:], s.parts[1:s.n])
	} else {
		s.parts[0], s.n = part{start: w.start, end: w.end}, 1
	}
	s.ended = false
}

// part reads the i-th part, if there is one.
func (s *scanner) part(i int) (part, bool) {
	for s.n <= i && !s.ended {
		sep, next := readGap(s.text, s.parts[s.n-1].end)
		if sep == 0 || s.n == maxParts {
			s.ended = true
			break
		}
		end := next
		for end < len(s.text) && end-next <= maxChars && is(s.text[end], alnum) {
			end++
		}
		if continues(s.text, end) {
			s.ended = true
			break
		}
		s.parts[s.n] = part{next, end, sep}
		s.n++
	}
	if i >= s.n {
		return part{}, false
	}
	return s.parts[i], true
}
