package e2e

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"rastro/internal/web"
)

// TestDocs shows the API reference in a browser.
func TestDocs(t *testing.T) {
	server := httptest.NewServer(docsHandler(t))
	t.Cleanup(server.Close)
	runScript(t, "docs.mjs", server.URL)
}

// docsHandler serves the reference over a small document.
func docsHandler(t *testing.T) http.Handler {
	t.Helper()
	mux := http.NewServeMux()
	if err := web.MountDocs(mux); err != nil {
		t.Fatal(err)
	}
	mux.HandleFunc("GET /openapi.json", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		http.ServeFile(w, r, "testdata/openapi.json")
	})
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		if _, err := w.Write([]byte(`{"estado":"ok"}`)); err != nil {
			t.Errorf("write /healthz: %v", err)
		}
	})
	return mux
}
