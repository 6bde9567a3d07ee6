package api_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"rastro/internal/eudr/dossierproof"
	"rastro/internal/kind"
)

const aCAR = "MT-5107925-0123456789ABCDEF0123456789ABCDEF"

// profiled is a profile as read.
type profiled struct {
	ID        string
	SafraID   string
	Dados     map[string]any
	Versao    int64
	Derivados map[string]struct{ Valor, De string }
}

func (a answer) profile() (p profiled) {
	a.t.Helper()
	if err := json.Unmarshal(a.Data, &p); err != nil {
		a.t.Fatalf("%s: %v in %s", a.request, err, a.Data)
	}
	return p
}

// A profile is stated, changed, deleted and stated again as one record with one history.
func TestProfile(t *testing.T) {
	t.Parallel()
	c := start(t)
	c.get("/safras/S-1").fails(404, "REGISTRO_NAO_ENCONTRADO")
	first := c.put("/safras/S-1", `{"safraCodigo":"2024/25","dados":`+kind.Profile.Example+`}`).ok(201).record()
	if first.SafraID != "S-1" || first.Versao != 1 {
		t.Errorf("created %+v", first)
	}
	second := c.do("PUT", "/safras/S-1", `{"safraId":"S-1","dados":{"cultura":"Café arábica"}}`, `If-Match: "1"`).ok(200).record()
	if second.ID != first.ID || second.Versao != 2 {
		t.Errorf("changed %+v, want version 2 of %s", second, first.ID)
	}
	c.do("PUT", "/safras/S-1", `{"dados":{}}`, `If-Match: "1"`).fails(412, "VERSAO_DESATUALIZADA")
	c.put("/safras/S-1", `{"safraId":"S-2","dados":{}}`).fails(409, "SAFRA_DIFERENTE")
	if got := c.get("/safras/S-1").ok(200).profile(); got.ID != first.ID || got.Dados["cultura"] != "Café arábica" {
		t.Errorf("read %+v", got)
	}
	list := c.get("/safras").ok(200)
	if !strings.Contains(string(list.Data), `"safraId":"S-1"`) || !strings.Contains(string(list.Data), `"cultura":"CAFE"`) || !strings.Contains(string(list.Data), `"total":0,"porTipo":[]`) {
		t.Errorf("a harvest with only a profile is listed as %s", list.Data)
	}
	c.do("DELETE", "/safras/S-1", "", `If-Match: "1"`).fails(412, "VERSAO_DESATUALIZADA")
	c.do("DELETE", "/safras/S-1", "").ok(200)
	c.do("DELETE", "/safras/S-1", "").fails(404, "REGISTRO_NAO_ENCONTRADO")
	c.get("/safras/S-1").fails(404, "REGISTRO_NAO_ENCONTRADO")
	c.do("PUT", "/safras/S-1", `{"dados":{}}`, `If-Match: "2"`).fails(412, "VERSAO_DESATUALIZADA")
	again := c.put("/safras/S-1", `{"dados":{"nome":"Norte"}}`).ok(201).record()
	if again.ID != first.ID || again.Versao != 4 {
		t.Errorf("stated again as %+v, want version 4 of %s", again, first.ID)
	}
	if history := c.get("/safras/S-1/historico").ok(200); strings.Count(string(history.Data), `"versao":`) != 4 {
		t.Errorf("history %s", history.Data)
	}
	if proof := c.get("/safras/S-1/prova").ok(200); !strings.Contains(string(proof.Data), `"prefixo":"/safras"`) {
		t.Errorf("proof %s", proof.Data)
	}
	c.get("/safras/S-1/prova?versao=1").ok(200)
	if changes := c.get("/safras/S-1/diferencas?de=2020-01-01").ok(200); !strings.Contains(string(changes.Data), `"prefixo":"/safras"`) {
		t.Errorf("differences %s", changes.Data)
	}
}

// An erasure ends a profile permanently; a later one is new.
func TestProfileErased(t *testing.T) {
	t.Parallel()
	c := start(t)
	first := c.do("PUT", "/safras/S-1", `{"dados":{"produtor":"Ana Lima"}}`, "Idempotency-Key: k1").ok(201).record()
	again := c.do("PUT", "/safras/S-1", `{"dados":{"produtor":"Ana Lima"}}`, "Idempotency-Key: k1").ok(201)
	if again.record().Versao != 1 || again.header.Get("Idempotent-Replayed") != "true" {
		t.Errorf("a repeated request was answered with %s", again.body)
	}
	c.do("DELETE", "/safras/S-1", "").ok(200)
	c.post("/safras/S-1/expurgo", `{"motivo":"pedido do titular"}`).ok(200)
	c.post("/safras/S-1/expurgo", `{"motivo":"pedido do titular"}`).fails(410, "REGISTRO_EXPURGADO")
	c.do("PUT", "/safras/S-1", `{"dados":{"produtor":"Ana Lima"}}`, "Idempotency-Key: k1").fails(410, "REGISTRO_EXPURGADO")
	if history := c.get("/safras/S-1/historico").ok(200); strings.Contains(string(history.Data), "Ana Lima") {
		t.Errorf("the history still has what was erased: %s", history.Data)
	}
	if next := c.put("/safras/S-1", `{"dados":{"produtor":"Bia"}}`).ok(201).record(); next.ID == first.ID || next.Versao != 1 {
		t.Errorf("after the erasure: %+v, want a new record", next)
	}
}

