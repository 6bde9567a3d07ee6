package lot

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"rastro/internal/canon"
	"rastro/internal/ptbr"
	"rastro/internal/ptbr/lotlist"
)

// A suspect is a code that stands in a text about lots but was not read as the name of
// one: "A-1 ou A-2", "A-1/A-2", "soja A-1", "A-1 a A-9". The reader cannot tell what
// such a record does with the lot, so it follows nothing. A recall of the code still
// names the record, and a person looks at it.

// EachSuspect calls fn with every word of a text that may be the code of a lot, folded;
// also with the words between the separators of one word, and with the codes between the
// ends of a range. The same code may come more than once. In prose only words with both
// letters and digits count, and numbers after the word "lote".
func EachSuspect(text string, prose bool, fn func(code string)) {
	s := suspects{prose: prose, found: fn}
	for rest := visible(text); rest != ""; {
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
		end := strings.IndexFunc(rest, func(r rune) bool { return !inWord(r) })
		if end < 0 {
			end = len(rest)
		}
		s.word(rest[:end])
		rest = rest[end:]
	}
}

// inWord reports whether a character may stand within a code. What a word processor makes
// of a hyphen counts: Fold takes it for one.
func inWord(r rune) bool {
	switch r {
	case '-', '.', '_', '/', ':', '‐', '‑', '‒', '–', '—', '−':
		return true
	case 'º', 'ª':
		return false
	}
	return unicode.IsLetter(r) || unicode.IsDigit(r)
}

// suspects is what the words so far say of the next one.
type suspects struct {
	prose  bool
	found  func(string)
	named  bool   // the word "lote" came before: what follows is a lot, however short
	label  string // a word of letters just before: "AB" of "AB 21"
	last   string // the code just before, with which a range may begin
	ranged bool   // and the word that makes it one
	spread int    // codes that ranges gave
}

// maxSpread bounds the codes that the ranges of one text give.
const maxSpread = 1_000

// separators stand within codes, and between codes that somebody wrote without a space.
// ranges are those that may mean a range.
const (
	separators = "/_.:–—"
	ranges     = ".–—"
)

func (s *suspects) word(w string) {
	switch folded := strings.ToLower(strings.Trim(w, separators+"-‐‑‒−")); folded {
	case "":
		s.ranged = s.last != "" // a dash by itself
		return
	case "lote", "lotes", "lot", "lots", "lt":
		s.named, s.label = true, ""
		if !s.ranged { // "lote A-1 ao lote A-9"
			s.last = ""
		}
		return
	case "o", "os":
		if s.ranged { // "até o A-9"
			return
		}
		s.label, s.last = "", ""
		return
	case "n", "no", "nr", "e", "y", "and", "ou", "or", "de", "do", "da", "dos", "das", "del", "cod", "cód", "codigo", "código":
		s.label, s.last = "", ""
		return
	case "a", "à", "ao", "até", "ate", "to", "al", "hasta":
		s.ranged = s.last != ""
		return
	}
	whole := strings.Trim(w, separators+"-‐‑‒−")
	first := s.offer(whole)
	if s.ranged && s.last != "" && first != "" {
		s.between(s.last, first)
	} else if s.ranged && s.last != "" {
		s.between(s.last, whole)
	}
	for _, prefix := range []string{"ex-", "lote-", "lot-", "lt-", "cod-"} {
		if len(whole) > len(prefix) && strings.EqualFold(whole[:len(prefix)], prefix) {
			s.named = true
			first = s.offer(whole[len(prefix):])
		}
	}
	if strings.ContainsAny(whole, separators) {
		before := ""
		for part := range strings.FieldsFuncSeq(whole, func(r rune) bool { return strings.ContainsRune(separators, r) }) {
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

// offer gives a word to found if it may be a code, and returns it folded.
func (s *suspects) offer(w string) string {
	letters, digits, ok := composed(dashes.Replace(w))
	switch {
	case !ok || digits == 0 || len(w) > MaxCode:
		return ""
	case letters == 0 && !s.named && (s.prose || digits < minNumber || isYear(w)):
		return ""
	case isDate(w) || lotlist.IsDecimal(w):
		return ""
	}
	folded := Fold(w)
	if folded != "" {
		s.found(folded)
	}
	return folded
}

func isYear(w string) bool {
	return len(w) == 4 && (strings.HasPrefix(w, "19") || strings.HasPrefix(w, "20"))
}

// between gives the codes between the ends of a range: "A-1 a A-9", "A-001 a 009".
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

// suspect adds the suspects of a text of a field of lots.
func (r *Reading) suspect(text string, prose bool) {
	if IsCode(text) && !strings.ContainsAny(text, separators) && text[len(text)-1] != '-' {
		return
	}
	EachSuspect(text, prose, r.suspected)
}

func (r *Reading) suspectIn(value string, prose bool) {
	eachNested(value, func(text string) { r.suspect(text, prose) })
}

// unknown reads a member that the kind does not have. One that is called after lots may
// be a field of lots under a wrong name.
func (r *Reading) unknown(name, value string) {
	if strings.Contains(strings.ToLower(name), "lot") {
		eachNested(value, func(text string) { EachSuspect(text, false, r.suspected) })
		return
	}
	r.beside(value)
}

// beside reads a field that is not about lots, and may speak of some: "misturado com o
// lote A-1".
func (r *Reading) beside(value string) {
	if at, _ := indexLote(value); at < 0 {
		return
	}
	eachNested(value, func(text string) {
		EachMentioned(text, func(code string, _ bool) { r.suspected(Fold(code)) })
	})
}

// suspected adds a code, once. Beyond what a record may bring into the graph it adds no
// more: TooMany says that they are too many.
func (r *Reading) suspected(code string) {
	if code == "" || len(r.suspects) > MaxEntries {
		return
	}
	if len(r.suspects) < fewNames {
		if slices.Contains(r.suspects, code) {
			return
		}
	} else {
		if r.held == nil {
			r.held = setOf(r.suspects)
		}
		if r.held[code] {
			return
		}
		r.held[code] = true
	}
	r.suspects = append(r.suspects, strings.Clone(code))
}

// clear drops the suspects that the record names after all.
func (r *Reading) clear() {
	if len(r.suspects) == 0 {
		return
	}
	var named []string
	for _, lots := range r.named {
		named = append(named, lots...)
	}
	for i := range r.parts {
		named = append(named, r.parts[i].Name)
	}
	r.suspects = slices.DeleteFunc(r.suspects, within(named))
	r.held = nil
}

// Suspects are the rows of the lots that the record may speak of and does not name, by
// their codes.
func (r *Reading) Suspects() []Row {
	if r == nil {
		return nil
	}
	suspects := r.suspects[:min(len(r.suspects), MaxSuspects)] // writers refuse more
	rows := make([]Row, len(suspects))
	for i, code := range suspects {
		rows[i] = Row{Lot: code, Role: Suspected, Fact: noFact()}
	}
	slices.SortFunc(rows, compareRows)
	return rows
}

// eachNested calls fn with every text and number within a value, however deep.
func eachNested(value string, fn func(string)) {
	switch canon.KindOf(value) {
	case '[', '{':
		canon.Each(value, func(_, item string) bool {
			eachNested(item, fn)
			return true
		})
	case '"', '0':
		fn(textOf(value))
	}
}
