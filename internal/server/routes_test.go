package server

import (
	"net/http"
	"strings"
	"testing"
)

func TestRoutes(t *testing.T) {
	s := start(t, nil)
	for name, test := range map[string]func(*testing.T, *running){
		"public": public, "unknown path": unknownPath, "head": head, "methods": methodsOfPaths,
	} {
		t.Run(name, func(t *testing.T) { test(t, s.in(t)) })
	}
}

// public: what needs no key is answered without one, the rest is not.
func public(t *testing.T, s *running) {
	for _, c := range []struct {
		target string
		status int
		media  string
	}{
		{"/", 200, "text/html; charset=utf-8"},
		{"/v/nada", 404, "text/html; charset=utf-8"},
		{"/v/nada/prova", 404, "application/json"},
		{"/docs", 200, "text/html; charset=utf-8"},
		{"/openapi.json", 200, "application/json"},
		{"/openapi-3.0.json", 200, "application/json"},
		{"/healthz", 200, "application/json"},
		{"/readyz", 200, "application/json"},
		{"/metrics", 200, "text/plain"},
		{planting, 401, "application/json"},
		{"/fase", 401, "application/json"},
		{"/apikey", 401, "application/json"},
		{"/nada", 404, "application/json"},
	} {
		r := s.request("GET", c.target, "")
		r.Header = http.Header{}
		a := s.do(r)
		if a.StatusCode != c.status || !strings.HasPrefix(a.Header.Get("Content-Type"), c.media) {
			t.Errorf("GET %s without a key: %d %s, want %d %s", c.target, a.StatusCode, a.Header.Get("Content-Type"), c.status, c.media)
		}
	}
}

func unknownPath(t *testing.T, s *running) {
	for _, target := range []string{
		"/nada", "/nada/", "/v/a/b", "/docs/a/b", "/metrics/x", "/healthz//", "/producaoAgricola", "//", "/%00", "/%ff", "/..%2f..%2fetc/passwd",
	} {
		a := s.call("GET", target, "")
		if e := a.envelope(t); a.StatusCode != 404 || e.Status != "error" || e.Code != 404 || e.Error != "CAMINHO_NAO_ENCONTRADO" {
			t.Errorf("GET %s: %d %s", target, a.StatusCode, a.body)
		}
	}
}

func head(t *testing.T, s *running) {
	id := s.call("POST", planting, `{"safraId":"S","dados":{}}`).envelope(t).Data.ID
	for _, target := range []string{
		"/docs", "/healthz", "/readyz", "/openapi.json", planting, planting + "/" + id, planting + "/safra/S", "/fase", "/nada", planting + "/nada",
	} {
		plain := func(method string) answer { // the client itself requests gzip, but only with GET
			r := s.request(method, target, "")
			r.Header.Set("Accept-Encoding", "identity")
			return s.do(r)
		}
		get, head := plain("GET"), plain("HEAD")
		if head.StatusCode != get.StatusCode || head.body != "" {
			t.Errorf("HEAD %s: %d with %d bytes, want %d with none", target, head.StatusCode, len(head.body), get.StatusCode)
		}
		for _, name := range []string{"Content-Type", "Content-Length", "ETag", "Cache-Control"} {
			if g, h := get.Header.Get(name), head.Header.Get(name); g != h {
				t.Errorf("HEAD %s: %s is %q, GET says %q", target, name, h, g)
			}
		}
	}
	if a := s.call("HEAD", "/metrics", ""); a.StatusCode != 200 || a.body != "" {
		t.Errorf("HEAD /metrics: %d with %d bytes", a.StatusCode, len(a.body))
	}
}

// methodsOfPaths: OPTIONS lists the methods of a path, whatever serves it; other methods are
// refused with that list.
func methodsOfPaths(t *testing.T, s *running) {
	for _, c := range []struct{ target, allow string }{
		{planting, "GET, HEAD, POST, PUT, OPTIONS"},
		{planting + "/x", "GET, HEAD, DELETE, OPTIONS"},
		{"/apikey/x", "DELETE, OPTIONS"},
		{"/healthz", "GET, HEAD, OPTIONS"},
		{"/openapi.json", "GET, HEAD, OPTIONS"},
		{"/docs", "GET, HEAD, OPTIONS"},
		{"/metrics", "GET, HEAD, OPTIONS"},
	} {
		if a := s.call("OPTIONS", c.target, ""); a.StatusCode/100 != 2 || a.Header.Get("Allow") != c.allow {
			t.Errorf("OPTIONS %s: %d, Allow %q; want %q", c.target, a.StatusCode, a.Header.Get("Allow"), c.allow)
		}
		for _, method := range []string{"PATCH", "TRACE", "PROPFIND"} {
			a := s.call(method, c.target, "")
			if e := a.envelope(t); a.StatusCode != 405 || e.Error != "METODO_NAO_PERMITIDO" || a.Header.Get("Allow") != c.allow {
				t.Errorf("%s %s: %d, Allow %q, %s; want 405 with %q", method, c.target, a.StatusCode, a.Header.Get("Allow"), a.body, c.allow)
			}
		}
	}
	if a := s.call("OPTIONS", "/nada", ""); a.StatusCode != 404 {
		t.Errorf("OPTIONS /nada: %d, want 404", a.StatusCode)
	}
}
