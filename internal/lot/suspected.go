package lot

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"rastro/internal/brdoc"
	"rastro/internal/canon"
	"rastro/internal/lang"
)

// suspectCode is a code, folded, and the text that contains it.
type suspectCode struct{ code, text string }

// surroundings finds the text around codes. Consecutive codes come from the same text, so it
// prepares each text once.
const (
	maxAround = 100
	maxBefore = 40
)

// surroundings returns the text around codes. The codes of one text come one after another, so it
// prepares each text only once.
type surroundings struct{ text, line, upper string }

// of returns the part of a text that surrounds a code, on one line and without people's document
// numbers. The code itself need not appear there: a range implies the codes between its ends.
func (s *surroundings) of(text, code string) string {
	if text != s.text {
		line := brdoc.Mask(strings.Join(strings.Fields(plain(text)), " "))
		*s = surroundings{text, line, strings.ToUpper(line)}
	}
	at := strings.Index(s.upper, code)
	if len(s.upper) != len(s.line) || at <= maxBefore || utf8.RuneCountInString(s.line) <= maxAround {
		return lang.Clip(s.line, maxAround)
	}
	begin := at - maxBefore
	for !utf8.RuneStart(s.line[begin]) {
		begin++
	}
	if space := strings.IndexByte(s.line[begin:at], ' '); space >= 0 {
		begin += space + 1
	}
	return "…" + lang.Clip(s.line[begin:], maxAround)
}

// clear drops the suspects that the record also names.
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
	for i := range r.merges {
		named = append(named, r.merges[i].Whole)
		for _, p := range r.merges[i].Parts {
			named = append(named, p.Name)
		}
	}
	isNamed := within(named)
	r.suspects = slices.DeleteFunc(r.suspects, func(s suspectCode) bool { return isNamed(s.code) })
	r.held = nil
}

// Suspects returns the rows of the lots that the record may mention without naming them as lots, by
// their codes.
func (r *Reading) Suspects() []Row {
	if r == nil {
		return nil
	}
	suspects := r.suspects[:min(len(r.suspects), MaxSuspects)] // writers refuse more
	rows := make([]Row, len(suspects))
	var near surroundings
	for i, s := range suspects {
		rows[i] = Row{Lot: s.code, Role: Suspected, Fact: noFact()}
		rows[i].On, rows[i].Said = r.fact.On, near.of(s.text, s.code)
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

// suspect adds the suspects from a text in a field of lots.
func (r *Reading) suspect(text string, prose bool) {
	if IsCode(text) && !strings.ContainsFunc(text, isSeparator) && text[len(text)-1] != '-' {
		return
	}
	r.from = text
	EachSuspect(text, prose, r.suspected)
}

func (r *Reading) suspectIn(value string, prose bool) {
	eachNested(value, func(text string) { r.suspect(text, prose) })
}

// unknown reads a member that the kind does not have. One that is called after lots may
// be a field of lots under a wrong name.
func (r *Reading) unknown(name, value string) {
	if saysLot(name) {
		eachNested(value, func(text string) {
			r.from = text
			EachSuspect(text, false, r.suspected)
		})
		return
	}
	r.beside(value)
}

// saysLot reports whether a member's name suggests that it is about lots.
func saysLot(name string) (says bool) {
	has := func(name string) { says = says || strings.Contains(strings.ToLower(name), "lot") }
	name = plain(name)
	has(name)
	eachAlike(name, has)
	return says
}

// beside reads a field that is not about lots, but may mention some: "misturado com o lote A-1".
func (r *Reading) beside(value string) {
	// An escape may encode any letter, even one of the word.
	if at, _ := indexLot(value); at < 0 && isPlain(value) && !strings.Contains(value, `\u`) {
		return
	}
	mentioned := func(text string) {
		EachMentioned(dashes.Replace(text), func(code string, _ bool) { r.suspected(Fold(code)) })
	}
	eachNested(value, func(text string) {
		r.from = text
		text = plain(text)
		mentioned(text)
		eachAlike(text, mentioned)
	})
}

// suspected adds a code once. Beyond the limit for one record it adds no more; TooMany reports that
// there are too many.
func (r *Reading) suspected(code string) {
	if code == "" || len(r.suspects) > MaxEntries {
		return
	}
	if len(r.suspects) < fewNames {
		if slices.ContainsFunc(r.suspects, func(s suspectCode) bool { return s.code == code }) {
			return
		}
	} else {
		if r.held == nil {
			r.held = make(map[string]bool, 2*len(r.suspects))
			for _, s := range r.suspects {
				r.held[s.code] = true
			}
		}
		if r.held[code] {
			return
		}
		r.held[code] = true
	}
	r.suspects = append(r.suspects, suspectCode{strings.Clone(code), r.from})
}

// hasUnnamed reports whether an entry of a list of lots contains a code that it does not name.
// Parts of a code that it names do not count.
func hasUnnamed(entry string) (found bool) {
	var named []string
	readSegment(entry, func(name string) {
		code := Fold(name)
		named = append(named, code)
		if isSeries(code) || strings.Contains(code, " ") {
			return
		}
		named = append(named, strings.FieldsFunc(code, isSeparator)...)
		if !mayRange(name) {
			for part := range strings.FieldsFuncSeq(name, isDash) {
				named = append(named, Fold(part))
			}
		}
	}, nil)
	isNamed := within(named)
	EachSuspect(entry, false, func(code string) { found = found || !isNamed(code) })
	return found
}

// mayRange reports whether a dash within a word may mean a range, "L33–35", or stand between
// two codes of a series.
func mayRange(word string) bool {
	first := true
	for part := range strings.FieldsFuncSeq(word, isDash) {
		if prefix, _ := cutNumber(part); prefix == "" && !first {
			return true
		}
		first = false
	}
	return isSeries(word)
}

func isDash(r rune) bool { return r == '–' || r == '—' }

// isSeries reports whether a word is several codes of one series written without a space:
// "A-1/A-2". A code with parts of its own, such as "SJ25/T07", is not.
func isSeries(word string) (found bool) {
	if !strings.ContainsFunc(word, isSeparator) {
		return false
	}
	whole, first := Fold(word), ""
	EachSuspect(word, false, func(code string) {
		prefix, number := cutNumber(code)
		if code == whole || number == "" || !strings.ContainsFunc(prefix, unicode.IsLetter) {
			return
		}
		if first == "" {
			first = code
		}
		series, _ := cutNumber(first)
		found = found || prefix == series && code != first
	})
	return found
}

// Ambiguous reports whether a text that should name lots contains codes and cannot be read with
// certainty: "A-1 ou A-2".
func Ambiguous(text string) (ambiguous bool) {
	EachDoubt(text, func(string) {
		EachSuspect(text, false, func(code string) { ambiguous = ambiguous || code != Fold(text) })
	})
	return ambiguous
}
