package api

import (
	"net/http"
	"slices"
	"strings"
)

// corsHeaders are the request headers that a browser may send from another origin, and
// corsExposed the answer's headers it may read.
var (
	corsHeaders = strings.Join(slices.Concat([]string{accessHeader, secretHeader}, accessAliases,
		[]string{"Authorization", "Content-Type", "Accept-Language", "If-Match", "If-None-Match", "Idempotency-Key", "X-Request-Id"}), ", ")
	corsExposed = strings.Join([]string{"ETag", "Location", "Link", "X-Request-Id", "X-Rastro-Version", "Retry-After", "RateLimit", "RateLimit-Policy", "Idempotent-Replayed"}, ", ")
)

// cors admits the configured origins and reports whether the request is their
// browser's preflight. Without configured origins it does nothing.
func (a *API) cors(w http.ResponseWriter, r *http.Request) (preflight bool) {
	if len(a.options.CORSOrigins) == 0 {
		return false
	}
	h := w.Header()
	h.Add("Vary", "Origin")
	origin := r.Header.Get("Origin")
	if origin == "" {
		return false
	}
	anybody := slices.Contains(a.options.CORSOrigins, "*")
	if !anybody && !slices.Contains(a.options.CORSOrigins, origin) {
		return false
	}
	if anybody {
		origin = "*"
	}
	h.Set("Access-Control-Allow-Origin", origin)
	h.Set("Access-Control-Expose-Headers", corsExposed)
	if r.Method != http.MethodOptions || r.Header.Get("Access-Control-Request-Method") == "" {
		return false
	}
	h.Set("Access-Control-Allow-Methods", strings.Join(methods, ", "))
	h.Set("Access-Control-Allow-Headers", corsHeaders)
	if own := a.options.AccessKeyHeader; own != "" {
		h.Set("Access-Control-Allow-Headers", corsHeaders+", "+own)
	}
	h.Set("Access-Control-Max-Age", "600")
	return true
}
