package api_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"
)

func withOrigins(origins ...string) func(*settings) {
	return func(s *settings) { s.api.CORSOrigins = origins }
}

// Without configured origins, no browser elsewhere is admitted.
func TestNoCORS(t *testing.T) {
	t.Parallel()
	c := start(t)
	for _, a := range []answer{
		c.get("/fase?size=1", "Origin: https://a.example").ok(200),
		c.do("OPTIONS", "/fase", "", "Origin: https://a.example", "Access-Control-Request-Method: GET").ok(200),
	} {
		for name := range a.header {
			if strings.HasPrefix(name, "Access-Control-") {
				t.Errorf("%s: %s: %q", a.request, name, a.header.Get(name))
			}
		}
	}
}

func TestCORS(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		configured     []string
		origin, allows string
	}{
		{[]string{"https://a.example"}, "https://a.example", "https://a.example"},
		{[]string{"https://a.example", "https://b.example"}, "https://b.example", "https://b.example"},
		{[]string{"*"}, "https://a.example", "*"},
		{[]string{"https://a.example"}, "https://evil.example", ""},
		{[]string{"https://a.example"}, "https://a.example.evil", ""},
		{[]string{"https://a.example"}, "http://a.example", ""},
		{[]string{"https://a.example"}, "null", ""},
		{[]string{"https://a.example"}, "", ""},
	} {
		c := start(t, withOrigins(tc.configured...))
		origin := "Origin: " + tc.origin
		answers := []answer{
			c.get("/fase?size=1", origin).ok(200),
			c.as("", "").get("/fase", origin).fails(401, "CHAVE_INVALIDA"), // a browser must be able to read the error
			c.get("/nada", origin).fails(404, "CAMINHO_NAO_ENCONTRADO"),
		}
		for _, a := range answers {
			a.has("Access-Control-Allow-Origin", tc.allows).has("Access-Control-Allow-Credentials", "")
			if exposed := a.header.Get("Access-Control-Expose-Headers"); strings.Contains(exposed, "ETag") != (tc.allows != "") {
				t.Errorf("%s: exposes %q", a.request, exposed)
			}
			if vary := a.header.Values("Vary"); !slices.Contains(vary, "Origin") {
				t.Errorf("%s: Vary %q", a.request, vary)
			}
		}
	}
}

func TestPreflight(t *testing.T) {
	t.Parallel()
	c := start(t, withOrigins("https://a.example"), func(s *settings) { s.api.AccessKeyHeader = "X-Chave" }).as("", "")
	const method = "Access-Control-Request-Method: PUT"
	a := c.do("OPTIONS", planting, "", "Origin: https://a.example", method).ok(204)
	a.has("Access-Control-Allow-Origin", "https://a.example").has("Access-Control-Max-Age", "600")
	for _, want := range []string{"GET", "POST", "PUT", "DELETE"} {
		if !strings.Contains(a.header.Get("Access-Control-Allow-Methods"), want) {
			t.Errorf("methods %q lack %s", a.header.Get("Access-Control-Allow-Methods"), want)
		}
	}
	for _, want := range []string{"X-API-ACCESS-KEY", "X-API-SECRET-KEY", "X-API-KEY", "X-ACCESS-KEY", "X-Chave", "Content-Type", "If-Match", "Idempotency-Key", "Authorization"} {
		if !slices.Contains(strings.Split(a.header.Get("Access-Control-Allow-Headers"), ", "), want) {
			t.Errorf("headers %q lack %s", a.header.Get("Access-Control-Allow-Headers"), want)
		}
	}
	c.do("OPTIONS", planting, "", "Origin: https://evil.example", method).ok(200).has("Access-Control-Allow-Origin", "")
	c.do("OPTIONS", planting, "", "Origin: https://a.example").ok(200).has("Allow", "GET, HEAD, POST, PUT, OPTIONS")
	c.do("OPTIONS", "/nada", "", "Origin: https://a.example", method).fails(404, "CAMINHO_NAO_ENCONTRADO")
}

func TestRateLimit(t *testing.T) {
	t.Parallel()
	// One request in a thousand seconds: the test cannot be slow enough to get
	// a second one.
	c := start(t, func(s *settings) { s.gate.PerKey = 0.001 })
	c.get("/healthz").ok(200).has("RateLimit", "").has("RateLimit-Policy", "")
	c.get("/fase?size=1").ok(200).has("RateLimit-Policy", `"chave";q=1;w=1000`).has("RateLimit", `"chave";r=0;t=1000`)
	a := c.get("/fase?size=1").fails(429, "LIMITE_DE_REQUISICOES").has("RateLimit", `"chave";r=0;t=1000`)
	if wait, err := strconv.Atoi(a.header.Get("Retry-After")); err != nil || wait < 900 || wait > 1000 {
		t.Errorf("Retry-After %q, want about 1000", a.header.Get("Retry-After"))
	}
	c.get("/healthz").ok(200)
	c.as("", "").get("/fase").fails(401, "CHAVE_INVALIDA").has("RateLimit", "")
}

// A key that is over its limit does not get in another's way.
func TestRateLimitIsPerKey(t *testing.T) {
	t.Parallel()
	c := start(t, func(s *settings) { s.gate.PerKey = 0.001 })
	other := c.newKey(`{}`)
	c.get(planting).fails(429, "LIMITE_DE_REQUISICOES")
	other.get(planting).ok(200)
	other.get(planting).fails(429, "LIMITE_DE_REQUISICOES")
	several := start(t, func(s *settings) { s.gate.PerKey = 2.5 })
	several.get(planting).ok(200).has("RateLimit-Policy", `"chave";q=3;w=1`).has("RateLimit", `"chave";r=2;t=1`)
}
