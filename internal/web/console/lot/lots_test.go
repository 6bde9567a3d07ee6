package lot_test

import (
	"archive/zip"
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"rastro/internal/access"
	"rastro/internal/demo"
	"rastro/internal/kind"
	"rastro/internal/trace"
	"rastro/internal/web/console/consoletest"
	"rastro/internal/web/console/lot"
)

// goldens writes the two complete harvests.
func goldens(s *consoletest.Site) {
	s.T.Helper()
	records, err := demo.Harvests()
	if err != nil {
		s.T.Fatal(err)
	}
	for _, r := range records {
		if _, err := s.Service.Create(s.T.Context(), &s.Root.Key, kind.ByPrefix(r.Prefix), trace.Envelope{HarvestID: r.HarvestID, HarvestCode: r.Season, Payload: r.Payload}, nil); err != nil {
			s.T.Fatalf("%s: %v", r.Prefix, err)
		}
	}
}

// placeInLog gives every record its place in the log.
func placeInLog(s *consoletest.Site) {
	s.T.Helper()
	for more := true; more; {
		var err error
		if more, err = s.Service.Integrate(s.T.Context()); err != nil {
			s.T.Fatal(err)
		}
	}
}

// Pages of lots refer to records by their titles. A place without a name is not given that of the
// record's author.
func TestLotPagesNameRecords(t *testing.T) {
	s := consoletest.NewSite(t)
	goldens(s)
	b := s.As(s.Root)
	cut := regexp.MustCompile(`…[0-9a-f]{4,}`)
	for path, want := range map[string][]string{
		"/lotes/MG25-C-01":         {"Recebimento · 16/06/2025", ">sem nome</", "registrado por: " + s.Root.Name, "3125 0611 2223"},
		"/lotes/MG25-C-01/balanco": {"Beneficiamento · 21/05/2025 · MG25-C-01"},
		"/lotes/MG25-C-01/eudr":    {"Plano de cultivo · ", "Café: posição 0901"},
	} {
		page := b.Get(path).Has(200, want...)
		if found := cut.FindString(page.Body); found != "" {
			t.Errorf("%s has %q", path, found)
		}
	}
}

func TestFindLots(t *testing.T) {
	s := consoletest.NewSite(t)
	b := s.As(s.Root)
	b.Get("/lotes").Has(200, "Os lotes aparecem assim que um registro os cita")
	goldens(s)
	b.Get("/lotes").Has(200, `aria-current="page">Lotes`, ">"+consoletest.SoyLot+"</a>", "registrada", "https://rastro.example/lotes")
	b.Get("/lotes?busca=mt25").Has(200, consoletest.SoyLot, "busca=mt25", `value="mt25"`).Lacks("Talvez")
	b.Get("/lotes?busca=MT25-S-0O1").Has(200, "Talvez seja um destes", ">"+consoletest.SoyLot+"</a>")
	b.Get("/lotes/MT25-S-0O1").Has(404, "Talvez seja um destes", ">"+consoletest.SoyLot+"</a>")
	b.Get("/lotes?busca=zzz").Has(200, "zzz").Lacks("<tbody>")
	b.Get("/lotes?busca="+strings.Repeat("a", 300)).Has(400, "busca")
	b.Get("/lotes?cursor=nada").Has(400)
	part := b.Get("/lotes?busca=mt25", "HX-Request", "true").Has(200, consoletest.SoyLot)
	part.Lacks("<html", "<form")
	for i := range 70 {
		s.Create("/colheitaIdentificacaoProducao/identificacaoLote", "P", fmt.Sprintf(`{"codigoLote":"PG-%03d"}`, i))
	}
	var codes []string
	for page, more := b.Get("/lotes?busca=PG-"), true; more; {
		for _, found := range regexp.MustCompile(`>(PG-\d+)</a>`).FindAllStringSubmatch(page.Has(200).Body, -1) {
			codes = append(codes, found[1])
		}
		next := regexp.MustCompile(`href="(\?[^"]*)" rel="next"`).FindStringSubmatch(page.Body)
		if more = next != nil; more {
			page = b.Get("/lotes" + strings.ReplaceAll(next[1], "&amp;", "&"))
		}
	}
	if slices.Sort(codes); len(codes) != 70 || len(slices.Compact(codes)) != 70 {
		t.Errorf("paging found %d lots: %v", len(codes), codes)
	}
}

