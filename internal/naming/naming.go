// Package naming says what people, roles and organisations may be called: one rule for everything
// that pages, papers and the log show as a name.
package naming

import (
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

// Check returns a name with single spaces. It reports one that is empty, too long, could be taken
// for a person of the journal, or has something in it that nobody sees.
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
	if strings.ContainsFunc(text, unseen) {
		m.Report(field, RuleUnseen, nil)
	}
}

// unseen reports whether a character is invisible, or is displayed as another.
func unseen(r rune) bool {
	return !unicode.IsPrint(r) && !unicode.Is(unicode.Zs, r) || unicode.In(r, unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point)
}
