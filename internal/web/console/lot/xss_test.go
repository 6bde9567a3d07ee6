package lot_test

import (
	"encoding/json"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"rastro/internal/kind"
	"rastro/internal/trace"
	"rastro/internal/web/console/consoletest"
)

// lotXSS are texts that break out of a page, or a drawing, that is careless.
var lotXSS = []string{
	`<script>alert(1)</script>`, `"><img src=x onerror=alert(1)>`, `' onfocus='alert(1)' autofocus='`, `javascript:alert(1)`, `</svg><script>alert(1)</script>`,
	`</title><script>alert(1)</script>`, `</textarea><script>alert(1)</script>`, `<svg/onload=alert(1)>`, `{{.Root}}`, `<a href="https://evil.example">x</a>`, "\u2028alert(1)", `%3Cscript%3E`,
}

// Whatever people write into records, a page of lots contains only our elements.
var (
	openTag        = regexp.MustCompile(`<([a-zA-Z!/][^\s>/]*)([^>]*)>`)
	ourTags        = strings.Fields("!doctype html meta title link script body a header img nav div form span button main h1 h2 h3 p section dl dt dd table caption thead tbody tr th td br ul li details summary footer kbd pre code label input select option datalist strong textarea fieldset legend svg defs marker path g rect text")
	inlineHandlers = regexp.MustCompile(`(?i)\son[a-z]+\s*=`)
	quoted         = regexp.MustCompile(`"[^"]*"|'[^']*'`)
)

func TestLotXSS(t *testing.T) {
	s := consoletest.NewSite(t)
	b := s.As(s.Root)
	lots := kind.ByPrefix("/colheitaIdentificacaoProducao/identificacaoLote")
	for _, text := range lotXSS {
		for _, k := range kind.All {
			if k.Prefix == "/validacao" {
				continue
			}
			fields := map[string]any{}
			for _, f := range k.Fields {
				switch f.Shape {
				case kind.Number, kind.Plot, kind.Objects:
				case kind.Texts, kind.TextOrTexts:
					fields[f.Name] = []string{text, "XS-1"}
				default:
					fields[f.Name] = text
				}
			}
			switch k.PlotField() {
			case "":
			default:
				fields[k.PlotField()] = []float64{-55.72, -12.55, -55.71, -12.54}
				fields["produtor"] = text
			}
			for _, name := range []string{"loteOrigem", "lote", "loteEntrada", "codigoLote"} {
				if _, has := k.Field(name); has {
					fields[name] = "XS-1"
				}
			}
			payload, err := json.Marshal(fields)
			if err != nil {
				t.Fatal(err)
			}
			key := &trace.Key{AccessKey: "rk", Name: text, Organization: text, Scopes: s.Root.Scopes}
			if _, err := s.Service.Create(t.Context(), key, k, trace.Envelope{HarvestID: text, HarvestCode: text, Payload: payload}, nil); err != nil {
				t.Fatalf("%q in %s: %v", text, k.Prefix, err)
			}
		}
		s.Create(lots.Prefix, "X", string(mustPayload(t, map[string]any{"codigoLote": text})))
		esc := url.QueryEscape(text)
		pages := []consoletest.Seen{
			b.Get("/lotes?busca=" + esc), b.Get("/lotes"), b.Get("/lotes/XS-1"), b.Get("/lotes/XS-1/balanco"), b.Get("/lotes/XS-1/eudr"), b.Get("/lotes/" + url.PathEscape(text)),
			b.Get("/safras/" + url.PathEscape(text) + "/rastreio"), b.Get("/lotes/XS-1?em=" + esc), b.Get("/lotes/XS-1?direcao=" + esc), b.Get("/recall?lote=" + esc),
			b.Post("/recall", "motivo", text, "lotes", text, "talhoes", text, "de", text, "acao", "previa"), b.Post("/recall", "motivo", text, "lotes", "XS-1", "acao", "previa"),
			b.Post("/recall", "motivo", text, "lotes", "XS-1", "acao", "registrar"), b.Get("/recall"),
		}
		for _, page := range pages {
			if page.Status >= 500 {
				t.Fatalf("%q: %d at %s", text, page.Status, page.Path)
			}
			for _, found := range openTag.FindAllStringSubmatch(page.Body, -1) {
				if name := strings.TrimPrefix(found[1], "/"); !slices.Contains(ourTags, name) {
					t.Errorf("%q at %s: an element %q", text, page.Path, found[0])
				}
				if inlineHandlers.MatchString(" " + quoted.ReplaceAllString(found[2], "")) {
					t.Errorf("%q at %s: a handler in %q", text, page.Path, found[0])
				}
			}
			for _, bad := range []string{"<script>alert", `href="javascript:`, `href="https://evil`, "<img src=x"} {
				if strings.Contains(page.Body, bad) {
					t.Errorf("%q at %s: shows %q", text, page.Path, bad)
				}
			}
		}
	}
}

func mustPayload(t *testing.T, v any) []byte {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return text
}
