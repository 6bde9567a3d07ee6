package console

import (
	"archive/zip"
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"rastro/internal/demo"
	"rastro/internal/kind"
	"rastro/internal/trace"
)

// goldens writes the two complete harvests.
func (s *site) goldens() {
	s.t.Helper()
	records, err := demo.Harvests()
	if err != nil {
		s.t.Fatal(err)
	}
	for _, r := range records {
		if _, err := s.service.Create(s.t.Context(), &s.root.Key, kind.ByPrefix(r.Prefix), trace.Envelope{SafraID: r.SafraID, SafraCodigo: r.SafraCodigo, Dados: r.Dados}, nil); err != nil {
			s.t.Fatalf("%s: %v", r.Prefix, err)
		}
	}
}

// placeInLog gives every record its place in the log.
func (s *site) placeInLog() {
	s.t.Helper()
	for more := true; more; {
		var err error
		if more, err = s.service.Integrate(s.t.Context()); err != nil {
			s.t.Fatal(err)
		}
	}
}

const soyLot = "MT25-S-001"

func TestFindLots(t *testing.T) {
	s := newSite(t)
	b := s.as(s.root)
	b.get("/lotes").has(200, "Os lotes aparecem assim que um registro os nomeia")
	s.goldens()
	b.get("/lotes").has(200, `aria-current="page">Lotes`, ">"+soyLot+"</a>", "registrada", "https://rastro.example/lotes")
	b.get("/lotes?busca=mt25").has(200, soyLot, "busca=mt25", `value="mt25"`).lacks("Talvez")
	b.get("/lotes?busca=MT25-S-0O1").has(200, "Talvez seja um destes", ">"+soyLot+"</a>")
	b.get("/lotes/MT25-S-0O1").has(404, "Talvez seja um destes", ">"+soyLot+"</a>")
	b.get("/lotes?busca=zzz").has(200, "zzz").lacks("<tbody>")
	b.get("/lotes?busca="+strings.Repeat("a", 300)).has(400, "busca")
	b.get("/lotes?cursor=nada").has(400)
	part := b.get("/lotes?busca=mt25", "HX-Request", "true").has(200, soyLot)
	part.lacks("<html", "<form")
	for i := range 70 {
		s.create("/colheitaIdentificacaoProducao/identificacaoLote", "P", fmt.Sprintf(`{"codigoLote":"PG-%03d"}`, i))
	}
	var codes []string
	for page, more := b.get("/lotes?busca=PG-"), true; more; {
		for _, found := range regexp.MustCompile(`>(PG-\d+)</a>`).FindAllStringSubmatch(page.has(200).body, -1) {
			codes = append(codes, found[1])
		}
		next := regexp.MustCompile(`href="(\?[^"]*)" rel="next"`).FindStringSubmatch(page.body)
		if more = next != nil; more {
			page = b.get("/lotes" + strings.ReplaceAll(next[1], "&amp;", "&"))
		}
	}
	if slices.Sort(codes); len(codes) != 70 || len(slices.Compact(codes)) != 70 {
		t.Errorf("paging found %d lots: %v", len(codes), codes)
	}
}

func TestTracePage(t *testing.T) {
	s := newSite(t)
	s.goldens()
	b := s.as(s.root)
	page := b.get("/lotes/"+soyLot).has(200, `<svg xmlns`, `class="node round lote start`, `class="node box safra`, `class="node hexagon talhao`, `class="node house instalacao`, `class="node arrow embarque`,
		"/console/registros/cadastroPlanejamento.planoCultivo/", "/console/registros/logisticaExportacao.transporteExportacao/", "/console/safras/", "O que aconteceu, e o registro que prova",
		"embarque", " kg</text>", "aprovado", "Certificado", "/balanco", "/eudr", "/console/recall?lote=", `data-zoom="150"`, "lots.", "curl", "/rastreio/lote/"+soyLot)
	if !strings.HasPrefix(page.header.Get("Content-Security-Policy"), "default-src 'none'") || strings.Contains(page.body, "style=") {
		t.Error("the page has a style of its own")
	}
	// Every node and every edge of the drawing is in a table too.
	if nodes, rows := strings.Count(page.body, `class="node `), strings.Count(page.body, `<tr id="no-`); nodes != rows || nodes < 5 {
		t.Errorf("%d nodes drawn, %d rows", nodes, rows)
	}
	b.get("/lotes/"+soyLot+"?direcao=destino").has(200, "embarque").lacks(`hexagon talhao`)
	b.get("/lotes/"+soyLot+"?direcao=origem").has(200, "hexagon talhao").lacks(`arrow embarque`)
	b.get("/lotes/"+soyLot+"?profundidade=0").has(200, "O caminho continua")
	b.get("/lotes/"+soyLot+"?zoom=0").has(200, `class="graph fit"`)
	b.get("/lotes/"+soyLot+"?zoom=50").has(200, `data-zoom="50" aria-current="true"`)
	b.get("/lotes/"+soyLot+"?direcao=&profundidade=&em=").has(200, "<svg")
	for query, said := range map[string]string{"direcao=cima": "direcao", "profundidade=-1": "profundidade", "profundidade=x": "profundidade", "em=ontem": "em", "em=2999-01-01": "2999"} {
		b.get("/lotes/"+soyLot+"?"+query).has(400, said)
	}
	b.get("/lotes/" + soyLot + "?em=2001-01-01").has(404)
	for l, word := range map[string]string{"pt": "Rastreio do lote", "en": "Trace of the lot", "es": "Rastreo del lote"} {
		b.get("/lotes/"+soyLot+"?lang="+l).has(200, word, `<html lang="`+l)
	}
}