func TestTracePage(t *testing.T) {
	s := consoletest.NewSite(t)
	goldens(s)
	b := s.As(s.Root)
	page := b.Get("/lotes/"+consoletest.SoyLot).Has(200, `<svg xmlns`, `class="node round lote start`, `class="node box safra`, `class="node hexagon talhao`, `class="node house instalacao`, `class="node arrow embarque`,
		"/console/registros/cadastroPlanejamento.planoCultivo/", "/console/registros/logisticaExportacao.transporteExportacao/", "/console/safras/", "O que aconteceu, e o registro que prova",
		"embarque", " kg</text>", "aprovado", "Certificado", "/balanco", "/eudr", "/console/recall?lote=", `data-zoom="150"`, "lots.", "curl", "/rastreio/lote/"+consoletest.SoyLot)
	if !strings.HasPrefix(page.Header.Get("Content-Security-Policy"), "default-src 'none'") || strings.Contains(page.Body, "style=") {
		t.Error("the page has its own style")
	}
	// Every node and every edge of the drawing is in a table too.
	if nodes, rows := strings.Count(page.Body, `class="node `), strings.Count(page.Body, `<tr id="no-`); nodes != rows || nodes < 5 {
		t.Errorf("%d nodes drawn, %d rows", nodes, rows)
	}
	b.Get("/lotes/"+consoletest.SoyLot+"?direcao=destino").Has(200, "embarque").Lacks(`hexagon talhao`)
	b.Get("/lotes/"+consoletest.SoyLot+"?direcao=origem").Has(200, "hexagon talhao").Lacks(`arrow embarque`)
	b.Get("/lotes/"+consoletest.SoyLot+"?profundidade=0").Has(200, "O caminho continua")
	b.Get("/lotes/"+consoletest.SoyLot+"?zoom=0").Has(200, `class="graph fit"`)
	b.Get("/lotes/"+consoletest.SoyLot+"?zoom=50").Has(200, `data-zoom="50" aria-current="true"`)
	b.Get("/lotes/"+consoletest.SoyLot+"?direcao=&profundidade=&em=").Has(200, "<svg")
	for query, said := range map[string]string{"direcao=cima": "direcao", "profundidade=-1": "profundidade", "profundidade=x": "profundidade", "em=ontem": "em", "em=2999-01-01": "2999"} {
		b.Get("/lotes/"+consoletest.SoyLot+"?"+query).Has(400, said)
	}
	b.Get("/lotes/" + consoletest.SoyLot + "?em=2001-01-01").Has(404)
	for l, word := range map[string]string{"pt": "Rastreio do lote", "en": "Trace of the lot", "es": "Rastreo del lote"} {
		b.Get("/lotes/"+consoletest.SoyLot+"?lang="+l).Has(200, word, `<html lang="`+l)
	}
}

func TestTraceOfHarvest(t *testing.T) {
	s := consoletest.NewSite(t)
	goldens(s)
	b := s.As(s.Root)
	const harvest = "DEMO-SOJA-MT-2024-25"
	b.Get("/safras/"+harvest+"/rastreio").Has(200, "Lotes da safra", "<svg", "/rastreio/safra/", "/rastreio/baixar?formato=csv")
	b.Get("/safras/"+harvest+"/rastreio/baixar?formato=csv").Has(200, "linha,chave")
	b.Get("/safras/nenhuma/rastreio").Has(200, "Nenhum registro desta safra cita um lote")
}

func TestTraceDownloads(t *testing.T) {
	s := consoletest.NewSite(t)
	goldens(s)
	b := s.As(s.Root)
	for format, want := range map[string][2]string{
		"json": {"application/json", `{"lote":"MT25-S-001"`}, "csv": {"text/csv", "linha,chave"}, "mermaid": {"text/vnd.mermaid", "flowchart LR"},
		"graphviz": {"text/vnd.graphviz", "digraph"}, "geojson": {"application/geo+json", `{"type":"FeatureCollection"`},
	} {
		got := b.Get("/lotes/"+consoletest.SoyLot+"/baixar?formato="+format).Has(200, want[1])
		if got.Header.Get("Content-Type") != want[0] || !strings.Contains(got.Header.Get("Content-Disposition"), `filename="rastreio-MT25-S-001.`) {
			t.Errorf("%s: %v", format, got.Header)
		}
		if strings.HasSuffix(format, "json") && !json.Valid([]byte(got.Body)) {
			t.Errorf("%s is not JSON: %s", format, got.Body)
		}
	}
	b.Get("/lotes/"+consoletest.SoyLot+"/baixar?formato=pdf").Has(400, "pdf")
	b.Get("/lotes/NADA-9/baixar?formato=csv").Has(404)
}

