package harvest_test

import (
	"bytes"
	"strings"
	"testing"

	"rastro/internal/lineage/recall"
	"rastro/internal/trace"
	"rastro/internal/web/console/consoletest"
)

// A harvest is validated with a form: once, with what was typed, resulting in a code that can be
// printed.
func TestValidate(t *testing.T) {
	s, b := consoletest.DemoSite(t)
	path := "/safras/" + consoletest.SoyHarvest + "/validar"
	b.Get(path).Has(200, "2 sugestões", `value="APROVADO" selected`, "MT25-S-001\nMT25-S-001-CAMPO", `value="2024/25"`, `value="SOJA" selected`, `id="fase-06"`).Lacks("justificativa", "<no value>")
	form := []string{"vez", "v1", "status", "APROVADO", "responsavel", "Marina Couto", "dataValidacao", "2026-01-02", "validade", "31/12/2035", "lotes", "MT25-S-001\r\n\r\n L-2 \r\n",
		"gtin", "", "cultura", "SOJA", "safraCodigo", "2024/25", "etapasVerificadas", "01", "etapasVerificadas", "06"}
	got := b.Post(path, form...).Has(200, "A validação foi registrada.", "Válida", "<svg", "Etiquetas", "console/lotes/L-2", "31/12/2035")
	if again := b.Post(path, form...); again.Path != got.Path {
		t.Errorf("the second click leads to %s, the first to %s", again.Path, got.Path)
	}
	code := strings.TrimPrefix(got.Path, "/console/validacoes/")
	r, err := s.Service.Validation(t.Context(), &s.Root.Key, code)
	if err != nil {
		t.Fatal(err)
	}
	want := `{"codigo":"` + code + `","status":"APROVADO","responsavel":"Marina Couto","dataValidacao":"2026-01-02","validade":"31/12/2035","lotes":["MT25-S-001","L-2"],"cultura":"SOJA","etapasVerificadas":["01","06"]}`
	if string(r.Payload) != want || r.HarvestCode != "2024/25" {
		t.Errorf("written %s, want %s", r.Payload, want)
	}
	got.Has(200, code, `href="../../v/`+code+`.pdf"`, "https://rastro.example/v/"+code, "etiqueta?formato=svg&amp;tamanho=50x30")
	b.Get(path).Has(200, code, "DEM0-S0JA-2025-MT01", "Válida")
	b.Post(path, "vez", "v1", "status", "REPROVADO").Has(422, "role=\"alert\"") // another form under the same mark
	// What came after shows.
	s.Create("/armazenamento/recebimento", consoletest.SoyHarvest, `{"loteOrigem":"MT25-S-001"}`)
	b.Get("/validacoes/"+code).Has(200, "Alterada depois de validada", "incluído depois", "registros/armazenamento.recebimento/")
	b.Get("/validacoes/NADA-NADA").Has(404)
	b.Get("/safras/NOVA/validar").Has(200, "Não há registros para validar").Lacks(`name="status"`)
}

// Errors require a reason, and invalid input is shown again as typed.
func TestValidateInSpiteOfErrors(t *testing.T) {
	s := consoletest.NewSite(t)
	s.Create("/producaoAgricola/plantioManejo", "S", `{"dataPlantio":"31/02/2025"}`)
	b := s.As(s.Root)
	b.Get("/safras/S/validar").Has(200, "1 erro", `name="justificativa"`, "não aprovada")
	b.Post("/safras/S/validar", "status", "APROVADO", "justificativa", "---", "responsavel", "Ana & Cia").Has(422, "Justificativa: ", "Ana &amp; Cia", ">---<")
	b.Get("/safras/S/validar").Has(200, `name="confirmo"`, "Ainda não validada · Só 1 de ")
	b.Post("/safras/S/validar", "status", "APROVADO", "responsavel", "Ana & Cia").Has(422, "Nada foi publicado", "Ana &amp; Cia")
	b.Post("/safras/S/validar", "status", "APROVADO", "confirmo", "sim").Has(200, "Não aprovada", "ninguém justificou")
	b.Post("/safras/S/validar", "status", "APROVADO", "justificativa", "Data conferida no caderno.", "confirmo", "sim").Has(200, "Válida")
	sound := s.Create("/producaoAgricola/plantioManejo", "T", `{"dataPlantio":"2025-10-05"}`)
	b.Post("/safras/T/validar", "justificativa", "sem motivo", "confirmo", "sim").Has(422, "sem motivo", "Justificativa: ")
	b.Post("/safras/T/validar", "safraCodigo", strings.Repeat("x", 101), "validade", "amanhã").Has(422, strings.Repeat("x", 101), `type="text" value="amanhã"`, "Código da safra: ")
	if sound.HarvestID != "T" {
		t.Error(sound.HarvestID)
	}
}

