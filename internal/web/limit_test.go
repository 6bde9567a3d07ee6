package web

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"rastro/internal/zone"
	"strings"
	"testing"
	"time"
)

// A visitor who has to wait is told so in their language, as a page or as JSON, without any
// look-up.
func TestVisitorsWait(t *testing.T) {
	for name, text := range busyTexts {
		if !text.Complete() {
			t.Errorf("%s lacks a language", name)
		}
	}
	mux := http.NewServeMux()
	counted := 0
	wait := func(*http.Request) time.Duration { counted++; return 1500 * time.Millisecond }
	if err := MountDocs(mux, wait); err != nil {
		t.Fatal(err)
	}
	if err := MountPublic(mux, newSite(t).service, nil, "https://rastro.example", wait, slog.New(slog.DiscardHandler), zone.Zone{}); err != nil {
		t.Fatal(err)
	}
	ask := func(path string, header ...string) *httptest.ResponseRecorder {
		r := httptest.NewRequest("GET", path, nil)
		for i := 0; i+1 < len(header); i += 2 {
			r.Header.Set(header[i], header[i+1])
		}
		w := httptest.NewRecorder()
		mux.ServeHTTP(w, r)
		if w.Code != 429 || w.Header().Get("Retry-After") != "2" {
			t.Errorf("%s: %d, Retry-After %q", path, w.Code, w.Header().Get("Retry-After"))
		}
		return w
	}
	for path, home := range map[string]string{
		"/": `href="./"`, "/v": `href="./"`, "/docs": `href="./"`, "/v/X": `href="./../"`, "/v/X.pdf": `href="./../"`, "/docs/x.js": `href="./../"`,
		"/v/": `href="./../"`, "/docs/": `href="./../"`, "/v/X/prova": `href="./../../"`,
	} {
		if got := ask(path, "Accept-Language", "es").Body.String(); !strings.Contains(got, "Demasiados accesos") || !strings.Contains(got, home) {
			t.Errorf("%s: %s", path, got)
		}
	}
	if got := ask("/v/X?lang=en").Body.String(); !strings.Contains(got, "Too many requests") {
		t.Error(got)
	}
	if got := ask("/v/X", "Accept", "application/json").Body.String(); !strings.Contains(got, `"error":"LIMITE_DE_REQUISICOES"`) {
		t.Error(got)
	}
	if counted != 11 {
		t.Errorf("%d requests were counted, want 11", counted)
	}
}
