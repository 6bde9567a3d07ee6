package console

import (
	"fmt"
	"net/http/httptest"
	"strings"
	"testing"

	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/trace"
)

const soyHarvest, coffeeHarvest = "DEMO-SOJA-MT-2024-25", "DEMO-CAFE-MG-2025"

// demoSite is a console with the demonstration harvests, and somebody at it.
func demoSite(t *testing.T) (*site, *browser) {
	t.Helper()
	s := newSite(t)
	b := s.as(s.root)
	b.post("/demonstracao", "vez", "uma").has(200, "As safras de exemplo estão aqui", soyHarvest, coffeeHarvest)
	return s, b
}

// writerKey makes a key, as restricted as asked for.
func (s *site) writerKey(scopes []trace.Scope, phases, harvests []string) *trace.NewKey {
	s.t.Helper()
	return s.key(trace.KeyRequest{Nome: "Armazém", Escopos: scopes, Fases: phases, Safras: harvests})
}

func TestFirstVisit(t *testing.T) {
	s := newSite(t)
	b := s.as(s.root)
	b.get("").has(200, "Bem-vindo ao Rastro", "Carregar as safras de exemplo", `href="./console/importar"`, `name="id"`)
	// Who may not write everything is not offered it, and cannot do it.
	phase := s.as(s.writerKey([]trace.Scope{trace.Read, trace.Write}, []string{"06"}, nil))
	phase.get("").has(200, "Bem-vindo ao Rastro").lacks("demonstracao")
	phase.post("/demonstracao", "vez", "x").has(403)
	s.as(s.writerKey([]trace.Scope{trace.Read}, nil, nil)).get("").has(200).lacks("demonstracao", "console/importar", `name="id"`)
	// One click, however often.
	for range 2 {
		b.post("/demonstracao", "vez", "uma").has(200, soyHarvest, coffeeHarvest)
	}
	records, err := s.service.ByHarvest(t.Context(), &s.root.Key, kind.ByPrefix("/armazenamento/recebimento"), soyHarvest, trace.NewestFirst, trace.Paging{Size: 5})
	if err != nil || len(records.Records) != 1 {
		t.Errorf("%d receipts, %v", len(records.Records), err)
	}
	b.post("/demonstracao", "vez", "outra").has(200)
	b.post("/demonstracao", "vez", strings.Repeat("x", 5000)).has(200)
}

// Every page of a harvest, in every language, has its words and no gaps.
func TestHarvestPages(t *testing.T) {
	_, b := demoSite(t)
	b.get("").has(200, "Soja", "Café", "100 % completa", "Nada a apontar", "Válida", "curl ")
	for _, l := range lang.All {
		for _, path := range []string{"", "/safras/" + soyHarvest, "/safras/" + coffeeHarvest, "/safras/" + soyHarvest + "/conferencia", "/safras/" + soyHarvest + "/conferencia?alvo=eudr",
			"/safras/" + soyHarvest + "/mapa", "/safras/" + soyHarvest + "/medidas", "/safras/" + soyHarvest + "/validar", "/validacoes/DEM0-S0JA-2025-MT01", "/safras/NOVA", "/safras/NOVA/mapa", "/safras/NOVA/medidas", "/safras/NOVA/validar", "/safras/NOVA/conferencia"} {
			mark := "?"
			if strings.Contains(path, "?") {
				mark = "&"
			}
			b.get(path+mark+"lang="+l.Code()).has(200, `<html lang="`+l.Tag()+`">`).lacks("<no value>", "ZgotmplZ", "{n}", "{a}", "%!")
		}
	}
	b.get("/safras/"+soyHarvest+"?lang=pt").has(200, "Linha do tempo", "3 de 3 obrigatórios", "10/02/2025", "MT25-S-001 · 36.000 kg",
		"registros/armazenamento.recebimento?safra="+soyHarvest, "registros/armazenamento.recebimento/novo?safra="+soyHarvest, "console/lotes/MT25-S-001", "/validar")
	b.get("/safras/"+soyHarvest+"/mapa").has(200, `class="land"`, "120,69 ha", "Talhão 1", "registros/cadastroPlanejamento.planoCultivo/", "200 m")
	b.get("/safras/"+soyHarvest+"/medidas").has(200, "36.000 kg", "13,8 %", `data-x="`, "Umidade", "Impurezas", "uPlot")
	b.get("/safras/" + soyHarvest + "/conferencia?alvo=nada").has(400)
	b.get("/safras/" + strings.Repeat("x", 200)).has(404)
	b.get("/safras/NOVA").has(200, "ainda não tem registros", "registros/cadastroPlanejamento.planoCultivo/novo?safra=NOVA")
	if got := b.get("/safras?id=+A%2FB+%3F"); got.status != 200 || got.path != "/console/safras/A/B ?" {
		t.Errorf("opening a harvest leads to %s", got.path)
	}
	if got := b.get("/safras?id=.."); got.path != "/console" {
		t.Errorf("opening no harvest leads to %s", got.path)
	}
}