// A circle, a blend of a blend, and more than can be drawn.
func TestTraceBounds(t *testing.T) {
	s := consoletest.NewSite(t)
	s.Create("/posColheita/beneficiamento", "C", `{"loteEntrada":"A-1","loteSaida":"B-1"}`)
	s.Create("/posColheita/beneficiamento", "C", `{"loteEntrada":"B-1","loteSaida":"A-1"}`)
	b := s.As(s.Root)
	b.Get("/lotes/A-1").Has(200, `class="way against"`)
	var parts []string
	for i := range 600 {
		parts = append(parts, fmt.Sprintf("N-%d", i))
	}
	s.Create("/processamento/processamento", "M", `{"lote":"MIX-9","volume":"500 t","blendagem":"`+strings.Join(parts, ";")+`"}`)
	for i := range 20 {
		s.Create("/cadastroPlanejamento/planoCultivo", "P", fmt.Sprintf(`{"poligono":[-55.72,-12.%d,-55.71,-12.54]}`, 60+i))
	}
	s.Create("/colheitaIdentificacaoProducao/identificacaoLote", "P", `{"codigoLote":"PL-1"}`)
	began := time.Now()
	got := b.Get("/lotes/MIX-9").Has(200, "Há mais do que cabe num desenho", "CSV")
	if n := strings.Count(got.Body, `class="node `); n > lot.MaxDrawn || n < lot.MaxDrawn/2 {
		t.Errorf("%d nodes drawn", n)
	}
	t.Logf("%d bytes in %v", len(got.Body), time.Since(began))
	b.Get("/lotes/PL-1").Has(200, "mais 14 talhões")
}

func TestLotRights(t *testing.T) {
	s := consoletest.NewSite(t)
	s.Create("/colheitaIdentificacaoProducao/identificacaoLote", "S-1", `{"codigoLote":"A-1"}`)
	s.Create("/colheitaIdentificacaoProducao/identificacaoLote", "S-2", `{"codigoLote":"Z-1"}`)
	admin := s.As(s.Key(access.Request{Name: "adm", Scopes: []trace.Scope{trace.Admin}}))
	reader := s.As(s.Key(access.Request{Name: "leitor", Scopes: []trace.Scope{trace.Read}}))
	own := s.As(s.Key(access.Request{Name: "uma", Scopes: []trace.Scope{trace.Read, trace.Write}, Harvests: []string{"S-1"}}))
	for _, path := range []string{"/lotes", "/lotes/A-1", "/lotes/A-1/balanco", "/lotes/A-1/eudr", "/lotes/A-1/baixar?formato=csv", "/recall", "/safras/S-1/rastreio"} {
		s.Visitor().Get(path).Has(401)
		admin.Get(path).Has(403).Lacks(">Lotes</a>", ">Recall</a>")
		own.Get(path).Has(200).Lacks("Z-1")
	}
	reader.Get("/recall").Has(200, "não pode fazer recall").Lacks("<textarea")
	reader.Get("/lotes/A-1").Has(200).Lacks("/console/recall?lote")
	reader.Post("/recall", "lotes", "A-1", "acao", "registrar").Has(403)
	own.Get("/lotes/Z-1").Has(404)
	own.Get("/lotes").Has(200, "A-1").Lacks("Z-1")
	own.Get("/safras/S-2/rastreio").Has(403)
	own.Post("/recall", "lotes", "Z-1", "acao", "previa").Has(422)
}