func TestLabels(t *testing.T) {
	_, b := consoletest.DemoSite(t)
	at := "/validacoes/DEM0-S0JA-2025-MT01/etiqueta"
	for query, want := range map[string]struct{ media, begins string }{
		"":                                    {"application/pdf", "%PDF"},
		"?formato=svg":                        {"image/svg+xml", "<"},
		"?copias=36&peso=60":                  {"application/pdf", "%PDF"},
		"?copias=2&tamanho=a4&peso=1,2+t":     {"application/pdf", "%PDF"},
		"?formato=zpl&peso=60+kg":             {"application/zpl; charset=utf-8", "^XA"},
		"?formato=png&tamanho=a4":             {"image/png", "\x89PNG"},
		"?formato=pdf&tamanho=100x50":         {"application/pdf", "%PDF"},
		"?formato=zpl&dpi=300":                {"application/zpl; charset=utf-8", "^XA"},
		"?formato=SVG&tamanho=50X30&baixar=1": {"image/svg+xml", "<"},
	} {
		got := b.Get(at + query).Has(200)
		if got.Header.Get("Content-Type") != want.media || !bytes.HasPrefix([]byte(got.Body), []byte(want.begins)) {
			t.Errorf("%s: %s, %.10q", query, got.Header.Get("Content-Type"), got.Body)
		}
	}
	b.Get(at+"?peso=abc&copias=7&tamanho=a4").Has(400, `value="abc"`, "Não entendi o peso “abc”", `value="7"`, `value="a4" selected`, "Baixar")
	for _, query := range []string{"?formato=gif", "?tamanho=9x9", "?dpi=1", "?dpi=x", "?copias=0", "?copias=401", "?copias=x", "?copias=2&formato=svg", "?peso=pesado", "?peso=0", "?peso=-1", "?peso=9999999999"} {
		b.Get(at + query).Has(400)
	}
	b.Get("/validacoes/NADA/etiqueta").Has(404)
}

// A validity in the past, or a day that does not exist, is refused at its field, whatever is
// confirmed; the API stores it with a finding.
func TestValidateAlreadyExpired(t *testing.T) {
	s, b := consoletest.DemoSite(t)
	path := "/safras/" + consoletest.CoffeeHarvest + "/validar"
	form := []string{"vez", "v9", "status", "APROVADO", "responsavel", "Ana", "dataValidacao", "2026-01-02", "validade", "2020-12-31"}
	for _, confirmed := range [][]string{form, append(form, "confirmo", "sim")} {
		b.Post(path, confirmed...).Has(422, "a validação nasceria vencida", `id="erro-validade"`, `aria-describedby="erro-validade help-validade" aria-invalid="true"`, `value="2020-12-31"`, `value="Ana"`)
	}
	b.Post(path, "vez", "v9", "status", "APROVADO", "dataValidacao", "31/02/2026", "validade", "2035-12-31", "confirmo", "sim").Has(422, `id="erro-dataValidacao"`, `value="31/02/2026"`)
	r := s.Create("/validacao", consoletest.CoffeeHarvest, `{"status":"APROVADO","dataValidacao":"2026-01-02","validade":"2020-12-31"}`)
	if found := r.Remarks(); len(found) != 1 || found[0].Rule.ID != "VALIDADE_VENCIDA" {
		t.Errorf("%+v", found)
	}
}

// A validation's own counts are those of its day; what has been required since is shown next to
// them.
func TestValidationThenAndNow(t *testing.T) {
	s, b := consoletest.DemoSite(t)
	const page = "/validacoes/DEM0-S0JA-2025-MT01"
	b.Get(page).Has(200, "Registros íntegros · Completa").Lacks("Na validação (", "Hoje: ")
	s.Create("/producaoAgricola/plantioManejo", consoletest.SoyHarvest, `{"dataPlantio":"31/02/2025"}`)
	b.Get(page).Has(200, "): Registros íntegros · Completa</strong>", "Na validação (", "Hoje: Alterada depois da validação · Completa · 1 erro").Lacks("): Alterada")
	b.Get(page+"?lang=en").Has(200, "At the validation (", "Today: ")
}