// What a key may not do is neither shown nor possible.
func TestHarvestRights(t *testing.T) {
	s, _ := demoSite(t)
	path := "/safras/" + soyHarvest
	reader := s.as(s.writerKey([]trace.Scope{trace.Read}, nil, nil))
	reader.get(path).has(200, "36.000 kg").lacks("/novo", "+ Registrar")
	reader.get(path+"/validar").has(200, "não registra validações", "DEM0-S0JA-2025-MT01").lacks(`name="status"`)
	reader.post(path+"/validar", "status", "APROVADO").has(403)
	reader.get("").has(200).lacks("Nova safra")

	store := s.as(s.writerKey([]trace.Scope{trace.Read, trace.Write}, []string{"06"}, nil))
	store.get(path).has(200, "armazenamento.recebimento/novo").lacks("plantioManejo/novo", "processamento.processamento/novo")
	store.get(path + "/validar").has(200).lacks(`name="status"`)
	store.post(path+"/validar", "status", "APROVADO").has(403)

	blind := s.as(s.writerKey([]trace.Scope{trace.Write}, []string{"06"}, []string{soyHarvest}))
	blind.get("").has(200, "O que você pode registrar", "armazenamento.recebimento/novo", path).lacks("plantioManejo", "Café", coffeeHarvest)
	blind.get(path).has(200, "armazenamento.recebimento/novo?safra=").lacks("36.000", "plantioManejo", "MT25", "mapa")
	for _, page := range []string{"/conferencia", "/mapa", "/medidas", "/validar", "/cartao"} {
		blind.get(path + page).has(403)
	}
	blind.get("/validacoes/DEM0-S0JA-2025-MT01").has(403)

	one := s.as(s.writerKey([]trace.Scope{trace.Read}, nil, []string{coffeeHarvest}))
	one.get("").has(200, coffeeHarvest).lacks(soyHarvest)
	for _, page := range []string{"", "/conferencia", "/mapa", "/medidas", "/validar"} {
		one.get(path + page).has(403)
	}
	one.get("/validacoes/DEM0-S0JA-2025-MT01").has(404)
	one.get("/validacoes/DEM0-S0JA-2025-MT01/etiqueta").has(404)

	admin := s.as(s.writerKey([]trace.Scope{trace.Admin}, nil, nil))
	admin.get("").has(200, "Esta chave administra").lacks(soyHarvest)
	admin.get(path).has(403)
}

