package harvest_test

import (
	"fmt"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"rastro/internal/access"
	"rastro/internal/harvests"
	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/trace"
	"rastro/internal/web/console/consoletest"
	"rastro/internal/web/console/harvest"
	"rastro/internal/web/console/pagekit"
)

// writerKey creates a key with the given restrictions.
func writerKey(s *consoletest.Site, scopes []trace.Scope, phases, found []string) *access.NewKey {
	s.T.Helper()
	return s.Key(access.Request{Name: "Armazém", Scopes: scopes, Phases: phases, Harvests: found})
}

func TestFirstVisit(t *testing.T) {
	s := consoletest.NewSite(t)
	b := s.As(s.Root)
	b.Get("").Has(200, "Boas-vindas ao Rastro", "Carregar as safras de exemplo", `href="./console/importar"`, `name="id"`)
	// A key that may not write everything is not offered the example harvests, and cannot load
	// them.
	phase := s.As(writerKey(s, []trace.Scope{trace.Read, trace.Write}, []string{"06"}, nil))
	phase.Get("").Has(200, "Boas-vindas ao Rastro").Lacks("demonstracao")
	phase.Post("/demonstracao", "vez", "x").Has(403)
	s.As(writerKey(s, []trace.Scope{trace.Read}, nil, nil)).Get("").Has(200).Lacks("demonstracao", "console/importar", `name="id"`)
	// Clicking again changes nothing.
	for range 2 {
		b.Post("/demonstracao", "vez", "uma").Has(200, consoletest.SoyHarvest, consoletest.CoffeeHarvest)
	}
	records, err := s.Service.ByHarvest(t.Context(), &s.Root.Key, kind.ByPrefix("/armazenamento/recebimento"), consoletest.SoyHarvest, trace.NewestFirst, trace.Paging{Size: 5})
	if err != nil || len(records.Records) != 1 {
		t.Errorf("%d receipts, %v", len(records.Records), err)
	}
	b.Post("/demonstracao", "vez", "outra").Has(200)
	b.Post("/demonstracao", "vez", strings.Repeat("x", 5000)).Has(200)
}

// Every page of a harvest, in every language, has its words and no gaps.
func TestHarvestPages(t *testing.T) {
	_, b := consoletest.DemoSite(t)
	b.Get("/safras").Has(200, "Soja", "Café", "100 % completa", "Nada a apontar", "Registros íntegros · Completa", "curl ")
	for _, l := range lang.All {
		for _, path := range []string{"", "/safras/" + consoletest.SoyHarvest, "/safras/" + consoletest.CoffeeHarvest, "/safras/" + consoletest.SoyHarvest + "/conferencia", "/safras/" + consoletest.SoyHarvest + "/conferencia?alvo=eudr",
			"/safras/" + consoletest.SoyHarvest + "/mapa", "/safras/" + consoletest.SoyHarvest + "/medidas", "/safras/" + consoletest.SoyHarvest + "/validar", "/validacoes/DEM0-S0JA-2025-MT01", "/safras/NOVA", "/safras/NOVA/mapa", "/safras/NOVA/medidas", "/safras/NOVA/validar", "/safras/NOVA/conferencia"} {
			mark := "?"
			if strings.Contains(path, "?") {
				mark = "&"
			}
			b.Get(path+mark+"lang="+l.Code()).Has(200, `<html lang="`+l.Tag()+`">`).Lacks("<no value>", "ZgotmplZ", "{n}", "{a}", "%!")
		}
	}
	b.Get("/safras/"+consoletest.SoyHarvest+"?lang=pt").Has(200, "Linha do tempo", "3 de 3 obrigatórios", "10/02/2025", "MT25-S-001 · 36.000 kg",
		"registros/armazenamento.recebimento?safra="+consoletest.SoyHarvest, "registros/armazenamento.recebimento/novo?safra="+consoletest.SoyHarvest, "console/lotes/MT25-S-001", "/validar")
	b.Get("/safras/"+consoletest.SoyHarvest+"/mapa").Has(200, `class="land"`, "120,23 ha", "Talhão 1", "registros/cadastroPlanejamento.planoCultivo/", "200 m")
	b.Get("/safras/"+consoletest.SoyHarvest+"/medidas").Has(200, "36.000 kg", "13,8 %", `data-x="`, "Umidade", "Impurezas", "uPlot")
	b.Get("/safras/" + consoletest.SoyHarvest + "/conferencia?alvo=nada").Has(400)
	b.Get("/safras/" + strings.Repeat("x", 200)).Has(404)
	b.Get("/safras/NOVA").Has(200, "ainda não tem registros", "registros/cadastroPlanejamento.planoCultivo/novo?safra=NOVA")
	if got := b.Get("/safras?id=+A%2FB+%3F"); got.Status != 200 || got.Path != "/console/safras/A/B ?" {
		t.Errorf("opening a harvest leads to %s", got.Path)
	}
	if got := b.Get("/safras?id=.."); got.Path != "/console" {
		t.Errorf("opening no harvest leads to %s", got.Path)
	}
}