// Everything that a profile must not contain is refused at once, with its positions.
func TestProfileRefused(t *testing.T) {
	t.Parallel()
	c := start(t)
	a := c.put("/safras/S-1", `{"dados":{"cultura":"pitaia","documentoProdutor":"529.982.247-26","municipio":"Atlântida","uf":"PA","car":"`+aCAR+`","alvos":["EUDR","Marte"],"cor":"azul","pais":"XX"}}`).fails(422, "DADOS_INVALIDOS")
	var got []string
	for _, p := range a.Errors {
		got = append(got, p.Regra+" "+p.Ponteiro)
		if strings.Contains(p.Mensagem, "{") || strings.Contains(p.Mensagem, "529") {
			t.Errorf("message %q", p.Mensagem)
		}
	}
	same(t, "problems", got, []string{
		"ALVO_DESCONHECIDO /dados/alvos/1", "CAMPO_FORA_DO_PERFIL /dados/cor", "CULTURA_FORA_DA_LISTA /dados/cultura", "DOCUMENTO_INVALIDO /dados/documentoProdutor",
		"CAR_DE_OUTRA_UF /dados/car", "PAIS_DESCONHECIDO /dados/pais",
	})
	c.put("/safras/S-1", `{"dados":{"nome":{},"alvos":"EUDR"}}`).fails(422, "DADOS_INVALIDOS")
	c.put("/safras/S-1", `{"dados":[]}`).fails(422, "DADOS_INVALIDOS")
	c.put("/safras/S-1", `{}`).fails(422, "DADOS_INVALIDOS")
	c.put("/safras/"+strings.Repeat("S", 101), `{"dados":{}}`).fails(422, "DADOS_INVALIDOS")
	c.get("/safras/S-1").fails(404, "REGISTRO_NAO_ENCONTRADO")
}

// A field without a stated value shows the derived one and its source.
func TestProfileDerived(t *testing.T) {
	t.Parallel()
	c := start(t)
	c.create("/cadastroPlanejamento/planoCultivo", "S-1", `{"insumos":"CAR `+aCAR+`","soja":"Intacta RR2 PRO","produtor":"Ana Lima"}`)
	got := c.get("/safras/S-1").ok(200).profile()
	if got.Versao != 0 || got.Dados == nil || len(got.Dados) != 0 {
		t.Errorf("without a profile: %+v", got)
	}
	for field, want := range map[string][2]string{
		"cultura": {"SOJA", "soja"}, "uf": {"MT", "car"}, "municipio": {"Sorriso", "car"}, "car": {aCAR, "registros"}, "produtor": {"Ana Lima", "registros"}, "safra": {"2024/25", "safraCodigo"},
	} {
		if d := got.Derivados[field]; d.Valor != want[0] || d.De != want[1] {
			t.Errorf("%s: derived %+v, want %v", field, d, want)
		}
	}
	c.do("PUT", "/safras/S-1", `{"dados":{"cultura":"milho","uf":"PA"}}`, `If-Match: "0"`).ok(201)
	got = c.get("/safras/S-1").ok(200).profile()
	if len(got.Derivados) == 0 || got.Derivados["cultura"].Valor != "" || got.Derivados["uf"].Valor != "" || got.Derivados["municipio"].Valor != "" {
		t.Errorf("derived although stated, or against it: %+v", got.Derivados)
	}
}

// A profile has the rights of its harvest. A key limited to phases reads it but does not write it,
// because it covers the whole harvest.
func TestProfileRights(t *testing.T) {
	t.Parallel()
	c := start(t)
	c.put("/safras/S-1", `{"dados":{"nome":"Norte"}}`).ok(201)
	other := c.newKey(`{"nome":"outra","escopos":["leitura","escrita","admin"],"safras":["S-2"]}`)
	for _, asked := range [][2]string{{"GET", ""}, {"PUT", ""}, {"DELETE", ""}, {"GET", "/historico"}, {"GET", "/prova"}, {"POST", "/expurgo"}} {
		for _, harvest := range []string{"S-1", "nenhuma"} {
			body := map[string]string{"PUT": `{"dados":{}}`, "POST": `{"motivo":"x"}`}[asked[0]]
			other.do(asked[0], "/safras/"+harvest+asked[1], body).fails(403, "SAFRA_NAO_PERMITIDA")
		}
	}
	phased := c.newKey(`{"nome":"fase","escopos":["leitura","escrita"],"fases":["02"]}`)
	phased.get("/safras/S-1").ok(200)
	phased.put("/safras/S-1", `{"dados":{}}`).fails(403, "FASE_NAO_PERMITIDA")
	phased.do("DELETE", "/safras/nenhuma", "").fails(403, "FASE_NAO_PERMITIDA")
	writer := c.newKey(`{"nome":"escreve","escopos":["escrita"]}`)
	if got := writer.put("/safras/S-1", `{"dados":{"nome":"Sul"}}`).ok(200); strings.Contains(string(got.Data), "Norte") {
		t.Errorf("a key that only writes got %s", got.Data)
	}
	writer.get("/safras/S-1").fails(403, "SEM_PERMISSAO")
}

