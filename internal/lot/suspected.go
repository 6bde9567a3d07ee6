package lot

import (
	"slices"
	"strings"
	"unicode/utf8"

	"rastro/internal/brdoc"
	"rastro/internal/canon"
	"rastro/internal/lang"
)

// suspectCode is a code, folded, and the text that has it.
type suspectCode struct{ code, text string }

// Bounds on the text around a code, in characters, and of it before the code, in bytes.
const (
	maxAround = 100
	maxBefore = 40
)

// surroundings tells what stands around codes. Codes of one text come one after another,
// so it prepares each text once.
type surroundings struct{ text, line, upper string }

// of is the part of a text in which a code stands, on one line and without the numbers of
// people. The code itself need not be in it: a range names codes between its ends.
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

// Suspects are the rows of the lots that the record may speak of and does not name, by
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