// The list pages by cursor, searches by name, and says what needs doing.
func TestHarvestList(t *testing.T) {
	s := newSite(t)
	for i := range 15 {
		s.create("/producaoAgricola/plantioManejo", fmt.Sprintf("S-%02d", i), `{"dataPlantio":"2025-10-05","cultura":"soja"}`)
	}
	s.create("/producaoAgricola/plantioManejo", "ERRO", `{"dataPlantio":"31/02/2025"}`)
	b := s.as(s.root)
	first := b.get("").has(200, "ERRO", "S-10", "Próximas safras", "O que precisa ser feito", "Corrigir").lacks(`>S-11<`)
	_, rest, _ := strings.Cut(first.body, `<nav class="pager"`)
	_, rest, _ = strings.Cut(rest, `href="`)
	next, _, _ := strings.Cut(rest, `"`)
	next = strings.ReplaceAll(next, "&amp;", "&")
	for range 2 { // and survives a reload
		b.get(next).has(200, "S-11", "S-14", "Voltar ao começo").lacks("ERRO", "O que precisa ser feito")
	}
	b.get("?busca=S-1").has(200, "S-10", "S-14").lacks("S-09", "ERRO")
	b.get("?busca=nada").has(200, "Nenhuma safra começa")
	b.get("?busca=" + strings.Repeat("x", 101)).has(400)
	b.get("?cursor=x").has(400)
	part := b.get("?busca=S-1", "HX-Request", "true").has(200, "S-10").lacks("<html", "<h1")
	if !strings.HasPrefix(part.body, `<div id="list">`) {
		t.Errorf("the part begins %.40q", part.body)
	}
	b.get("/safras/S-10/cartao", "HX-Request", "true").has(200, "S-10", "<li").lacks("<html")
	if got := b.get("/safras/S-10/cartao"); got.path != "/console/safras/S-10" {
		t.Errorf("without scripts the card leads to %s", got.path)
	}
	b.get("/safras/nenhuma/cartao", "HX-Request", "true").has(404)
}

// What needs doing follows what happens to a harvest.
func TestTodo(t *testing.T) {
	s, b := demoSite(t)
	b.get("").has(200, "Nenhuma pendência")
	s.create("/armazenamento/recebimento", soyHarvest, `{"loteOrigem":"MT25-S-001","volume":"10 kg","umidade":"13,8%","impureza":"0,9%","veiculo":"ABC1C34","dataHoraRecebimento":"2025-02-10T14:20:00-04:00"}`)
	b.get("").has(200, "Registros mudaram desde a validação", "Alterada depois de validada")
	s.create("/validacao", coffeeHarvest, `{"status":"APROVADO","validade":"`+s.service.Now().AddDate(0, 0, 5).Format("2006-01-02")+`"}`)
	b.get("").has(200, "A validação vale só até", "Vence logo")
	page, err := s.service.ByHarvest(t.Context(), &s.root.Key, validationKind, soyHarvest, trace.NewestFirst, trace.Paging{Size: 5})
	if err != nil || len(page.Records) != 1 {
		t.Fatalf("%d validations, %v", len(page.Records), err)
	}
	if _, err := s.service.Delete(t.Context(), &s.root.Key, validationKind, page.Records[0].ID.String(), trace.AnyVersion); err != nil {
		t.Fatal(err)
	}
	b.get("").has(200, "pode ser validada")
	plans, err := s.service.ByHarvest(t.Context(), &s.root.Key, kind.ByPrefix("/cadastroPlanejamento/planoCultivo"), soyHarvest, trace.NewestFirst, trace.Paging{Size: 5})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.service.Delete(t.Context(), &s.root.Key, plans.Records[0].Kind, plans.Records[0].ID.String(), trace.AnyVersion); err != nil {
		t.Fatal(err)
	}
	b.get("").has(200, "Quase completa", "Faltam 2 itens")
	s.create("/producaoAgricola/plantioManejo", "TORTA", `{"dataPlantio":"31/02/2025"}`)
	b.get("").has(200, "1 erro", "safras/TORTA/conferencia")
	b.get("/safras/TORTA").has(200, "Erro:", "1 erro", "Falta este registro")
	b.get("/safras/TORTA/conferencia").has(200, "Data do plantio", "regra ", "Próximos passos", "registros/producaoAgricola.plantioManejo/", "planoCultivo/novo?safra=TORTA")
}

