package api_test

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"rastro/internal/demo"
	"rastro/internal/ledger"
)

// tracedLot is a trace as the wire shows it.
type tracedLot struct {
	Lote, SafraID, Direcao, Em string
	Nos                        []struct {
		Chave, Tipo, Codigo string
		Conhecido           bool
		Safras              []string
		Avisos              *struct{ Erro, Alerta int }
		Inspecoes           []struct{ Resultado, Inicio string }
		Disputa, Terceiro   bool
	}
	Arestas []struct {
		De, Para, Papel string
		QuantidadeKg    *float64
		Terceiro        bool
		Registro        struct {
			Prefixo, ID string
			Versao      int
		}
	}
	Truncado, Restrito bool
	Next               *string
}

func (c client) trace(path string, headers ...string) tracedLot {
	c.t.Helper()
	return decode[tracedLot](c.t, path, c.get(path, headers...).ok(200).Data)
}

func (r tracedLot) keys(kind string) (keys []string) {
	for _, n := range r.Nos {
		if n.Tipo == kind {
			keys = append(keys, n.Codigo)
		}
	}
	slices.Sort(keys)
	return keys
}

func (c client) goldens() {
	c.t.Helper()
	records, err := demo.Harvests()
	if err != nil {
		c.t.Fatal(err)
	}
	for _, r := range records {
		c.create(r.Prefix, r.HarvestID, string(r.Payload))
	}
}

func TestTrace(t *testing.T) {
	t.Parallel()
	c := start(t)
	c.goldens()
	got := c.trace("/rastreio/lote/mt25-s-001?direcao=origem")
	if !slices.Equal(got.keys("lote"), []string{"MT25-S-001", "MT25-S-001-CAMPO"}) || len(got.keys("talhao")) != 1 || len(got.keys("embarque")) != 0 || got.Truncado || got.Restrito || got.Next != nil || got.Lote != "MT25-S-001" {
		t.Errorf("to the origin: %+v", got)
	}
	for _, e := range got.Arestas {
		c.get(e.Registro.Prefixo + "/" + e.Registro.ID).ok(200) // the record that proves it is there
	}
	if got := c.trace("/rastreio/lote/MT25-S-001-CAMPO?direcao=destino"); len(got.keys("embarque")) != 1 || len(got.keys("talhao")) != 0 || len(got.keys("lote")) != 2 {
		t.Errorf("to the destination: %+v", got)
	}
	if got := c.trace("/rastreio/lote/lote%20MG25-C-01"); len(got.keys("embarque")) != 1 || len(got.keys("talhao")) != 1 || len(got.keys("lote")) != 2 || got.Direcao != "ambos" {
		t.Errorf("both ways: %+v", got)
	}
	if got := c.trace("/rastreio/safra/DEMO-SOJA-MT-2024-25"); len(got.keys("lote")) != 2 || got.SafraID != "DEMO-SOJA-MT-2024-25" {
		t.Errorf("the harvest: %+v", got)
	}
	if got := c.trace("/rastreio/safra/nada"); len(got.Nos) != 0 {
		t.Errorf("a harvest that nobody named: %+v", got)
	}
	if got := c.trace("/rastreio/lote/MT25-S-001?direcao=origem&profundidade=0"); len(got.keys("lote")) != 1 || !got.Truncado || got.Next != nil {
		t.Errorf("no steps: %+v", got)
	}
	page := c.trace("/rastreio/lote/MT25-S-001?direcao=origem&limite=1")
	if len(page.keys("lote")) != 1 || !page.Truncado || page.Next == nil {
		t.Fatalf("a page of one: %+v", page)
	}
	rest := c.trace("/rastreio/lote/MT25-S-001?direcao=origem&limite=1&cursor=" + *page.Next)
	if len(rest.Nos)+len(page.Nos) != len(got.Nos) || len(rest.Arestas)+len(page.Arestas) != len(got.Arestas) || rest.Truncado {
		t.Errorf("the page after: %+v", rest)
	}
	if lots := string(c.get("/lotes?busca=mt25").ok(200).Data); strings.Count(lots, `"codigo"`) != 2 || !strings.Contains(lots, "MT25-S-001-CAMPO") {
		t.Errorf("lots: %s", lots)
	}
}

