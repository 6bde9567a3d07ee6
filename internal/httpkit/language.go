package httpkit

import (
	"net/http"
	"strings"

	"rastro/internal/lang"
)

// Language returns the language of a page: the one that the address names with
// ?lang=, or else the browser's. A page that does not speak the named language, because only
// buyers' pages do, is in English.
func Language(r *http.Request) lang.Lang {
	if l, named := named(r); named {
		return l.Product()
	}
	return lang.Match(r.Header.Get("Accept-Language"))
}

// LanguageOfBuyers returns the language of a page that buyers read. A language that does not
// exist in the address counts as none.
func LanguageOfBuyers(r *http.Request) lang.Lang {
	if l, named := named(r); named {
		return l
	}
	return lang.MatchOfBuyers(r.Header.Get("Accept-Language"))
}

// named returns the language that the address names.
func named(r *http.Request) (lang.Lang, bool) {
	if !strings.Contains(r.URL.RawQuery, "lang=") {
		return lang.PT, false
	}
	return lang.OfBuyersByCode(strings.ToLower(r.URL.Query().Get("lang")))
}