// What a key may not do is neither shown nor possible.
func TestHarvestRights(t *testing.T) {
	s, _ := consoletest.DemoSite(t)
	path := "/safras/" + consoletest.SoyHarvest
	reader := s.As(writerKey(s, []trace.Scope{trace.Read}, nil, nil))
	reader.Get(path).Has(200, "36.000 kg").Lacks("/novo", "+ Registrar")
	reader.Get(path+"/validar").Has(200, "não registra validações", "DEM0-S0JA-2025-MT01").Lacks(`name="status"`)
	reader.Post(path+"/validar", "status", "APROVADO").Has(403)
	reader.Get("").Has(200).Lacks("Nova safra")

	store := s.As(writerKey(s, []trace.Scope{trace.Read, trace.Write}, []string{"06"}, nil))
	store.Get(path).Has(200, "armazenamento.recebimento/novo").Lacks("plantioManejo/novo", "processamento.processamento/novo")
	store.Get(path + "/validar").Has(200).Lacks(`name="status"`)
	store.Post(path+"/validar", "status", "APROVADO").Has(403)

	blind := s.As(writerKey(s, []trace.Scope{trace.Write}, []string{"06"}, []string{consoletest.SoyHarvest}))
	blind.Get("").Has(200, "O que você pode registrar", "armazenamento.recebimento/novo", path).Lacks("plantioManejo", "Café", consoletest.CoffeeHarvest)
	blind.Get(path).Has(200, "armazenamento.recebimento/novo?safra=").Lacks("36.000", "plantioManejo", "MT25", "mapa")
	for _, page := range []string{"/conferencia", "/mapa", "/medidas", "/validar", "/cartao"} {
		blind.Get(path + page).Has(403)
	}
	blind.Get("/validacoes/DEM0-S0JA-2025-MT01").Has(403)

	one := s.As(writerKey(s, []trace.Scope{trace.Read}, nil, []string{consoletest.CoffeeHarvest}))
	one.Get("").Has(200, consoletest.CoffeeHarvest).Lacks(consoletest.SoyHarvest)
	for _, page := range []string{"", "/conferencia", "/mapa", "/medidas", "/validar"} {
		one.Get(path + page).Has(403)
	}
	one.Get("/validacoes/DEM0-S0JA-2025-MT01").Has(404)
	one.Get("/validacoes/DEM0-S0JA-2025-MT01/etiqueta").Has(404)

	admin := s.As(writerKey(s, []trace.Scope{trace.Admin}, nil, nil))
	admin.Get("").Has(200, "Esta chave administra").Lacks(consoletest.SoyHarvest)
	admin.Get(path).Has(403)
}

// The list pages by cursor, searches by name, and says what needs to be done.
func TestHarvestList(t *testing.T) {
	s := consoletest.NewSite(t)
	for i := range 15 {
		s.Create("/producaoAgricola/plantioManejo", fmt.Sprintf("S-%02d", i), `{"dataPlantio":"2025-10-05","cultura":"soja"}`)
	}
	s.Create("/producaoAgricola/plantioManejo", "ERRO", `{"dataPlantio":"31/02/2025"}`)
	b := s.As(s.Root)
	first := b.Get("/safras").Has(200, "ERRO", "S-10", "Próximas safras", "O que precisa ser feito", "Corrigir").Lacks(`>S-11<`)
	_, rest, _ := strings.Cut(first.Body, `<nav class="pager"`)
	_, rest, _ = strings.Cut(rest, `href="`)
	next, _, _ := strings.Cut(rest, `"`)
	next = strings.ReplaceAll(next, "&amp;", "&")
	for range 2 { // and survives a reload
		b.Get("/safras"+next).Has(200, "S-11", "S-14", "Voltar ao começo").Lacks("ERRO", "O que precisa ser feito")
	}
	b.Get("/safras?busca=S-1").Has(200, "S-10", "S-14").Lacks("S-09", "ERRO")
	b.Get("/safras?busca=nada").Has(200, "Nenhuma safra começa")
	b.Get("/safras?busca=" + strings.Repeat("x", 101)).Has(400)
	b.Get("/safras?cursor=x").Has(400)
	part := b.Get("/safras?busca=S-1", "HX-Request", "true").Has(200, "S-10").Lacks("<html", "<h1")
	if !strings.HasPrefix(part.Body, `<div id="list">`) {
		t.Errorf("the part begins %.40q", part.Body)
	}
	b.Get("/safras/S-10/cartao", "HX-Request", "true").Has(200, "S-10", "<li").Lacks("<html")
	if got := b.Get("/safras/S-10/cartao"); got.Path != "/console/safras/S-10" {
		t.Errorf("without scripts the card leads to %s", got.Path)
	}
	b.Get("/safras/nenhuma/cartao", "HX-Request", "true").Has(404)
}

