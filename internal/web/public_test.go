package web

import (
	"crypto/sha256"
	"database/sql"
	"encoding/base64"
	"encoding/json"
	"html/template"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"rastro/internal/app"
	"rastro/internal/finding"
	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/public"
	"rastro/internal/testkit"
	"rastro/internal/testkit/stores"
	"rastro/internal/trace"
	"rastro/internal/verdict"
	"rastro/internal/zone"
)

// site is the public page over a real store.
type site struct {
	t       *testing.T
	service *app.App
	server  *httptest.Server
	db      *sql.DB // the store's file, for changes behind its back
}

var admin = &trace.Key{AccessKey: "rk", Name: "Maria Aparecida", Scopes: []trace.Scope{trace.Read, trace.Write, trace.Admin}}

func newSite(t *testing.T) *site {
	t.Helper()
	d := stores.SQLite(t)
	return newSiteOn(t, stores.Service(t, d.Store(t), time.Now, "web.example/log"), "https://rastro.example", d.SQL(t))
}

// newSiteOn serves the public pages of a service.
func newSiteOn(t *testing.T, service *app.App, publicURL string, db *sql.DB) *site {
	t.Helper()
	mux := http.NewServeMux()
	if err := MountPublic(mux, service, nil, publicURL, nil, testkit.Silent(), zone.Zone{}); err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	return &site{t, service, server, db}
}

func (s *site) create(prefix, payload string) trace.Record {
	s.t.Helper()
	env := trace.Envelope{HarvestID: "S", HarvestCode: "2025/26", Payload: []byte(payload)}
	made, err := s.service.Create(s.t.Context(), admin, kind.ByPrefix(prefix), env, nil)
	if err != nil {
		s.t.Fatal(err)
	}
	return made.Record
}

// reply is the answer for a path below /v/.
type reply struct {
	status int
	header http.Header
	body   string
}

// get requests a code, escaped for a path, with headers as alternating names and values.
func (s *site) get(code string, headers ...string) reply {
	s.t.Helper()
	return s.path("/v/"+url.PathEscape(code), headers...)
}

func (s *site) path(path string, headers ...string) reply {
	s.t.Helper()
	request, err := http.NewRequestWithContext(s.t.Context(), http.MethodGet, s.server.URL+path, nil)
	if err != nil {
		s.t.Fatal(err)
	}
	for i := 0; i+1 < len(headers); i += 2 {
		request.Header.Set(headers[i], headers[i+1])
	}
	response, err := http.DefaultTransport.RoundTrip(request)
	if err != nil {
		s.t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		s.t.Fatal(err)
	}
	return reply{response.StatusCode, response.Header, string(body)}
}

// languages are those of the page, with the header that a browser would send.
var languages = []struct {
	lang   lang.Lang
	header string
}{{lang.PT, "pt-BR,pt;q=0.9"}, {lang.EN, "en-GB,en;q=0.8"}, {lang.ES, "es-419,es;q=0.9"}, {lang.DE, "de-AT,de;q=0.9,en;q=0.5"}, {lang.NL, "nl-BE,nl;q=0.9"}, {lang.FR, "fr-CA,fr;q=0.9"}, {lang.IT, "it,en;q=0.4"}}