func TestBalancePage(t *testing.T) {
	s := consoletest.NewSite(t)
	goldens(s)
	b := s.As(s.Root)
	b.Get("/lotes/"+consoletest.SoyLot+"/balanco").Has(200, "A conta fecha", `class="chart"`, "saldo", "/rastreio/lote/MT25-S-001/balanco")
	s.Create("/logisticaExportacao/transporteExportacao", "X", `{"loteOrigem":"MT25-S-001","volumeTransportado":35800,"identificacaoTransporte":"IMO 9321483"}`)
	b.Get("/lotes/"+consoletest.SoyLot+"/balanco").Has(200, "1 divergência", "VENDIDO_DUAS_VEZES", "vendida duas vezes", `class="over"`)
	b.Get("/lotes/"+consoletest.SoyLot+"/balanco?lang=en").Has(200, "sold twice", "1 discrepancy")
	b.Get("/lotes/" + consoletest.SoyLot + "/balanco?em=ontem").Has(400)
	b.Get("/lotes/NADA/balanco").Has(404)
}

// A balance does not say that masses agree if the review of a harvest behind it says that more left
// than was harvested, and "cannot tell" is not green.
func TestBalancePageAgreesWithTheReview(t *testing.T) {
	s := consoletest.NewSite(t)
	for prefix, dados := range map[string]string{
		"/colheitaIdentificacaoProducao/colheita":          `{"quantidadeColhida":30000}`,
		"/colheitaIdentificacaoProducao/identificacaoLote": `{"codigoLote":"T-1"}`,
		"/armazenamento/recebimento":                       `{"loteOrigem":"T-1","volume":"36.000 kg"}`,
		"/logisticaExportacao/transporteExportacao":        `{"loteOrigem":"T-1","volumeTransportado":35000,"identificacaoTransporte":"IMO 9321483"}`,
	} {
		s.Create(prefix, "TOTAL", dados)
	}
	b := s.As(s.Root)
	b.Get("/safras/TOTAL/conferencia").Has(200, "SAIDA_ACIMA_DA_COLHEITA")
	b.Get("/lotes/T-1/balanco").Has(200, `<p class="wrong">A conta não fecha: de uma safra saiu mais`, "SAIDA_ACIMA_DA_COLHEITA", "console/safras/TOTAL").Lacks("A conta fecha")

	s.Create("/posColheita/beneficiamento", "DRY", `{"loteEntrada":"D-1","loteSaida":"D-2","pesoEntrada":10000,"pesoSaida":7000}`)
	s.Create("/armazenamento/recebimento", "DRY", `{"loteOrigem":"D-2","volume":"7.000 kg"}`)
	b.Get("/lotes/D-2/balanco").Has(200, `<p class="warning">Não dá para dizer se a conta fecha`, "sem umidade não dá para conferir: faltam 3.000 kg", "perda calculada").Lacks("quebra")
}

// A mass stated for several lots together is described in words, not as 0 kg.
func TestBalancePageOfASharedMass(t *testing.T) {
	s := consoletest.NewSite(t)
	s.Create("/armazenamento/recebimento", "S-1", `{"loteOrigem":"A-1","volume":"10 t"}`)
	s.Create("/logisticaExportacao/transporteExportacao", "S-1", `{"loteOrigem":"A-1, B-1","volumeTransportado":9000}`)
	b := s.As(s.Root)
	b.Get("/lotes/A-1/balanco").Has(200, "não se sabe", "para vários lotes juntos").Lacks("NaN")
	b.Get("/lotes/A-1/balanco?lang=en").Has(200, "not known", "for several lots together")
}