func TestTraceAsOf(t *testing.T) {
	t.Parallel()
	c := start(t)
	made := c.create("/posColheita/beneficiamento", "S", `{"loteEntrada":"A-1","loteSaida":"B-1"}`)
	then := c.clock.Now().Format(time.RFC3339Nano)
	c.clock.Advance(time.Minute)
	c.put("/posColheita/beneficiamento", `{"id":"`+made.ID+`","safraId":"S","dados":{"loteEntrada":"A-2","loteSaida":"B-1"}}`).ok(200)
	for path, want := range map[string]string{"": "A-2 B-1", "?em=" + strings.ReplaceAll(then, "+", "%2B"): "A-1 B-1"} {
		if got := strings.Join(c.trace("/rastreio/lote/B-1"+path).keys("lote"), " "); got != want {
			t.Errorf("B-1%s: %s, want %s", path, got, want)
		}
	}
	c.delete("/posColheita/beneficiamento/" + made.ID).ok(200)
	c.get("/rastreio/lote/B-1").fails(404, "LOTE_NAO_ENCONTRADO")
}

func TestTraceFormats(t *testing.T) {
	t.Parallel()
	c := start(t)
	c.goldens()
	c.create("/colheitaIdentificacaoProducao/identificacaoLote", "DEMO-SOJA-MT-2024-25", `{"codigoLote":"=A1\"<b>#|x"}`)
	for _, f := range []struct{ format, media, has string }{
		{"mermaid", "text/vnd.mermaid", "flowchart LR"}, {"graphviz", "text/vnd.graphviz", "digraph rastreio {"}, {"csv", "text/csv", "linha,chave"}, {"geojson", "application/geo+json", `"FeatureCollection"`}, {"json", "application/json", `"arestas"`},
	} {
		byQuery, byAccept := c.get("/rastreio/lote/MT25-S-001?formato="+f.format), c.get("/rastreio/lote/MT25-S-001", "Accept: "+f.media)
		for _, got := range []answer{byQuery, byAccept} {
			if got.status != 200 || got.header.Get("Content-Type") != f.media || !strings.Contains(string(got.body), f.has) {
				t.Errorf("%s: %d %s\n%.300s", f.format, got.status, got.header.Get("Content-Type"), got.body)
			}
		}
	}
	var features struct {
		Features []struct {
			Geometry   struct{ Type string }
			Properties struct{ AreaHa float64 }
		}
	}
	if err := json.Unmarshal(c.get("/rastreio/lote/MT25-S-001?formato=geojson").body, &features); err != nil || len(features.Features) != 1 || features.Features[0].Geometry.Type != "Polygon" || fmt.Sprintf("%.2f", features.Features[0].Properties.AreaHa) != "120.23" {
		t.Errorf("GeoJSON: %+v, %v", features, err)
	}
	rows, err := csv.NewReader(strings.NewReader(string(c.get("/rastreio/safra/DEMO-SOJA-MT-2024-25?formato=csv").body))).ReadAll()
	if err != nil || len(rows) < 10 {
		t.Errorf("CSV: %d rows, %v", len(rows), err)
	}
	mermaid := string(c.get("/rastreio/safra/DEMO-SOJA-MT-2024-25?formato=mermaid").body)
	if strings.Contains(mermaid, `"<b>`) || !strings.Contains(mermaid, "#quot;") {
		t.Errorf("Mermaid lets a text through as it is:\n%s", mermaid)
	}
	c.get("/rastreio/lote/MT25-S-001?formato=pdf").fails(400, "FORMATO_NAO_SUPORTADO")
}

