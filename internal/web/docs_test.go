package web

import (
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"
)

func newMux(t *testing.T) *http.ServeMux {
	t.Helper()
	mux := http.NewServeMux()
	if err := MountDocs(mux, nil); err != nil {
		t.Fatal(err)
	}
	return mux
}

func request(t *testing.T, mux http.Handler, method, target string, header http.Header) *http.Response {
	t.Helper()
	r := httptest.NewRequest(method, target, nil)
	maps.Copy(r.Header, header)
	w := httptest.NewRecorder()
	mux.ServeHTTP(w, r)
	return w.Result()
}

func get(t *testing.T, mux http.Handler, target string, header http.Header) (*http.Response, string) {
	t.Helper()
	resp := request(t, mux, http.MethodGet, target, header)
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatalf("GET %s: %v", target, err)
	}
	return resp, string(body)
}

var served = regexp.MustCompile(`(?:href|src)="(docs/[^"]+)"`)

// filesOf returns the addresses of the files that the page loads, by their names without the hash.
func filesOf(t *testing.T, mux http.Handler) map[string]string {
	t.Helper()
	_, page := get(t, mux, "/docs", nil)
	files := make(map[string]string)
	for _, m := range served.FindAllStringSubmatch(page, -1) {
		stem, _, _ := strings.Cut(path.Base(m[1]), ".")
		files[stem+path.Ext(m[1])] = "/" + m[1]
	}
	return files
}

func TestDocsPage(t *testing.T) {
	resp, page := get(t, newMux(t), "/docs", nil)
	if resp.StatusCode != http.StatusOK {
		t.Fatalf("GET /docs: status %d, want 200", resp.StatusCode)
	}
	for name, want := range map[string]string{
		"Content-Type":           "text/html; charset=utf-8",
		"Cache-Control":          "no-cache",
		"X-Content-Type-Options": "nosniff",
		"Referrer-Policy":        "no-referrer",
	} {
		if got := resp.Header.Get(name); got != want {
			t.Errorf("GET /docs: %s is %q, want %q", name, got, want)
		}
	}
	for _, want := range []string{
		`<html lang="pt-BR">`,
		"<title>Rastro · Referência da API</title>",
		`<noscript><p class="notice">`,
		`<a href="openapi.json">/openapi.json</a>`,
	} {
		if !strings.Contains(page, want) {
			t.Errorf("GET /docs: no %s in the page", want)
		}
	}
	for _, refused := range []string{`<script>`, `<style`, ` style=`, `javascript:`, `http://`, `https://`} {
		if strings.Contains(page, refused) {
			t.Errorf("GET /docs: the page has %q", refused)
		}
	}
	if m := regexp.MustCompile(` on\w+=`).FindString(page); m != "" {
		t.Errorf("GET /docs: the page has an inline handler %q", m)
	}
}

func TestDocsPolicy(t *testing.T) {
	want := map[string]string{
		"default-src":     "'none'",
		"script-src":      "'self'",
		"style-src":       "'self'",
		"img-src":         "'self' data: blob:",
		"connect-src":     "'self'",
		"base-uri":        "'none'",
		"form-action":     "'none'",
		"frame-ancestors": "'none'",
	}
	mux := newMux(t)
	targets := slices.Collect(maps.Values(filesOf(t, mux)))
	for _, target := range append(targets, "/docs", "/docs/nothing.js") {
		resp, _ := get(t, mux, target, nil)
		got := make(map[string]string)
		for directive := range strings.SplitSeq(resp.Header.Get("Content-Security-Policy"), ";") {
			name, sources, _ := strings.Cut(strings.TrimSpace(directive), " ")
			got[name] = sources
		}
		if !maps.Equal(got, want) {
			t.Errorf("GET %s: policy %v, want %v", target, got, want)
		}
	}
}

