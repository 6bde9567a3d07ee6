package console

import (
	"encoding/json"
	"maps"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/trace"
)

// lotXSS are texts that break out of a page, or a drawing, that is careless.
var lotXSS = []string{
	`<script>alert(1)</script>`, `"><img src=x onerror=alert(1)>`, `' onfocus='alert(1)' autofocus='`, `javascript:alert(1)`, `</svg><script>alert(1)</script>`,
	`</title><script>alert(1)</script>`, `</textarea><script>alert(1)</script>`, `<svg/onload=alert(1)>`, `{{.Root}}`, `<a href="https://evil.example">x</a>`, "\u2028alert(1)", `%3Cscript%3E`,
}

// Whatever people write into records, a page of lots has our elements alone.
var (
	openTag        = regexp.MustCompile(`<([a-zA-Z!/][^\s>/]*)([^>]*)>`)
	ourTags        = strings.Fields("!doctype html meta title link script body a header img nav div form span button main h1 h2 h3 p section dl dt dd table caption thead tbody tr th td br ul li details summary pre code label input select option textarea fieldset legend svg defs marker path g rect text")
	inlineHandlers = regexp.MustCompile(`(?i)\son[a-z]+\s*=`)
	quoted         = regexp.MustCompile(`"[^"]*"|'[^']*'`)
)

func TestLotXSS(t *testing.T) {
	s := newSite(t)
	b := s.as(s.root)
	lots := kind.ByPrefix("/colheitaIdentificacaoProducao/identificacaoLote")
	for _, text := range lotXSS {
		for _, k := range kind.All {
			if k.Prefix == "/validacao" {
				continue
			}
			payload := map[string]any{}
			for _, f := range k.Fields {
				switch f.Shape {
				case kind.Number, kind.Plot, kind.Objects:
				case kind.Texts, kind.TextOrTexts:
					payload[f.Name] = []string{text, "XS-1"}
				default:
					payload[f.Name] = text
				}
			}
			switch k.PlotField() {
			case "":
			default:
				payload[k.PlotField()] = []float64{-55.72, -12.55, -55.71, -12.54}
				payload["produtor"] = text
			}
			for _, name := range []string{"loteOrigem", "lote", "loteEntrada", "codigoLote"} {
				if _, has := k.Field(name); has {
					payload[name] = "XS-1"
				}
			}
			dados, err := json.Marshal(payload)
			if err != nil {
				t.Fatal(err)
			}
			key := &trace.Key{AccessKey: "rk", Nome: text, Organizacao: text, Escopos: s.root.Escopos}
			if _, err := s.service.Create(t.Context(), key, k, trace.Envelope{SafraID: text, SafraCodigo: text, Dados: dados}, nil); err != nil {
				t.Fatalf("%q in %s: %v", text, k.Prefix, err)
			}
		}
		s.create(lots.Prefix, "X", string(mustDados(t, map[string]any{"codigoLote": text})))
		esc := url.QueryEscape(text)
		pages := []seen{
			b.get("/lotes?busca=" + esc), b.get("/lotes"), b.get("/lotes/XS-1"), b.get("/lotes/XS-1/balanco"), b.get("/lotes/XS-1/eudr"), b.get("/lotes/" + url.PathEscape(text)),
			b.get("/safras/" + url.PathEscape(text) + "/rastreio"), b.get("/lotes/XS-1?em=" + esc), b.get("/lotes/XS-1?direcao=" + esc), b.get("/recall?lote=" + esc),
			b.post("/recall", "motivo", text, "lotes", text, "talhoes", text, "de", text, "acao", "previa"), b.post("/recall", "motivo", text, "lotes", "XS-1", "acao", "previa"),
			b.post("/recall", "motivo", text, "lotes", "XS-1", "acao", "registrar"), b.get("/recall"),
		}
		for _, page := range pages {
			if page.status >= 500 {
				t.Fatalf("%q: %d at %s", text, page.status, page.path)
			}
			for _, found := range openTag.FindAllStringSubmatch(page.body, -1) {
				if name := strings.TrimPrefix(found[1], "/"); !slices.Contains(ourTags, name) {
					t.Errorf("%q at %s: an element %q", text, page.path, found[0])
				}
				if inlineHandlers.MatchString(" " + quoted.ReplaceAllString(found[2], "")) {
					t.Errorf("%q at %s: a handler in %q", text, page.path, found[0])
				}
			}
			for _, bad := range []string{"<script>alert", `href="javascript:`, `href="https://evil`, "<img src=x"} {
				if strings.Contains(page.body, bad) {
					t.Errorf("%q at %s: shows %q", text, page.path, bad)
				}
			}
		}
	}
}

func mustDados(t *testing.T, v any) []byte {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// The tables of words that no page names hold all languages too.
func TestLotTexts(t *testing.T) {
	var all []lang.Text
	for _, table := range []words{roleTexts, countTexts, articleTexts} {
		all = slices.AppendSeq(all, maps.Values(table))
	}
	all = slices.AppendSeq(all, maps.Values(nodeTexts))
	all = slices.AppendSeq(all, maps.Values(verdictTexts))
	all = slices.AppendSeq(all, maps.Values(situationTexts))
	all = slices.AppendSeq(all, maps.Values(eudrSeverityTexts))
	for _, text := range all {
		if !text.Complete() {
			t.Errorf("%+v lacks a language", text)
		}
	}
	if numberText(-1234567.5, 3, lang.PT) != "-1.234.567,5" || numberText(1234, 3, lang.EN) != "1,234" || numberText(999, 3, lang.ES) != "999" {
		t.Errorf("numbers: %s, %s", numberText(-1234567.5, 3, lang.PT), numberText(1234, 3, lang.EN))
	}
}
