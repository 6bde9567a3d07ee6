package httpkit

import (
	"net/http"
	"strings"

	"rastro/internal/lang"
)

// Language returns the language of a page: the one that the address names with ?lang=, or else the
// browser's. If the named language exists only on buyers' pages, the page is in English.
func Language(r *http.Request) lang.Lang {
	if l, named := named(r); named {
		return l.Product()
	}
	return lang.Match(r.Header.Get("Accept-Language"))
}

// LanguageOfBuyers returns the language of a page that buyers read. An unknown language in the
// address is ignored.
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
