package harvest_test

import (
	"fmt"
	"strings"
	"testing"

	"rastro/internal/kind"
	"rastro/internal/lineage/recall"
	"rastro/internal/trace"
	"rastro/internal/web/console/consoletest"
)

// Each cell of the board leads to the form that closes its gap: a new record of the kind that
// is missing, or the field of the record to correct.
func TestBoardLeadsToForms(t *testing.T) {
	s := consoletest.NewSite(t)
	id := s.Create(kind.Planting, "Talhão 2", `{"dataPlantio":"31/02/2025"}`).ID.String()
	s.Create(kind.Planting, "Talhão 10", `{"dataPlantio":"05/10/2024"}`)
	b := s.As(s.Root)
	page := b.Get("").Has(200, "Pronto para exportar?", "2 safras: 0 prontas, 0 com dados prontos para validar, 2 pendentes.",
		`href="./console/registros/cadastroPlanejamento.planoCultivo/novo?safra=Talh%C3%A3o&#43;2"`,
		`href="./console/registros/producaoAgricola.plantioManejo/`+id+`/editar#campo-dataPlantio"`)
	if strings.Index(page.Body, ">Talhão 2<") > strings.Index(page.Body, ">Talhão 10<") {
		t.Error("10 comes before 2")
	}
	b.Get("?busca=talhao+10&alvo=EUDR").Has(200, ">Talhão 10<", "1 safra: ", `<option value="TALHAO">`).Lacks(">Talhão 2<")
	b.Get("?estado=PRONTA").Has(200, "Nenhuma safra com estes filtros.", "Limpar filtros")
	b.Get("?porta=nada").Has(400)
	b.Get("?busca=10", "HX-Request", "true").Has(200, ">Talhão 10<").Lacks("<html", "<h1")

	reader := s.As(writerKey(s, []trace.Scope{trace.Read}, nil, nil))
	reader.Get("").Has(200, "Pronto para exportar?", `href="./console/safras/Talh%C3%A3o%202/conferencia?alvo=EXPORTACAO"`).Lacks("/novo?", "/editar", "Nova safra")
	one := s.As(writerKey(s, []trace.Scope{trace.Read}, nil, []string{"Talhão 10"}))
	one.Get("").Has(200, "1 safra: ", ">Talhão 10<").Lacks("Talhão 2<")
}

// The board is downloaded as a workbook, with the same filters.
func TestBoardDownload(t *testing.T) {
	s := consoletest.NewSite(t)
	s.Create(kind.Planting, "S-1", `{"dataPlantio":"05/10/2024"}`)
	b := s.As(s.Root)
	b.Get("").Has(200, `href="./console/painel.xlsx?alvo=EXPORTACAO"`)
	got := b.Get("/painel.xlsx?alvo=EUDR").Has(200, "PK")
	if name := got.Header.Get("Content-Disposition"); name != `attachment; filename="painel.xlsx"` {
		t.Errorf("it is saved as %s", name)
	}
	b.Get("/painel.xlsx?alvo=marte").Has(400)
	s.As(writerKey(s, []trace.Scope{trace.Write}, nil, nil)).Get("/painel.xlsx").Has(403)
}

// Pages of the board say which part they show.
func TestBoardPages(t *testing.T) {
	s := consoletest.NewSite(t)
	for i := range 52 {
		s.Create(kind.Planting, "S-"+string(rune('A'+i/26))+string(rune('A'+i%26)), `{"dataPlantio":"05/10/2024"}`)
	}
	b := s.As(s.Root)
	b.Get("").Has(200, "1 a 50 de 52", `href="?alvo=EXPORTACAO&amp;pagina=2"`).Lacks("Anteriores", ">S-BZ<")
	b.Get("?pagina=2").Has(200, "51 a 52 de 52", "Anteriores", ">S-BZ<").Lacks("Próximas<")
	b.Get("?pagina=x").Has(200, "1 a 50 de 52")
	b.Get("?pagina=999").Has(200, "Anteriores", "51 a 52 de 52")
}

// A harvest that changed after its validation is nowhere called ready without saying so: the
// board, its card and its page use one phrase.
func TestChangedHarvestIsNotJustReady(t *testing.T) {
	s, b := consoletest.DemoSite(t)
	const phrase = "Dados prontos; valide de novo: alterada depois da validação"
	b.Get("").Has(200, "Pronta (").Lacks(phrase)
	s.Create(kind.Labour, consoletest.CoffeeHarvest, `{"nomeCompletoTrabalhador":"Ana Souza"}`)
	b.Get("?busca=CAFE").Has(200, phrase).Lacks("Pronta (")
	b.Get("/safras?busca="+consoletest.CoffeeHarvest).Has(200, phrase)
	b.Get("/safras/"+consoletest.CoffeeHarvest).Has(200, phrase)
	b.Get("?busca=CAFE&lang=en").Has(200, "Data ready; validate again")
}

// What needs doing is looked for in every harvest, and a single one is counted as "1".
func TestTodoKnowsUnownedHarvests(t *testing.T) {
	s := consoletest.NewSite(t)
	s.Create(kind.Planting, "A-FIRST", `{"dataPlantio":"31/02/2025"}`)
	for i := range 70 {
		s.Create(kind.Planting, "B-"+string(rune('A'+i/26))+string(rune('A'+i%26)), `{"dataPlantio":"05/10/2024"}`)
	}
	b := s.As(s.Root)
	b.Get("/safras").Has(200, `<a href="../console/safras/A-FIRST/conferencia">A-FIRST</a>`)
	b.Get("?busca=A-FIRST").Has(200, "1 com pendência")
}

