// Package naming says what people, roles and organisations may be called: one rule for everything
// that pages, papers and the log show as a name.
package naming

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"rastro/internal/author"
	"rastro/internal/finding"
	"rastro/internal/lang"
	"rastro/internal/trace"
)

// RuleUnseen is broken by a name with invisible characters: two names could look alike, and a name
// that reverses the writing direction could look like another.
var RuleUnseen = &finding.Rule{ID: "NOME_COM_INVISIVEIS", Severity: finding.Error, Message: lang.Text{
	PT: "tem caracteres que ninguém vê, comuns em texto copiado; apague e digite de novo", EN: "has characters that nobody sees, common in copied text; clear it and type it again", ES: "tiene caracteres que nadie ve, comunes en texto copiado; bórrelo y escríbalo de nuevo"}}

// Check returns a name with single spaces. It reports a name that is empty, too long, could be
// mistaken for a person of the journal, or contains invisible characters.
func Check(m *trace.Members, field, name string) string {
	name = strings.Join(strings.Fields(name), " ")
	m.Required(field, lang.Fold(name))
	switch {
	case utf8.RuneCountInString(name) > trace.MaxName:
		m.Report(field, trace.RuleTooLong, lang.Args{"max": strconv.Itoa(trace.MaxName)})
	case author.Reserved(name):
		m.Report(field, trace.RuleReserved, nil)
	default:
		CheckSeen(m, field, name)
	}
	return name
}

// CheckSeen reports a one-line text with invisible characters.
func CheckSeen(m *trace.Members, field, text string) {
	switch {
	case strings.ContainsFunc(text, unseen):
		m.Report(field, RuleUnseen, nil)
	case slices.ContainsFunc(strings.Fields(text), mixed):
		m.Report(field, RuleMixed, nil)
	}
}

// CheckText reports a text of several lines with invisible characters.
func CheckText(m *trace.Members, field, text string) {
	if strings.ContainsFunc(text, func(r rune) bool { return !strings.ContainsRune("\n\r\t", r) && unseen(r) }) {
		m.Report(field, RuleUnseen, nil)
	}
}

// RuleMixed is broken by a word that mixes letters of ours with letters of a script that look like
// ours.
var RuleMixed = &finding.Rule{ID: "NOME_COM_LETRAS_MISTURADAS", Severity: finding.Error, Message: lang.Text{
	PT: "mistura, na mesma palavra, letras de alfabetos diferentes que se parecem; apague e digite de novo", EN: "mixes, in one word, letters of different alphabets that look alike; clear it and type it again", ES: "mezcla, en la misma palabra, letras de alfabetos distintos que se parecen; bórrelo y escríbalo de nuevo"}}

// mixed reports whether a word could be mistaken for another one.
func mixed(word string) bool {
	latin := strings.ContainsFunc(word, func(r rune) bool { return unicode.Is(unicode.Latin, r) })
	return latin && strings.ContainsFunc(word, func(r rune) bool {
		return unicode.In(r, unicode.Cyrillic, unicode.Greek, unicode.Armenian, unicode.Cherokee, unicode.Coptic, unicode.Lisu)
	})
}

// maxInert is the maximum length of a name in a message.
const maxInert = 60

// Inert returns a name for a message to somebody who does not know its author. Programs turn
// anything that looks like an address into a link, so a space follows every character that joins
// the parts of one. Invisible characters are left out, and a long name is cut.
func Inert(name string) string {
	var b strings.Builder
	left := maxInert
	for word := range strings.FieldsFuncSeq(name, unicode.IsSpace) {
		if b.Len() > 0 {
			b.WriteByte(' ')
		}
		joined := false
		for _, r := range word {
			if unseen(r) {
				continue
			}
			if left--; left < 0 {
				return strings.TrimSpace(b.String()) + "…"
			}
			if joined {
				b.WriteByte(' ')
			}
			b.WriteRune(r)
			joined = strings.ContainsRune(joiners, r)
		}
	}
	return strings.TrimSpace(b.String())
}

// joiners join the parts of an address, including the forms in other scripts that programs treat
// the same.
const joiners = ".:/\\@。．｡：／＠․‧"

// unseen reports whether a character is invisible, or is displayed as another.
func unseen(r rune) bool {
	return !unicode.IsPrint(r) && !unicode.Is(unicode.Zs, r) || unicode.In(r, unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point)
}
