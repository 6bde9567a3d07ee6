package server

import (
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
)

func TestPanic(t *testing.T) {
	const cause = "a causa: senha=hunter2"
	s := start(t, map[string]http.HandlerFunc{
		"GET /panico/texto":  func(http.ResponseWriter, *http.Request) { panic(cause) },
		"GET /panico/erro":   func(http.ResponseWriter, *http.Request) { panic(errors.New(cause)) },
		"GET /panico/indice": func(_ http.ResponseWriter, r *http.Request) { _ = []int{}[len(r.URL.Path)] },
		"POST /panico/escrita": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/html")
			w.Header().Set("Content-Length", "7")
			panic(cause)
		},
	})
	for i, c := range []struct{ method, path string }{
		{"GET", "/panico/texto"}, {"GET", "/panico/erro"}, {"GET", "/panico/indice"}, {"POST", "/panico/escrita"},
	} {
		a := s.call(c.method, c.path, "")
		e := a.envelope(t)
		if a.StatusCode != 500 || e.Status != "error" || e.Code != 500 || e.Error != "ERRO_INTERNO" || e.RequestID != a.Header.Get("X-Request-Id") {
			t.Errorf("%s: %d %s", c.path, a.StatusCode, a.body)
		}
		if strings.Contains(a.body, "causa") || strings.Contains(a.body, "range") || strings.Contains(a.body, ".go") {
			t.Errorf("%s tells the caller the cause: %s", c.path, a.body)
		}
		line := s.access(i + 1)[i]
		if line.Level != "ERROR" || line.Status != 500 || line.Route != c.path || !strings.Contains(line.Cause, "panic: ") || !strings.Contains(line.Cause, "recover_test.go") {
			t.Errorf("%s: the log says %+v, want the panic and where it was", c.path, line)
		}
	}
	if a := s.call("GET", "/healthz", ""); a.StatusCode != 200 {
		t.Errorf("after the panics: %d", a.StatusCode)
	}
}

// TestPanicAfterTheAnswerBegan: an answer that is cut off is recognisable as such, and not taken
// for a short complete one.
func TestPanicAfterTheAnswerBegan(t *testing.T) {
	began := func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, "half of it")
		if err := http.NewResponseController(w).Flush(); err != nil {
			t.Errorf("flush through the server's writer: %v", err)
		}
		panic("too late")
	}
	s := start(t, map[string]http.HandlerFunc{
		"GET /meio":    began,
		"GET /abortar": func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) },
	})
	resp, err := s.client.Do(s.request("GET", "/meio", ""))
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if body, err := io.ReadAll(resp.Body); err == nil {
		t.Errorf("read %q to a regular end, want the connection cut", body)
	}
	line := s.access(1)[0]
	if line.Level != "ERROR" || line.Status != 200 || line.Error != "ERRO_INTERNO" || !strings.Contains(line.Cause, "too late") {
		t.Errorf("the log says %+v, want the panic", line)
	}
	if resp, err := s.client.Do(s.request("GET", "/abortar", "")); err == nil {
		resp.Body.Close()
		t.Errorf("a handler that aborts was answered with %d", resp.StatusCode)
	}
	if lines := s.access(2); len(lines) < 2 || lines[1].Route != "/abortar" {
		t.Errorf("the log says %+v, want a line for the aborted one", lines)
	}
}
