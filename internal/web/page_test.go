package web

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"

	"rastro/internal/demo"
	"rastro/internal/geo/brazil"
	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/ledger"
	"rastro/internal/trace"
)

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
		made, err := s.service.Create(s.t.Context(), admin, kind.ByPrefix(r.Prefix), trace.Envelope{SafraID: r.SafraID, SafraCodigo: r.SafraCodigo, Dados: r.Dados}, nil)
		if err != nil {
			s.t.Fatal(err)
		}
		if made.Record.Codigo != "" {
			codes = append(codes, made.Record.Codigo)
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

// However it is asked for, it is the same page; who has it is told so.
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
			{"", "", "pt-BR"}, {"", "es", "es"}, {"", "fr", "pt-BR"}, {"?lang=en", "es", "en"}, {"?lang=pt", "en", "pt-BR"}, {"?lang=xx", "es", "es"}, {"?lang=", "en", "en"}, {"?lang=%00", "", "pt-BR"},
		} {
			got := s.path(target+c.query, "Accept-Language", c.header)
			if !strings.Contains(got.body, `<html lang="`+c.want+`">`) || got.header.Get("Content-Language") != c.want {
				t.Errorf("%s%s for %q: %s, want %s", target, c.query, c.header, got.header.Get("Content-Language"), c.want)
			}
			for i, n := range languageNames {
				link := fmt.Sprintf(`<a href="?lang=%s" lang="%s" hreflang="%s"`, n.code, lang.Lang(i).Tag(), lang.Lang(i).Tag())
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
		// No version, no key, and nothing of who is in the store.
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

// The form leads to the page of what was typed, whatever that was.
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

// xss are texts that break out of a page that is careless with one of the places
// where a text can stand.
var xss = []string{
	`<script>alert(1)</script>`, `"><script>alert(1)</script>`, `'><img src=x onerror=alert(1)>`, `<svg/onload=alert(1)>`, `" onmouseover="alert(1)`,
	`' onfocus='alert(1)' autofocus='`, `javascript:alert(1)`, `data:text/html,<script>alert(1)</script>`, `</title><script>alert(1)</script>`,
	`</style><script>alert(1)</script>`, `</svg><script>alert(1)</script>`, `<!--<script>alert(1)//-->`, `]]><script>alert(1)</script>`, `{{.Public}}`, `${alert(1)}`,
	`<iframe srcdoc="<script>alert(1)</script>">`, `<math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>`, "\u2028alert(1)", `&lt;script&gt;alert(1)`,
	`%3Cscript%3Ealert(1)%3C/script%3E`, `<a href="https://evil.example">x</a>`, `<meta http-equiv=refresh content=0;url=//evil.example>`, `<base href=//evil.example>`, "\x1b]0;x\x07<b>",
}

// The elements and attributes that our templates and drawings use.
var (
	tag           = regexp.MustCompile(`<[^>]*>`)
	wellFormed    = regexp.MustCompile(`^<(/?[a-z0-9]+)((?: [a-zA-Z-]+(?:="[^"<>]*")?)*)/?>$`)
	attribute     = regexp.MustCompile(` ([a-zA-Z-]+)`)
	ourElements   = strings.Fields("html meta title link style a header svg rect path nav main section circle div p h1 h2 h3 span b blockquote dl dt dd meter defs marker g text ul ol li pre code figure figcaption br form label input button")
	ourAttributes = strings.Fields("lang charset name content rel href class title viewBox aria-hidden aria-label aria-labelledby aria-current aria-describedby role hreflang id width height rx d cx cy r x y fill stroke shape-rendering refX refY markerWidth markerHeight orient marker-end min max value tabindex download action method for required maxlength autocomplete autocapitalize spellcheck type")
)

// TestXSS writes each text into every field of every kind, and into what the page
// shows as it was written, and looks for anything in it that is not ours.
func TestXSS(t *testing.T) {
	s := newSite(t)
	for i, text := range xss {
		safra := fmt.Sprintf("X%d", i)
		code := text
		for _, k := range kind.All {
			payload := map[string]any{text: text}
			for _, f := range k.Fields {
				switch f.Shape {
				case kind.Number, kind.Plot:
				case kind.Texts, kind.TextOrTexts:
					payload[f.Name] = []string{text, "LOTE-1"}
				case kind.Objects:
					payload[f.Name] = []map[string]string{{text: text}}
				default:
					payload[f.Name] = text
				}
			}
			env := trace.Envelope{SafraID: safra, SafraCodigo: text, Dados: mustJSON(t, payload)}
			made, err := s.service.Create(t.Context(), &trace.Key{AccessKey: "rk", Nome: text, Organizacao: text, Escopos: admin.Escopos}, k, env, nil)
			if err != nil {
				t.Fatalf("%q in %s: %v", text, k.Prefix, err)
			}
			if made.Record.Codigo != "" {
				code = made.Record.Codigo
				if public, err := s.service.PublicValidation(t.Context(), code); err != nil {
					t.Fatal(err)
				} else if public.Conferencia.Erro > 0 { // only then may a reason be stated
					env.ID, env.Justificativa = made.Record.ID.String(), text+" x"
					if _, err := s.service.Update(t.Context(), admin, k, env, trace.AnyVersion); err != nil {
						t.Fatal(err)
					}
				}
			}
		}
		for _, l := range languages {
			got := s.get(code, "Accept-Language", l.header)
			if got.status != http.StatusOK {
				t.Fatalf("%q: %d", text, got.status)
			}
			checkPage(t, text, got)
			_, body, _ := strings.Cut(got.body, "</style>")
			for _, found := range tag.FindAllString(body, -1) {
				parts := wellFormed.FindStringSubmatch(found)
				if parts == nil {
					t.Errorf("%q: %q is no element of ours", text, found)
					continue
				}
				if !slices.Contains(ourElements, strings.TrimPrefix(parts[1], "/")) {
					t.Errorf("%q: an element %q", text, found)
				}
				for _, a := range attribute.FindAllStringSubmatch(regexp.MustCompile(`"[^"]*"`).ReplaceAllString(parts[2], ""), -1) {
					if !slices.Contains(ourAttributes, a[1]) {
						t.Errorf("%q: an attribute %q in %q", text, a[1], found)
					}
				}
			}
			if strings.Contains(body, "evil.example\"") && strings.Contains(body, `href="https://evil`) {
				t.Errorf("%q: a link of theirs", text)
			}
		}
		data := s.get(code, "Accept", "application/json")
		if data.header.Get("Content-Type") != "application/json" || data.header.Get("X-Content-Type-Options") != "nosniff" || !json.Valid([]byte(data.body)) {
			t.Errorf("%q as JSON: %s", text, data.header)
		}
	}
}

// The map marks the state, and the plot where it is.
func TestMap(t *testing.T) {
	m := drawMap(trace.PublicPlace{Municipios: []trace.PublicTown{{Nome: "Sorriso", UF: "MT", Latitude: -12.54, Longitude: -55.72}}}, "x")
	x, y, _ := brazil.OnMap(-12.54, -55.72)
	if m == nil || len(m.States) != 27 || len(m.Towns) != 1 || m.Towns[0] != (dot{x, y}) || m.Plots != nil {
		t.Fatalf("%+v", m)
	}
	mt, _ := brazil.StateByUF("MT")
	if last := m.States[26]; !last.Marked || last.Outline != mt.Outline || m.States[0].Marked {
		t.Errorf("the state is not marked")
	}
	m = drawMap(trace.PublicPlace{Municipios: []trace.PublicTown{{UF: "MT", Latitude: -12.54, Longitude: -55.72}}, Talhoes: []trace.PublicPosition{{Latitude: -12.55, Longitude: -55.72}, {Latitude: 80, Longitude: 10}}}, "x")
	if len(m.Plots) != 1 || m.Towns != nil {
		t.Errorf("%+v", m)
	}
	if m := drawMap(trace.PublicPlace{}, "x"); m != nil {
		t.Errorf("a map of nothing: %+v", m)
	}
}

// Lots that are many, that are made of one another in a circle, or of lots that
// nobody knows are drawn within bounds.
func TestDrawLots(t *testing.T) {
	p := &trace.Public{Lotes: []string{"l-3"}}
	for i := range 50 {
		lot := trace.PublicLot{Codigo: fmt.Sprintf("L-%d", i), Fases: []string{"03"}, De: []string{fmt.Sprintf("L-%d", (i+1)%50), "FORA"}, Destinos: []string{"NLRTM", "BRSSZ"}}
		if i == 7 {
			lot.Codigo = strings.Repeat("W", 50)
		}
		p.Cadeia = append(p.Cadeia, lot)
	}
	for _, l := range lang.All {
		v := drawLots(p, l, "Sorriso (MT)")
		if v == nil || len(v.Boxes) != 1+maxDrawn+2 || v.More == "" || len(v.Said) > 2*maxDrawn || v.Height > 2000 {
			t.Fatalf("%+v", v)
		}
		for _, b := range v.Boxes {
			if b.X < 0 || b.X+b.W > v.Width || b.Y < 0 || b.Y+b.H > v.Height {
				t.Errorf("a box leaves the drawing: %+v", b)
			}
		}
	}
	if v := drawLots(&trace.Public{}, lang.PT, ""); v != nil {
		t.Errorf("a drawing of nothing: %+v", v)
	}
	v := drawLots(&trace.Public{Lotes: []string{"B"}, Cadeia: []trace.PublicLot{{Codigo: "A"}, {Codigo: "B", De: []string{"A"}, Destinos: []string{"DEHAM"}}}}, lang.EN, "")
	if len(v.Boxes) != 4 || len(v.Ways) != 3 || v.Boxes[2].Class != "own" || !slices.Equal(v.Said, []string{"B: made of A", "B: shipped to Hamburg (DE)"}) {
		t.Errorf("%+v", v)
	}
}

func BenchmarkPage(b *testing.B) {
	var body bytes.Buffer
	page, err := parsePage(publicContent)
	if err != nil {
		b.Fatal(err)
	}
	p := &trace.Public{Codigo: "X", Estado: trace.Valid, Cultura: trace.Soy}
	b.ReportAllocs()
	for b.Loop() {
		body.Reset()
		v, err := viewOf(newPageView(lang.PT, "../", publicTexts), p, "https://rastro.example")
		if err != nil {
			b.Fatal(err)
		}
		if err := page.Execute(&body, v); err != nil {
			b.Fatal(err)
		}
		newAnswer(200, "text/html", lang.PT, asBrotli, body.Bytes())
	}
}
