package console

import (
	"bytes"
	"net/url"
	"strings"
	"testing"

	"rastro/internal/trace"
)

func TestValidationFieldsAreTheKinds(t *testing.T) {
	for _, of := range validationFields {
		if _, ok := validationKind.Field(of.name); !ok {
			t.Errorf("the validation has no field %s", of.name)
		}
	}
}

// A harvest is validated with a form: once, with what was typed, to a code that can
// be printed.
func TestValidate(t *testing.T) {
	s, b := demoSite(t)
	path := "/safras/" + soyHarvest + "/validar"
	b.get(path).has(200, "2 sugestões", `value="APROVADO" selected`, "MT25-S-001\nMT25-S-001-CAMPO", `value="2024/25"`, `value="SOJA" selected`, `id="fase-06"`).lacks("justificativa", "<no value>")
	form := []string{"vez", "v1", "status", "APROVADO", "responsavel", "Marina Couto", "dataValidacao", "2026-01-02", "validade", "31/12/2035", "lotes", "MT25-S-001\r\n\r\n L-2 \r\n",
		"gtin", "", "cultura", "SOJA", "safraCodigo", "2024/25", "etapasVerificadas", "01", "etapasVerificadas", "06"}
	got := b.post(path, form...).has(200, "A safra foi validada.", "Válida", "<svg", "Etiquetas", "console/lotes/L-2", "31/12/2035")
	if again := b.post(path, form...); again.path != got.path {
		t.Errorf("the second click leads to %s, the first to %s", again.path, got.path)
	}
	code := strings.TrimPrefix(got.path, "/console/validacoes/")
	r, err := s.service.Validation(t.Context(), &s.root.Key, code)
	if err != nil {
		t.Fatal(err)
	}
	want := `{"codigo":"` + code + `","status":"APROVADO","responsavel":"Marina Couto","dataValidacao":"2026-01-02","validade":"31/12/2035","lotes":["MT25-S-001","L-2"],"cultura":"SOJA","etapasVerificadas":["01","06"]}`
	if string(r.Dados) != want || r.SafraCodigo != "2024/25" {
		t.Errorf("written %s, want %s", r.Dados, want)
	}
	got.has(200, code, `href="../../v/`+code+`.pdf"`, "https://rastro.example/v/"+code, "etiqueta?formato=svg&amp;tamanho=50x30")
	b.get(path).has(200, code, "DEM0-S0JA-2025-MT01", "Válida")
	b.post(path, "vez", "v1", "status", "REPROVADO").has(422, "role=\"alert\"") // another form under the same mark
	// What came after shows.
	s.create("/armazenamento/recebimento", soyHarvest, `{"loteOrigem":"MT25-S-001"}`)
	b.get("/validacoes/"+code).has(200, "Alterada depois de validada", "incluído depois", "registros/armazenamento.recebimento/")
	b.get("/validacoes/NADA-NADA").has(404)
	b.get("/safras/NOVA/validar").has(200, "Não há registros para validar").lacks(`name="status"`)
}

// Errors ask for a reason, and bad input comes back as it was typed.
func TestValidateInSpiteOfErrors(t *testing.T) {
	s := newSite(t)
	s.create("/producaoAgricola/plantioManejo", "S", `{"dataPlantio":"31/02/2025"}`)
	b := s.as(s.root)
	b.get("/safras/S/validar").has(200, "1 erro", `name="justificativa"`, "não aprovada")
	b.post("/safras/S/validar", "status", "APROVADO", "justificativa", "---", "responsavel", "Ana & Cia").has(422, "Justificativa: ", "Ana &amp; Cia", ">---<")
	b.post("/safras/S/validar", "status", "APROVADO").has(200, "Não aprovada", "ninguém justificou")
	b.post("/safras/S/validar", "status", "APROVADO", "justificativa", "Data conferida no caderno.").has(200, "Válida")
	sound := s.create("/producaoAgricola/plantioManejo", "T", `{"dataPlantio":"2025-10-05"}`)
	b.post("/safras/T/validar", "justificativa", "sem motivo").has(422, "sem motivo", "Justificativa: ")
	b.post("/safras/T/validar", "safraCodigo", strings.Repeat("x", 101), "validade", "amanhã").has(422, strings.Repeat("x", 101), `type="text" value="amanhã"`, "Código da safra: ")
	if sound.SafraID != "T" {
		t.Error(sound.SafraID)
	}
}

func TestLabels(t *testing.T) {
	_, b := demoSite(t)
	at := "/validacoes/DEM0-S0JA-2025-MT01/etiqueta"
	for query, want := range map[string]struct{ media, begins string }{
		"":                                    {"image/svg+xml", "<"},
		"?formato=png&tamanho=a4":             {"image/png", "\x89PNG"},
		"?formato=pdf&tamanho=100x50":         {"application/pdf", "%PDF"},
		"?formato=zpl&dpi=300":                {"application/zpl; charset=utf-8", "^XA"},
		"?formato=SVG&tamanho=50X30&baixar=1": {"image/svg+xml", "<"},
	} {
		got := b.get(at + query).has(200)
		if got.header.Get("Content-Type") != want.media || !bytes.HasPrefix([]byte(got.body), []byte(want.begins)) {
			t.Errorf("%s: %s, %.10q", query, got.header.Get("Content-Type"), got.body)
		}
	}
	for _, query := range []string{"?formato=gif", "?tamanho=9x9", "?dpi=1", "?dpi=x"} {
		b.get(at + query).has(400)
	}
	b.get("/validacoes/NADA/etiqueta").has(404)
}

// What a form leaves empty is left out, and the body can be read whatever is typed.
func FuzzValidationBody(f *testing.F) {
	f.Add("S", "APROVADO", "L-1\nL-2", "x")
	f.Add("\"", "\\", "\r\n", "\x7f")
	f.Fuzz(func(t *testing.T, safra, status, lots, reason string) {
		body := validationBody(safra, url.Values{"status": {status}, "lotes": {lots}, "justificativa": {reason}})
		_, err := trace.ReadEnvelope(validationKind, body)
		if trace.Is(err, trace.CodeNotJSON) || trace.Is(err, trace.CodeTruncated) || trace.Is(err, trace.CodeTwoValues) {
			t.Errorf("%q cannot be read: %v", body, err)
		}
	})
}