func TestPublicPage(t *testing.T) {
	s := newSite(t)
	s.create("/producaoAgricola/plantioManejo", `{"cultura":"soja"}`)
	for _, v := range []struct {
		state   trace.State
		payload string
		do      func(trace.Record)
	}{
		{trace.Valid, `"status":"APROVADO","validade":"2099-12-31","lotes":["MT25-001","MT25-002"]`, nil},
		{trace.Refused, `"status":"REPROVADO"`, nil},
		{trace.Expired, `"status":"APROVADO","validade":"2020-01-31"`, nil},
		{trace.Revoked, `"status":"APROVADO"`, func(r trace.Record) {
			if _, err := s.service.Delete(t.Context(), admin, r.Kind, r.ID.String(), trace.AnyVersion); err != nil {
				t.Fatal(err)
			}
		}},
		{trace.Tampered, `"status":"APROVADO"`, func(r trace.Record) {
			if _, err := s.db.Exec(`UPDATE cover SET body = CAST('x' AS BLOB) WHERE id = ?`, r.ID[:]); err != nil {
				t.Fatal(err)
			}
		}},
		{trace.Altered, `"status":"APROVADO"`, func(trace.Record) { s.create("/armazenamento/recebimento", `{}`) }}, // last: it alters all
	} {
		code := "COD-" + string(v.state)
		r := s.create("/validacao", `{"codigo":"`+code+`",`+v.payload+`,"responsavel":"Maria Aparecida"}`)
		if v.do != nil {
			v.do(r)
		}
		for _, l := range languages {
			got := s.get(strings.ToLower(code), "Accept-Language", l.header)
			name, meaning := stateTexts[v.state][0].In(l.lang), stateTexts[v.state][1].In(l.lang)
			if v.state == trace.Altered {
				meaning, _, _ = strings.Cut(publicTexts["changed"].In(l.lang), "{dia}")
			}
			if got.status != http.StatusOK || got.header.Get("Content-Type") != "text/html; charset=utf-8" {
				t.Errorf("%s in %s: %d %s", code, l.header, got.status, got.header.Get("Content-Type"))
			}
			for _, want := range []string{
				`<html lang="` + l.lang.Tag() + `">`, `<section class="state ` + strings.ToLower(string(v.state)) + `"`, `<h1 id="state">` + name + `</h1>`, meaning, code,
				publicTexts["title"].In(l.lang), publicTexts["check"].In(l.lang), "2025/26", escaped(s.service.VerifierKey()),
			} {
				if !strings.Contains(got.body, want) {
					t.Errorf("%s in %s: no %q in\n%s", code, l.header, want, got.body)
				}
			}
			if strings.Contains(got.body, "Maria") {
				t.Errorf("%s in %s: a name is on the page", code, l.header)
			}
			if strings.Contains(got.body, "ZgotmplZ") || strings.Contains(got.body, "<no value>") || strings.Contains(got.body, "{{") {
				t.Errorf("%s in %s: the template did not come out:\n%s", code, l.header, got.body)
			}
			if v.state == trace.Valid && (!strings.Contains(got.body, "MT25-001, MT25-002") || !strings.Contains(got.body, monthName("2099-12", l.lang))) {
				t.Errorf("in %s: no lots or no month:\n%s", l.header, got.body)
			}
			checkPage(t, code, got)
		}
		var told struct {
			Status, Message string
			Data            public.Page
		}
		got := s.get(code, "Accept", "application/json", "Accept-Language", "en")
		if err := json.Unmarshal([]byte(got.body), &told); err != nil || got.status != http.StatusOK || got.header.Get("Content-Type") != "application/json" {
			t.Fatalf("%s as JSON: %d %s, %v", code, got.status, got.body, err)
		}
		if told.Status != "success" || told.Data.State != v.state || told.Data.Code != code || told.Message != stateTexts[v.state][0].EN {
			t.Errorf("%s as JSON: %s", code, got.body)
		}
	}
}

// escaped returns a text as the template writes it.
func escaped(text string) string { return strings.ReplaceAll(text, "+", "&#43;") }

var style = regexp.MustCompile(`(?s)<style>(.*?)</style>`)

