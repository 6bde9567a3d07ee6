package lot

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"rastro/internal/ptbr"
)

// Version is the version of the lot reader. Raise it whenever the same payload gives different
// rows. A store whose graph was derived by another version is then derived again, instead of being
// reported as changed.
const Version = 7

// segment is an entry of a list of lots, as words.
type segment struct {
	codes   []string // words that can only be codes
	numbers []string // words of digits, long enough to be codes
	others  []string // words that are neither codes nor joints
	marks   bool     // something other than a space separates the words
	amounts bool
	// named: the previous word names something other than a lot, so the code after it does too:
	// "talhão T-07".
	named bool
}

// minNumber is how many digits make a number a code. With fewer it is more likely part of a name:
// "Lote 12", "L 10".
const minNumber = 4

// marks may surround or separate codes, and are not part of them.
const marks = "\t\r\"'`´“”‘’«»[](){}<>&*="

// readSegment reads an entry of a list. fn gets the lots that it names; doubt, if not nil, gets the
// parts whose reading is uncertain.
func readSegment(text string, fn func(name string), doubt func(part string)) {
	if IsCode(text) {
		fn(text)
		return
	}
	if isAmount(text) {
		tell(doubt, strings.TrimSpace(text))
		return
	}
	if parts := partsOf(text); parts != nil {
		for _, part := range parts {
			readSegment(part, fn, doubt)
		}
		return
	}
	s := splitSegment(text)
	found := s.codes
	if len(s.others) == 0 {
		found = append(found, s.numbers...)
	}
	if (s.marks || s.amounts) && len(found) > 0 {
		for _, code := range found {
			fn(code)
		}
		if len(s.others) > 0 {
			if !s.amounts { // a text together with its amount is not a name
				fn(text)
			}
			tell(doubt, strings.Join(s.others, " "))
		}
		return
	}
	whole := strings.Trim(text, marks+" ")
	fn(whole)
	for _, code := range s.spaced() {
		fn(code)
	}
	words := len(s.codes) + len(s.numbers) + len(s.others)
	switch {
	case Fold(whole) == "" && whole != "":
		tell(doubt, whole)
	case words > 1 && (len(s.codes) > 0 || !strings.ContainsAny(whole, "0123456789")) && len(s.others)+len(s.codes) > 1:
		tell(doubt, whole)
	case len(s.others) == 0 && len(s.codes)+len(s.numbers) > 1:
		tell(doubt, whole)
	case s.amounts:
		tell(doubt, whole)
	}
}

// isAmount reports whether an entry is only an amount or a harvest's years. Those accompany lots
// but name none.
func isAmount(text string) bool {
	text = strings.TrimSpace(text)
	if _, _, n := ptbr.Amount(text); n > 0 && n == len(text) {
		return true
	}
	word, rest := cutWord(text)
	if !strings.EqualFold(word, "safra") {
		return false
	}
	years, rest := cutWord(rest)
	_, _, reading := ptbr.Harvest(years)
	return reading == ptbr.Read && strings.TrimSpace(rest) == ""
}

// partsOf splits an entry at ampersands, tabs and spaced slashes where each part can
// be a lot: it has a digit. "Silva & Filhos" is one name. It returns nil for an entry
// of one part.
func partsOf(text string) []string {
	if !strings.ContainsAny(text, "&\t/") {
		return nil
	}
	var parts []string
	for part := range strings.FieldsFuncSeq(strings.ReplaceAll(text, " / ", "\t"), func(r rune) bool { return r == '&' || r == '\t' }) {
		if part = strings.TrimSpace(part); part == "" {
			continue
		}
		if !strings.ContainsAny(part, "0123456789") {
			return nil
		}
		parts = append(parts, part)
	}
	if len(parts) < 2 {
		return nil
	}
	return parts
}

// The minimum length of a code and of a number if only spaces separate them from others: anything
// shorter is more likely part of a name, or a year.
const (
	minSpacedCode   = 4
	minSpacedNumber = 6
)

// spaced returns the words of a segment in which only spaces separate what can only be codes:
// "AB-21 AB-22". It may still be a single name, so both readings count: an extra lot raises a
// question, but a missing lot gives a wrong answer.
func (s *segment) spaced() []string {
	words := slices.Concat(s.codes, s.numbers)
	if len(s.others) > 0 || len(words) < 2 {
		return nil
	}
	short := func(least int) func(string) bool {
		return func(w string) bool { return len(w) < least }
	}
	if slices.ContainsFunc(s.codes, short(minSpacedCode)) || slices.ContainsFunc(s.numbers, short(minSpacedNumber)) {
		return nil
	}
	return words
}

func tell(doubt func(string), part string) {
	if doubt != nil {
		doubt(part)
	}
}

func splitSegment(text string) segment {
	var s segment
	for rest := text; rest != ""; {
		r, size := utf8.DecodeRuneInString(rest)
		if unicode.IsSpace(r) && r != '\t' {
			rest = rest[size:]
			continue
		}
		if strings.ContainsRune(marks, r) {
			s.marks = true
			rest = rest[size:]
			continue
		}
		if _, _, n := ptbr.Amount(rest); n > 0 {
			s.amounts = true
			rest = rest[n:]
			continue
		}
		end := strings.IndexFunc(rest, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(marks, r) })
		if end < 0 {
			end = len(rest)
		}
		s.word(strings.Trim(rest[:end], ".:,"))
		rest = rest[end:]
	}
	return s
}

func (s *segment) word(w string) {
	switch strings.ToLower(w) {
	case "":
	case "e", "y", "and", "/", "-", "–", "—":
		s.marks = true
	case "lote", "lotes", "lot", "lots", "nº", "n°", "n.º", "de", "do", "dos", "da", "das":
	default:
		switch letters, digits, ok := composed(w); {
		case s.named:
			s.others = append(s.others, w)
		case ok && letters > 0 && digits > 0 && !isDate(w):
			s.codes = append(s.codes, w)
		case ok && letters == 0 && digits == len(w) && digits >= minNumber:
			s.numbers = append(s.numbers, w)
		default:
			s.others = append(s.others, w)
			s.named = true
			return
		}
	}
	s.named = false
}

// composed counts the letters and digits of a word; ok reports whether it has
// nothing else than these and the marks of a code.
func composed(w string) (letters, digits int, ok bool) {
	if len(w) > MaxCode {
		return 0, 0, false
	}
	for _, r := range w {
		switch {
		case r >= '0' && r <= '9':
			digits++
		case unicode.IsLetter(r):
			letters++
		case r != '.' && r != '_' && r != '/' && r != '-':
			return letters, digits, false
		}
	}
	return letters, digits, true
}

// isDate reports whether a word is a date with marks or the name of its month. Digits alone are
// more likely a code.
func isDate(w string) bool {
	if !strings.ContainsFunc(w, func(r rune) bool { return r < '0' || r > '9' }) {
		return false
	}
	_, reading := ptbr.Date(w)
	return reading == ptbr.Read
}