// The page of a lot's statement fills it, or says what is missing, and notes its numbers.
func TestStatementPage(t *testing.T) {
	s := consoletest.NewSite(t)
	goldens(s)
	b := s.As(s.Root)
	b.Get("/lotes/"+consoletest.SoyLot+"/eudr/declaracao?formato=xml&pais=NL").Has(409, "ainda não pode ser entregue à UE", "envie o polígono").Lacks("errors")
	s.Create("/cadastroPlanejamento/planoCultivo", "G", `{"produtor":"Ana","poligono":{"type":"Polygon","coordinates":[[[-55.720001,-12.550001],[-55.719001,-12.550001],[-55.719001,-12.549001],[-55.720001,-12.549001],[-55.720001,-12.550001]]]}}`)
	s.Create("/colheitaIdentificacaoProducao/identificacaoLote", "G", `{"codigoLote":"GOOD-1"}`)
	s.Create("/colheitaIdentificacaoProducao/colheita", "G", `{"dataColheita":"2025-02-10","quantidadeColhida":900000}`)
	s.Create("/exportacao/certificadoConformidade", "G", `{"comprovantesConformidadeRegulamentacao":"PRODES/MapBiomas sem alerta após 31/12/2020; CAR MT-5107925-FEDCBA9876543210FEDCBA9876543210"}`)
	s.Create("/logisticaExportacao/transporteExportacao", "G", `{"dataTransporte":"2025-03-01","volumeTransportado":30000,"loteOrigem":"GOOD-1","destino":"NLRTM, Roterdã"}`)
	profile := b.Get("/safras/G/perfil")
	b.Post("/safras/G/perfil", "uma", profile.Hidden("uma"), "versao", profile.Hidden("versao"), "cultura", "SOJA", "municipio", "Sorriso", "uf", "MT").Has(200)
	const page = "/lotes/GOOD-1/eudr/declaracao"
	b.Get("/lotes/GOOD-1/eudr").Has(200, "/eudr/declaracao")
	b.Get(page).Has(200, "Nenhum número anotado ainda").Lacks("Agrupar as declarações")
	b.Get("/lotes/NADA-1/eudr/declaracao").Has(404)
	b.Get(page+"?formato=xml&pais=&hs=&lotes=").Has(409, "ainda não pode")
	b.Get(page + "?formato=xml&pais=NL&hs=&quantidadeKg=&descricao=&lotes=NADA-1").Has(404)
	b.Get(page+"?formato=xml&pais=NL&hs=0901").Has(409, "não é de um produto", `value="0901"`)
	xml := b.Get(page+"?formato=xml&pais=NL&hs=&quantidadeKg=&descricao=&lotes=").Has(200, "hsHeading>1201<")
	if !strings.Contains(xml.Header.Get("Content-Disposition"), "dds-GOOD-1.xml") {
		t.Errorf("%v", xml.Header)
	}
	b.Get(page+"?formato=json&pais=NL").Has(200, `"hsHeading":"1201"`)

	b.Post(page, "numeroReferencia", "26-FR", "numeroVerificacao", "ABCD1234", "situacao", "AVAILABLE").Has(422, "14 letras e números", `value="26-FR"`, `aria-invalid="true"`)
	b.Post(page, "numeroReferencia", "26fr yui34jtqkb", "numeroVerificacao", "abcd1234", "situacao", "SUBMITTED").Has(200, "A declaração foi anotada.", "26FRYUI34JTQKB", "ABCD1234", "entregue, em análise")
	b.Post(page, "numeroReferencia", "26FRYUI34JTQKB", "numeroVerificacao", "OTHER", "situacao", "AVAILABLE").Has(409, "outro número de verificação")
	b.Post(page, "numeroReferencia", "26FRYUI34JTQKB", "situacao", "AVAILABLE").Has(200, "disponível", "Agrupar as declarações")
	b.Get(page+"?formato=json&pais=NL&agrupar=anotadas").Has(200, `"groupedDeclaration":"26FRYUI34JTQKB"`)
	for _, l := range []string{"en", "es"} {
		b.Get(page+"?lang="+l).Has(200, "26FRYUI34JTQKB")
	}
}