// checkPage checks what every page must be: self-contained, small, and safe.
func checkPage(t *testing.T, what string, got reply) {
	t.Helper()
	if len(got.body) > 30<<10 {
		t.Errorf("%s: %d bytes, want 30 KB at most", what, len(got.body))
	}
	found := style.FindAllStringSubmatch(got.body, -1)
	if len(found) != 1 {
		t.Fatalf("%s: %d style elements, want 1", what, len(found))
	}
	sum := sha256.Sum256([]byte(found[0][1]))
	policy := got.header.Get("Content-Security-Policy")
	if want := "style-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"; !strings.Contains(policy, want) || !strings.HasPrefix(policy, "default-src 'none';") {
		t.Errorf("%s: the policy %q does not allow its style, %s", what, policy, want)
	}
	for _, without := range []string{"<script", " style=", " onclick", `="javascript:`, "<img", "<iframe", "<object", "@import", "url(http", `src="`, `href="http`, `href="//`, `action="http`} {
		if strings.Contains(strings.ToLower(got.body), without) {
			t.Errorf("%s: %q is on the page", what, without)
		}
	}
	for name, want := range map[string]string{
		"Set-Cookie": "", "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer", "Cache-Control": "no-cache", "Vary": "Accept, Accept-Encoding, Accept-Language",
	} {
		if have := got.header.Get(name); have != want {
			t.Errorf("%s: %s is %q, want %q", what, name, have, want)
		}
	}
}

func TestPublicPageOfUnknownCodes(t *testing.T) {
	s := newSite(t)
	erased := s.create("/validacao", `{"codigo":"APAGADA"}`)
	if _, err := s.service.Erase(t.Context(), admin, erased.Kind, erased.ID.String(), "pedido"); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{
		"/v/NADA", "/v/APAGADA", "/v/%00", "/v/A%00B", "/v/%ff%fe", "/v/%ED%A0%80", "/v/" + strings.Repeat("A", 10_000), "/v/" + strings.Repeat("%C3%A7", 3000),
		"/v/%2e%2e", "/v/a%2fb", "/v/%20", "/v/-", "/v/%27%3B%20DROP%20TABLE%20code%3B--", "/v/%3Cscript%3Ealert(1)%3C%2Fscript%3E",
	} {
		for _, l := range languages {
			got := s.path(path, "Accept-Language", l.header)
			if got.status != http.StatusNotFound || !strings.Contains(got.body, publicTexts["unknown"].In(l.lang)) || !strings.Contains(got.body, publicTexts["retry"].In(l.lang)) {
				t.Errorf("%.60s in %s: %d\n%.300s", path, l.header, got.status, got.body)
			}
			if strings.Contains(got.body, "alert(1)") || strings.Contains(got.body, "DROP") {
				t.Errorf("%.60s: the code is on the page", path)
			}
			checkPage(t, path[:min(40, len(path))], got)
		}
		var told struct {
			Status, Message, Error string
			Code                   int
		}
		got := s.path(path, "Accept", "application/json")
		if err := json.Unmarshal([]byte(got.body), &told); err != nil || got.status != http.StatusNotFound ||
			told.Status != "error" || told.Code != http.StatusNotFound || told.Error != string(trace.CodeCodeNotFound) || told.Message == "" {
			t.Errorf("%.60s as JSON: %d %s, %v", path, got.status, got.body, err)
		}
	}
}

// A code is the validator's own text: on the page it stays text.
func TestPublicPageEscapes(t *testing.T) {
	s := newSite(t)
	for _, code := range []string{`<script>alert(1)</script>`, `"><img src=x onerror=alert(1)>`, `{{.T}}`, `'onmouseover='x`, `]]>`, `çã 🌱`} {
		r := s.create("/validacao", string(mustJSON(t, map[string]any{"codigo": code, "lotes": []string{`<b>L1</b>`, code}})))
		got := s.get(code)
		if got.status != http.StatusOK {
			t.Fatalf("%q: %d", code, got.status)
		}
		checkPage(t, code, got)
		for _, raw := range []string{"<script>alert", "<img", "<b>L1"} {
			if strings.Contains(got.body, raw) {
				t.Errorf("%q: %q is on the page", code, raw)
			}
		}
		var told struct{ Data public.Page }
		if err := json.Unmarshal([]byte(s.get(code, "Accept", "application/json").body), &told); err != nil || told.Data.Code != r.ValidationCode || len(told.Data.Lots) != 0 {
			t.Errorf("%q as JSON: %+v, %v", code, told, err)
		}
	}
}

