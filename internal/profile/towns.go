package profile

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"rastro/internal/geo/brazil"
)

// Municipality is a municipality with its state.
type Municipality struct {
	brazil.Municipality
	UF string
}

// Towns finds the municipalities that people ask for: by name, or by name and state (Bom
// Sucesso/PR, Bom Sucesso - PR, bom sucesso pr).
func Towns(text string) []Municipality {
	if all := townsOf("", text); all != nil {
		return all
	}
	text = strings.TrimRightFunc(text, func(r rune) bool { return !unicode.IsLetter(r) })
	if len(text) < 3 {
		return nil
	}
	name, uf := text[:len(text)-2], strings.ToUpper(text[len(text)-2:])
	if last, _ := utf8.DecodeLastRuneInString(name); unicode.IsLetter(last) { // the end of a word
		return nil
	}
	return townsOf(uf, name)
}

// townsOf returns the municipalities with a name; only those in a state, if one is given.
func townsOf(uf, name string) (found []Municipality) {
	for _, m := range brazil.MunicipalitiesNamed(name) {
		if of := stateOf(m); uf == "" || of == uf {
			found = append(found, Municipality{m, of})
		}
	}
	return found
}
