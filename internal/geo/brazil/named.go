package brazil

import (
	"strings"
	"sync"
	"unicode"

	"rastro/internal/lang"
)

// MunicipalitiesNamed finds the municipalities of a name, in any case and with any accents,
// hyphens and apostrophes. Some names occur in several states.
func MunicipalitiesNamed(name string) []Municipality {
	var found []Municipality
	for _, code := range named()[nameForm(name)] {
		m, _ := MunicipalityByCode(code)
		found = append(found, m)
	}
	return found
}

// named are the codes of the municipalities by the form of their names.
var named = sync.OnceValue(func() map[string][]string {
	all := make(map[string][]string, len(rows()))
	for _, row := range rows() {
		code, rest, _ := strings.Cut(row, "\t")
		name, _, _ := strings.Cut(rest, "\t")
		all[nameForm(name)] = append(all[nameForm(name)], code)
	}
	return all
})

// nameForm returns a form that is equal for all spellings of a name.
func nameForm(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, lang.Fold(name))
}