func TestTraceBadInput(t *testing.T) {
	t.Parallel()
	c := start(t)
	c.create("/colheitaIdentificacaoProducao/identificacaoLote", "S", `{"codigoLote":"MT25-S-001"}`)
	near := c.get("/rastreio/lote/MT25-S-01").fails(404, "LOTE_NAO_ENCONTRADO")
	if len(near.Errors) != 1 || near.Errors[0].Mensagem != "MT25-S-001" {
		t.Errorf("near codes: %+v", near.Errors)
	}
	c.get("/rastreio/lote/"+strings.Repeat("A", 10_000)).fails(404, "LOTE_NAO_ENCONTRADO")
	c.get("/rastreio/lote/"+strings.Repeat("A", 10_000)+"/balanco").fails(404, "LOTE_NAO_ENCONTRADO")
	for _, query := range []string{"profundidade=-1", "profundidade=x", "limite=0", "limite=1000000", "direcao=cima"} {
		c.get("/rastreio/lote/MT25-S-001?"+query).fails(400, "PARAMETRO_INVALIDO")
	}
	c.get("/rastreio/lote/MT25-S-001?cursor=abc").fails(400, "CURSOR_INVALIDO")
	c.get("/rastreio/lote/MT25-S-001?em=2999-01-01").fails(400, "INSTANTE_FUTURO")
	c.get("/lotes?busca="+strings.Repeat("A", 101)).fails(400, "PARAMETRO_INVALIDO")
	c.post("/rastreio/recall", `{}`).fails(422, "RECALL_SEM_CRITERIO")
	c.post("/rastreio/recall", `{"lotes":[]}`).fails(422, "RECALL_SEM_CRITERIO")
	c.post("/rastreio/recall", `{"lotes":["NADA-9"]}`).fails(404, "LOTE_NAO_ENCONTRADO")
	c.post("/rastreio/recall", `{"talhoes":["x"]}`).fails(422, "DADOS_INVALIDOS")
	c.post("/rastreio/recall", `{"periodo":{"de":"ontem"}}`).fails(422, "DADOS_INVALIDOS")
}

func TestBalance(t *testing.T) {
	t.Parallel()
	c := start(t)
	c.goldens()
	type balanceAnswer struct {
		Violacoes int
		Lotes     []struct {
			Codigo    string
			SaldoKg   *float64
			Custodia  struct{ Derivada *string }
			Violacoes []struct{ Regra, Mensagem string }
		}
		Etapas []struct{ EsperadoKg, QuebraKg *float64 }
	}
	got := decode[balanceAnswer](t, "balanco", c.get("/rastreio/lote/MT25-S-001/balanco").ok(200).Data)
	if got.Violacoes != 0 || len(got.Lotes) != 2 || *got.Lotes[0].SaldoKg != 55 || *got.Lotes[0].Custodia.Derivada != "SEGREGADO" || len(got.Etapas) != 2 || got.Etapas[0].EsperadoKg == nil {
		t.Errorf("sound: %+v", got)
	}
	c.create("/colheitaIdentificacaoProducao/colheita", "T", `{"quantidadeColhida":30000}`)
	c.create("/colheitaIdentificacaoProducao/identificacaoLote", "T", `{"codigoLote":"T-1"}`)
	c.create("/armazenamento/recebimento", "T", `{"loteOrigem":"T-1","volume":"36.000 kg"}`)
	if total := string(c.get("/rastreio/lote/T-1/balanco").ok(200).Data); !strings.Contains(total, `"situacao":"DIVERGE","violacoes":0`) || !strings.Contains(total, `"safras":[{"safraId":"T","regra":"SAIDA_ACIMA_DA_COLHEITA","mensagem":"`) {
		t.Errorf("more left the harvest than was harvested: %s", total)
	}
	c.create("/logisticaExportacao/transporteExportacao", "X", `{"loteOrigem":"MT25-S-001","volumeTransportado":35800,"identificacaoTransporte":"IMO 9321483"}`)
	got = decode[balanceAnswer](t, "balanco", c.get("/rastreio/lote/MT25-S-001/balanco", "Accept-Language: en").ok(200).Data)
	if got.Violacoes != 1 || got.Lotes[0].Violacoes[0].Regra != "VENDIDO_DUAS_VEZES" || !strings.Contains(got.Lotes[0].Violacoes[0].Mensagem, "71,600 kg shipped") {
		t.Errorf("sold twice: %+v", got)
	}
}