// The reason that overrides errors is shown, as text, without what leads to a
// person; and how many errors it overrides.
func TestPublicPageShowsTheReason(t *testing.T) {
	s := newSite(t)
	s.create("/producaoAgricola/plantioManejo", `{"dataPlantio":"31/02/2025"}`)
	for code, reason := range map[string]string{
		"R-1": "Data conferida no caderno de campo.", "R-2": `<script>alert(1)</script> & "aspas"`, "R-3": "CPF 529.982.247-25, placa ABC1C34, ana@x.com", "R-4": strings.Repeat("ã", trace.MaxReason), "R-5": "",
	} {
		env := trace.Envelope{HarvestID: "S", HarvestCode: "2025/26", Payload: mustJSON(t, map[string]any{"codigo": code}), Justification: reason}
		if _, err := s.service.Create(t.Context(), admin, kind.ByPrefix("/validacao"), env, nil); err != nil {
			t.Fatal(err)
		}
		var told struct{ Data public.Page }
		if err := json.Unmarshal([]byte(s.get(code, "Accept", "application/json").body), &told); err != nil || told.Data.Review.Errors != 1 {
			t.Errorf("%s as JSON: %+v, %v", code, told, err)
		}
		want := trace.Valid
		if reason == "" {
			want = trace.Refused
		}
		if told.Data.State != want {
			t.Errorf("%s is %s, want %s", code, told.Data.State, want)
		}
		counts := verdict.Verdict{Summary: finding.Summary{Errors: 1, Alerts: told.Data.Review.Alerts}}
		for _, l := range languages {
			got := s.get(code, "Accept-Language", l.header)
			checkPage(t, code, got)
			if label := publicTexts["reason"].In(l.lang); strings.Contains(got.body, label) != (reason != "") || !strings.Contains(got.body, counts.Counts(l.lang)) {
				t.Errorf("%s in %s:\n%s", code, l.header, got.body)
			}
			for _, hidden := range []string{"<script>alert", "529.982", "ABC1C34", "ana@x.com"} {
				if strings.Contains(got.body, hidden) || strings.Contains(told.Data.Justification, hidden) && hidden != "<script>alert" {
					t.Errorf("%s: %q is shown", code, hidden)
				}
			}
			if (code == "R-1" || code == "R-4") && (!strings.Contains(got.body, "<blockquote>"+reason+"</blockquote>") || told.Data.Justification != reason) {
				t.Errorf("%s in %s: the reason is not there:\n%s", code, l.header, got.body)
			}
		}
	}
}

