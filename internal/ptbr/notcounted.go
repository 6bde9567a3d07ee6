package ptbr

import (
	"strings"

	"rastro/internal/ptbr/letters"
)

// dropNotCounted removes the masses of a text that says that they are not all simply there:
// returned, missing, half of them, minus the shrinkage. It is uncertain what is left, so none is
// read. A net weight or a result already accounts for deductions: bruto 52 t menos tara 16 t = 36
// t.
func (s *scanner) dropNotCounted(found []Found) {
	gone := s.notCounted || s.minus
	for i := range found {
		if !s.notCounted && (found[i].Label == Net || found[i].link == result) {
			gone = false
		}
	}
	if !gone {
		return
	}
	for i := range found {
		f := &found[i]
		f.notCounted, f.sack = true, false
		if f.is(Masses) {
			f.Reading = Unreadable
		}
	}
}

// takesBack reports whether the word at k says that the masses of the text are not simply there. "A
// menos" only applies to the mass right before it: not 36 t, 2 eixos a menos.
func (s *scanner) takesBack(k int) bool {
	t := &s.tokens[k]
	return t.is(notCounted) || t.is(differs) && k == s.next && s.in != nil && s.in.Dimension == Masses ||
		t.is(adds) && s.at(k+1).kind == numberToken
}

// isShareOf reports whether the number at k is what a share, a fraction or a count of something
// unnamed refers to: 50 % de 36 t, 1/3 de 36 t, 1 % sobre 36 t. The size of a silo or of a contract
// is not the mass that arrived either.
func (s *scanner) isShareOf(k int) bool {
	by := s.at(k - 1)
	if !by.is(of) && !strings.EqualFold(s.text[by.start:by.end], "sobre") {
		return false
	}
	share := s.at(k - 2)
	if share.is(holds) {
		return true
	}
	if share.is(spelled) && share.sense.value > 1 {
		return true // duas de 36 t: each, or both?
	}
	if unit := share.unit(); unit != nil && unit.Dimension == Shares {
		return s.at(k-3).kind == numberToken
	}
	if share.mark == letters.UnknownMark && strings.Contains("½¼¾⅓⅔", s.text[share.start:share.end]) {
		return true
	}
	over, part := s.at(k-3), s.at(k-4)
	return share.kind == numberToken && over.mark == '/' && part.kind == numberToken &&
		part.value < share.value && share.value <= maxParts && !s.named(k-4)
}

// maxParts is the largest denominator of a fraction that people write. Larger numbers around a
// slash are codes: lote 12/2024.
const maxParts = 10

// isTimes reports whether a multiplier is at k: 36 t x 2.
func (s *scanner) isTimes(k int) bool {
	by := s.at(k)
	return (by.is(times) || by.isMark("*") || by.mark == letters.TimesMark) && s.at(k+1).kind == numberToken && s.at(k+2).unit() == nil
}