func TestDocsFiles(t *testing.T) {
	mux := newMux(t)
	files := filesOf(t, mux)
	// The most a file may weigh on the way to a browser. A new version of the
	// viewer that doubles in size should be a decision.
	tests := []struct {
		file, mediaType string
		compressed      bool
		most            int
	}{
		{"swagger-ui-bundle.js", "text/javascript; charset=utf-8", true, 380_000},
		{"swagger-ui.css", "text/css; charset=utf-8", true, 24_000},
		{"docs.js", "text/javascript; charset=utf-8", true, 14_000},
		{"docs.css", "text/css; charset=utf-8", true, 14_000},
		{"icon.svg", "image/svg+xml", false, 1_000},
		{"swagger-ui-license.txt", "text/plain; charset=utf-8", true, 20_000},
	}
	if len(files) != len(tests) {
		t.Errorf("the page names %d files, want %d: %v", len(files), len(tests), files)
	}
	for _, tt := range tests {
		t.Run(tt.file, func(t *testing.T) {
			target := files[tt.file]
			plain, content := get(t, mux, target, nil)
			packed, body := get(t, mux, target, http.Header{"Accept-Encoding": {"gzip, br"}})

			encoding, vary := "", ""
			if tt.compressed {
				encoding, vary = "br", "Accept-Encoding"
				decoded, err := io.ReadAll(brotli.NewReader(strings.NewReader(body)))
				if err != nil || string(decoded) != content {
					t.Errorf("the compressed form is not the content: %v", err)
				}
				if plain.Header.Get("ETag") == packed.Header.Get("ETag") {
					t.Errorf("both forms have the ETag %s", plain.Header.Get("ETag"))
				}
			}
			if len(content) == 0 || len(body) > tt.most {
				t.Errorf("%d bytes, sent as %d, want at most %d", len(content), len(body), tt.most)
			}
			if got := packed.Header.Get("Content-Encoding"); got != encoding {
				t.Errorf("Content-Encoding is %q, want %q", got, encoding)
			}
			if got := plain.Header.Get("Content-Encoding"); got != "" {
				t.Errorf("Content-Encoding is %q for a client that takes none", got)
			}
			for _, resp := range []*http.Response{plain, packed} {
				for name, want := range map[string]string{
					"Content-Type":           tt.mediaType,
					"Cache-Control":          "public, max-age=31536000, immutable",
					"Vary":                   vary,
					"X-Content-Type-Options": "nosniff",
					"Referrer-Policy":        "no-referrer",
				} {
					if got := resp.Header.Get(name); resp.StatusCode != http.StatusOK || got != want {
						t.Errorf("status %d, %s %q, want 200 and %q", resp.StatusCode, name, got, want)
					}
				}
			}
		})
	}
}

func TestDocsNotModified(t *testing.T) {
	mux := newMux(t)
	targets := slices.Collect(maps.Values(filesOf(t, mux)))
	for _, target := range append(targets, "/docs") {
		for _, encoding := range []string{"br", "identity"} {
			header := http.Header{"Accept-Encoding": {encoding}}
			first, _ := get(t, mux, target, header)
			tag := first.Header.Get("ETag")
			if !strings.HasPrefix(tag, `"`) {
				t.Errorf("GET %s: ETag %q, want a strong one", target, tag)
			}
			header.Set("If-None-Match", tag)
			again, body := get(t, mux, target, header)
			if again.StatusCode != http.StatusNotModified || body != "" || again.Header.Get("ETag") != tag {
				t.Errorf("GET %s (%s) again: status %d, %d bytes, ETag %s, want 304, none, %s",
					target, encoding, again.StatusCode, len(body), again.Header.Get("ETag"), tag)
			}
			header.Set("If-None-Match", `"other"`)
			if other, _ := get(t, mux, target, header); other.StatusCode != http.StatusOK {
				t.Errorf("GET %s (%s) with another ETag: status %d, want 200", target, encoding, other.StatusCode)
			}
		}
	}
}

func TestDocsRoutes(t *testing.T) {
	tests := []struct {
		method, target string
		status         int
	}{
		{"GET", "/docs", 200},
		{"HEAD", "/docs", 200},
		{"POST", "/docs", 405},
		{"GET", "/docs/", 308},
		{"GET", "/docs/swagger-ui-bundle.js", 404},
		{"GET", "/docs/docs.html", 404},
		{"GET", "/docs/update", 404},
		{"GET", "/docs/SHA256SUMS", 404},
		{"GET", "/docs/..%2Fdocs.go", 404},
		{"GET", "/docs/a/b", 404},
		{"GET", "/openapi.json", 404},
	}
	mux := newMux(t)
	for _, tt := range tests {
		resp := request(t, mux, tt.method, tt.target, nil)
		if resp.StatusCode != tt.status {
			t.Errorf("%s %s: status %d, want %d", tt.method, tt.target, resp.StatusCode, tt.status)
		}
		if tt.status == 308 && resp.Header.Get("Location") != "../docs" {
			t.Errorf("%s %s: Location %q, want ../docs", tt.method, tt.target, resp.Header.Get("Location"))
		}
	}
}
