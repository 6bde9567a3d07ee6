package api_test

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"rastro/internal/demo"
	"rastro/internal/kind"
)

type completeness struct {
	Cultura                      string
	Presentes, Total, Percentual int
	Faltantes                    []struct{ Prefixo, Fase, Nome string }
}

type reportAnswer struct {
	Resumo struct{ Erro, Alerta, Info int }
	Raiz   string
	Avisos []struct {
		Regra, Severidade, Mensagem string
		Registros                   []struct{ Prefixo, ID, Campo string }
	}
}

const validations = "/validacao"

// codeIn returns the code in a validation's payload.
func codeIn(t testing.TB, r record) string {
	t.Helper()
	return decode[struct{ Codigo string }](t, "dados", r.Dados).Codigo
}

var generated = regexp.MustCompile(`^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){3}$`)

func TestGeneratedCode(t *testing.T) {
	t.Parallel()
	c := start(t)
	for sent, kept := range map[string]string{
		`{}`:                                       `{"codigo":%s}`,
		`{"status":"APROVADO", "x":1.0}`:           `{"codigo":%s,"status":"APROVADO","x":1.0}`,
		`{"status":"APROVADO","codigo":""}`:        `{"codigo":%s,"status":"APROVADO"}`,
		`{"status":"APROVADO","codigo":null}`:      `{"codigo":%s,"status":"APROVADO"}`,
		`{"status":"APROVADO","codigo":"  -  - "}`: `{"codigo":%s,"status":"APROVADO"}`,
	} {
		r := c.create(validations, "S-1", sent)
		if !generated.MatchString(r.Codigo) || codeIn(t, r) != r.Codigo {
			t.Errorf("%s: code %q, in the payload %q", sent, r.Codigo, codeIn(t, r))
		}
		if want := strings.Replace(kept, "%s", `"`+r.Codigo+`"`, 1); string(r.Dados) != want {
			t.Errorf("%s became %s, want %s", sent, r.Dados, want)
		}
	}
}

func TestOwnCode(t *testing.T) {
	t.Parallel()
	c := start(t)
	payload := `{ "codigo" : "  Safra-2025/ção 1 " }`
	r := c.create(validations, "S-1", payload)
	if r.Codigo != "Safra-2025/ção 1" || string(r.Dados) != payload {
		t.Errorf("code %q, payload %s", r.Codigo, r.Dados)
	}
	for _, taken := range []string{"Safra-2025/ção 1", "SAFRA2025/ÇÃO1", "safra 2025/ção 1"} {
		c.post(validations, entity("S-2", `{"codigo":"`+taken+`"}`)).fails(409, "CODIGO_EM_USO")
	}
	c.delete(validations + "/" + r.ID).ok(200)
	c.post(validations, entity("S-2", payload)).fails(409, "CODIGO_EM_USO") // printed codes are never assigned again
	c.get("/validacao/qrcode/"+url.PathEscape(r.Codigo)).fails(404, "CODIGO_NAO_ENCONTRADO")
	if got := c.get(validations).records().total(); got != 0 {
		t.Errorf("%d validations, want 0", got)
	}
}

func TestUpdateKeepsTheCode(t *testing.T) {
	t.Parallel()
	c := start(t)
	r := c.create(validations, "S-1", `{}`)
	for sent, status := range map[string]int{
		`{"status":"PENDENTE"}`: 200, `{"codigo":""}`: 200, `{"codigo":"` + r.Codigo + `"}`: 200, `{"codigo":"` + strings.ToLower(r.Codigo) + `"}`: 200,
		`{"codigo":"OUTRO"}`: 409, `{"codigo":"0000-0000-0000-0000"}`: 409,
	} {
		a := c.put(validations, entity("S-1", sent)).ok(status)
		if status == 409 {
			if a.Error != "CODIGO_IMUTAVEL" || !strings.Contains(a.Message, r.Codigo) {
				t.Errorf("%s: %s", sent, a.body)
			}
			continue
		}
		got := a.record()
		if got.Codigo != r.Codigo || !strings.EqualFold(codeIn(t, got), r.Codigo) || got.Cobertura != r.Cobertura {
			t.Errorf("%s: code %q, payload %s, cover %+v", sent, got.Codigo, got.Dados, got.Cobertura)
		}
	}
}