func mustJSON(t *testing.T, v any) []byte {
	t.Helper()
	out, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestPublicPageOrJSON(t *testing.T) {
	s := newSite(t)
	s.create("/validacao", `{"codigo":"COD"}`)
	const page, data = "text/html; charset=utf-8", "application/json"
	for accept, want := range map[string]string{
		"":          page,
		"*/*":       page,
		"text/html": page,
		"text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8": page,
		"text/html, application/json;q=0.5":                               page,
		"application/json":                                                data,
		"application/json, */*;q=0.1":                                     data,
		"application/json; charset=utf-8":                                 data,
		"image/png":                                                       page,
		"garbage;;;":                                                      page,
	} {
		if got := s.get("COD", "Accept", accept); got.status != http.StatusOK || got.header.Get("Content-Type") != want {
			t.Errorf("Accept %q: %d %s, want %s", accept, got.status, got.header.Get("Content-Type"), want)
		}
	}
}

// A store that is unreachable is not an unknown code.
func TestPublicPageWithoutAStore(t *testing.T) {
	s := newSite(t)
	s.create("/validacao", `{"codigo":"COD"}`)
	if _, err := s.db.Exec(`ALTER TABLE code RENAME TO gone`); err != nil {
		t.Fatal(err)
	}
	for _, l := range languages {
		got := s.get("COD", "Accept-Language", l.header)
		if got.status != http.StatusServiceUnavailable || !strings.Contains(got.body, publicTexts["down"].In(l.lang)) || strings.Contains(got.body, "no such table") {
			t.Errorf("in %s: %d\n%s", l.header, got.status, got.body)
		}
		checkPage(t, "down", got)
	}
	got := s.get("COD", "Accept", "application/json")
	if got.status != http.StatusServiceUnavailable || !strings.Contains(got.body, string(trace.CodeUnavailable)) || strings.Contains(got.body, "table") {
		t.Errorf("as JSON: %d %s", got.status, got.body)
	}
}

// Anyone who reads the code of an old validation learns that the harvest has a newer one, and how
// that ended: the page, the JSON and the certificate say so.
func TestPublicPageNamesTheNewerValidation(t *testing.T) {
	s := newSite(t)
	s.create("/producaoAgricola/plantioManejo", `{"dataPlantio":"2025-10-05"}`)
	s.create("/validacao", `{"codigo":"OLD-1","status":"APROVADO"}`)
	if got := s.get("OLD-1", "Accept-Language", "pt"); strings.Contains(got.body, "mais nova") {
		t.Errorf("the only validation: %s", got.body)
	}
	s.create("/validacao", `{"codigo":"NEW-2","status":"REPROVADO"}`)
	for _, want := range []string{"Há uma validação mais nova desta safra", "não aprovada.", `href="./NEW-2"`} {
		if got := s.get("OLD-1", "Accept-Language", "pt"); !strings.Contains(got.body, want) {
			t.Errorf("no %q in %s", want, got.body)
		}
	}
	var told struct{ Data public.Page }
	if err := json.Unmarshal([]byte(s.get("OLD-1", "Accept", "application/json").body), &told); err != nil || told.Data.Newer == nil || told.Data.Newer.Code != "NEW-2" || told.Data.Newer.Approved {
		t.Errorf("as JSON: %+v, %v", told.Data.Newer, err)
	}
	if said := headlineOf(&told.Data, zone.Zone{}); !strings.Contains(said.meaning.EN, "newer validation") || !strings.Contains(said.meaning.EN, "not approved") {
		t.Errorf("the certificate says %q", said.meaning.EN)
	}
	if got := s.get("NEW-2", "Accept-Language", "pt"); strings.Contains(got.body, "mais nova") {
		t.Errorf("the newest validation: %s", got.body)
	}
	s.create("/validacao", `{"codigo":"NEW-3","status":"APROVADO"}`)
	if got := s.get("OLD-1", "Accept-Language", "en"); !strings.Contains(got.body, ": approved.") || !strings.Contains(got.body, `href="./NEW-3"`) {
		t.Errorf("after an approval: %s", got.body)
	}
}

// A valid code whose harvest was refused later is amber, and its headline says why. After a new
// approval, or when the refusal is withdrawn, it is green again.
func TestPublicPageOfAnOverruledValidation(t *testing.T) {
	s := newSite(t)
	s.create("/producaoAgricola/plantioManejo", `{"dataPlantio":"2025-10-05"}`)
	s.create("/validacao", `{"codigo":"OLD-1","status":"APROVADO"}`)
	title := `<h1 id="state">Válida, mas a validação mais nova não foi aprovada</h1>`
	if got := s.get("OLD-1", "Accept-Language", "pt"); strings.Contains(got.body, title) {
		t.Errorf("the only validation: %s", got.body)
	}
	refused := s.create("/validacao", `{"codigo":"NEW-2","status":"REPROVADO"}`)
	if got := s.get("OLD-1", "Accept-Language", "pt"); !strings.Contains(got.body, title) || !strings.Contains(got.body, `class="state ressalva"`) {
		t.Errorf("an overruled one: %s", got.body)
	}
	var told struct {
		Data struct {
			State   trace.State                   `json:"estado"`
			Verdict struct{ Nivel, Frase string } `json:"veredito"`
		}
	}
	if err := json.Unmarshal([]byte(s.get("OLD-1", "Accept", "application/json").body), &told); err != nil {
		t.Fatal(err)
	}
	if got := told.Data; got.State != trace.Valid || got.Verdict.Nivel != string(verdict.Amber) || !strings.Contains(got.Verdict.Frase, "Validação mais nova não aprovada") {
		t.Errorf("as JSON: %+v", got)
	}
	if _, err := s.service.Delete(t.Context(), admin, refused.Kind, refused.ID.String(), trace.AnyVersion); err != nil {
		t.Fatal(err)
	}
	if got := s.get("OLD-1", "Accept-Language", "pt"); strings.Contains(got.body, "mais nova") {
		t.Errorf("after the refusal was withdrawn: %s", got.body)
	}
	got := s.get("NEW-2", "Accept-Language", "pt")
	for _, want := range []string{`<h1 id="state">Revogada</h1>`, "sem contar as revogadas, é a OLD-1", `href="./OLD-1">Ver essa validação`} {
		if !strings.Contains(got.body, want) {
			t.Errorf("the revoked one does not name the one that stands: no %q in %s", want, got.body)
		}
	}
}

// The page says exactly what keeps a valid validation from being green: it mentions no errors if
// there are none.
func TestPublicPageSaysWhichGaps(t *testing.T) {
	for _, tc := range []struct {
		present, errors int
		want, never     string
	}{{1, 0, "não está completa.", "erros"}, {2, 1, "achou erros", "completa"}, {1, 1, "não está completa e tem erros", ""}} {
		p := public.Page{State: trace.Valid, Verdict: verdict.Verdict{State: trace.Valid, Present: tc.present, Total: 2, Summary: finding.Summary{Errors: tc.errors}}}
		if got := headlineOf(&p, zone.Zone{}).meaning.PT; !strings.Contains(got, tc.want) || tc.never != "" && strings.Contains(got, tc.never) {
			t.Errorf("%d of 2, %d errors: %q", tc.present, tc.errors, got)
		}
	}
}

// A harvest that changed after its validation: the page says when, and which of its values are of
// today; a valid one with nothing or little recorded says so in its title. In every language the
// page stays small.
func TestPublicPageSaysWhatIsOfToday(t *testing.T) {
	s := newSite(t)
	codes := s.fillDemo()
	if got := s.get(codes[0]); strings.Contains(got.body, "são de hoje") {
		t.Error("an unchanged one speaks of today")
	}
	harvest, err := s.service.Validation(t.Context(), admin, codes[0])
	if err != nil {
		t.Fatal(err)
	}
	env := trace.Envelope{HarvestID: harvest.HarvestID, Payload: []byte(`{"dataPlantio":"2024-10-07"}`)}
	if _, err := s.service.Create(t.Context(), admin, kind.ByPrefix(kind.Planting), env, nil); err != nil {
		t.Fatal(err)
	}
	var told struct{ Data public.Page }
	if err := json.Unmarshal([]byte(s.get(codes[0], "Accept", "application/json").body), &told); err != nil {
		t.Fatal(err)
	}
	changed, err := time.Parse(trace.TimeLayout, told.Data.ChangedAt)
	if err != nil || time.Since(changed) > time.Hour {
		t.Fatalf("changed at %q, %v", told.Data.ChangedAt, err)
	}
	for _, l := range languages {
		got := s.get(codes[0], "Accept-Language", l.header, "Accept-Encoding", "identity")
		said := fill("changed", l.lang, "dia", l.lang.LongDay(zone.Zone{}.In(changed)))
		if !strings.Contains(got.body, template.HTMLEscapeString(said)) || len(got.body) > 30<<10 {
			t.Errorf("%s: %d bytes, want %q", l.header, len(got.body), said)
		}
	}
	s.create("/validacao", `{"codigo":"NADA","status":"APROVADO"}`)
	for _, l := range languages {
		empty := s.get("NADA", "Accept-Language", l.header)
		none := verdict.Verdict{State: verdict.Valid, Total: 9}
		if title := `<h1 id="state">` + template.HTMLEscapeString(none.Sentence(l.lang)); !strings.Contains(empty.body, title) {
			t.Errorf("%s: %q is not there:\n%s", l.header, title, empty.body)
		}
	}
}
