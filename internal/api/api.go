// Package api serves the JSON interface. Its routes come from the route table and
// the kind table. A handler reads its call and returns a reply or an error; one
// adapter does the rest, from checking the key to writing the envelope.
package api

import (
	"net/http"
	"sync"

	"rastro/internal/api/epcisrest"
	"rastro/internal/app"
	"rastro/internal/eudr/submit"
	"rastro/internal/httpkit"
	"rastro/internal/httpkit/answercache"
	"rastro/internal/httpkit/cors"
	"rastro/internal/httpkit/early"
	"rastro/internal/httpkit/keygate"
	"rastro/internal/httpkit/publiccache"
	"rastro/internal/kind"
	"rastro/internal/remote"
	"rastro/internal/trace"
)

// Options are what an API needs in addition to the service.
type Options struct {
	// PublicURL is this server's public address, without a final slash; QR codes contain it.
	PublicURL string
	// Version is the build, for a header.
	Version string
	// AccessKeyHeader is an additional name of the access key's header; "" for none.
	AccessKeyHeader string
	// CORSOrigins are the origins that may call from a browser; "*" is any.
	CORSOrigins []string
	// Gate admits callers; nil: its own gate without limits. A caller that fails
	// elsewhere at the same gate is slowed down here too.
	Gate *keygate.Gate
	// Proxies are the proxies trusted to name their clients.
	Proxies remote.Proxies
	// Cards remembers the state of harvests; nil: its own memory.
	Cards *answercache.Cards
	// Published caches the public validations, shared with the pages; nil makes one.
	Published *publiccache.Validations
	// Pages show errors to people; nil: they get the envelope.
	Pages Pages
	// Replicas: the store may let replicas of the database answer.
	Replicas bool
	// Sender files statements with the EU's system; nil: not configured.
	Sender *submit.Sender
	// Rest limits what is read of a body after it was refused.
	Rest early.Limits
	// Draining reports whether the server is about to stop; nil means never.
	Draining func() bool
}

// Pages show errors to people who open an address in a browser.
type Pages interface {
	// Fail answers a request with an error page.
	Fail(w http.ResponseWriter, r *http.Request, status int, failed *trace.Error)
}

// API is an http.Handler for all its routes.
type API struct {
	http.Handler // its own routes, and the envelope for unknown paths

	service   *app.App
	options   Options
	version   []string // as a header's value
	cors      cors.Policy
	cards     *answercache.Cards
	published *publiccache.Validations
	qrCodes   *publiccache.Drawn[qrAsked, reply]
	documents func() (map[string]*httpkit.Document, error) // the OpenAPI documents by path, written on first request
}

// New returns an API over a service.
func New(service *app.App, o Options) (*API, error) {
	a := &API{service: service, options: o, version: []string{o.Version}, cors: corsOf(&o)}
	var err error
	if o.Gate == nil {
		if a.options.Gate, err = keygate.New(service, keygate.Limits{}, nil); err != nil {
			return nil, err
		}
	}
	if a.cards = o.Cards; a.cards == nil {
		if a.cards, err = answercache.NewCards(); err != nil {
			return nil, err
		}
	}
	if a.published = o.Published; a.published == nil {
		if a.published, err = publiccache.New(service); err != nil {
			return nil, err
		}
	}
	if a.qrCodes, err = newQRCodes(); err != nil {
		return nil, err
	}
	a.documents = sync.OnceValues(func() (map[string]*httpkit.Document, error) { return documents(o.PublicURL) })
	mux := http.NewServeMux()
	a.Mount(mux)
	a.Handler = a.Over(mux)
	return a, nil
}

// Mount registers the API's routes.
func (a *API) Mount(mux *http.ServeMux) {
	for _, r := range Routes() {
		if r.Detail == "" {
			mux.Handle(r.Method+" "+r.Path, a.adapt(r))
		}
		if r.Path == epcisrest.Root { // as the standard writes it
			mux.Handle(r.Method+" "+r.Path+"/{$}", a.adapt(r))
		}
	}
	for _, k := range kind.All {
		r := Route{Method: http.MethodGet, Path: k.Prefix + detailPattern, Kind: k, Scopes: readers, handle: detail}
		mux.Handle(r.Method+" "+r.Path, a.adapt(r))
	}
}
