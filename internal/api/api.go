// Package api is the JSON surface of the service: the interface's routes, made
// from the kind table, and what stands beside them. A handler reads its call
// and returns a reply or an error; everything else, from the key check to the
// envelope, happens once, in the adapter.
package api

import (
	"net/http"

	"rastro/internal/kind"
	"rastro/internal/trace"
)

// Options are what an API is made of besides the service.
type Options struct {
	// PublicURL is where strangers reach this server, without a slash at its
	// end; QR codes lead there.
	PublicURL string
	// Version is the build, told in a header.
	Version string
	// AccessKeyHeader is one more name of the access key's header, "" for none.
	AccessKeyHeader string
	// RateLimit is how many requests a second a key may make; 0: any number.
	RateLimit float64
	// CORSOrigins are the origins that may call from a browser; "*" is any.
	CORSOrigins []string
	// Draining tells that the server is about to stop; nil: never.
	Draining func() bool
}

// API is an http.Handler for all its routes.
type API struct {
	service   *trace.Service
	options   Options
	mux       *http.ServeMux
	failures  *failures
	rates     *rates
	documents map[string][]byte // the OpenAPI documents by path
}

// New makes an API over a service.
func New(service *trace.Service, o Options) (*API, error) {
	a := &API{service: service, options: o, mux: http.NewServeMux()}
	var err error
	if a.failures, err = newFailures(); err != nil {
		return nil, err
	}
	if a.rates, err = newRates(o.RateLimit); err != nil {
		return nil, err
	}
	if a.documents, err = documents(); err != nil {
		return nil, err
	}
	for _, r := range Routes() {
		if r.Detail == "" {
			a.mux.Handle(r.Method+" "+r.Path, a.adapt(r))
		}
	}
	for _, k := range kind.All {
		r := Route{Method: http.MethodGet, Path: k.Prefix + detailPattern, Kind: k, Scopes: readers, handle: detail}
		a.mux.Handle(r.Method+" "+r.Path, a.adapt(r))
	}
	return a, nil
}

// ServeHTTP answers every request below this handler, in the envelope: what has
// no route is 404, what has one for other methods is 405 with Allow.
func (a *API) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("X-Rastro-Version", a.options.Version)
	preflight := a.cors(w, r)
	if a.routed(r, r.Method) {
		a.mux.ServeHTTP(w, r)
		return
	}
	allowed := a.allowed(r)
	switch {
	case allowed == "":
		a.Fail(w, r, trace.Fail(trace.CodePathNotFound))
	case preflight:
		w.WriteHeader(http.StatusNoContent)
	case r.Method == http.MethodOptions:
		w.Header().Set("Allow", allowed)
		send(w, r, reply{message: optionsMessage, data: methodList(allowed)})
	default:
		w.Header().Set("Allow", allowed)
		a.Fail(w, r, trace.Fail(trace.CodeWrongMethod, "metodo", r.Method, "permitidos", allowed))
	}
}