// What needs doing follows what happens to a harvest.
func TestTodo(t *testing.T) {
	s, b := consoletest.DemoSite(t)
	b.Get("/safras").Has(200, "Nada urgente")
	s.Create("/armazenamento/recebimento", consoletest.SoyHarvest, `{"loteOrigem":"MT25-S-001","volume":"10 kg","umidade":"13,8%","impureza":"0,9%","veiculo":"ABC1C34","dataHoraRecebimento":"2025-02-10T14:20:00-04:00"}`)
	b.Get("/safras").Has(200, "Registros mudaram desde a validação", "Alterada depois da validação")
	s.Create("/validacao", consoletest.CoffeeHarvest, `{"status":"APROVADO","validade":"`+s.Service.Now().AddDate(0, 0, 5).Format("2006-01-02")+`"}`)
	b.Get("/safras").Has(200, "A validação vale só até", "Vence logo")
	page, err := s.Service.ByHarvest(t.Context(), &s.Root.Key, harvest.ValidationKind, consoletest.SoyHarvest, trace.NewestFirst, trace.Paging{Size: 5})
	if err != nil || len(page.Records) != 1 {
		t.Fatalf("%d validations, %v", len(page.Records), err)
	}
	if _, err := s.Service.Delete(t.Context(), &s.Root.Key, harvest.ValidationKind, page.Records[0].ID.String(), trace.AnyVersion); err != nil {
		t.Fatal(err)
	}
	b.Get("/safras").Has(200, "pode ser validada")
	plans, err := s.Service.ByHarvest(t.Context(), &s.Root.Key, kind.ByPrefix("/cadastroPlanejamento/planoCultivo"), consoletest.SoyHarvest, trace.NewestFirst, trace.Paging{Size: 5})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Service.Delete(t.Context(), &s.Root.Key, plans.Records[0].Kind, plans.Records[0].ID.String(), trace.AnyVersion); err != nil {
		t.Fatal(err)
	}
	b.Get("/safras").Has(200, "Quase completa", "Falta 1 item;")
	s.Create("/producaoAgricola/plantioManejo", "TORTA", `{"dataPlantio":"31/02/2025"}`)
	b.Get("/safras").Has(200, "1 erro", "safras/TORTA/conferencia")
	b.Get("/safras/TORTA").Has(200, "Erro:", "1 erro", "Falta este registro")
	b.Get("/safras/TORTA/conferencia").Has(200, "Data do plantio", "regra ", "Próximos passos", "registros/producaoAgricola.plantioManejo/", "planoCultivo/novo?safra=TORTA")
}

// Whatever people typed is shown as text, on every page of a harvest.
func TestHarvestXSS(t *testing.T) {
	for _, text := range []string{`<script>alert(1)</script>`, `"><img src=x onerror=alert(1)>`, `'><svg onload=alert(1)>`, `javascript:alert(1)`, `{{.}}`, "</textarea><b>x</b>"} {
		s := consoletest.NewSite(t)
		quoted := fmt.Sprintf("%q", text)
		harvest := "S" + text
		s.Create("/armazenamento/recebimento", harvest, `{"loteOrigem":`+quoted+`,"tipoCafe":`+quoted+`,"veiculo":`+quoted+`,"umidade":`+quoted+`,"volume":`+quoted+`}`)
		s.Create("/colheitaIdentificacaoProducao/identificacaoLote", harvest, `{"codigoLote":`+quoted+`,"destinoInicial":`+quoted+`}`)
		s.Create("/cadastroPlanejamento/planoCultivo", harvest, `{"insumos":`+quoted+`,"fazenda":`+quoted+`,"poligono":[-55.72,-12.55,-55.71,-12.54]}`)
		s.Create("/validacao", harvest, `{"codigo":`+quoted+`,"lotes":[`+quoted+`],"responsavel":`+quoted+`,"validade":`+quoted+`}`)
		b := s.As(s.Root)
		path := pagekit.HarvestPath(harvest)
		for _, page := range []string{"", "?busca=S", path, path + "/conferencia", path + "/mapa", path + "/medidas", path + "/validar", "/validacoes/" + pagekit.HarvestPath(text)[len("/safras/"):]} {
			b.Get(page).Has(200).Lacks("<script>alert", "<img src=x", "<svg onload", `href="javascript:`, "<b>x</b>")
		}
		b.Post(path+"/validar", "status", text, "responsavel", text, "lotes", text, "gtin", text, "observacoes", text, "justificativa", strings.Repeat(text, 300), "safraCodigo", text).
			Has(422, "lert").Lacks("<script>alert", "<img src=x", "<svg onload", "<b>x</b>")
	}
}