func TestEUDRPage(t *testing.T) {
	s := consoletest.NewSite(t)
	goldens(s)
	placeInLog(s)
	b := s.As(s.Root)
	b.Get("/lotes/"+consoletest.SoyLot+"/eudr").Has(200, "Informações do artigo 9", "9(1)(d)", "/eudr/lote/MT25-S-001/conferencia")
	s.Create("/cadastroPlanejamento/planoCultivo", "B", `{"produtor":"Ana","poligono":{"type":"Polygon","coordinates":[[[-55.72,-12.55],[-55.71,-12.54],[-55.71,-12.55],[-55.72,-12.54],[-55.72,-12.55]]]}}`)
	s.Create("/colheitaIdentificacaoProducao/identificacaoLote", "B", `{"codigoLote":"BOW-1"}`)
	b.Get("/lotes/BOW-1/eudr").Has(200, "Ainda não", "lados", "erro", "/console/registros/cadastroPlanejamento.planoCultivo/").Lacks("dossie.zip\"")
	b.Get("/lotes/BOW-1/eudr/arquivo").Has(409)
	b.Get("/lotes/BOW-1/eudr/dossie.zip").Has(409)

	s.Create("/cadastroPlanejamento/planoCultivo", "H", `{"produtor":"Ana","poligono":{"type":"Polygon","coordinates":[[[-55.720001,-12.550001],[-55.710001,-12.550001],[-55.710001,-12.540001],[-55.720001,-12.540001],[-55.720001,-12.550001]],[[-55.718001,-12.548001],[-55.718001,-12.546001],[-55.716001,-12.546001],[-55.718001,-12.548001]]]}}`)
	s.Create("/colheitaIdentificacaoProducao/identificacaoLote", "H", `{"codigoLote":"HOLE-1"}`)
	b.Get("/lotes/HOLE-1/eudr").Has(200, "Ainda não", "GEO_COM_FURO", "eudr?furos=cortar", "Cortar os furos no arquivo")
	b.Get("/lotes/HOLE-1/eudr?furos=cortar").Has(200, "aceitaria o arquivo dos talhões, mas falta algo que a EUDR pede", "O que falta nas safras do lote", "EUDR_FURO_CORTADO", "furos=cortar&amp;parte=1").Lacks("dossie.zip\"", "Cortar os furos no arquivo")
	b.Get("/lotes/HOLE-1/eudr/arquivo?furos=cortar&parte=1").Has(200, `"CutFromHoles":"2/2"`)
	b.Get("/lotes/HOLE-1/eudr/arquivo?parte=1").Has(409)

	s.Create("/cadastroPlanejamento/planoCultivo", "G", `{"produtor":"Ana","poligono":[-55.723456,-12.553456,-55.713456,-12.543456]}`)
	s.Create("/colheitaIdentificacaoProducao/identificacaoLote", "G", `{"codigoLote":"GOOD-1"}`)
	placeInLog(s)
	page := b.Get("/lotes/GOOD-1/eudr").Has(200, "aceitaria o arquivo dos talhões, mas falta algo que a EUDR pede", "#campo-", "eudr-GOOD-1.geojson", "SHA-256")
	if !strings.Contains(page.Body, "/eudr/dossie.zip") {
		t.Error("no dossier")
	}
	file := b.Get("/lotes/GOOD-1/eudr/arquivo?parte=1").Has(200, "FeatureCollection")
	if !json.Valid([]byte(file.Body)) || !strings.Contains(file.Header.Get("Content-Disposition"), "eudr-GOOD-1.geojson") {
		t.Errorf("file: %v", file.Header)
	}
	b.Get("/lotes/GOOD-1/eudr/arquivo?parte=2").Has(404)
	b.Get("/lotes/GOOD-1/eudr/arquivo?parte=x").Has(400)
	zipped := b.Get("/lotes/GOOD-1/eudr/dossie.zip").Has(200)
	if r, err := zip.NewReader(bytes.NewReader([]byte(zipped.Body)), int64(len(zipped.Body))); err != nil || len(r.File) < 4 {
		t.Errorf("dossier: %v", err)
	}
	for _, l := range []string{"en", "es"} {
		b.Get("/lotes/GOOD-1/eudr?lang="+l).Has(200, "EUDR")
	}
}

