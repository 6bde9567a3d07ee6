// Package lang handles languages. The product speaks three: Portuguese (the default), English and
// Spanish. What buyers read (the page of a validation, its certificate, labels, dossiers) also
// speaks the languages of the countries that import most. Every sentence shown to people is a
// Text with all that its place needs, so that a missing translation fails a test.
package lang

import (
	"strings"

	"golang.org/x/text/language"
)

// Lang is one of the languages below.
type Lang uint8

// The first three are those of the product. The order is that of preference.
const (
	PT Lang = iota
	EN
	ES
	DE
	NL
	FR
	IT
)

// All lists the languages of the product in order of preference.
var All = []Lang{PT, EN, ES}

// OfBuyers lists the languages of the pages for buyers.
var OfBuyers = []Lang{PT, EN, ES, DE, NL, FR, IT}

var tags = []language.Tag{language.BrazilianPortuguese, language.English, language.Spanish, language.German, language.Dutch, language.French, language.Italian}

var (
	matcher       = language.NewMatcher(tags[:len(All)])
	buyersMatcher = language.NewMatcher(tags)
)

// Tag returns the BCP 47 tag, as used in Content-Language and the html lang attribute.
func (l Lang) Tag() string { return tags[l].String() }

// names are the names of a language: for programs, and in the language itself.
var names = [...]struct{ code, own string }{
	PT: {"pt", "Português"}, EN: {"en", "English"}, ES: {"es", "Español"},
	DE: {"de", "Deutsch"}, NL: {"nl", "Nederlands"}, FR: {"fr", "Français"}, IT: {"it", "Italiano"},
}

// Code returns its two letters.
func (l Lang) Code() string { return names[l].code }

// Name returns its own name.
func (l Lang) Name() string { return names[l].own }

// Own reports whether the product speaks the language.
func (l Lang) Own() bool { return l <= ES }

// Product returns the product language for readers when there is nothing in their own: English for
// languages that the product lacks.
func (l Lang) Product() Lang {
	if l.Own() {
		return l
	}
	return EN
}

// ByCode finds a language of the product by its two letters.
func ByCode(code string) (l Lang, ok bool) {
	l, ok = OfBuyersByCode(code)
	if !l.Own() {
		return PT, false
	}
	return l, ok
}

// OfBuyersByCode finds a language of buyers by its two letters.
func OfBuyersByCode(code string) (l Lang, ok bool) {
	for _, l := range OfBuyers {
		if l.Code() == code {
			return l, true
		}
	}
	return PT, false
}

// Match selects the product language for an Accept-Language header. Anything unreadable or unknown
// gives Portuguese. Long headers are not parsed, because parsing costs time and nobody speaks that
// many languages.
func Match(acceptLanguage string) Lang { return match(matcher, acceptLanguage) }

// MatchOfBuyers does the same with the languages of buyers.
func MatchOfBuyers(acceptLanguage string) Lang { return match(buyersMatcher, acceptLanguage) }

func match(among language.Matcher, acceptLanguage string) Lang {
	if acceptLanguage == "" || len(acceptLanguage) > 256 {
		return PT
	}
	wanted, _, err := language.ParseAcceptLanguage(acceptLanguage)
	if err != nil || len(wanted) == 0 {
		return PT
	}
	_, index, confidence := among.Match(wanted...)
	if confidence == language.No {
		return PT
	}
	return Lang(index)
}

// Text is a sentence or label in the three languages of the product, and in those of buyers if they
// read it.
type Text struct {
	PT, EN, ES string
	More       *More
}

// More is a Text in the other languages of buyers. A Text only points to it, because most have none.
type More struct{ DE, NL, FR, IT string }

// Same returns a text that is the same in every language, such as a name.
func Same(text string) Text {
	return Text{PT: text, EN: text, ES: text, More: &More{DE: text, NL: text, FR: text, IT: text}}
}

// InAll returns a text that a function makes for each language of buyers.
func InAll(in func(Lang) string) Text {
	return Text{PT: in(PT), EN: in(EN), ES: in(ES), More: &More{DE: in(DE), NL: in(NL), FR: in(FR), IT: in(IT)}}
}

// In returns the text in a language; in English if it is missing in a language that only buyers
// read.
func (t Text) In(l Lang) string {
	switch l {
	case EN:
		return t.EN
	case ES:
		return t.ES
	case DE, NL, FR, IT:
		return t.more(l)
	}
	return t.PT
}

func (t *Text) more(l Lang) string {
	if t.More == nil {
		return t.EN
	}
	text := [...]string{DE: t.More.DE, NL: t.More.NL, FR: t.More.FR, IT: t.More.IT}[l]
	if text == "" {
		return t.EN
	}
	return text
}

// Complete reports whether no language of the product is missing.
func (t Text) Complete() bool { return t.PT != "" && t.EN != "" && t.ES != "" }

// CompleteForBuyers reports whether no language of buyers is missing.
func (t Text) CompleteForBuyers() bool {
	return t.Complete() && t.More != nil && t.More.DE != "" && t.More.NL != "" && t.More.FR != "" && t.More.IT != ""
}

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
