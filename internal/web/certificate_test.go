package web

import (
	"html"
	"io"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"rastro/internal/lang"
	"rastro/internal/testkit"
	"rastro/internal/testkit/stores"
	"rastro/internal/trace"
	"rastro/internal/zone"
)

// newPress returns a site that prints. Its clock stands still, so that the same request gets the
// same answer.
func newPress(t *testing.T) *site {
	t.Helper()
	clock := testkit.At(time.Date(2026, 11, 15, 2, 0, 0, 0, time.UTC))
	return newSiteOn(t, stores.Service(t, stores.SQLite(t).Store(t), clock.Now, "web.example/log"), "https://web.example", nil)
}

// pdfText returns the text of a certificate without spaces.
func pdfText(t *testing.T, file string) string {
	t.Helper()
	program, err := exec.LookPath("pdftotext")
	if err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatalf("pdftotext is needed in CI (Debian: apt-get install poppler-utils): %v", err)
		}
		t.Skipf("no pdftotext, nothing read back (Debian: apt-get install poppler-utils): %v", err)
	}
	path := filepath.Join(t.TempDir(), "certificate.pdf")
	if err := os.WriteFile(path, []byte(file), 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := exec.CommandContext(t.Context(), program, "-layout", path, "-").Output()
	if err != nil {
		t.Fatal(err)
	}
	return without(string(out))
}

var blanks = regexp.MustCompile(`\s+`)

func without(text string) string { return blanks.ReplaceAllString(text, "") }

func (s *site) certificate(code string, headers ...string) reply {
	s.t.Helper()
	got := s.path("/v/"+url.PathEscape(code)+".pdf", headers...)
	if got.status != http.StatusOK || got.header.Get("Content-Type") != "application/pdf" {
		s.t.Fatalf("%s.pdf: %d %s", code, got.status, got.header.Get("Content-Type"))
	}
	return got
}

// The certificate shows the same state as the page, in the requested language, and is byte for byte
// equal for equal states.
func TestCertificateIsThePage(t *testing.T) {
	s := newPress(t)
	planted := s.create("/producaoAgricola/plantioManejo", `{"quantidadeSemente":1}`)
	for code, payload := range map[string]string{
		"VALIDA": `{"status":"APROVADO","lotes":["MT25-001"],"cultura":"SOJA"}`, "REPROVADA": `{"status":"REPROVADO"}`, "VENCIDA": `{"status":"APROVADO","validade":"2020-01-01"}`,
	} {
		s.create("/validacao", `{"codigo":"`+code+`",`+payload[1:])
	}
	revoked := s.create("/validacao", `{"codigo":"REVOGADA","status":"APROVADO"}`)
	if _, err := s.service.Delete(t.Context(), admin, revoked.Kind, revoked.ID.String(), trace.AnyVersion); err != nil {
		t.Fatal(err)
	}
	const slashes = "15/11/2026, 02:00 UTC"
	issued := map[lang.Lang]string{lang.PT: slashes, lang.ES: slashes, lang.FR: slashes, lang.IT: slashes, lang.EN: "15 Nov 2026, 02:00 UTC", lang.DE: "15.11.2026, 02:00 UTC", lang.NL: "15-11-2026, 02:00 UTC"}
	check := func(code string, state trace.State) {
		t.Helper()
		for _, l := range languages {
			got := s.certificate(code, "Accept-Language", l.header)
			for name, want := range map[string]string{
				"X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer", "Cache-Control": "no-cache", "Vary": "Accept-Language",
				"Content-Language": l.lang.Tag(), "Set-Cookie": "", "Content-Disposition": `inline; filename="rastro-` + code + `.pdf"`,
			} {
				if have := got.header.Get(name); have != want {
					t.Errorf("%s: %s is %q, want %q", code, name, have, want)
				}
			}
			text := pdfText(t, got.body)
			facts, err := s.service.PublicValidation(t.Context(), code)
			if err != nil {
				t.Fatal(err)
			}
			story := strings.Join(storyOf(&facts, originOf(&facts), l.lang), " ")
			meaning := stateTexts[state][1].In(l.lang)
			if state == trace.Altered {
				changed, err := time.Parse(trace.TimeLayout, facts.ChangedAt)
				if err != nil {
					t.Fatal(err)
				}
				meaning = fill("changed", l.lang, "dia", l.lang.LongDay(zone.Zone{}.In(changed)))
			}
			page := without(html.UnescapeString(s.get(code, "Accept-Language", l.header).body))
			for _, same := range []string{story, quantityOf(&facts, l.lang).Value, facts.Verdict.Counts(l.lang), meaning} {
				if !strings.Contains(text, without(same)) || !strings.Contains(page, without(same)) {
					t.Errorf("%s in %s: page and certificate do not both say %q", code, l.header, same)
				}
			}
			for _, want := range []string{stateTexts[state][0].In(l.lang), meaning, code, issued[l.lang], "https://web.example/v/" + code, s.service.VerifierKey(), "web.example/log"} {
				if !strings.Contains(text, without(want)) {
					t.Errorf("%s in %s: no %q in\n%s", code, l.header, want, text)
				}
			}
			if again := s.certificate(code, "Accept-Language", l.header); again.body != got.body {
				t.Errorf("%s in %s: other bytes for the same state", code, l.header)
			}
			if asked := s.path("/v/"+code+".PDF?lang="+l.lang.Tag()[:2], "Accept-Language", "ja"); asked.body != got.body {
				t.Errorf("%s: ?lang=%s gives another certificate than Accept-Language", code, l.lang.Tag()[:2])
			}
			if asked := s.path("/v/"+code+".pdf?lang=xx", "Accept-Language", l.header); asked.body != got.body {
				t.Errorf("%s in %s: an unknown ?lang= gives another certificate than the page's language", code, l.header)
			}
		}
	}
	for _, state := range []trace.State{trace.Valid, trace.Refused, trace.Expired, trace.Revoked} {
		check(string(state), state)
	}
	if _, err := s.service.Delete(t.Context(), admin, planted.Kind, planted.ID.String(), trace.AnyVersion); err != nil {
		t.Fatal(err)
	}
	check("VALIDA", trace.Altered) // on the very next request
}

