package api

import (
	"fmt"
	"math"
	"net/http"

	"rastro/internal/httpkit"
	"rastro/internal/httpkit/keygate"
	"rastro/internal/trace"
)

// within counts a request against its key and says in the headers what is left.
func within(w http.ResponseWriter, a keygate.Allowance) error {
	if !a.Limited {
		return nil
	}
	window := max(1, int(math.Round(a.Rate.Window().Seconds())))
	h := w.Header()
	h.Set("RateLimit-Policy", fmt.Sprintf(`"chave";q=%d;w=%d`, a.Rate.Burst, window))
	h.Set("RateLimit", fmt.Sprintf(`"chave";r=%d;t=%d`, a.Left, window))
	if a.Wait > 0 {
		httpkit.RetryAfter(h, a.Wait)
		return trace.Fail(trace.CodeRateLimited)
	}
	return nil
}

// visit counts a request without a key against the network it came from.
func (a *API) visit(w http.ResponseWriter, r *http.Request) error {
	if wait := a.options.Gate.Visit(a.options.Proxies.Client(r).Network); wait > 0 {
		httpkit.RetryAfter(w.Header(), wait)
		return trace.Fail(trace.CodeRateLimited)
	}
	return nil
}
