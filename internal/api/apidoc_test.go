package api

import (
	"cmp"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"rastro/internal/audit"
	"rastro/internal/httpstatus"
	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/trace"
)

// update is the one such flag of this test binary: package api_test, whose tests
// run in it as well, finds it with flag.Lookup("update").
var update = flag.Bool("update", false, "write docs/api.md and goldens out of the tables")

func TestAPIDocument(t *testing.T) {
	want := apiDocument(t)
	name := filepath.Join("..", "..", "docs", "api.md")
	if *update {
		if err := os.WriteFile(name, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != want {
		t.Error("docs/api.md is not what the route, kind and error tables say; run go test ./internal/api -run APIDocument -update and read the difference")
	}
}

const apiHead = `<!-- Written by go test ./internal/api -run APIDocument -update out of the route, kind and error tables. Do not edit. -->

# API

A running server shows the same with examples at ` + "`/docs`" + `, and as OpenAPI at ` + "`/openapi.json`" + ` (3.1) and ` + "`/openapi-3.0.json`" + `.
Why things are as they are: [decisions.md](decisions.md).

A call carries ` + "`X-API-ACCESS-KEY` and `X-API-SECRET-KEY`" + `, or HTTP Basic with the same pair. Bodies are JSON.
An answer is ` + "`{\"status\":\"success\",\"message\":…,\"data\":{…}}`" + `; an error has ` + "`code`, `error` and `requestId`" + ` instead of ` + "`data`" + `.
Messages are in Portuguese, or in English or Spanish by ` + "`Accept-Language`" + `.
`

const apiLists = `
` + "`import` takes a list of such bodies, or NDJSON, with `modo=tudo|validas`, `simular=true` and `repetidas=criar|ignorar`; every kind has it but `/validacao`" + ` ([decisions.md](decisions.md) 73).

Beside these: ` + "`GET /docs`, the reference, and `GET /metrics`" + `, both public; and ` + "`GET /v/{codigo}`" + `, the public page of a validation, which is JSON for
` + "`Accept: application/json` or `?formato=json`. Its `lotesDeTerceiros`" + ` are lots that the validation names and another party owns.

Save for keys, lists take ` + "`size`, `page`, `sort`, `cursor` and `total`, and `PUT` and `DELETE` take `If-Match`. `POST` takes `Idempotency-Key`" + `.

A create or update of a record carries ` + "`safraId`" + ` (required), ` + "`safraCodigo`" + ` and ` + "`dados`" + ` (required), and an update also ` + "`id`" + `.
A validation of a harvest with errors is ` + "`REPROVADA`" + ` unless it carries ` + "`justificativa`" + ` beside them, which the public page shows ([decisions.md](decisions.md) 47).
`

// shapeTexts says how a shape is called here and what it takes.
var shapeTexts = map[kind.Shape]struct{ name, takes string }{
	kind.Text:        {"text", "a text; a number is kept as sent"},
	kind.Date:        {"date", "as text; what is no date is graded, never refused"},
	kind.DateTime:    {"date and time", "as date"},
	kind.Number:      {"number", "a JSON number, finite and not negative"},
	kind.Plot:        {"list of numbers; also pairs or GeoJSON", "finite numbers; they may be negative"},
	kind.Texts:       {"list of texts", "texts or numbers"},
	kind.Quantity:    {"quantity", "a number that is not negative, or a text with the number in it"},
	kind.TextOrTexts: {"text or list", "a text, or a list of texts"},
	kind.Objects:     {"list of objects", "objects, described in the help"},
}

func apiDocument(t *testing.T) string {
	t.Helper()
	var b strings.Builder
	b.WriteString(apiHead)
	writeRoutes(t, &b)
	b.WriteString(apiLists)
	writeKinds(t, &b)
	writeErrors(t, &b)
	return b.String()
}

// writeRoutes lists what every kind has once, below {prefix}, and the rest by
// path. It fails when a kind's routes are not those.
func writeRoutes(t *testing.T, b *strings.Builder) {
	t.Helper()
	var rest []Route
	seen := map[string]int{}
	for _, r := range Routes() {
		if r.Kind == nil || r.Operation == "conferred" { // which validations alone have
			rest = append(rest, r)
			continue
		}
		seen[r.Method+" "+strings.TrimPrefix(r.Path, r.Kind.Prefix)]++
	}
	b.WriteString("\n## Routes\n\nEvery record kind, by its prefix below, has:\n\n")
	b.WriteString("| Operation | Method | Path | Scope | Largest body |\n|---|---|---|---|---|\n")
	common := slices.Concat(recordRoutes, detailRoutes, []Route{importRoute, eraseRoute})
	for _, r := range common {
		kinds := len(kind.All)
		if r.Operation == importRoute.Operation {
			kinds-- // validations are made one by one
		}
		if n := seen[r.Method+" "+r.Path]; n != kinds {
			t.Errorf("%s {prefix}%s is there for %d of %d kinds", r.Method, r.Path, n, kinds)
		}
		body := size(r.Body)
		if r.Body == bodyLimit && r.Operation != eraseRoute.Operation {
			body += ", " + size(plotBodyLimit) + " with a plot"
		}
		row(b, r.Operation, r.Method, "`{prefix}"+r.Path+"`", scopesOf(r), body)
	}
	if len(seen) != len(common) {
		t.Errorf("kinds have %d routes, the common tables %d", len(seen), len(common))
	}
	b.WriteString("\n| Prefix | Kind | Phase | Number |\n|---|---|---|---|\n")
	for _, k := range kind.All {
		phase, _ := kind.PhaseByCode(k.Phase)
		code := phase.Code
		if phase.Published != code {
			code += " (published as " + phase.Published + ")"
		}
		row(b, "[`"+k.Prefix+"`](#"+anchor(k)+")", k.Title.EN, code+" "+phase.Title.EN, cmp.Or(k.Number, "–"))
	}
	b.WriteString("\nThe others:\n\n| Operation | Method | Path | Scope | Largest body |\n|---|---|---|---|---|\n")
	for _, r := range rest {
		row(b, r.Operation, r.Method, "`"+r.Path+"`", scopesOf(r), size(r.Body))
	}
}

func row(b *strings.Builder, cells ...string) {
	for _, c := range cells {
		b.WriteString("| " + strings.ReplaceAll(c, "|", `\|`) + " ")
	}
	b.WriteString("|\n")
}

func scopesOf(r Route) string {
	if len(r.Scopes) == 0 {
		return "none: public"
	}
	names := make([]string, len(r.Scopes))
	for i, s := range r.Scopes {
		names[i] = string(s)
	}
	return strings.Join(names, " or ")
}

func size(bytes int64) string {
	if bytes == 0 {
		return "–"
	}
	return fmt.Sprintf("%d MiB", bytes>>20)
}

// anchor is the name GitHub gives the heading of a kind.
func anchor(k *kind.Kind) string { return strings.ToLower(strings.ReplaceAll(k.Prefix, "/", "")) }

func writeKinds(t *testing.T, b *strings.Builder) {
	t.Helper()
	b.WriteString("\n## Shapes\n\nA value of another shape is refused with 422. Every field may be left out or null; a field that is not listed is kept and graded.\n")
	fmt.Fprintf(b, "A text has at most %d characters, a list or an object %d items, a plot %d numbers.\n\n| Shape | Takes |\n|---|---|\n",
		kind.MaxText, kind.MaxItems, kind.MaxPlotItems)
	for _, s := range slices.Sorted(maps.Keys(shapeTexts)) {
		row(b, shapeTexts[s].name, shapeTexts[s].takes)
	}
	b.WriteString("\n## Payloads (`dados`)\n")
	for _, k := range kind.All {
		fmt.Fprintf(b, "\n### %s\n\n%s: %s\n", k.Prefix, k.Title.EN, k.About.EN)
		if k.Open {
			b.WriteString("The interface leaves this payload open: any field of any shape is taken, save a negative quantity. Proposed:\n")
		}
		b.WriteString("\n| Field | Shape | Label | Help |\n|---|---|---|---|\n")
		for _, f := range k.Fields {
			shape, ok := shapeTexts[f.Shape]
			if !ok {
				t.Errorf("%s: %s has shape %d, which shapeTexts does not name", k.Prefix, f.Name, f.Shape)
			}
			name, help := shape.name, f.Help.EN
			if f.Unit != "" {
				name += ", " + f.Unit
			}
			if len(f.Values) > 0 {
				help += " Known values: " + strings.Join(f.Values, ", ") + "."
			}
			if f.Personal {
				help += " *Personal data.*"
			}
			row(b, "`"+f.Name+"`", name, f.Label.EN, help)
		}
	}
}

var placeholder = regexp.MustCompile(`\{\w+\}`)

// shown is a text in English with its placeholders left open.
func shown(text lang.Text) string {
	return strings.ReplaceAll(placeholder.ReplaceAllString(text.EN, "…"), "….", "…")
}

func writeErrors(t *testing.T, b *strings.Builder) {
	t.Helper()
	b.WriteString("\n## Errors\n\n`error` is stable and never translated; `code` is the HTTP status.\n\n| Error | Status | Meaning |\n|---|---|---|\n")
	codes := slices.SortedFunc(maps.Keys(trace.Errors), func(x, y trace.Code) int {
		return cmp.Or(cmp.Compare(httpstatus.Of(trace.Errors[x].Class), httpstatus.Of(trace.Errors[y].Class)), cmp.Compare(x, y))
	})
	for _, code := range codes {
		e := trace.Errors[code]
		row(b, "`"+string(code)+"`", fmt.Sprint(httpstatus.Of(e.Class)), shown(e.Text))
	}
	b.WriteString("\n`DADOS_INVALIDOS` lists in `errors` what is wrong, each with a `regra`. Those of a payload:\n\n| Rule | The value |\n|---|---|\n")
	for _, rule := range slices.Sorted(maps.Keys(kind.Rules)) {
		row(b, "`"+string(rule)+"`", shown(kind.Rules[rule]))
	}
	b.WriteString("\n## Findings (`avisos`)\n\nA finding refuses nothing, save `erro` on a server with `--strict`. [rules.md](rules.md) explains each with examples, as `GET /regras` does.\n\n| Rule | Severity | Meaning |\n|---|---|---|\n")
	for _, r := range audit.Rules {
		row(b, "`"+r.ID+"`", string(r.Severity), shown(r.Message))
	}
}