func TestTraceOfHarvest(t *testing.T) {
	s := newSite(t)
	s.goldens()
	b := s.as(s.root)
	const safra = "DEMO-SOJA-MT-2024-25"
	b.get("/safras/"+safra+"/rastreio").has(200, "Lotes da safra", "<svg", "/rastreio/safra/", "/rastreio/baixar?formato=csv")
	b.get("/safras/"+safra+"/rastreio/baixar?formato=csv").has(200, "linha,chave")
	b.get("/safras/nenhuma/rastreio").has(200, "Nenhum registro desta safra nomeia um lote")
}

func TestTraceDownloads(t *testing.T) {
	s := newSite(t)
	s.goldens()
	b := s.as(s.root)
	for format, want := range map[string][2]string{
		"json": {"application/json", `{"lote":"MT25-S-001"`}, "csv": {"text/csv", "linha,chave"}, "mermaid": {"text/vnd.mermaid", "flowchart LR"},
		"graphviz": {"text/vnd.graphviz", "digraph"}, "geojson": {"application/geo+json", `{"type":"FeatureCollection"`},
	} {
		got := b.get("/lotes/"+soyLot+"/baixar?formato="+format).has(200, want[1])
		if got.header.Get("Content-Type") != want[0] || !strings.Contains(got.header.Get("Content-Disposition"), `filename="rastreio-MT25-S-001.`) {
			t.Errorf("%s: %v", format, got.header)
		}
		if strings.HasSuffix(format, "json") && !json.Valid([]byte(got.body)) {
			t.Errorf("%s is no JSON: %s", format, got.body)
		}
	}
	b.get("/lotes/"+soyLot+"/baixar?formato=pdf").has(400, "pdf")
	b.get("/lotes/NADA-9/baixar?formato=csv").has(404)
}

// A circle, a blend of a blend, and more than can be drawn.
func TestTraceBounds(t *testing.T) {
	s := newSite(t)
	s.create("/posColheita/beneficiamento", "C", `{"loteEntrada":"A-1","loteSaida":"B-1"}`)
	s.create("/posColheita/beneficiamento", "C", `{"loteEntrada":"B-1","loteSaida":"A-1"}`)
	b := s.as(s.root)
	b.get("/lotes/A-1").has(200, `class="way against"`)
	var parts []string
	for i := range 600 {
		parts = append(parts, fmt.Sprintf("N-%d", i))
	}
	s.create("/processamento/processamento", "M", `{"lote":"MIX-9","volume":"500 t","blendagem":"`+strings.Join(parts, ";")+`"}`)
	for i := range 20 {
		s.create("/cadastroPlanejamento/planoCultivo", "P", fmt.Sprintf(`{"poligono":[-55.72,-12.%d,-55.71,-12.54]}`, 60+i))
	}
	s.create("/colheitaIdentificacaoProducao/identificacaoLote", "P", `{"codigoLote":"PL-1"}`)
	began := time.Now()
	got := b.get("/lotes/MIX-9").has(200, "Há mais do que cabe num desenho", "CSV")
	if n := strings.Count(got.body, `class="node `); n > maxDrawn || n < maxDrawn/2 {
		t.Errorf("%d nodes drawn", n)
	}
	t.Logf("%d bytes in %v", len(got.body), time.Since(began))
	b.get("/lotes/PL-1").has(200, "mais 14 talhões")
}

