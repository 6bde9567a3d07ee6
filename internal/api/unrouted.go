package api

import (
	"net/http"
	"slices"
	"strings"

	"rastro/internal/api/epcisrest"
	"rastro/internal/api/params"
	"rastro/internal/httpkit"
	"rastro/internal/httpkit/cors"
	"rastro/internal/httpkit/fallback"
	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/trace"
)

// Over answers from a mux with this API's routes and possibly others. If the mux has no route, the
// answer is in the envelope: 404, or 405 with Allow if other methods have a route.
func (a *API) Over(mux *http.ServeMux) http.Handler {
	return fallback.Over(mux, func(w http.ResponseWriter, r *http.Request) { a.unrouted(mux, w, r) })
}

func (a *API) unrouted(mux *http.ServeMux, w http.ResponseWriter, r *http.Request) {
	preflight := a.introduce(w, r)
	if err := a.visit(w, r); err != nil {
		a.Fail(w, r, err)
		return
	}
	allowed := fallback.Allowed(mux, r, hasDetail)
	switch {
	case allowed == "":
		a.failFor(w, r, trace.Fail(trace.CodePathNotFound))
	case preflight:
		w.WriteHeader(http.StatusNoContent)
	case r.Method == http.MethodOptions && epcisrest.Serves(r.URL.Path):
		epcisrest.Options(w.Header(), allowed, a.options.Version)
		w.WriteHeader(http.StatusNoContent)
	case r.Method == http.MethodOptions:
		w.Header().Set("Allow", allowed)
		send(w, r, language(r), reply{message: optionsMessage, data: methodList(allowed)})
	default:
		w.Header().Set("Allow", allowed)
		a.failFor(w, r, trace.Fail(trace.CodeWrongMethod, "metodo", r.Method, "permitidos", allowed))
	}
}

// failFor answers with a page if a person asks with a browser, and otherwise with the
// envelope.
func (a *API) failFor(w http.ResponseWriter, r *http.Request, err error) {
	failed := trace.AsError(err)
	if a.options.Pages == nil || !wantsPage(r) || failed.Class() == trace.Internal {
		a.Fail(w, r, err)
		return
	}
	a.Note(w, failed)
	httpkit.Retry(w.Header(), failed)
	a.options.Pages.Fail(w, r, httpkit.Status(failed.Class()), failed)
}

// wantsPage reports whether a request prefers a page to JSON, as browsers do.
func wantsPage(r *http.Request) bool {
	return isRead(r) && params.Accepted(r.Header.Get("Accept"), mediaJSON, mediaHTML) == mediaHTML
}

const mediaHTML = "text/html"

// hasDetail reports whether a path that matches a pattern has a route: the details of a record
// share a pattern, of which only their names count.
func hasDetail(r *http.Request, pattern string) bool {
	if !strings.HasSuffix(pattern, detailPattern) {
		return true
	}
	_, prefix, _ := strings.Cut(strings.TrimSuffix(pattern, detailPattern), " ")
	return slices.ContainsFunc(details(kind.ByPrefix(prefix)), func(d Route) bool { return strings.HasSuffix(r.URL.EscapedPath(), "/"+d.Detail) })
}

// detailPattern ends the router's pattern of the details.
const detailPattern = "/{id}/{detalhe}"

var optionsMessage = lang.Text{PT: "Métodos deste caminho.", EN: "Methods of this path.", ES: "Métodos de esta ruta."}

func methodList(allowed string) []byte {
	var out []byte
	out = append(out, `{"metodos":["`...)
	out = append(out, strings.ReplaceAll(allowed, ", ", `","`)...)
	return append(out, `"]}`...)
}

// corsHeaders are the request headers that a browser may send from another origin, and
// corsExposed the answer's headers it may read.
var (
	corsHeaders = strings.Join(slices.Concat([]string{accessHeader, secretHeader}, accessAliases,
		[]string{"Authorization", "Content-Type", "Accept-Language", "If-Match", "If-None-Match", "Idempotency-Key", "X-Request-Id", "GS1-EPCIS-Min", "GS1-EPCIS-Max", "GS1-CBV-Min", "GS1-CBV-Max", "GS1-EPC-Format"}), ", ")
	corsExposed = strings.Join([]string{"ETag", "Location", "Link", "X-Request-Id", "X-Rastro-Version", "GS1-EPCIS-Version", "GS1-CBV-Version", "GS1-Extensions", "Retry-After", "RateLimit", "RateLimit-Policy", "Idempotent-Replayed"}, ", ")
)

// corsOf returns what pages of other origins may do.
func corsOf(o *Options) cors.Policy {
	policy := cors.Policy{Origins: o.CORSOrigins, Methods: fallback.Methods, Headers: corsHeaders, Exposed: corsExposed}
	if o.AccessKeyHeader != "" {
		policy.Headers += ", " + o.AccessKeyHeader
	}
	return policy
}