// A profile that changes after a validation is a change of the harvest.
func TestProfileIsCovered(t *testing.T) {
	t.Parallel()
	c := start(t)
	c.create(planting, "S-1", `{}`)
	c.put("/safras/S-1", `{"dados":{"cultura":"soja"}}`).ok(201)
	v := c.post("/validacao", `{"safraId":"S-1","dados":{"status":"APROVADO","cultura":"SOJA"}}`).ok(201).record()
	state := func() string {
		var got struct{ Estado string }
		if err := json.Unmarshal(c.get("/validacao/"+v.ID).ok(200).Data, &got); err != nil {
			t.Fatal(err)
		}
		return got.Estado
	}
	if got := state(); got != "VALIDA" {
		t.Errorf("a new validation is %s", got)
	}
	c.put("/safras/S-1", `{"dados":{"cultura":"soja","nome":"x"}}`).ok(200)
	if got := state(); got != "ALTERADA" {
		t.Errorf("after a change of the profile it is %s", got)
	}
}

// The EU's file names the producer, the country and the place of the profile where a plot
// names none, and a dossier proves the profile too.
func TestProfileInTheEUFile(t *testing.T) {
	t.Parallel()
	onEngines(t, func(t *testing.T, c client) {
		square := func(west string) string {
			return strings.ReplaceAll(`"geojson":{"type":"Polygon","coordinates":[[[W,-12.55],[W1,-12.55],[W1,-12.549],[W,-12.549],[W,-12.55]]]}`, "W", west)
		}
		c.create(planning, "A", `{`+square("-55.70")+`}`)
		c.create(planning, "A", `{"produtor":"Caio",`+square("-55.71")+`}`)
		c.create(naming, "A", `{"codigoLote":"A-1"}`)
		if report := c.get("/eudr/lote/A-1/conferencia").ok(200); !strings.Contains(string(report.Data), "EUDR_PRODUTOR_A_CONFIRMAR") || strings.Contains(string(report.Data), `"faltam":[]`) {
			t.Errorf("without a profile: %s", report.Data)
		}
		c.put("/safras/A", `{"dados":{"produtor":"Ana Lima","car":"`+aCAR+`"}}`).ok(201)
		if report := c.get("/eudr/lote/A-1/conferencia").ok(200); strings.Contains(string(report.Data), "EUDR_PRODUTOR_") || strings.Contains(string(report.Data), "EUDR_SEM_LOCAL") {
			t.Errorf("with a profile: %s", report.Data)
		}
		file := c.get("/eudr/lote/A-1")
		_, producers := featureIDs(t, file)
		same(t, "producers", producers, []string{"Ana Lima", "Caio"})
		if got := strings.Count(string(file.body), `"ProductionPlace":"Sorriso/MT"`); got != 2 {
			t.Errorf("%d plots have the place of the profile, want 2: %s", got, file.body)
		}
		if trace := c.get("/rastreio/lote/A-1").ok(200); !strings.Contains(string(trace.Data), "Ana Lima") {
			t.Errorf("the trace names other producers: %s", trace.Data)
		}
		archive := c.dossier("A-1").body
		v, err := dossierproof.Verify(bytes.NewReader(archive), int64(len(archive)), c.service.VerifierKey())
		if err != nil || v.Records != 4 {
			t.Errorf("dossier: %+v, %v", v, err)
		}
	})
}

// The crop of a profile counts where land of two harvests is compared.
func TestProfileCropOfANeighbour(t *testing.T) {
	t.Parallel()
	c := start(t)
	for _, harvest := range []string{"A", "B"} {
		c.post(planning, coded(harvest, "2024/25", `{"poligono":[-55.72,-12.55,-55.71,-12.54]}`)).ok(201)
	}
	if got := c.told("A"); len(got) != 0 {
		t.Errorf("without a crop: %q", got)
	}
	for _, harvest := range []string{"A", "B"} {
		c.put("/safras/"+harvest, `{"dados":{"cultura":"soja"}}`).ok(201)
	}
	if got := c.told("A"); len(got) != 1 {
		t.Errorf("with the crop in both profiles: %q", got)
	}
	c.put("/safras/B", `{"dados":{"cultura":"milho"}}`).ok(200)
	if got := c.told("A"); len(got) != 0 {
		t.Errorf("with another crop next to it: %q", got)
	}
}
