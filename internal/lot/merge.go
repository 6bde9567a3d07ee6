package lot

import (
	"slices"
	"strings"
)

// Merge is a text's statement that lots were combined into one.
type Merge struct {
	Whole string // as written
	Parts []Part // as written, at least two
}

// ReadMerge reads a text that states the sources of a lot: "lotes QA-8 e QB-8 unidos no lote
// MIX-8", "MIX-7 formado pelos lotes QA-7 e QB-7", "MIX-9 = QA-9 + QB-9". It is strict: a text
// in another form, or with a negation, is not a merge. Codes need no digit there, because the
// form distinguishes them from words.
func ReadMerge(text string) (Merge, bool) {
	if longer(text, maxMerge) || !mayMerge(text) {
		return Merge{}, false
	}
	words := mergeWords(plain(text))
	formulas := 0
	for i := range words {
		if words[i].is(equals) {
			formulas++
		}
		if words[i].is(denies) || formulas > 1 {
			return Merge{}, false
		}
	}
	for i := range words {
		if m, ok := wholeFirst(words[i:]); ok {
			return m, m.makesSense()
		}
		if m, ok := partsFirst(words[i:]); ok {
			return m, m.makesSense()
		}
	}
	return Merge{}, false
}

// maxMerge bounds the texts that are read, in characters. A longer text is prose.
const maxMerge = 300

// mayMerge reports whether a text has one of the marks or words of a merge. It is a cheap test that
// most texts fail.
func mayMerge(text string) bool {
	if strings.Contains(text, "=") || strings.Contains(text, "->") || strings.Contains(text, "→") || strings.Contains(text, "(") && strings.Contains(text, "+") {
		return true
	}
	return hasMergeWord(text)
}

// mergeStarts are the first three letters of the words that indicate a merge.
var mergeStarts = func() map[[3]byte]bool {
	all := map[[3]byte]bool{}
	for word, role := range mergeRoles {
		if role&(unites|became|madeOf) != 0 {
			all[[3]byte([]byte(word))] = true
		}
	}
	return all
}()

// hasMergeWord reports whether a word of a text, of four letters or more, begins like one
// of those.
func hasMergeWord(text string) bool {
	for i := 0; i+4 <= len(text); i++ {
		if i > 0 && isLetter(text[i-1]) || !isLetter(text[i]) || !isLetter(text[i+1]) || !isLetter(text[i+2]) || !isLetter(text[i+3]) {
			continue
		}
		if mergeStarts[[3]byte{text[i] | 0x20, text[i+1] | 0x20, text[i+2] | 0x20}] {
			return true
		}
	}
	return false
}

// makesSense reports whether a lot is made from several others, all of which differ from it and
// from each other.
func (m *Merge) makesSense() bool {
	whole := Fold(m.Whole)
	if whole == "" || len(m.Parts) < 2 {
		return false
	}
	seen := map[string]bool{whole: true}
	for _, p := range m.Parts {
		folded := Fold(p.Name)
		if folded == "" || seen[folded] {
			return false
		}
		seen[folded] = true
	}
	return true
}

// hasDigits reports whether all codes contain a digit, which makes them codes in any context.
func (m *Merge) hasDigits() bool {
	return IsCode(m.Whole) && !slices.ContainsFunc(m.Parts, func(p Part) bool { return !IsCode(p.Name) })
}

// list reads codes from the start of some words, with their amounts: "QA-9 60% + QB-9
// 40%", "lote QA-9 e lote QB-9". It returns how many words they take.
func list(words []mergeWord) (parts []Part, n int) {
	for n < len(words) {
		at := n
		var amount Part
		for at < len(words) && (words[at].is(quantity|lotWord|manyWord) || at > n && words[at-1].is(quantity) && words[at].is(link)) {
			if words[at].is(quantity) {
				amount = words[at].amount
			}
			at++
		}
		if at >= len(words) || !words[at].isCode() {
			break
		}
		amount.Name = words[at].text
		at++
		at, amount = trailingAmount(words, at, amount)
		parts = append(parts, amount)
		n = at
		next := jointAt(words, at)
		if next == at {
			break
		}
		if next >= len(words) || !words[next].is(quantity|lotWord|manyWord) && !words[next].isCode() {
			break // a comma after the last
		}
		n = next
	}
	return parts, n
}

// jointAt passes over what joins two codes of a list: "e", "+", ", e", "com" and
// "misturado com".
func jointAt(words []mergeWord, at int) int {
	is := func(i int, role mergeRole) bool { return i < len(words) && words[i].is(role) }
	with := func(i int) bool { return i < len(words) && strings.EqualFold(words[i].text, "com") }
	switch {
	case is(at, joins) && words[at].text == "," && is(at+1, joins):
		return at + 2
	case is(at, joins), with(at):
		return at + 1
	case is(at, unites) && with(at+1):
		return at + 2
	}
	return at
}

