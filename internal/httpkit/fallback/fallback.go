// Package fallback answers requests for which a mux has no route, and lists the methods that a path
// supports.
package fallback

import (
	"net/http"
	"strings"
)

// Over answers from a mux, and calls none if the mux has no route. If a path with a trailing slash
// has no route, the path without it is used.
//
// The mux is called only once; whether it found a route shows in how it answers.
func Over(mux *http.ServeMux, none http.HandlerFunc) http.Handler {
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
					none(w, shorter)
				}
				return
			}
		}
		none(w, r)
	})
}

// withoutSlash returns a request without the slash at the end of its path; nil if there is
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

// trial is the writer for a request that may have no route. The mux names the route in the request
// before it calls the handler; anything written without a route is the mux's own plain answer,
// which is dropped.
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

// Routed returns the underlying writer of a request that has a route, so that its answer skips this
// package's wrapper.
func Routed(w http.ResponseWriter) http.ResponseWriter {
	if t, ok := w.(*trial); ok {
		return t.ResponseWriter
	}
	return w
}

// Unwrap lets http.ResponseController reach the real writer.
func (t *trial) Unwrap() http.ResponseWriter { return t.ResponseWriter }

// tried are the methods that a path may have a route for.
var tried = []string{http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete}

// Methods lists them.
var Methods = strings.Join(tried, ", ")

// Allowed lists the methods for which a request's path has a route; "" if there are none. has
// decides whether a pattern that matches the path counts as a route.
func Allowed(mux *http.ServeMux, r *http.Request, has func(r *http.Request, pattern string) bool) string {
	var list []string
	for _, m := range tried {
		if routed(mux, r, m, has) {
			list = append(list, m)
		}
	}
	if list == nil {
		return ""
	}
	return strings.Join(append(list, http.MethodOptions), ", ")
}

func routed(mux *http.ServeMux, r *http.Request, method string, has func(*http.Request, string) bool) bool {
	if !cleanPath(r) {
		return false
	}
	_, pattern := mux.Handler(&http.Request{Method: method, URL: r.URL, Host: r.Host})
	return pattern != "" && has(r, pattern)
}

// cleanPath reports whether the path has no empty, . or .. segment, which the router would answer
// with its own redirect instead of the envelope. An encoded %2E%2E is an ordinary segment.
func cleanPath(r *http.Request) bool {
	path := r.URL.EscapedPath()
	if !strings.HasPrefix(path, "/") || strings.Contains(path, "//") {
		return false
	}
	return !strings.Contains(path, "/.") || !strings.Contains(path+"/", "/./") && !strings.Contains(path+"/", "/../")
}