// A large harvest is shown without being reviewed; cards beyond what may be
// reviewed at once are fetched one by one.
func TestLargeHarvest(t *testing.T) {
	most := harvest.Bounds{Harvest: 10, List: 15}
	s := consoletest.NewBoundSite(t, most)
	b := s.As(s.Root)
	write := func(harvest string, n int64) {
		for range n {
			s.Create("/producaoAgricola/plantioManejo", harvest, `{"dataPlantio":"2025-10-05"}`)
		}
	}
	write("A", most.Harvest+1)
	write("B", most.List-most.Harvest-1)
	write("C", 1)
	write("0", most.List+1) // more than a page may review
	b.Get("/safras").Has(200, "ainda está sendo conferida", `hx-get="../console/safras/0/cartao" hx-trigger="load"`, "/safras/C/cartao").Lacks("/safras/A/cartao", "/safras/B/cartao")
	b.Get("/safras").Has(200, "/safras/0/cartao").Lacks("/safras/C/cartao") // the others are remembered
	b.Get("/safras/0/cartao", "HX-Request", "true").Has(200, "16 registros")
	b.Get("/safras").Has(200).Lacks("ainda está sendo conferida")
	b.Get("/safras/A").Has(200, "registros demais", "11 registros", "e mais 8", "/safras/A/conferencia").Lacks("obrigatórios")
	b.Get("/safras/A/validar").Has(200, "A safra é grande", `name="justificativa"`)
	b.Get("/safras/A/conferencia").Has(200, "O que falta")

	on := &pagekit.Call{Request: httptest.NewRequest("GET", "/console", nil), Key: &s.Root.Key}
	card := &harvests.Card{HarvestID: "D", Unreviewed: harvests.HarvestTooLarge, Limit: 20_000}
	if got := harvest.ViewCard(on, card, s.Service.Now()); got.Note == "" || got.Load != "" || got.Href == "" {
		t.Errorf("%+v", got)
	}
}

// Masses are summed over every record of a harvest; only the drawing is limited, and the page says
// to how many.
func TestSeriesAddUpAllRecords(t *testing.T) {
	s := consoletest.NewSite(t)
	for range 310 {
		s.Create("/armazenamento/recebimento", "S-1", `{"loteOrigem":"L-1","volume":"100 kg","umidade":13}`)
	}
	s.Create("/armazenamento/recebimento", "S-1", `{"loteOrigem":"L-1","volume":"uma carreta"}`)
	page := s.As(s.Root).Get("/safras/S-1/medidas").Has(200, "31.000 kg", "310 registros", "todos os 311 registros", "mostram 300:")
	if n := strings.Count(page.Body, "13 %"); n < 1 || n > 300 {
		t.Errorf("%d rows of moisture, want at most 300", n)
	}
}

// A harvest whose records mention no day has no period: the day of an upload is not one of its
// days.
func TestPeriodIsOfRecords(t *testing.T) {
	s := consoletest.NewSite(t)
	b := s.As(s.Root)
	s.Create("/transporteLogistico/documentacaoCarga", "S-NOTAS", `{"notaFiscal":"123"}`)
	period := regexp.MustCompile(`\d\d/\d\d/\d{4} – \d\d/\d\d/\d{4}`)
	for _, page := range []string{"", "/safras/S-NOTAS"} {
		if said := period.FindString(b.Get(page).Has(200, "S-NOTAS").Body); said != "" {
			t.Errorf("%s says %s", page, said)
		}
	}
	s.Create("/colheitaIdentificacaoProducao/colheita", "S-NOTAS", `{"dataColheita":"2025-02-20"}`)
	b.Get("/safras/S-NOTAS").Has(200, "20/02/2025 – 20/02/2025")
}