// trailingAmount reads the amount after a code, in brackets or not.
func trailingAmount(words []mergeWord, at int, p Part) (int, Part) {
	open := at < len(words) && (words[at].text == "(" || words[at].text == ":")
	from := at
	if open {
		from++
	}
	if from >= len(words) || !words[from].is(quantity) || p.Known {
		return at, p
	}
	amount := words[from].amount
	amount.Name = p.Name
	if from++; open && from < len(words) && words[from].text == ")" {
		from++
	}
	return from, amount
}

// skip passes over words of some meanings.
func skip(words []mergeWord, n int, roles mergeRole) int {
	for n < len(words) && words[n].is(roles) {
		n++
	}
	return n
}

// wholeFirst reads "MIX-7 formado pelos lotes QA-7 e QB-7" and "MIX-9 = QA-9 + QB-9".
func wholeFirst(words []mergeWord) (Merge, bool) {
	n := skip(words, 0, lotWord)
	if n >= len(words) || !words[n].isCode() {
		return Merge{}, false
	}
	m := Merge{Whole: words[n].text}
	if parts, ok := bracketed(words[n+1:]); ok {
		m.Parts = parts
		return m, m.hasDigits()
	}
	formula := n+1 < len(words) && words[n+1].is(equals)
	many := false
	if formula {
		if words[n+1].text != "=" {
			return Merge{}, false // A -> B means that A became B
		}
		n += 2
	} else {
		at := skip(words, n+1, light|joins)
		if at >= len(words) || !words[at].is(madeOf) {
			return Merge{}, false
		}
		for at < len(words) && words[at].is(madeOf|link|light|manyWord) {
			many = many || words[at].is(manyWord)
			at++
		}
		n = at
	}
	parts, used := list(words[n:])
	m.Parts = parts
	return m, len(parts) > 1 && (formula || many || m.hasDigits()) && ends(words[n+used:], formula)
}

// bracketed reads "(A-6 + B-6)" at the end of a text.
func bracketed(words []mergeWord) ([]Part, bool) {
	if len(words) < 5 || words[0].text != "(" || words[len(words)-1].text != ")" {
		return nil, false
	}
	for i := 2; i < len(words)-1; i += 2 {
		if words[i].text != "+" {
			return nil, false
		}
	}
	parts, used := list(words[1 : len(words)-1])
	return parts, len(parts) > 1 && used == len(words)-2
}

// partsFirst reads "lotes QA-8 e QB-8 unidos no lote MIX-8" and "QA-9 + QB-9 = MIX-9".
func partsFirst(words []mergeWord) (Merge, bool) {
	at := skip(words, 0, unites|link|light)
	verb := at > 0 && words[0].is(unites)
	if at > 0 && !verb {
		return Merge{}, false
	}
	n := skip(words, at, manyWord)
	many := n > at
	parts, used := list(words[n:])
	if len(parts) < 2 {
		return Merge{}, false
	}
	n += used
	from := n
	for n < len(words) && (words[n].is(unites|became|equals|link|light) || words[n].is(joins) && n+1 < len(words) && words[n+1].is(unites|became|light)) {
		verb = verb || words[n].is(unites|became|equals)
		n++
	}
	named := n < len(words) && words[n].is(lotWord)
	n = skip(words, n, lotWord|light)
	if !verb || n == from || n >= len(words) || !words[n].isCode() {
		return Merge{}, false
	}
	formula := words[from].is(equals)
	m := Merge{words[n].text, parts}
	if !formula && !(named && many) && !m.hasDigits() {
		return Merge{}, false
	}
	return m, ends(words[n+1:], formula)
}

// ends reports whether the text after a merge leaves it valid: nothing, or a new clause. A formula
// that continues means something else.
func ends(rest []mergeWord, formula bool) bool {
	if len(rest) == 0 {
		return true
	}
	switch rest[0].text {
	case ",", ";", ")", "(":
		return !rest[0].is(equals) && (len(rest) == 1 || !rest[1].isCode())
	}
	return !formula && !rest[0].is(joins|equals|quantity) && !rest[0].isCode()
}

// saysMerge reports whether a text about one lot and several others says that these went into it,
// with a word for mixing or with the others in brackets, and does not deny it.
func saysMerge(text string) (says bool) {
	words := mergeWords(plain(text))
	for i := range words {
		switch {
		case words[i].is(denies):
			return false
		case words[i].is(unites | became | madeOf):
			says = true
		case words[i].is(manyWord) && i > 0 && (words[i-1].text == "(" || words[i-1].text == ":" || words[i-1].text == "="):
			says = true
		}
	}
	return says
}