// The cover of a validation is the digest of the list of what it covers. Anybody who can read the
// records can compute it.
func TestCover(t *testing.T) {
	t.Parallel()
	c := start(t)
	empty := c.create(validations, "S-1", `{}`)
	if sum := sha256.Sum256(nil); empty.Cobertura.Registros != 0 || empty.Cobertura.Raiz != hex.EncodeToString(sum[:]) {
		t.Errorf("cover of nothing: %+v", empty.Cobertura)
	}
	covered := []record{empty}
	for _, k := range kind.All {
		if !k.IsValidation() {
			covered = append(covered, c.create(k.Prefix, "S-1", `{}`))
		}
	}
	covered[1] = c.put(covered[1].Prefixo, entity("S-1", `{"insumos":"x"}`)).ok(200).record()
	c.create(planting, "S-2", `{}`)
	gone := c.create(planting, "S-1", `{}`)
	c.delete(planting + "/" + gone.ID).ok(200)
	slices.SortFunc(covered, func(a, b record) int {
		return int(kind.ByPrefix(a.Prefixo).Code) - int(kind.ByPrefix(b.Prefixo).Code)
	})
	var list []byte
	for _, r := range covered {
		list = fmt.Appendf(list, "%s %s %d %s\n", r.Prefixo, r.ID, r.Versao, r.Hash)
	}
	want := sha256.Sum256(list)
	if got := c.create(validations, "S-1", `{}`).Cobertura; got.Registros != len(covered) || got.Raiz != hex.EncodeToString(want[:]) {
		t.Errorf("cover %+v, want %d records and root %x", got, len(covered), want)
	}
}

func TestCompleteness(t *testing.T) {
	t.Parallel()
	c := start(t)
	for _, tc := range []struct {
		name, harvestID, payload string
		prefixes                 []string
		want                     completeness
		missing                  int
	}{
		{"nothing: it does not count itself", "S-1", `{"cultura":"SOJA"}`, nil, completeness{Cultura: "SOJA", Presentes: 0, Total: 9, Percentual: 0}, 9},
		{"coffee asks for more", "S-2", `{"cultura":"Café"}`, []string{planting}, completeness{Cultura: "CAFE", Presentes: 1, Total: 11, Percentual: 9}, 10},
		{"an unknown crop", "S-3", `{"cultura":"pedra"}`, nil, completeness{Cultura: "OUTRA", Presentes: 0, Total: 9, Percentual: 0}, 9},
		{"export brings its phases in", "S-4", `{"cultura":"SOJA"}`, []string{"/exportacao/documentacaoAduaneira"}, completeness{Cultura: "SOJA", Presentes: 1, Total: 13, Percentual: 7}, 12},
	} {
		for _, p := range tc.prefixes {
			c.create(p, tc.harvestID, `{"observacao":"feito"}`)
		}
		got := c.create(validations, tc.harvestID, tc.payload).Completude
		if len(got.Faltantes) != tc.missing {
			t.Errorf("%s: missing %v, want %d", tc.name, got.Faltantes, tc.missing)
		}
		if got.Cultura != tc.want.Cultura || got.Presentes != tc.want.Presentes || got.Total != tc.want.Total || got.Percentual != tc.want.Percentual {
			t.Errorf("%s: %+v, want %+v", tc.name, got, tc.want)
		}
	}
}

// A real harvest, whole and sound, is complete.
func TestCompletenessOfAHarvest(t *testing.T) {
	t.Parallel()
	c := start(t)
	records, err := demo.Harvests()
	if err != nil {
		t.Fatal(err)
	}
	sound := 0
	for _, r := range records {
		body, err := json.Marshal(map[string]any{"safraId": r.HarvestID, "safraCodigo": r.Season, "dados": json.RawMessage(r.Payload)})
		if err != nil {
			t.Fatal(err)
		}
		made := c.post(r.Prefix, string(body)).ok(201).record()
		if r.Prefix == validations && made.Completude.Percentual == 100 && made.Relatorio.Resumo.Erro == 0 && len(made.Completude.Faltantes) == 0 {
			sound++
		}
	}
	if sound != 2 {
		t.Errorf("%d of the two demonstration harvests are complete", sound)
	}
}

func TestReport(t *testing.T) {
	t.Parallel()
	c := start(t)
	wrong := c.create(planting, "S-1", `{"dataPlantio":"31/02/2025","dataPlanto":1}`)
	c.create(harvesting, "S-1", `{}`)
	c.create(planting, "S-2", `{"dataPlantio":"31/02/2025"}`)
	got := c.create(validations, "S-1", `{"cultura":"SOJA"}`).Relatorio
	if s := got.Resumo; s.Erro != 1 || s.Alerta != 1 || s.Info != 0 || len(got.Avisos) != 2 {
		t.Fatalf("report %+v", got)
	}
	// A name that someone made up is only in the review, as quoted text is.
	for i, want := range []string{"DATA_INEXISTENTE erro dataPlantio", "CAMPO_DESCONHECIDO alerta "} {
		a := got.Avisos[i]
		if told := a.Regra + " " + a.Severidade + " " + a.Registros[0].Campo; told != want || a.Registros[0].ID != wrong.ID || a.Registros[0].Prefixo != planting || a.Mensagem == "" {
			t.Errorf("finding %+v, want %s", a, want)
		}
	}
}