func TestRecallScreen(t *testing.T) {
	s := consoletest.NewSite(t)
	goldens(s)
	b := s.As(s.Root)
	b.Get("/recall?lote=MT25-S-001").Has(200, ">MT25-S-001</textarea>", "Nenhum recall foi feito", "/rastreio/recall")
	b.Post("/recall", "lotes", consoletest.SoyLot+"X", "acao", "previa").Has(422, consoletest.SoyLot, `href="#lotes"`).Lacks(`href="#codigo"`)
	b.Post("/recall", "motivo", "resíduo", "acao", "previa").Has(422, `value="resíduo"`, `role="alert"`).Lacks("errors")
	// Lots and records are chosen by their usual names.
	form := b.Post("/recall", "motivo", "resíduo", "lotes", "A-1", "lote", consoletest.SoyLot, "safra", consoletest.SoyHarvest, "acao", "escolher")
	form.Has(200, ">A-1\n"+consoletest.SoyLot+"</textarea>", `<option value="`+consoletest.SoyLot+`">`, `<option value="`+consoletest.SoyHarvest+`">`, `name="talhoes" value="`, `name="insumos" value="`, " · "+consoletest.SoyHarvest+"</label>", `value="resíduo"`, "Nenhum recall foi feito")
	input := regexp.MustCompile(`name="insumos" value="([^"]+)"`).FindStringSubmatch(form.Body)[1]
	b.Post("/recall", "insumos", input, "acao", "previa").Has(200, "Registrar o recall", `name="insumos" value="`+input+`" checked`)
	b.Get("/recall?insumo="+input).Has(200, `name="insumos" value="`+input+`" checked`)
	b.Get("/recall?safra=NADA").Has(200, "Esta safra não tem talhão")
	b.Post("/recall", "lotes", "MT25-S-0O1", "acao", "previa").Has(422, ">MT25-S-0O1</textarea>", consoletest.SoyLot)
	b.Post("/recall", "talhoes", "nada", "acao", "registrar").Has(422, `href="#talhoes"`)
	b.Post("/recall", "de", "2025-02-30", "ate", "2020-01-01", "acao", "previa").Has(422, `href="#periodo"`)
	b.Post("/recall", "lotes", "MT25-S-001-CAMPO", "motivo", "resíduo", "acao", "previa").Has(200, "O que seria afetado", "Registrar o recall", ">MT25-S-001</a>", "Nenhum recall foi feito")
	b.Post("/recall", "de", "2020-01-01", "ate", "2099-01-01", "acao", "previa").Has(200, "Registrar o recall")
	made := b.Post("/recall", "lotes", "MT25-S-001-CAMPO\r\n", "motivo", "resíduo", "acao", "registrar")
	made.Has(200, "O recall foi registrado e assinado", ">MT25-S-001</a>", "rastro recall console.example/log", "relatorio-sha256", "resíduo", "Tempo da busca", "/console/registros/logisticaExportacao.transporteExportacao/", "/csv")
	report := strings.TrimPrefix(made.Path, "/console")
	b.Get(report+"/json").Has(200, `"relatorio":{"id":"`)
	rows, err := csv.NewReader(strings.NewReader(b.Get(report + "/csv").Has(200).Body)).ReadAll()
	if err != nil || len(rows) < 5 {
		t.Errorf("CSV: %v, %v", rows, err)
	}
	signed := b.Get(report+"/assinado").Has(200, "rastro recall ")
	if signed.Header.Get("Content-Type") != "text/plain; charset=utf-8" {
		t.Errorf("signed: %v", signed.Header)
	}
	b.Get(report + "/pdf").Has(404)
	b.Get("/recall/nada").Has(404)
	b.Get("/recall").Has(200, "resíduo", ">"+"Recalls feitos").Lacks("Nenhum recall foi feito")
	for l, word := range map[string]string{"en": "Report of a recall", "es": "Informe de retiro"} {
		b.Get(report+"?lang="+l).Has(200, word)
	}
}

// A recall is shown where people look: on the lot, its balance and its check for the EU, its
// harvest, the review and the form that validates it, the to-do list and the board; only to keys
// that may read its report, and never in public.
func TestRecallIsToldOnPages(t *testing.T) {
	s := consoletest.NewSite(t)
	goldens(s)
	s.Create("/colheitaIdentificacaoProducao/identificacaoLote", consoletest.SoyHarvest, `{"codigoLote":"ALONE-1"}`)
	b := s.As(s.Root)
	pages := []string{
		"/lotes/" + consoletest.SoyLot, "/lotes/" + consoletest.SoyLot + "/eudr", "/lotes/" + consoletest.SoyLot + "/balanco", "/safras/" + consoletest.SoyHarvest,
		"/safras/" + consoletest.SoyHarvest + "/conferencia", "/safras/" + consoletest.SoyHarvest + "/validar", "/safras", "?busca=SOJA",
	}
	for _, page := range pages {
		b.Get(page).Has(200).Lacks("Em recall desde")
	}
	report := strings.TrimPrefix(b.Post("/recall", "lotes", consoletest.SoyLot, "motivo", "resíduo de <b>X</b>", "acao", "registrar").Has(200).Path, "/console")
	for _, page := range pages {
		b.Get(page).Has(200, "Em recall desde ", "resíduo de &lt;b&gt;X&lt;/b&gt;", report)
	}
	b.Get("/lotes/"+consoletest.SoyLot+"/eudr").Has(200, "o lote está em recall").Lacks("Pronto:")
	b.Get("/lotes/"+consoletest.SoyLot+"?lang=en").Has(200, "Under recall since ")
	b.Get("/lotes/ALONE-1").Has(200).Lacks("Em recall desde") // of the same harvest, and not in the report
	b.Get("/safras/" + consoletest.CoffeeHarvest).Has(200).Lacks("Em recall desde")
	own := s.As(s.Key(access.Request{Name: "Soja", Scopes: []trace.Scope{trace.Read}, Harvests: []string{consoletest.SoyHarvest}}))
	own.Get("/safras/"+consoletest.SoyHarvest).Has(200, "Em recall desde ", report)

	s.Create("/colheitaIdentificacaoProducao/identificacaoLote", "HIDDEN", `{"codigoLote":"OTHER-1"}`)
	b.Post("/recall", "lotes", "OTHER-1\r\n"+"ALONE-1", "motivo", "segredo", "acao", "registrar").Has(200)
	b.Get("/lotes/ALONE-1").Has(200, "segredo")
	for _, page := range []string{"/lotes/ALONE-1", "/lotes/ALONE-1/balanco", "/safras/" + consoletest.SoyHarvest, "/safras/" + consoletest.SoyHarvest + "/conferencia", "/safras", ""} {
		own.Get(page).Has(200).Lacks("segredo")
	}
}

