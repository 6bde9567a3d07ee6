package server

import (
	"net/http"
	"strings"
	"testing"
)

// chrome is the Accept header that a browser sends when someone opens an address.
const chrome = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8"

// People who open an address that does not exist, or goods that no validation names, see a
// page in their language, with the same status as a program, which gets the envelope.
func TestBrowsersGetPagesWhereProgramsGetTheEnvelope(t *testing.T) {
	s := start(t, nil)
	for _, c := range []struct {
		path   string
		status int
		text   string
		root   string
	}{
		{"/naoExiste", 404, "Página não encontrada", `./`},
		{"/nao/existe/", 404, "Página não encontrada", `../../`},
		{"/nao//existe", 404, "Página não encontrada", `../../`},
		{"/<script>alert(1)</script>", 404, "Página não encontrada", ``},
		{"/01/07891234567895", 404, "Produto não encontrado", `../`},
		{"/01/07891234567895/10/L-1", 404, "Produto não encontrado", `../../../`},
		{"/01/123", 400, "Não foi possível abrir", `../`},
		{"/v/XXXX-XXXX-XXXX-XXXX", 404, "Código desconhecido", `../`},
		{"/rastreio/recall", 405, "Não foi possível abrir", `../`},
	} {
		for _, accept := range []string{chrome, "application/json", "*/*", "", "application/json, text/html;q=0.5"} {
			r, err := http.NewRequest(http.MethodGet, s.url+strings.NewReplacer("<", "%3C", ">", "%3E").Replace(c.path), nil)
			if err != nil {
				t.Fatal(err)
			}
			r.Header.Set("Accept-Language", "pt-BR")
			if accept != "" {
				r.Header.Set("Accept", accept)
			}
			got := s.do(r)
			if got.StatusCode != c.status {
				t.Errorf("%s, %q: %d, want %d", c.path, accept, got.StatusCode, c.status)
			}
			if !strings.Contains(strings.Join(got.Header.Values("Vary"), ", "), "Accept,") {
				t.Errorf("%s, %q: Vary is %q", c.path, accept, got.Header.Values("Vary"))
			}
			media := got.Header.Get("Content-Type")
			if accept != chrome {
				if strings.HasPrefix(c.path, "/v/") {
					continue // a page unless JSON is requested
				}
				if media != "application/json" || !strings.Contains(got.body, `"status":"error"`) {
					t.Errorf("%s, %q: %s %s", c.path, accept, media, got.body)
				}
				continue
			}
			if !strings.HasPrefix(media, "text/html") || !strings.Contains(got.body, c.text) || strings.Contains(got.body, "alert(1)") || strings.Contains(got.body, `"status"`) {
				t.Errorf("%s: %s\n%s", c.path, media, got.body)
			}
			if csp := got.Header.Get("Content-Security-Policy"); !strings.HasPrefix(csp, "default-src 'none'") || got.Header.Get("Cache-Control") != "no-cache" {
				t.Errorf("%s: policy %q, cache %q", c.path, csp, got.Header.Get("Cache-Control"))
			}
			if c.root != "" && !strings.Contains(got.body, `href="`+c.root+`"`) && !strings.Contains(got.body, `"`+c.root+`v"`) {
				t.Errorf("%s: no way to the start page by %s\n%s", c.path, c.root, got.body)
			}
		}
	}
	post := s.request(http.MethodPost, "/naoExiste", `{}`)
	post.Header.Set("Accept", chrome)
	if got := s.do(post); got.StatusCode != 404 || got.Header.Get("Content-Type") != "application/json" {
		t.Errorf("POST: %d %s", got.StatusCode, got.Header.Get("Content-Type"))
	}
}
