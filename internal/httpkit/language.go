package httpkit

import (
	"net/http"
	"strings"

	"rastro/internal/lang"
)

// Language returns the language of a page: the one that the address names with
// ?lang=, or else the browser's.
func Language(r *http.Request) lang.Lang {
	if strings.Contains(r.URL.RawQuery, "lang=") {
		if l, known := lang.ByCode(r.URL.Query().Get("lang")); known {
			return l
		}
	}
	return lang.Match(r.Header.Get("Accept-Language"))
}