// Recalls of other harvests, and recalls that a key may not read, do not push a notice off a
// page.
func TestRecallNoticesAreNotCrowdedOut(t *testing.T) {
	s := consoletest.NewSite(t)
	for _, name := range []string{"A", "B", "C"} {
		s.Create("/colheitaIdentificacaoProducao/identificacaoLote", name, `{"codigoLote":"L-`+name+`1"}`)
	}
	b := s.As(s.Root)
	b.Post("/recall", "lotes", "L-B1", "motivo", "resíduo em B", "acao", "registrar").Has(200)
	for i := range 60 {
		lots := "L-A1"
		if i%2 == 1 {
			lots = "L-B1\r\nL-C1" // which a key of B may not read
		}
		b.Post("/recall", "lotes", lots, "motivo", "ruído "+strconv.Itoa(i), "acao", "registrar").Has(200)
	}
	own := s.As(s.Key(access.Request{Name: "B", Scopes: []trace.Scope{trace.Read}, Harvests: []string{"B"}}))
	for _, page := range []string{"/lotes/L-B1", "/safras/B", ""} {
		own.Get(page).Has(200, "resíduo em B").Lacks("ruído")
	}
	b.Get("").Has(200, "ruído 58", "ruído 59")
}

// A recall by a key that sees only some harvests says so, and does not claim that there is no
// shipment. An erased reason is not shown next to what is left of it.
func TestRecallScreenSaysWhatItCannotSee(t *testing.T) {
	s := consoletest.NewSite(t)
	s.Create("/colheitaIdentificacaoProducao/identificacaoLote", "S-1", `{"codigoLote":"L-1"}`)
	shipped := s.Create("/logisticaExportacao/transporteExportacao", "S-2", `{"loteOrigem":"L-1","destino":"Porto Zqxwjvk"}`)
	own := s.As(s.Key(access.Request{Name: "uma", Scopes: []trace.Scope{trace.Read, trace.Write}, Harvests: []string{"S-1"}}))
	for _, does := range []string{"previa", "registrar"} {
		own.Post("/recall", "lotes", "L-1", "acao", does).Has(200, "Este recall não mostra tudo", "Nenhum embarque nas safras que esta chave vê").Lacks("Nenhum embarque registrado", "Ninguém, pelo que está registrado")
	}
	b := s.As(s.Root)
	b.Post("/recall", "lotes", "L-1", "motivo", "queixa de Porto Zqxwjvk", "acao", "registrar").Has(200).Lacks("não mostra tudo")
	b.Post("/recall", "lotes", "L-1", "motivo", "salmonela", "acao", "registrar").Has(200)
	if _, err := s.Service.Erase(t.Context(), &s.Root.Key, shipped.Kind, shipped.ID.String(), "pedido do titular"); err != nil {
		t.Fatal(err)
	}
	b.Get("/recall").Has(200, "<td>(expurgado) <p", "<td>salmonela <p", "Relatório expurgado em parte").Lacks("Zqxwjvk", "salmonela (expurgado)")
}
