package ptbr

import (
	"rastro/internal/ptbr/letters"
)

// free reports whether a number stands alone, rather than being part of a date, a code, a fraction,
// a time of day or an amount of money.
func (s *scanner) free(k int) bool { return s.freeLeft(k) && s.freeRight(k) }

func (s *scanner) freeLeft(k int) bool {
	before, beyond := s.at(k-1), s.at(k-2)
	if k == 0 || s.tokens[k].gap {
		return before.mark != '$'
	}
	if before.kind != markToken {
		return false
	}
	switch before.mark {
	case '(', '[', '{', '=', '+', '~', '<', '>', '*', letters.TimesMark, letters.PlusMinus, '\n':
		return true
	case ':', ';', ',', '"', '\'', '|': // not 13;8 or 7:30, and not l3,8 or ,8
		return !letters.IsDigit(s.text[max(before.start-1, 0)]) && (before.mark != ',' || !before.gap && k > 1)
	case '.':
		return beyond.sense != nil // liq.36.220
	case '-':
		return s.sign(k) || beyond.label() != nil || // umidade-13,8%
			s.moreOrLess(k-2) == 2 || s.moreOrLess(k-3) == 3
	case '/':
		return beyond.kind == wordToken && beyond.is(with|perOne) // c/ 60 kg
	}
	return false
}

// sign reports whether the hyphen before a number is its sign.
func (s *scanner) sign(k int) bool {
	hyphen := s.at(k - 1)
	if s.tokens[k].gap || hyphen.mark != '-' {
		return false
	}
	return k == 1 || hyphen.gap || s.at(k-2).isMark("([:=;,\n")
}

func (s *scanner) freeRight(k int) bool {
	after, beyond := s.at(k+1), s.at(k+2)
	if after.gap {
		return true
	}
	if after.kind == wordToken {
		return after.unit() != nil || after.is(thousands|millions|times|pack)
	}
	switch after.mark {
	case '/':
		return beyond.gap
	case '-':
		return beyond.gap || beyond.kind == numberToken && s.rangeAt(k, k+1) > 0
	case ':', '.', ',':
		return beyond.gap || beyond.kind != numberToken
	case '@':
		return beyond.gap || beyond.kind != wordToken
	case '_', '#', '\\', '&', '$':
		return false
	}
	return true
}

// moreOrLess says how many tokens "+/-" or "+-" takes at k, zero when it is
// something else.
func (s *scanner) moreOrLess(k int) int {
	if s.at(k).mark != '+' || s.at(k+1).gap {
		return 0
	}
	switch {
	case s.at(k+1).mark == '-':
		return 2
	case s.at(k+1).mark == '/' && s.at(k+2).mark == '-' && !s.at(k+2).gap:
		return 3
	}
	return 0
}

// named reports whether the number is a thing's name: silo 3, nº 12.
func (s *scanner) named(k int) bool {
	before := s.at(k - 1)
	if before.isMark(".:-") {
		before = s.at(k - 2)
	}
	return before.is(names)
}

// leads reports whether nothing before the number could be its name: it opens the
// text, or follows a mark or a word about numbers.
func (s *scanner) leads(k int) bool {
	before := s.at(k - 1)
	return before.kind == markToken || before.sense != nil && !before.is(names|pack)
}

// broken reports whether a space after a mark may have cut the number in two, as
// phones do: 13, 8%, or 36. 220 kg.
func (s *scanner) broken(k int) bool {
	head := s.at(k - 2)
	if !s.tokens[k].gap || !s.at(k-1).isMark(",.") || head.kind != numberToken || head.form != plainForm || head.end-head.start > 3 {
		return false
	}
	label := s.at(k - 3).label()
	return s.freeLeft(k-2) && !s.named(k-2) && (label == nil || !label.near)
}
