package lot

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"rastro/internal/brdoc"
	"rastro/internal/ptbr"
	"rastro/internal/ptbr/lotlist"
)

// A suspect is a code in a text about lots that the reader does not recognise as a lot's name: "A-1
// ou A-2", "A-1/A-2", "soja A-1", "A-1 a A-9". The record's relation to such a lot is unknown, so
// nothing is traced through it. A recall of the code still lists the record for a person to check.

// EachSuspect calls fn with every word of a text that may be a lot's code, folded. It also passes
// the parts of a word between separators, the codes between the ends of a range and, for words with
// letters of other scripts, the codes that they look like. A code may be passed more than once. In
// prose, only words with both letters and digits count, and numbers after the word "lote".
func EachSuspect(text string, prose bool, fn func(code string)) {
	text = plain(text)
	eachSuspect(text, prose, fn)
	eachAlike(text, func(looks string) { eachSuspect(looks, prose, fn) })
}

func eachSuspect(text string, prose bool, fn func(code string)) {
	s := suspects{prose: prose, found: fn}
	for rest := text; rest != ""; {
		r, size := utf8.DecodeRuneInString(rest)
		if !inWord(r) {
			if r == ';' || r == '\n' {
				s.last = ""
			}
			rest = rest[size:]
			continue
		}
		if _, _, n := ptbr.Amount(rest); n > 0 {
			s.last, s.label = "", ""
			rest = rest[n:]
			continue
		}
		word, letters, digits := firstWord(rest)
		switch {
		case letters:
			s.letters(word)
		case digits && prose && !s.named && !s.ranged:
			s.label, s.last = "", ""
		default:
			s.word(word)
		}
		rest = rest[len(word):]
	}
}

// firstWord returns the word at the start of a text, and whether it has only letters or only
// digits. Most words do, and in prose neither kind is a code.
func firstWord(text string) (word string, letters, digits bool) {
	letters, digits = true, true
	for i, r := range text {
		switch {
		case r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z':
			digits = false
		case r >= '0' && r <= '9':
			letters = false
		case !inWord(r):
			return text[:i], letters, digits
		default:
			letters, digits = letters && unicode.IsLetter(r), false
		}
	}
	return text, letters, digits
}

// inWord reports whether a character of a plain text may be part of a code.
func inWord(r rune) bool {
	switch r {
	case '-', '.', '_', '/', ':', '–', '—':
		return true
	case 'º', 'ª':
		return false
	}
	return unicode.IsLetter(r) || unicode.IsDigit(r)
}

// suspects holds what the previous words mean for the next one.
type suspects struct {
	prose  bool
	found  func(string)
	named  bool   // the word "lote" came before: what follows is a lot, however short
	label  string // a word of letters just before: "AB" of "AB 21"
	last   string // the previous code, which may begin a range
	ranged bool   // "last" was followed by a word that makes it a range
	spread int    // codes that ranges gave
}

// maxSpread bounds the codes that the ranges in one text produce.
const maxSpread = 1_000

// ranges are the separators that may mean a range.
const ranges = ".–—"

// isSeparator reports whether a character occurs within codes, and between codes that were written
// without a space.
func isSeparator(r rune) bool {
	switch r {
	case '/', '_', '.', ':', '–', '—':
		return true
	}
	return false
}

// longestWord is the length in bytes of the longest word that known recognises.
const longestWord = len("código")

// letters processes a word of letters only. It is not a code, but may affect the next word.
func (s *suspects) letters(w string) {
	if s.known(w) {
		return
	}
	s.last, s.ranged = "", false
	s.name(w, "")
}

// known processes a word that affects the next one, and reports whether the word is of that sort.
func (s *suspects) known(w string) bool {
	if len(w) > longestWord {
		return false
	}
	switch strings.ToLower(w) {
	case "":
		s.ranged = s.last != "" // a dash by itself
	case "lote", "lotes", "lot", "lots", "lt":
		s.named, s.label = true, ""
		if !s.ranged { // "lote A-1 ao lote A-9"
			s.last = ""
		}
	case "o", "os":
		if !s.ranged { // "até o A-9"
			s.label, s.last = "", ""
		}
	case "n", "no", "nr", "e", "y", "and", "ou", "or", "de", "do", "da", "dos", "das", "del", "cod", "cód", "codigo", "código":
		s.label, s.last = "", ""
	case "a", "à", "ao", "até", "ate", "to", "al", "hasta":
		s.ranged = s.last != ""
	default:
		return false
	}
	return true
}