// A deleted validation is shown as revoked on the public page and in the console until there is
// another.
func TestRevokedValidationIsSaid(t *testing.T) {
	s := consoletest.NewSite(t)
	s.Create("/producaoAgricola/plantioManejo", "S", `{"dataPlantio":"2025-10-05"}`)
	b := s.As(s.Root)
	b.Get("/safras/S").Has(200, "Ainda não validada")
	made := s.Create("/validacao", "S", `{"status":"APROVADO"}`)
	if _, err := s.Service.Delete(t.Context(), &s.Root.Key, made.Kind, made.ID.String(), trace.AnyVersion); err != nil {
		t.Fatal(err)
	}
	public, err := s.Service.PublicValidation(t.Context(), made.ValidationCode)
	if err != nil || public.State != trace.Revoked {
		t.Fatalf("public: %s, %v", public.State, err)
	}
	b.Get("/safras/S").Has(200, "Revogada", "Validação revogada em ", "/validacoes/"+made.ValidationCode).Lacks("Ainda não validada")
	b.Get("/safras").Has(200, "Revogada").Lacks("Ainda não validada")
	b.Get("/safras/S/validar").Has(200, "A validação "+made.ValidationCode+" foi revogada em ", "; valide de novo.").Lacks("ainda não foi validada")
	page := b.Get("/validacoes/"+made.ValidationCode).Has(200, ">Revogada<", "Revogada em", "/v/"+made.ValidationCode, "não é mais possível imprimir as etiquetas dela", "Na validação (", "/historico").Lacks("etiqueta?formato", "Baixar a etiqueta", "<no value>")
	b.Get(strings.TrimPrefix(page.Path, "/console")+"/etiqueta").Has(404, "foi revogada")
	b.Get("?estado=REVOGADA").Has(200, `<option value="REVOGADA" selected>Revogada`, ">S<")
	other := s.As(writerKey(s, []trace.Scope{trace.Read}, nil, []string{"T"}))
	other.Get("/validacoes/"+made.ValidationCode).Has(404, "Não há validação com este código")
	other.Get("/validacoes/"+made.ValidationCode+"/etiqueta").Has(404, "Não há validação com este código").Lacks("revogada")
	later := s.Create("/validacao", "S", `{"status":"APROVADO"}`)
	b.Get("/validacoes/"+made.ValidationCode).Has(200, "sem contar as revogadas, é a "+later.ValidationCode)
	b.Get("/safras/S").Has(200, "Registros íntegros").Lacks("Revogada", "revogada")
}

// A validation names the newer one of its harvest, and is not green beside a newer refusal.
func TestValidationNamesTheNewerOne(t *testing.T) {
	s, b := consoletest.DemoSite(t)
	const page = "/validacoes/DEM0-S0JA-2025-MT01"
	b.Get(page).Has(200, `class="badge bom">Válida`).Lacks("mais nova")
	refused := s.Create("/validacao", consoletest.SoyHarvest, `{"status":"REPROVADO"}`).ValidationCode
	b.Get(page).Has(200, `class="badge alerta">Válida`, `href="../../console/validacoes/`+refused+`"`, "mais nova desta safra, "+refused, ": não aprovada.", "Hoje: Validação mais nova não aprovada")
	b.Get("/validacoes/"+refused).Has(200, "Não aprovada").Lacks("mais nova")
	b.Get("/safras/"+consoletest.SoyHarvest+"/validar").Has(200, `class="badge alerta">Válida`)
}

// A harvest in recall is not published by one click, and the page of its validation says so.
func TestValidateInRecall(t *testing.T) {
	s, b := consoletest.DemoSite(t)
	path := "/safras/" + consoletest.SoyHarvest + "/validar"
	b.Get(path).Has(200).Lacks(`name="confirmo"`)
	if _, err := s.Service.Recall(t.Context(), &s.Root.Key, recall.Request{Reason: "salmonela", Lots: []string{"MT25-S-001"}}); err != nil {
		t.Fatal(err)
	}
	b.Get(path).Has(200, `name="confirmo"`, "Sei que esta safra está em recall")
	b.Post(path, "status", "APROVADO").Has(422, "Nada foi publicado", "Em recall desde ")
	b.Post(path, "status", "APROVADO", "confirmo", "sim").Has(200, "A validação foi registrada.", "Em recall desde ", "salmonela")
	b.Get("/safras").Has(200, `<a class="badge erro" href="../console/recall/`)
}