func TestRecall(t *testing.T) {
	t.Parallel()
	c := start(t)
	c.goldens()
	type report struct {
		Lotes     []struct{ Codigo string }
		Embarques []struct {
			Destino    string
			Documentos []struct{ Numero string }
		}
		Detentores []struct{ Nome string }
		DuracaoMs  *int
		Relatorio  struct{ ID, Hash, Assinatura string }
	}
	got := decode[report](t, "recall", c.post("/rastreio/recall", `{"motivo":"resíduo","lotes":["MT25-S-001-CAMPO"]}`).ok(201).Data)
	if len(got.Lotes) != 2 || len(got.Embarques) != 1 || len(got.Embarques[0].Documentos) < 3 || len(got.Detentores) != 1 || got.DuracaoMs == nil || len(got.Relatorio.Hash) != 64 {
		t.Errorf("recall: %+v", got)
	}
	public := string(c.get("/log/checkpoint").body)
	origin, _, _ := strings.Cut(public, "\n")
	if !strings.HasPrefix(got.Relatorio.Assinatura, "rastro recall "+origin+"\nid "+got.Relatorio.ID) {
		t.Errorf("signed: %s", got.Relatorio.Assinatura)
	}
	verifier, err := ledger.NewVerifier(c.service.VerifierKey())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := verifier.OpenText("rastro recall", []byte(got.Relatorio.Assinatura)); err != nil {
		t.Error(err)
	}
	if _, err := verifier.Open([]byte(got.Relatorio.Assinatura)); err == nil {
		t.Error("a recall's signature passes for a checkpoint")
	}
	rows, err := csv.NewReader(strings.NewReader(string(c.post("/rastreio/recall?formato=csv", `{"lotes":["MT25-S-001"]}`).body))).ReadAll()
	if err != nil || len(rows) < 5 {
		t.Errorf("CSV: %v, %v", rows, err)
	}
	if signed := c.post("/rastreio/recall?formato=assinado", `{"lotes":["MT25-S-001"]}`); !strings.HasPrefix(string(signed.body), "rastro recall ") {
		t.Errorf("signed: %s", signed.body)
	}
	reader := c.newKey(`{"escopos":["leitura"]}`)
	again := decode[report](t, "recall read back", reader.get("/rastreio/recall/"+got.Relatorio.ID).ok(200).Data)
	if !reflect.DeepEqual(again, got) {
		t.Errorf("read back: %+v, want %+v", again, got)
	}
	if signed := reader.get("/rastreio/recall/" + got.Relatorio.ID + "?formato=assinado"); string(signed.body) != got.Relatorio.Assinatura {
		t.Errorf("signed: %s", signed.body)
	}
	reader.get("/rastreio/recall/nada").fails(404, "ID_MALFORMADO")
	reader.get("/rastreio/recall/0199e1c2-7a40-7a3f-8c11-5b6c0d9a1e22").fails(404, "REGISTRO_NAO_ENCONTRADO")
	c.newKey(`{"safras":["OUTRA"]}`).get("/rastreio/recall/"+got.Relatorio.ID).fails(404, "REGISTRO_NAO_ENCONTRADO")
	reader.post("/rastreio/recall", `{"lotes":["MT25-S-001"]}`).fails(403, "SEM_PERMISSAO")
}

// A long answer is streamed; a short one is sent whole, with its length.
func TestTraceIsStreamed(t *testing.T) {
	t.Parallel()
	c := start(t)
	var parts []string
	for i := range 400 {
		parts = append(parts, fmt.Sprintf("L%d", i))
	}
	c.create("/processamento/processamento", "S", `{"lote":"MIX-1","blendagem":"`+strings.Join(parts, ";")+`"}`)
	for query, whole := range map[string]bool{"?limite=20000": false, "": true} {
		got := c.get("/rastreio/lote/MIX-1" + query).ok(200)
		if n := len(decode[tracedLot](t, query, got.Data).Nos); n != 401 || len(got.body) < 64<<10 {
			t.Errorf("%s: %d nodes, %d bytes", query, n, len(got.body))
		}
		if told := got.header.Get("Content-Length") != ""; told != whole {
			t.Errorf("%s: length told %t, want %t", query, told, whole)
		}
	}
	all := map[string]bool{}
	for path, pages := "/rastreio/lote/MIX-1?limite=150", 0; path != ""; pages++ {
		page := c.trace(path)
		for _, n := range page.Nos {
			if all[n.Chave] {
				t.Errorf("page %d tells of %s again", pages, n.Chave)
			}
			all[n.Chave] = true
		}
		if path = ""; page.Next != nil {
			path = "/rastreio/lote/MIX-1?limite=150&cursor=" + *page.Next
		}
	}
	if len(all) != 401 {
		t.Errorf("%d nodes over all pages", len(all))
	}
}
