package web

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"

	"rastro/internal/demo"
	"rastro/internal/httpkit"
	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/ledger"
	"rastro/internal/public"
	"rastro/internal/trace"
	"rastro/internal/zone"
)

// Times are shown in the deployment's zone, with its offset from UTC.
func TestPublicMoments(t *testing.T) {
	z, err := zone.Parse(zone.Default)
	if err != nil {
		t.Fatal(err)
	}
	const at = "2026-11-17T02:05:00.000Z"
	for l, want := range map[lang.Lang]string{
		lang.PT: "16 de novembro de 2026, 23:05 (UTC−3)", lang.EN: "16 November 2026, 23:05 (UTC−3)", lang.ES: "16 de noviembre de 2026, 23:05 (UTC−3)",
	} {
		if got := momentOf(at, l, z); got != want {
			t.Errorf("%s: %q, want %q", l.Tag(), got, want)
		}
	}
}

// fillDemo writes both demonstration harvests and returns their codes.
func (s *site) fillDemo() (codes []string) {
	s.t.Helper()
	if _, err := s.service.Bootstrap(s.t.Context(), "", ""); err != nil {
		s.t.Fatal(err)
	}
	records, err := demo.Harvests()
	if err != nil {
		s.t.Fatal(err)
	}
	for _, r := range records {
		made, err := s.service.Create(s.t.Context(), admin, kind.ByPrefix(r.Prefix), trace.Envelope{HarvestID: r.HarvestID, HarvestCode: r.Season, Payload: r.Payload}, nil)
		if err != nil {
			s.t.Fatal(err)
		}
		if made.Record.ValidationCode != "" {
			codes = append(codes, made.Record.ValidationCode)
		}
	}
	if _, err := s.service.Integrate(s.t.Context()); err != nil {
		s.t.Fatal(err)
	}
	return codes
}

// The whole page, with everything in it, is small on the wire.
func TestPageSize(t *testing.T) {
	s := newSite(t)
	for _, path := range append(s.fillDemo(), "") {
		target := "/v/" + path
		if path == "" {
			target = "/"
		}
		for _, l := range languages {
			for coding, most := range map[string]int{"br": 11 << 10, "gzip": 12 << 10, "identity": 30 << 10} {
				got := s.path(target, "Accept-Encoding", coding, "Accept-Language", l.header)
				if len(got.body) > most || got.status != http.StatusOK {
					t.Errorf("%s in %s as %s: %d, %d bytes, want %d at most", target, l.header, coding, got.status, len(got.body), most)
				}
				t.Logf("%s in %s as %s: %d bytes", target, l.header, coding, len(got.body))
			}
		}
	}
}

// It is the same page in every encoding, and a client that has it is told so.
func TestPageEncodings(t *testing.T) {
	s := newSite(t)
	code := s.fillDemo()[0]
	plain := s.get(code, "Accept-Encoding", "identity")
	for coding, open := range map[string]func(io.Reader) io.Reader{
		"br": func(r io.Reader) io.Reader { return brotli.NewReader(r) },
		"gzip": func(r io.Reader) io.Reader {
			z, err := gzip.NewReader(r)
			if err != nil {
				t.Fatal(err)
			}
			return z
		},
	} {
		got := s.get(code, "Accept-Encoding", coding)
		body, err := io.ReadAll(open(strings.NewReader(got.body)))
		if err != nil || string(body) != plain.body || got.header.Get("Content-Encoding") != coding || got.header.Get("ETag") == plain.header.Get("ETag") {
			t.Errorf("%s: %v, %d bytes of %d, %s", coding, err, len(body), len(plain.body), got.header)
		}
		again := s.get(code, "Accept-Encoding", coding, "If-None-Match", got.header.Get("ETag"))
		if again.status != http.StatusNotModified || again.body != "" {
			t.Errorf("%s: who has it gets %d and %d bytes", coding, again.status, len(again.body))
		}
	}
	for _, odd := range []string{"br;q=0", "br;q=x", "*", ";;;", "gzip;q=0, br;q=0.0"} {
		if got := s.get(code, "Accept-Encoding", odd); got.header.Get("Content-Encoding") != "" || got.body != plain.body {
			t.Errorf("%q: %s", odd, got.header.Get("Content-Encoding"))
		}
	}
}