// If there is no certificate, the page answers and says what to do.
func TestCertificateOfNothing(t *testing.T) {
	s := newPress(t)
	erased := s.create("/validacao", `{"codigo":"APAGADA"}`)
	if _, err := s.service.Erase(t.Context(), admin, erased.Kind, erased.ID.String(), "pedido"); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{
		"/v/NADA.pdf", "/v/APAGADA.pdf", "/v/.pdf", "/v/%00.pdf", "/v/%ff%fe.pdf", "/v/" + strings.Repeat("A", 10_000) + ".pdf", "/v/%3Cscript%3Ealert(1)%3C%2Fscript%3E.pdf", "/v/a%2fb.pdf", "/v/.pdf.pdf",
	} {
		got := s.path(path, "Accept-Language", "en")
		if got.status != http.StatusNotFound || !strings.Contains(got.body, publicTexts["unknown"].EN) || strings.Contains(got.body, "alert(1)") {
			t.Errorf("%.60s: %d\n%.300s", path, got.status, got.body)
		}
	}
}

// A code may end in .pdf: its page is not lost to the certificate of another.
func TestCodesThatEndLikeACertificate(t *testing.T) {
	s := newPress(t)
	s.create("/validacao", `{"codigo":"X"}`)
	s.create("/validacao", `{"codigo":"X.pdf"}`)
	if got := s.get("X.pdf"); got.status != http.StatusOK || !strings.HasPrefix(got.header.Get("Content-Type"), "text/html") || !strings.Contains(got.body, "X.pdf") {
		t.Errorf("the page of X.pdf: %d %s", got.status, got.header.Get("Content-Type"))
	}
	if text := pdfText(t, s.certificate("X.pdf").body); !strings.Contains(text, "/v/X.pdf") {
		t.Errorf("the certificate of X.pdf:\n%s", text)
	}
	if got := s.get("X"); got.status != http.StatusOK {
		t.Errorf("the page of X: %d", got.status)
	}
}

// Many at once are drawn in turns, each its own.
func TestCertificatesAtOnce(t *testing.T) {
	s := newPress(t)
	want := map[string]string{}
	for _, code := range []string{"UM", "DOIS"} {
		s.create("/validacao", `{"codigo":"`+code+`"}`)
	}
	for _, code := range []string{"UM", "DOIS"} {
		want[code] = s.certificate(code).body
	}
	var all sync.WaitGroup
	for i := range 12 {
		code := []string{"UM", "DOIS"}[i%2]
		all.Go(func() {
			response, err := http.Get(s.server.URL + "/v/" + code + ".pdf")
			if err != nil {
				t.Error(err)
				return
			}
			defer response.Body.Close()
			body, err := io.ReadAll(response.Body)
			if err != nil || string(body) != want[code] {
				t.Errorf("%s: %d bytes, %v; want the %d of before", code, len(body), err, len(want[code]))
			}
		})
	}
	all.Wait()
}

func TestCertificateName(t *testing.T) {
	for code, want := range map[string]string{
		"7K3M-9QXT": "rastro-7K3M-9QXT.pdf", "": "rastro.pdf", "\"\r\nX: y": "rastro-Xy.pdf", "ç/..": "rastro.pdf", strings.Repeat("A", 100): "rastro-" + strings.Repeat("A", 40) + ".pdf",
	} {
		if got := certificateName(code); got != want {
			t.Errorf("%q: %q, want %q", code, got, want)
		}
	}
}