// Whatever people typed is shown as text, on every page of a harvest.
func TestHarvestXSS(t *testing.T) {
	for _, text := range []string{`<script>alert(1)</script>`, `"><img src=x onerror=alert(1)>`, `'><svg onload=alert(1)>`, `javascript:alert(1)`, `{{.}}`, "</textarea><b>x</b>"} {
		s := newSite(t)
		quoted := fmt.Sprintf("%q", text)
		safra := "S" + text
		s.create("/armazenamento/recebimento", safra, `{"loteOrigem":`+quoted+`,"tipoCafe":`+quoted+`,"veiculo":`+quoted+`,"umidade":`+quoted+`,"volume":`+quoted+`}`)
		s.create("/colheitaIdentificacaoProducao/identificacaoLote", safra, `{"codigoLote":`+quoted+`,"destinoInicial":`+quoted+`}`)
		s.create("/cadastroPlanejamento/planoCultivo", safra, `{"insumos":`+quoted+`,"fazenda":`+quoted+`,"poligono":[-55.72,-12.55,-55.71,-12.54]}`)
		s.create("/validacao", safra, `{"codigo":`+quoted+`,"lotes":[`+quoted+`],"responsavel":`+quoted+`,"validade":`+quoted+`}`)
		b := s.as(s.root)
		path := harvestPath(safra)
		for _, page := range []string{"", "?busca=S", path, path + "/conferencia", path + "/mapa", path + "/medidas", path + "/validar", "/validacoes/" + harvestPath(text)[len("/safras/"):]} {
			b.get(page).has(200).lacks("<script>alert", "<img src=x", "<svg onload", `href="javascript:`, "<b>x</b>")
		}
		b.post(path+"/validar", "status", text, "responsavel", text, "lotes", text, "gtin", text, "observacoes", text, "justificativa", strings.Repeat(text, 300), "safraCodigo", text).
			has(422, "lert").lacks("<script>alert", "<img src=x", "<svg onload", "<b>x</b>")
	}
}

// A large harvest is shown without being conferred; cards beyond what may be
// conferred at once are fetched one by one.
func TestLargeHarvest(t *testing.T) {
	most := bounds{harvest: 10, list: 15}
	s := newBoundSite(t, most)
	b := s.as(s.root)
	write := func(safra string, n int64) {
		for range n {
			s.create("/producaoAgricola/plantioManejo", safra, `{"dataPlantio":"2025-10-05"}`)
		}
	}
	write("A", most.harvest+1)
	write("B", most.list-most.harvest-1)
	write("C", 1)
	write("0", most.list+1) // more than a page may confer at all
	b.get("").has(200, "ainda está sendo conferida", `hx-get="./console/safras/0/cartao" hx-trigger="load"`, "/safras/C/cartao", "Foram analisadas 2 safras").lacks("/safras/A/cartao", "/safras/B/cartao")
	b.get("").has(200, "/safras/0/cartao", "Foram analisadas 3 safras").lacks("/safras/C/cartao") // the others are remembered
	b.get("/safras/0/cartao", "HX-Request", "true").has(200, "16 registros")
	b.get("").has(200).lacks("ainda está sendo conferida", "Foram analisadas")
	b.get("/safras/A").has(200, "registros demais", "11 registros", "e mais 8", "/safras/A/conferencia").lacks("obrigatórios")
	b.get("/safras/A/validar").has(200, "A safra é grande", `name="justificativa"`)
	b.get("/safras/A/conferencia").has(200, "O que falta")

	c := &Console{service: s.service}
	on := &call{r: httptest.NewRequest("GET", "/console", nil), key: &s.root.Key}
	card := &trace.HarvestCard{SafraID: "D", Unreviewed: trace.HarvestTooLarge, Limit: 20_000}
	if got := c.viewCard(on, card); got.Note == "" || got.Load != "" || got.Href == "" {
		t.Errorf("%+v", got)
	}
}
