// Package cors admits pages of other origins to an interface.
package cors

import (
	"net/http"
	"slices"
)

// Policy says which origins are admitted, and what they may do. Lists are written as in their
// headers.
type Policy struct {
	Origins                   []string // "*" for any; empty: no headers are sent
	Methods, Headers, Exposed string
}

// Admit sets the headers for an admitted origin and reports whether the request is its browser's
// preflight.
func (p *Policy) Admit(w http.ResponseWriter, r *http.Request) (preflight bool) {
	if len(p.Origins) == 0 {
		return false
	}
	h := w.Header()
	h.Add("Vary", "Origin")
	origin := r.Header.Get("Origin")
	if origin == "" {
		return false
	}
	anybody := slices.Contains(p.Origins, "*")
	if !anybody && !slices.Contains(p.Origins, origin) {
		return false
	}
	if anybody {
		origin = "*"
	}
	h.Set("Access-Control-Allow-Origin", origin)
	h.Set("Access-Control-Expose-Headers", p.Exposed)
	if r.Method != http.MethodOptions || r.Header.Get("Access-Control-Request-Method") == "" {
		return false
	}
	h.Set("Access-Control-Allow-Methods", p.Methods)
	h.Set("Access-Control-Allow-Headers", p.Headers)
	h.Set("Access-Control-Max-Age", "600")
	return true
}