func TestLotRights(t *testing.T) {
	s := newSite(t)
	s.create("/colheitaIdentificacaoProducao/identificacaoLote", "S-1", `{"codigoLote":"A-1"}`)
	s.create("/colheitaIdentificacaoProducao/identificacaoLote", "S-2", `{"codigoLote":"Z-1"}`)
	admin := s.as(s.key(trace.KeyRequest{Nome: "adm", Escopos: []trace.Scope{trace.Admin}}))
	reader := s.as(s.key(trace.KeyRequest{Nome: "leitor", Escopos: []trace.Scope{trace.Read}}))
	own := s.as(s.key(trace.KeyRequest{Nome: "uma", Escopos: []trace.Scope{trace.Read, trace.Write}, Safras: []string{"S-1"}}))
	for _, path := range []string{"/lotes", "/lotes/A-1", "/lotes/A-1/balanco", "/lotes/A-1/eudr", "/lotes/A-1/baixar?formato=csv", "/recall", "/safras/S-1/rastreio"} {
		s.visitor().get(path).has(401)
		admin.get(path).has(403).lacks(">Lotes</a>", ">Recall</a>")
		own.get(path).has(200).lacks("Z-1")
	}
	reader.get("/recall").has(200, "não pode fazer recall").lacks("<textarea")
	reader.get("/lotes/A-1").has(200).lacks("/console/recall?lote")
	reader.post("/recall", "lotes", "A-1", "acao", "registrar").has(403)
	own.get("/lotes/Z-1").has(404)
	own.get("/lotes").has(200, "A-1").lacks("Z-1")
	own.get("/safras/S-2/rastreio").has(403)
	own.post("/recall", "lotes", "Z-1", "acao", "previa").has(422)
}

func TestBalancePage(t *testing.T) {
	s := newSite(t)
	s.goldens()
	b := s.as(s.root)
	b.get("/lotes/"+soyLot+"/balanco").has(200, "A conta fecha", `class="chart"`, "saldo", "/rastreio/lote/MT25-S-001/balanco")
	s.create("/logisticaExportacao/transporteExportacao", "X", `{"loteOrigem":"MT25-S-001","volumeTransportado":35800,"identificacaoTransporte":"IMO 9321483"}`)
	b.get("/lotes/"+soyLot+"/balanco").has(200, "1 divergência", "VENDIDO_DUAS_VEZES", "vendida duas vezes", `class="over"`)
	b.get("/lotes/"+soyLot+"/balanco?lang=en").has(200, "sold twice", "1 discrepancy")
	b.get("/lotes/" + soyLot + "/balanco?em=ontem").has(400)
	b.get("/lotes/NADA/balanco").has(404)
}

// A mass that is given for several lots together is told in words, and is not 0 kg.
func TestBalancePageOfASharedMass(t *testing.T) {
	s := newSite(t)
	s.create("/armazenamento/recebimento", "S-1", `{"loteOrigem":"A-1","volume":"10 t"}`)
	s.create("/logisticaExportacao/transporteExportacao", "S-1", `{"loteOrigem":"A-1, B-1","volumeTransportado":9000}`)
	b := s.as(s.root)
	b.get("/lotes/A-1/balanco").has(200, "não se sabe", "para vários lotes juntos").lacks("NaN")
	b.get("/lotes/A-1/balanco?lang=en").has(200, "not known", "for several lots together")
}

func TestEUDRPage(t *testing.T) {
	s := newSite(t)
	s.goldens()
	s.placeInLog()
	b := s.as(s.root)
	b.get("/lotes/"+soyLot+"/eudr").has(200, "Informações do artigo 9", "9(1)(d)", "/eudr/lote/MT25-S-001/conferencia")
	s.create("/cadastroPlanejamento/planoCultivo", "B", `{"produtor":"Ana","poligono":{"type":"Polygon","coordinates":[[[-55.72,-12.55],[-55.71,-12.54],[-55.71,-12.55],[-55.72,-12.54],[-55.72,-12.55]]]}}`)
	s.create("/colheitaIdentificacaoProducao/identificacaoLote", "B", `{"codigoLote":"BOW-1"}`)
	b.get("/lotes/BOW-1/eudr").has(200, "Ainda não", "lados", "erro", "/console/registros/cadastroPlanejamento.planoCultivo/").lacks("dossie.zip\"")
	b.get("/lotes/BOW-1/eudr/arquivo").has(409)
	b.get("/lotes/BOW-1/eudr/dossie.zip").has(409)

	s.create("/cadastroPlanejamento/planoCultivo", "G", `{"produtor":"Ana","poligono":[-55.723456,-12.553456,-55.713456,-12.543456]}`)
	s.create("/colheitaIdentificacaoProducao/identificacaoLote", "G", `{"codigoLote":"GOOD-1"}`)
	s.placeInLog()
	page := b.get("/lotes/GOOD-1/eudr").has(200, "Pronto", "eudr-GOOD-1.geojson", "SHA-256")
	if !strings.Contains(page.body, "/eudr/dossie.zip") {
		t.Error("no dossier")
	}
	file := b.get("/lotes/GOOD-1/eudr/arquivo?parte=1").has(200, "FeatureCollection")
	if !json.Valid([]byte(file.body)) || !strings.Contains(file.header.Get("Content-Disposition"), "eudr-GOOD-1.geojson") {
		t.Errorf("file: %v", file.header)
	}
	b.get("/lotes/GOOD-1/eudr/arquivo?parte=2").has(404)
	b.get("/lotes/GOOD-1/eudr/arquivo?parte=x").has(400)
	zipped := b.get("/lotes/GOOD-1/eudr/dossie.zip").has(200)
	if r, err := zip.NewReader(bytes.NewReader([]byte(zipped.body)), int64(len(zipped.body))); err != nil || len(r.File) < 4 {
		t.Errorf("dossier: %v", err)
	}
	for _, l := range []string{"en", "es"} {
		b.get("/lotes/GOOD-1/eudr?lang="+l).has(200, "EUDR")
	}
}