// The language is the address's, else the browser's; the switch leads to each.
func TestLanguageSwitch(t *testing.T) {
	s := newSite(t)
	code := s.fillDemo()[0]
	for _, target := range []string{"/", "/v/" + code, "/v/nada"} {
		for _, c := range []struct{ query, header, want string }{
			{"", "", "pt-BR"}, {"", "es", "es"}, {"", "fr", "fr"}, {"", "ja", "pt-BR"}, {"?lang=en", "es", "en"}, {"?lang=de", "es", "de"}, {"?lang=nl", "", "nl"}, {"?lang=xx", "it", "it"}, {"?lang=pt", "en", "pt-BR"}, {"?lang=xx", "es", "es"}, {"?lang=", "en", "en"}, {"?lang=%00", "", "pt-BR"},
		} {
			got := s.path(target+c.query, "Accept-Language", c.header)
			if !strings.Contains(got.body, `<html lang="`+c.want+`">`) || got.header.Get("Content-Language") != c.want {
				t.Errorf("%s%s for %q: %s, want %s", target, c.query, c.header, got.header.Get("Content-Language"), c.want)
			}
			for _, l := range lang.OfBuyers {
				link := fmt.Sprintf(`<a href="?lang=%s" lang="%s" hreflang="%s"`, l.Code(), l.Tag(), l.Tag())
				if !strings.Contains(got.body, link) {
					t.Errorf("%s: no %s", target, link)
				}
			}
			if strings.Count(got.body, `aria-current="true"`) != 1 {
				t.Errorf("%s: %d languages are the present one", target, strings.Count(got.body, `aria-current="true"`))
			}
		}
	}
}

func TestStartPage(t *testing.T) {
	s := newSite(t)
	s.fillDemo()
	for _, l := range languages {
		got := s.path("/", "Accept-Language", l.header)
		if got.status != http.StatusOK {
			t.Errorf("%s: %d", l.header, got.status)
		}
		for _, want := range []string{startTexts["head"].In(l.lang), `action="./v"`, `name="codigo"`, `href="./docs"`, `href="./openapi.json"`, `href="./log/checkpoint"`, "web.example/log"} {
			if !strings.Contains(got.body, want) {
				t.Errorf("%s: no %q", l.header, want)
			}
		}
		// No version, no key, and nothing about who is in the store.
		for _, hidden := range []string{escaped(s.service.VerifierKey()), s.service.VerifierKey(), "rk_", "DEMO-", "sqlite", "X-Rastro-Version"} {
			if strings.Contains(got.body, hidden) {
				t.Errorf("%s: %q is on the start page", l.header, hidden)
			}
		}
		checkPage(t, "/", got)
	}
	if got := s.path("/"); !strings.Contains(got.body, ">42<") && !strings.Contains(got.body, `class="count"`) {
		t.Error("the number of entries is not there")
	}
	if _, err := s.db.Exec(`ALTER TABLE log_state RENAME TO gone`); err != nil {
		t.Fatal(err)
	}
	if got := s.path("/", "Accept-Language", "en"); got.status != http.StatusServiceUnavailable || !strings.Contains(got.body, startTexts["logDown"].EN) || strings.Contains(got.body, "table") {
		t.Errorf("without a log: %d\n%s", got.status, got.body)
	}
}

