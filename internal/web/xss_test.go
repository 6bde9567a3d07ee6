package web

import (
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"rastro/internal/kind"
	"rastro/internal/trace"
)

// xss are texts that break out of a page that is careless in any place where a text can appear.
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
	ourElements   = strings.Fields("i details summary html meta title link style img a header svg rect path nav main section circle div p h1 h2 h3 span b blockquote dl dt dd meter defs marker g text ul ol li pre code figure figcaption br form label input button")
	ourAttributes = strings.Fields("lang charset name content rel href class title viewBox aria-hidden aria-label aria-labelledby aria-current aria-describedby role hreflang id width height rx d cx cy r x y fill stroke stroke-width stroke-linecap shape-rendering refX refY markerWidth markerHeight orient marker-end min max value tabindex download action method for required maxlength autocomplete autocapitalize spellcheck type")
)

// TestXSS writes each text into every field of every kind, and into what the page shows unchanged,
// and looks for foreign markup.
func TestXSS(t *testing.T) {
	s := newSite(t)
	for i, text := range xss {
		harvest := fmt.Sprintf("X%d", i)
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
			env := trace.Envelope{HarvestID: harvest, HarvestCode: text, Payload: mustJSON(t, payload)}
			made, err := s.service.Create(t.Context(), &trace.Key{AccessKey: "rk", Name: text, Organization: text, Scopes: admin.Scopes}, k, env, nil)
			if err != nil {
				t.Fatalf("%q in %s: %v", text, k.Prefix, err)
			}
			if made.Record.ValidationCode != "" {
				code = made.Record.ValidationCode
				if public, err := s.service.PublicValidation(t.Context(), code); err != nil {
					t.Fatal(err)
				} else if public.Review.Errors > 0 { // only then may a reason be stated
					env.ID, env.Justification = made.Record.ID.String(), text+" x"
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
					t.Errorf("%q: %q is not an element of ours", text, found)
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
		}
		data := s.get(code, "Accept", "application/json")
		if data.header.Get("Content-Type") != "application/json" || data.header.Get("X-Content-Type-Options") != "nosniff" || !json.Valid([]byte(data.body)) {
			t.Errorf("%q as JSON: %s", text, data.header)
		}
	}
}