func TestRecallScreen(t *testing.T) {
	s := newSite(t)
	s.goldens()
	b := s.as(s.root)
	b.get("/recall?lote=MT25-S-001").has(200, ">MT25-S-001</textarea>", "Nenhum recall foi feito", "/rastreio/recall")
	b.post("/recall", "motivo", "resíduo", "acao", "previa").has(422, `value="resíduo"`, `role="alert"`)
	b.post("/recall", "lotes", "MT25-S-0O1", "acao", "previa").has(422, ">MT25-S-0O1</textarea>", soyLot)
	b.post("/recall", "talhoes", "nada", "acao", "registrar").has(422, `href="#talhoes"`)
	b.post("/recall", "de", "2025-02-30", "ate", "2020-01-01", "acao", "previa").has(422, `href="#periodo"`)
	b.post("/recall", "lotes", "MT25-S-001-CAMPO", "motivo", "resíduo", "acao", "previa").has(200, "O que seria afetado", "Registrar o recall", ">MT25-S-001</a>", "Nenhum recall foi feito")
	b.post("/recall", "de", "2020-01-01", "ate", "2099-01-01", "acao", "previa").has(200, "Registrar o recall")
	made := b.post("/recall", "lotes", "MT25-S-001-CAMPO\r\n", "motivo", "resíduo", "acao", "registrar")
	made.has(200, "O recall foi registrado e assinado", ">MT25-S-001</a>", "rastro recall console.example/log", "relatorio-sha256", "resíduo", "Tempo da busca", "/console/registros/logisticaExportacao.transporteExportacao/", "/csv")
	report := strings.TrimPrefix(made.path, "/console")
	b.get(report+"/json").has(200, `"relatorio":{"id":"`)
	rows, err := csv.NewReader(strings.NewReader(b.get(report + "/csv").has(200).body)).ReadAll()
	if err != nil || len(rows) < 5 {
		t.Errorf("CSV: %v, %v", rows, err)
	}
	signed := b.get(report+"/assinado").has(200, "rastro recall ")
	if signed.header.Get("Content-Type") != "text/plain; charset=utf-8" {
		t.Errorf("signed: %v", signed.header)
	}
	b.get(report + "/pdf").has(404)
	b.get("/recall/nada").has(404)
	b.get("/recall").has(200, "resíduo", ">"+"Recalls feitos").lacks("Nenhum recall foi feito")
	for l, word := range map[string]string{"en": "Report of a recall", "es": "Informe de retiro"} {
		b.get(report+"?lang="+l).has(200, word)
	}
}

// A recall of a key that sees only some harvests says so, and does not say that there
// is no shipment. A reason that was erased is not shown beside what is left of it.
func TestRecallScreenSaysWhatItCannotSee(t *testing.T) {
	s := newSite(t)
	s.create("/colheitaIdentificacaoProducao/identificacaoLote", "S-1", `{"codigoLote":"L-1"}`)
	shipped := s.create("/logisticaExportacao/transporteExportacao", "S-2", `{"loteOrigem":"L-1","destino":"Porto Zqxwjvk"}`)
	own := s.as(s.key(trace.KeyRequest{Nome: "uma", Escopos: []trace.Scope{trace.Read, trace.Write}, Safras: []string{"S-1"}}))
	for _, does := range []string{"previa", "registrar"} {
		own.post("/recall", "lotes", "L-1", "acao", does).has(200, "Este recall não mostra tudo", "Nenhum embarque nas safras que esta chave vê").lacks("Nenhum embarque registrado", "Ninguém, pelo que está registrado")
	}
	b := s.as(s.root)
	b.post("/recall", "lotes", "L-1", "motivo", "queixa de Porto Zqxwjvk", "acao", "registrar").has(200).lacks("não mostra tudo")
	b.post("/recall", "lotes", "L-1", "motivo", "salmonela", "acao", "registrar").has(200)
	if _, err := s.service.Erase(t.Context(), &s.root.Key, shipped.Kind, shipped.ID.String(), "pedido do titular"); err != nil {
		t.Fatal(err)
	}
	b.get("/recall").has(200, "<td>(expurgado) <p", "<td>salmonela <p", "Relatório expurgado em parte").lacks("Zqxwjvk", "salmonela (expurgado)")
}