// The form leads to the page of the typed code, whatever it is.
func TestLookUp(t *testing.T) {
	s := newSite(t)
	for typed, want := range map[string]string{
		"": "./", "   ": "./", " abc ": "./v/abc", "a/b": "./v/a%2Fb", "../x": "./v/..%2Fx", "//evil.example": "./v/%2F%2Fevil.example",
		"çã": "./v/%C3%A7%C3%A3", "a?b#c": "./v/a%3Fb%23c", "javascript:alert(1)": "./v/javascript:alert%281%29", "\r\nX: y": "./v/X:%20y", strings.Repeat("A", 10_000): "./",
	} {
		got := s.path("/v?codigo=" + url.QueryEscape(typed))
		if got.status != http.StatusSeeOther || got.header.Get("Location") != want {
			t.Errorf("%.30q: %d %.80s, want %s", typed, got.status, got.header.Get("Location"), want)
		}
	}
	if got := s.path("/v?codigo=x&lang=en"); got.header.Get("Location") != "./v/x?lang=en" {
		t.Errorf("the language is lost: %s", got.header.Get("Location"))
	}
	if got := s.path("/v/"); got.status != http.StatusSeeOther || got.header.Get("Location") != "../" {
		t.Errorf("/v/: %d %s", got.status, got.header.Get("Location"))
	}
}

// The proof that the page offers checks with the key that it shows.
func TestProofOfThePage(t *testing.T) {
	s := newSite(t)
	code := s.fillDemo()[1]
	page := s.get(code)
	if !strings.Contains(page.body, `href="./`+code+`/prova"`) || !strings.Contains(page.body, `href="./`+code+`.pdf?lang=pt"`) {
		t.Error("the page does not lead to its proof and its certificate")
	}
	got := s.path("/v/" + code + "/prova")
	proof, err := ledger.ReadProof([]byte(got.body))
	if err != nil || got.status != http.StatusOK || !strings.Contains(got.header.Get("Content-Disposition"), "prova.json") {
		t.Fatalf("%d %s: %v", got.status, got.body, err)
	}
	verifier, err := ledger.NewVerifier(s.service.VerifierKey())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := proof.Check(verifier); err != nil || !strings.Contains(page.body, proof.Hash) {
		t.Errorf("%v, %s", err, proof.Hash)
	}
	var told struct{ Error string }
	unknown := s.path("/v/nada/prova")
	if err := json.Unmarshal([]byte(unknown.body), &told); err != nil || unknown.status != http.StatusNotFound || told.Error != string(trace.CodeCodeNotFound) {
		t.Errorf("of an unknown code: %d %s", unknown.status, unknown.body)
	}
}

// In its first second, a validation has no place in the log. Its proof says so, and when to try
// again; it does not say that the store is unreachable.
func TestProofBeforeTheLogHasIt(t *testing.T) {
	s := newSite(t)
	code := s.create("/validacao", `{"status":"APROVADO","cultura":"SOJA"}`).ValidationCode
	got := s.path("/v/" + code + "/prova")
	var told struct{ Error string }
	if err := json.Unmarshal([]byte(got.body), &told); err != nil || got.status != http.StatusServiceUnavailable || told.Error != string(trace.CodeNotLogged) || got.header.Get("Retry-After") != "1" {
		t.Errorf("before: %d %q %s", got.status, got.header.Get("Retry-After"), got.body)
	}
	if _, err := s.service.Integrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := s.path("/v/" + code + "/prova"); got.status != http.StatusOK {
		t.Errorf("after: %d %s", got.status, got.body)
	}
}

func BenchmarkPage(b *testing.B) {
	var body bytes.Buffer
	page, err := parsePage(publicContent)
	if err != nil {
		b.Fatal(err)
	}
	p := &public.Page{Code: "X", State: trace.Valid, Crop: trace.Soy}
	b.ReportAllocs()
	for b.Loop() {
		body.Reset()
		v, err := viewOf(newPageView(lang.PT, "../", publicTexts), p, "https://rastro.example", zone.Zone{})
		if err != nil {
			b.Fatal(err)
		}
		if err := page.Execute(&body, v); err != nil {
			b.Fatal(err)
		}
		newAnswer(200, "text/html", lang.PT, httpkit.Brotli, body.Bytes())
	}
}
