package api

import (
	"fmt"
	"math"
	"net/http"

	"rastro/internal/httpkit"
	"rastro/internal/httpkit/keygate"
	"rastro/internal/trace"
)

// Names of the headers that carry a key. The first has two usual spellings, which are both read.
const (
	accessHeader = "X-API-ACCESS-KEY"
	secretHeader = "X-API-SECRET-KEY"
)

var accessAliases = []string{"X-API-KEY", "X-ACCESS-KEY"}

// authenticate finds the key of a call.
func (a *API) authenticate(c *call) (*trace.Key, error) {
	access, secret := a.credentials(c.r)
	if access == "" && secret == "" { // nobody tried a key: it counts as a visit
		if err := a.visit(c.w, c.r); err != nil {
			return nil, err
		}
		return nil, trace.Fail(trace.CodeUnauthenticated)
	}
	key, wait, err := a.options.Gate.Open(a.options.Proxies.Client(c.r).Network, access, secret)
	httpkit.RetryAfter(c.w.Header(), wait)
	return key, err
}

// The names as net/http keeps them: any other spelling would be converted at every request.
var (
	accessName = http.CanonicalHeaderKey(accessHeader)
	secretName = http.CanonicalHeaderKey(secretHeader)
)

// first returns the first value of a header whose name is as net/http keeps it.
func first(h http.Header, name string) string {
	if values := h[name]; len(values) > 0 {
		return values[0]
	}
	return ""
}

func (a *API) credentials(r *http.Request) (access, secret string) {
	access, secret = first(r.Header, accessName), first(r.Header, secretName)
	if access != "" {
		return access, secret
	}
	for _, name := range accessAliases {
		if access == "" {
			access = r.Header.Get(name)
		}
	}
	if access == "" && a.options.AccessKeyHeader != "" {
		access = r.Header.Get(a.options.AccessKeyHeader)
	}
	if access == "" && secret == "" {
		access, secret, _ = r.BasicAuth()
	}
	return access, secret
}

// within counts a request against its key, and sets the headers that say how many are left.
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
