package kind_test

import (
	_ "embed"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"rastro/internal/kind"
	"rastro/internal/lang"
)

// contract lists the payload fields of the interface, "prefix field shape" a
// line, in its order. It is copied from the interface by hand and never
// written from the table it checks.
//
//go:embed testdata/contract.txt
var contract string

var shapeOf = map[string]kind.Shape{
	"text":      kind.Text,
	"date":      kind.Date,
	"date-time": kind.DateTime,
	"number":    kind.Number,
	"numbers":   kind.Plot,
	"texts":     kind.Texts,
}

// queryUnknown and open are the kinds that the interface treats differently.
var (
	queryUnknown = []string{
		"/producaoAgricola/maoDeObra",
		"/transporteLogistico/documentacaoCarga",
		"/armazenamento/controleQualidade",
		"/processamento/processamento",
		"/processamento/controleQualidade",
		"/logisticaExportacao/documentacaoCargaExportacao",
		"/exportacao/documentacaoAduaneira",
		"/exportacao/certificadoConformidade",
		"/exportacao/inspecaoPreEmbarque",
	}
	open = []string{"/posColheita/beneficiamento", "/validacao"}
)

// extras are the fields we add to a kind whose payload the interface fixes.
var extras = map[string]int{"/colheitaIdentificacaoProducao/colheita": 5}

func TestKinds(t *testing.T) {
	if got, want := len(kind.All), 19; got != want {
		t.Errorf("%d kinds, want %d", got, want)
	}
	prefixes, codes := map[string]bool{}, map[int16]bool{}
	var gotUnknown, gotOpen []string
	for _, k := range kind.All {
		if prefixes[k.Prefix] {
			t.Errorf("prefix %s twice", k.Prefix)
		}
		if codes[k.Code] {
			t.Errorf("%s: code %d twice", k.Prefix, k.Code)
		}
		prefixes[k.Prefix], codes[k.Code] = true, true
		if kind.ByPrefix(k.Prefix) != k || kind.ByCode(k.Code) != k {
			t.Errorf("%s: not found by its prefix or code", k.Prefix)
		}
		if k.QueryUnknown {
			gotUnknown = append(gotUnknown, k.Prefix)
		}
		if k.Open {
			gotOpen = append(gotOpen, k.Prefix)
		}
	}
	if !slices.Equal(gotUnknown, queryUnknown) {
		t.Errorf("kinds with query-unknown:\n got %q\nwant %q", gotUnknown, queryUnknown)
	}
	if !slices.Equal(gotOpen, open) {
		t.Errorf("open kinds: got %q, want %q", gotOpen, open)
	}
}

func TestKindsFollowTheirPhase(t *testing.T) {
	before := kind.All[0]
	for _, k := range kind.All {
		phase, ok := kind.PhaseByCode(k.Phase)
		if !ok {
			t.Errorf("%s: unknown phase %q", k.Prefix, k.Phase)
			continue
		}
		root := "/" + phase.Slug
		if k.Prefix != root && !strings.HasPrefix(k.Prefix, root+"/") {
			t.Errorf("%s: not below the slug %q of phase %s", k.Prefix, phase.Slug, k.Phase)
		}
		if !strings.HasSuffix(k.Prefix, "/"+k.Name) {
			t.Errorf("%s: does not end with the name %q", k.Prefix, k.Name)
		}
		if k.Number == "" {
			if k.Code != 100 {
				t.Errorf("%s: no number, so code %d, want 100", k.Prefix, k.Code)
			}
		} else if n, err := strconv.Atoi(k.Number); err != nil || len(k.Number) != 2 || int(k.Code) != n {
			t.Errorf("%s: number %q and code %d differ", k.Prefix, k.Number, k.Code)
		}
		if k.Phase < before.Phase || k.Code < before.Code {
			t.Errorf("%s: listed after %s", k.Prefix, before.Prefix)
		}
		before = k
	}
}

func TestFields(t *testing.T) {
	for _, k := range kind.All {
		if len(k.Fields) == 0 {
			t.Errorf("%s: no fields", k.Prefix)
		}
		texts := map[string]lang.Text{"title": k.Title, "about": k.About}
		seen := map[string]bool{}
		for _, f := range k.Fields {
			if seen[f.Name] {
				t.Errorf("%s: field %s twice", k.Prefix, f.Name)
			}
			seen[f.Name] = true
			texts["label of "+f.Name], texts["help of "+f.Name] = f.Label, f.Help
			if f.Shape == 0 {
				t.Errorf("%s: %s has no shape", k.Prefix, f.Name)
			}
			if f.Shape == kind.Number && f.Unit == "" {
				t.Errorf("%s: number %s has no unit", k.Prefix, f.Name)
			}
			for _, l := range lang.All {
				if help := f.Help.In(l); !strings.HasSuffix(help, ".") && !strings.HasSuffix(help, "…") {
					t.Errorf("%s: help of %s is not a sentence: %q", k.Prefix, f.Name, help)
				}
			}
		}
		for what, text := range texts {
			if !text.Complete() {
				t.Errorf("%s: %s is missing in a language: %+v", k.Prefix, what, text)
			}
		}
	}
}

func TestExamples(t *testing.T) {
	for _, k := range kind.All {
		var members map[string]jsontext.Value
		if err := json.Unmarshal([]byte(k.Example), &members); err != nil {
			t.Errorf("%s: example is not a JSON object: %v", k.Prefix, err)
			continue
		}
		for name := range members {
			if _, ok := k.Field(name); !ok {
				t.Errorf("%s: example has the unknown field %q", k.Prefix, name)
			}
		}
		for _, f := range k.Fields {
			if _, ok := members[f.Name]; !ok {
				t.Errorf("%s: example lacks %s", k.Prefix, f.Name)
			}
		}
	}
}

// The contract's fields come first and in its order; only what extras names
// may follow.
func TestFieldsEqualTheContract(t *testing.T) {
	at := map[string]int{}
	for line := range strings.Lines(contract) {
		words := strings.Fields(line)
		if len(words) != 3 {
			t.Fatalf("contract line %q: want prefix, field and shape", line)
		}
		prefix, name, shape := words[0], words[1], shapeOf[words[2]]
		if shape == 0 {
			t.Fatalf("contract line %q: unknown shape", line)
		}
		k := kind.ByPrefix(prefix)
		if k == nil {
			t.Errorf("no kind for contract line %q", line)
			continue
		}
		i := at[prefix]
		at[prefix]++
		if i >= len(k.Fields) {
			t.Errorf("%s: field %d is missing, want %s", prefix, i, name)
			continue
		}
		if f := k.Fields[i]; f.Name != name || f.Shape != shape {
			t.Errorf("%s: field %d is %s of shape %d, want %s of shape %d", prefix, i, f.Name, f.Shape, name, shape)
		}
	}
	for _, k := range kind.All {
		if got, want := len(k.Fields)-at[k.Prefix], extras[k.Prefix]; !k.Open && got != want {
			t.Errorf("%s: %d fields beyond the contract, want %d", k.Prefix, got, want)
		}
	}
}
