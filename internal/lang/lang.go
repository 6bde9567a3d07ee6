// Package lang handles the three languages of the product: Portuguese (the
// default), English and Spanish. Every sentence shown to people is a Text with all
// three, so that a missing translation fails a test.
package lang

import (
	"strings"

	"golang.org/x/text/language"
)

// Lang is one of the languages below.
type Lang uint8

// The order is that of the fields of Text, and of preference.
const (
	PT Lang = iota
	EN
	ES
)

// All lists the languages in order of preference.
var All = []Lang{PT, EN, ES}

var tags = []language.Tag{language.BrazilianPortuguese, language.English, language.Spanish}

var matcher = language.NewMatcher(tags)

// Tag returns the BCP 47 tag, as Content-Language and the html lang attribute take it.
func (l Lang) Tag() string { return tags[l].String() }

// names are the names of a language: for programs, and in the language itself.
var names = [...]struct{ code, own string }{PT: {"pt", "Português"}, EN: {"en", "English"}, ES: {"es", "Español"}}

// Code returns its two letters.
func (l Lang) Code() string { return names[l].code }

// Name returns its own name.
func (l Lang) Name() string { return names[l].own }

// ByCode finds a language by its two letters.
func ByCode(code string) (l Lang, ok bool) {
	for _, l := range All {
		if l.Code() == code {
			return l, true
		}
	}
	return PT, false
}

// Match picks the language for an Accept-Language header. Anything unreadable
// or unknown is Portuguese. Long headers are not parsed: nobody speaks so many
// languages, and parsing costs.
func Match(acceptLanguage string) Lang {
	if acceptLanguage == "" || len(acceptLanguage) > 256 {
		return PT
	}
	wanted, _, err := language.ParseAcceptLanguage(acceptLanguage)
	if err != nil || len(wanted) == 0 {
		return PT
	}
	_, index, confidence := matcher.Match(wanted...)
	if confidence == language.No {
		return PT
	}
	return Lang(index)
}

// Text is one sentence or label in the three languages.
type Text struct{ PT, EN, ES string }

// Same returns a text that reads the same in every language, such as a name.
func Same(text string) Text { return Text{PT: text, EN: text, ES: text} }

// In returns the text in one language.
func (t Text) In(l Lang) string {
	switch l {
	case EN:
		return t.EN
	case ES:
		return t.ES
	}
	return t.PT
}

// Complete reports whether no language is missing.
func (t Text) Complete() bool { return t.PT != "" && t.EN != "" && t.ES != "" }

// Args are the values of a Text's {name} placeholders.
type Args map[string]string

// Fill returns the text in one language with its {name} placeholders replaced. A
// placeholder {name|one|many} chooses between two words: the first where the value of
// name is 1. A placeholder {name#} is a number, which args have with a decimal point: it gets
// the decimal mark of the language and nothing between thousands, for sentences that say how
// a mark was read.
func (t Text) Fill(l Lang, args Args) string {
	s := t.In(l)
	if len(args) == 0 {
		return s
	}
	var b strings.Builder
	for {
		start := strings.IndexByte(s, '{')
		if start < 0 {
			break
		}
		b.WriteString(s[:start])
		s = s[start:]
		if end := strings.IndexByte(s, '}'); end > 0 {
			if value, ok := args.value(l, s[1:end]); ok {
				b.WriteString(value)
				s = s[end+1:]
				continue
			}
		}
		b.WriteByte('{') // no placeholder of these
		s = s[1:]
	}
	b.WriteString(s)
	return b.String()
}

// value returns what replaces a placeholder.
func (a Args) value(l Lang, placeholder string) (string, bool) {
	if name, number := strings.CutSuffix(placeholder, "#"); number {
		value, ok := a[name]
		return l.ungrouped(value), ok
	}
	name, words, counts := strings.Cut(placeholder, "|")
	value, ok := a[name]
	if !counts || !ok {
		return value, ok
	}
	one, many, ok := strings.Cut(words, "|")
	if value == "1" {
		return one, ok
	}
	return many, ok
}

// Open returns a text with open placeholders: what replaces each value, and the word
// for many where a placeholder chooses between two.
func Open(text, value string) string {
	var out strings.Builder
	for {
		before, rest, found := strings.Cut(text, "{")
		out.WriteString(before)
		placeholder, after, closed := strings.Cut(rest, "}")
		if !found || !closed {
			return out.String()
		}
		if _, words, counts := strings.Cut(placeholder, "|"); counts {
			_, many, _ := strings.Cut(words, "|")
			out.WriteString(many)
		} else {
			out.WriteString(value)
		}
		text = after
	}
}