// The to-do list names the newest recalls over all harvests, each once, however many harvests there
// are. A look-up covers about 500.
func TestTodoNamesTheNewestRecalls(t *testing.T) {
	s := consoletest.NewSite(t)
	for i := range 502 {
		harvestID := fmt.Sprintf("S-%03d", i)
		s.Create(kind.LotIdentification, harvestID, `{"codigoLote":"L`+harvestID+`"}`)
	}
	recalled := func(reason string, lots ...string) {
		t.Helper()
		if _, err := s.Service.Recall(t.Context(), &s.Root.Key, recall.Request{Reason: reason, Lots: lots}); err != nil {
			t.Fatal(err)
		}
	}
	recalled("motivo um", "LS-001")
	recalled("motivo dois", "LS-002")
	recalled("motivo três", "LS-003")
	recalled("motivo quatro", "LS-004")
	recalled("motivo cinco", "LS-005", "LS-501")
	recalled("motivo seis", "LS-500")
	b := s.As(s.Root)
	for range 10 { // a request reviews some of the harvests
		if !strings.Contains(b.Get("/safras").Has(200).Body, "sendo conferida") {
			break
		}
	}
	page := b.Get("/safras").Has(200, "motivo seis", "motivo cinco", "motivo quatro", "motivo três", ">S-005, S-501<")
	todo, _, _ := strings.Cut(page.Body, `id="all"`) // cards show it too
	for _, older := range []string{"motivo dois", "motivo um"} {
		if strings.Contains(todo, older) {
			t.Errorf("what is to do names %s", older)
		}
	}
	if n := strings.Count(todo, "motivo cinco"); n != 1 {
		t.Errorf("a recall of harvests that are far apart is named %d times", n)
	}
	if strings.Index(todo, "motivo seis") > strings.Index(todo, "motivo cinco") {
		t.Error("the newest recall is not the first")
	}
}

// The counts in the header match the rows: ready with its validation, with ready data, and pending.
func TestBoardHeaderCountsAsRowsSay(t *testing.T) {
	s, b := consoletest.DemoSite(t)
	b.Get("").Has(200, "2 safras: 2 prontas, 0 com dados prontos para validar, 0 pendentes.")
	s.Create(kind.Labour, consoletest.CoffeeHarvest, `{"nomeCompletoTrabalhador":"Ana Souza"}`)
	s.Create(kind.Planting, "NEW", `{"dataPlantio":"31/02/2025"}`)
	b.Get("").Has(200, "3 safras: 1 pronta, 1 com dados prontos para validar, 1 pendente.", `<option value="PRONTA">Dados prontos`, "Dados prontos; valide de novo", "Pendente (")
}

// What needs doing has the harvests whose newest validation was refused and those whose masses
// do not add up, and says how much it does not list.
func TestTodoSaysWhatItLeavesOut(t *testing.T) {
	s := consoletest.NewSite(t)
	s.Create(kind.Planting, "REFUSED", `{"dataPlantio":"2024-10-05"}`)
	s.Create("/validacao", "REFUSED", `{"status":"REPROVADO"}`)
	s.Create(kind.LotIdentification, "MASS", `{"codigoLote":"M-1"}`)
	s.Create(kind.Harvesting, "MASS", `{"dataColheita":"2025-02-05","quantidadeColhida":10000,"loteOrigem":"M-1"}`)
	s.Create(kind.Receiving, "MASS", `{"loteOrigem":"M-1","volume":"30.000 kg"}`)
	s.Create(kind.Planting, "FINE", `{"dataPlantio":"2024-10-05"}`)
	b := s.As(s.Root)
	b.Get("/safras").Has(200, `<a href="../console/safras/REFUSED/validar">REFUSED</a> A validação de `, "não foi aprovada. Corrija", `<a href="../console/safras/MASS/conferencia">MASS</a> As massas não fecham: `).
		Lacks("veja o painel", `conferencia">FINE</a>`)
	for i := range 10 {
		s.Create(kind.Planting, "WRONG-"+string(rune('A'+i)), `{"dataPlantio":"31/02/2025"}`)
	}
	b.Get("/safras").Has(200, `<a href="../console">E mais 4 itens: veja o painel.</a>`)
}

// Words agree with their numbers, and nothing without records is called sound.
func TestSmallWords(t *testing.T) {
	s := consoletest.NewSite(t)
	s.Create(kind.Planting, "ONE", `{"dataPlantio":"31/02/2025"}`)
	b := s.As(s.Root)
	b.Get("").Has(200, `&#43;1<span class="unseen"> outra pendência (ONE)`).Lacks(`&#43;1<span class="unseen"> outras`)
	b.Get("/safras/ONE").Has(200, " de 1 obrigatório<").Lacks(" de 1 obrigatórios")
	s.Create("/logisticaExportacao/transporteExportacao", "NONE", `{}`)
	b.Get("/safras?busca=NONE").Has(200, "0 % completa").Lacks("Nada a apontar")
	b.Get("/safras/NONE/conferencia").Has(200).Lacks("✓</span> Nada a apontar")
}
