// Package tongue has the seven languages of papers that buyers read: the three of the product, and
// those of the countries that import most. Pages and answers keep to the three of package lang.
package tongue

import (
	"strings"

	"rastro/internal/lang"
)

// Tongue is one of the languages below.
type Tongue uint8

// The order is that of the fields of Text.
const (
	PT Tongue = iota
	EN
	ES
	DE
	NL
	FR
	IT
)

// All lists the languages.
var All = []Tongue{PT, EN, ES, DE, NL, FR, IT}

var names = [...]struct{ code, tag, own string }{
	PT: {"pt", "pt-BR", "Português"}, EN: {"en", "en", "English"}, ES: {"es", "es", "Español"}, DE: {"de", "de", "Deutsch"}, NL: {"nl", "nl", "Nederlands"}, FR: {"fr", "fr", "Français"}, IT: {"it", "it", "Italiano"},
}

// Code returns its two letters.
func (t Tongue) Code() string { return names[t].code }

// Tag returns its BCP 47 tag.
func (t Tongue) Tag() string { return names[t].tag }

// Name returns its own name.
func (t Tongue) Name() string { return names[t].own }

// Lang returns the language of the product that its readers get where there is no text of their own:
// English for the four that the product does not have.
func (t Tongue) Lang() lang.Lang {
	switch t {
	case PT:
		return lang.PT
	case ES:
		return lang.ES
	}
	return lang.EN
}

// Own reports whether the product speaks the language.
func (t Tongue) Own() bool { return t <= ES }

// Number writes a number as readers of the language do, with at most that many decimals.
func (t Tongue) Number(v float64, decimals int) string {
	if t == EN {
		return lang.EN.Number(v, decimals)
	}
	text := lang.PT.Number(v, decimals)
	if t == FR {
		text = strings.ReplaceAll(text, ".", "\u00a0")
	}
	return text
}

// Text is one sentence or label in the seven languages.
type Text struct{ PT, EN, ES, DE, NL, FR, IT string }

// In returns the text in one language, with its {name} placeholders replaced by args.
func (x *Text) In(t Tongue, args lang.Args) string {
	text := [...]string{x.PT, x.EN, x.ES, x.DE, x.NL, x.FR, x.IT}[t]
	return lang.Same(text).Fill(lang.EN, args)
}

// Complete reports whether no language is missing.
func (x *Text) Complete() bool {
	return x.PT != "" && x.EN != "" && x.ES != "" && x.DE != "" && x.NL != "" && x.FR != "" && x.IT != ""
}
