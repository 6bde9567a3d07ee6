package harvest_test

import (
	"strings"
	"testing"

	"rastro/internal/kind"
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
	page := b.Get("").Has(200, "Pronto para exportar?", "2 safras: 0 prontas, 2 com pendências.",
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

// What needs doing is looked for in every harvest, and one is "1".
func TestTodoKnowsEveryHarvest(t *testing.T) {
	s := consoletest.NewSite(t)
	s.Create(kind.Planting, "A-FIRST", `{"dataPlantio":"31/02/2025"}`)
	for i := range 70 {
		s.Create(kind.Planting, "B-"+string(rune('A'+i/26))+string(rune('A'+i%26)), `{"dataPlantio":"05/10/2024"}`)
	}
	b := s.As(s.Root)
	b.Get("/safras").Has(200, `<a href="../console/safras/A-FIRST/conferencia">A-FIRST</a>`)
	b.Get("?busca=A-FIRST").Has(200, "1 com pendência")
}