func (s *suspects) word(w string) {
	whole := strings.TrimFunc(w, func(r rune) bool { return r == '-' || isSeparator(r) })
	if s.known(whole) {
		return
	}
	first := s.offer(whole)
	if s.ranged && s.last != "" && first != "" {
		s.between(s.last, first)
	} else if s.ranged && s.last != "" {
		s.between(s.last, whole)
	}
	if prefix, rest, found := strings.Cut(whole, "-"); found && rest != "" && isPrefix(prefix) {
		s.named = true
		first = s.offer(rest)
	}
	if strings.ContainsFunc(whole, isSeparator) {
		before := ""
		for part := range strings.FieldsFuncSeq(whole, isSeparator) {
			if strings.EqualFold(part, "lote") || strings.EqualFold(part, "lot") {
				s.named = true
				continue
			}
			code := s.offer(strings.Trim(part, "-"))
			if before != "" && code != "" && strings.ContainsAny(whole, ranges) { // "A-1–A-9", "A-1..A-9"
				s.between(before, code)
			}
			before = code
		}
	}
	s.last, s.ranged = first, false
	s.name(whole, first)
}

// isPrefix reports whether the start of a word, up to its hyphen, says that the rest is a lot.
func isPrefix(start string) bool {
	for _, prefix := range []string{"ex", "lote", "lot", "lt", "cod"} {
		if strings.EqualFold(start, prefix) {
			return true
		}
	}
	return false
}

// name notes a word of letters, and offers it together with the number after it: the
// code may have a space in it, as in "AB 21".
func (s *suspects) name(whole, code string) {
	letters, digits, ok := composed(whole)
	switch {
	case ok && letters > 0 && digits == 0:
		s.label, s.named = whole, s.named && !s.prose
		return
	case ok && digits > 0 && s.label != "" && !s.prose && !isDate(whole):
		if both := Fold(s.label + " " + whole); both != "" {
			s.found(both)
			s.last = both
		}
	case code == "":
		s.named = false
	}
	s.label = ""
}

// offer passes a word to found if it may be a code, and returns it folded.
func (s *suspects) offer(w string) string {
	if !strings.ContainsFunc(w, unicode.IsDigit) { // most words
		return ""
	}
	code := w
	if strings.ContainsFunc(w, isDash) {
		code = dashes.Replace(w)
	}
	letters, digits, ok := composed(code)
	switch {
	case !ok || digits == 0 || len(w) > MaxCode:
		return ""
	case letters == 0 && !s.named && (s.prose || digits < minNumber || isYear(w)):
		return ""
	case isDate(w) || lotlist.IsDecimal(w):
		return ""
	case s.prose && !s.named && isProperty(w):
		return ""
	}
	folded := Fold(w)
	if folded != "" {
		s.found(folded)
	}
	return folded
}

// isProperty reports whether a word is the CAR number of a property. Declarations of origin cite
// these, and nothing else has their form.
func isProperty(w string) bool {
	if len(w) < len("UF-0000000-")+32 {
		return false
	}
	return brdoc.Check(brdoc.CAR, w, 0).Reason == 0
}

func isYear(w string) bool {
	return len(w) == 4 && (strings.HasPrefix(w, "19") || strings.HasPrefix(w, "20"))
}

// between passes on the codes between the ends of a range: "A-1 a A-9", "A-001 a 009".
func (s *suspects) between(from, to string) {
	prefix, low := cutNumber(from)
	other, high := cutNumber(to)
	if low == "" || high == "" || other != "" && other != prefix {
		return
	}
	first, err := strconv.Atoi(low)
	last, also := strconv.Atoi(high)
	if last < first {
		first, last = last, first
		low = high
	}
	if err != nil || also != nil || last == first || last-first > maxSpread-s.spread || len(prefix)+len(high) > MaxCode {
		return
	}
	s.spread += last - first
	for n := first; n <= last; n++ {
		number := strconv.Itoa(n)
		for len(number) < len(low) {
			number = "0" + number
		}
		s.found(prefix + number)
	}
}

// cutNumber cuts the number off the end of a code.
func cutNumber(code string) (prefix, number string) {
	at := len(code)
	for at > 0 && code[at-1] >= '0' && code[at-1] <= '9' {
		at--
	}
	return code[:at], code[at:]
}
