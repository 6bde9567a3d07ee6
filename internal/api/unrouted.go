package api

import (
	"net/http"
	"slices"
	"strings"

	"rastro/internal/api/params"
	"rastro/internal/httpkit"
	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/trace"
)

// Over answers from a mux with this API's routes and possibly others. If the mux has no route it
// answers in the envelope: 404, or 405 with Allow if there is a route for other methods.
//
// A path that ends in a slash is treated as the one without it, unless it has its own route.
//
// The mux is asked once. If it answers by itself, it found no route.
func (a *API) Over(mux *http.ServeMux) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if cleanPath(r) {
			t := &trial{ResponseWriter: w, r: r}
			mux.ServeHTTP(t, r)
			if !t.missed {
				return
			}
			if shorter := withoutSlash(r); shorter != nil {
				t := &trial{ResponseWriter: w, r: shorter}
				mux.ServeHTTP(t, shorter)
				if r.Pattern = shorter.Pattern; t.missed { // for the log and the metrics
					a.unrouted(mux, w, shorter)
				}
				return
			}
		}
		a.unrouted(mux, w, r)
	})
}

// withoutSlash is a request without the slash at the end of its path; nil if there is
// none.
func withoutSlash(r *http.Request) *http.Request {
	path, ok := strings.CutSuffix(r.URL.Path, "/")
	raw, _ := strings.CutSuffix(r.URL.RawPath, "/")
	if !ok || path == "" || strings.HasSuffix(path, "/") || strings.HasSuffix(r.URL.RawPath, "%2F") || strings.HasSuffix(r.URL.RawPath, "%2f") {
		return nil
	}
	shorter := *r
	url := *r.URL
	url.Path, url.RawPath = path, raw
	shorter.URL, shorter.Pattern = &url, ""
	return &shorter
}

// trial is the writer of a request that may have no route. The mux names the
// route in the request before it runs it; what is written without one is the
// mux's own plain answer, which is dropped.
type trial struct {
	http.ResponseWriter
	r      *http.Request
	missed bool
}

// Header implements http.ResponseWriter.
func (t *trial) Header() http.Header {
	if t.r.Pattern == "" {
		return http.Header{}
	}
	return t.ResponseWriter.Header()
}

// WriteHeader implements http.ResponseWriter.
func (t *trial) WriteHeader(status int) {
	if t.missed = t.missed || t.r.Pattern == ""; !t.missed {
		t.ResponseWriter.WriteHeader(status)
	}
}

func (t *trial) Write(p []byte) (int, error) {
	if t.missed = t.missed || t.r.Pattern == ""; t.missed {
		return len(p), nil
	}
	return t.ResponseWriter.Write(p)
}

// Unwrap lets http.ResponseController reach the real writer.
func (t *trial) Unwrap() http.ResponseWriter { return t.ResponseWriter }

func (a *API) unrouted(mux *http.ServeMux, w http.ResponseWriter, r *http.Request) {
	preflight := a.introduce(w, r)
	if err := a.visit(w, r); err != nil {
		a.Fail(w, r, err)
		return
	}
	allowed := allowed(mux, r)
	switch {
	case allowed == "":
		a.failFor(w, r, trace.Fail(trace.CodePathNotFound))
	case preflight:
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

// methods are those a path may have a route for.
var methods = []string{http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete}

// allowed lists the methods that a request's path has a route for, "" when it
// has none.
func allowed(mux *http.ServeMux, r *http.Request) string {
	var list []string
	for _, m := range methods {
		if routed(mux, r, m) {
			list = append(list, m)
		}
	}
	if list == nil {
		return ""
	}
	return strings.Join(append(list, http.MethodOptions), ", ")
}

// routed reports whether a request's path has a route for a method. The details
// of a record share a pattern, of which only their names count.
func routed(mux *http.ServeMux, r *http.Request, method string) bool {
	if !cleanPath(r) {
		return false
	}
	_, pattern := mux.Handler(&http.Request{Method: method, URL: r.URL, Host: r.Host})
	if !strings.HasSuffix(pattern, detailPattern) {
		return pattern != ""
	}
	_, prefix, _ := strings.Cut(strings.TrimSuffix(pattern, detailPattern), " ")
	return slices.ContainsFunc(details(kind.ByPrefix(prefix)), func(d Route) bool { return strings.HasSuffix(r.URL.EscapedPath(), "/"+d.Detail) })
}

// detailPattern ends the router's pattern of the details.
const detailPattern = "/{id}/{detalhe}"

// cleanPath reports whether the path has no empty, . or .. segment: the router
// would answer those with its own redirect instead of the envelope. An
// encoded %2E%2E is an ordinary segment.
func cleanPath(r *http.Request) bool {
	path := r.URL.EscapedPath()
	if !strings.HasPrefix(path, "/") || strings.Contains(path, "//") {
		return false
	}
	return !strings.Contains(path, "/.") || !strings.Contains(path+"/", "/./") && !strings.Contains(path+"/", "/../")
}

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
