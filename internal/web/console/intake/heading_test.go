package intake_test

import (
	"testing"

	"rastro/internal/web/console/consoletest"
)

// A lone "Safra" column is the identifier that every row needs, if no other column is, and the page
// says so. The console's own labels are recognised as headers.
func TestImportTakesTheConsolesOwnLabels(t *testing.T) {
	s := consoletest.NewSite(t)
	b := s.As(s.Root)
	for _, heading := range []string{"Safra", "safra", "Cosecha", "Harvest"} {
		b.Upload(consoletest.Inputs, "a.csv", []byte(heading+";dose\nS-1;1\n")).Has(200, "<b>1</b> Prontas", "A coluna &#34;"+heading+"&#34; foi lida como o identificador da safra").Lacks("Coluna desconhecida")
	}
	b.Upload(consoletest.Inputs, "a.csv", []byte("Safra;Safra (código);dose\nS-1;2024/25;1\n")).Has(200, "<b>1</b> Prontas", "foi lida como o identificador")
	for _, headings := range []string{"safraId;Safra", "Safra;safraId", "safraId;safraCodigo", "safraId;Safra (código)", "Safra (identificador);Safra", "Identificador da safra;Código da safra", "Identifier of the harvest;Harvest code"} {
		b.Upload(consoletest.Inputs, "a.csv", []byte(headings+";dose\nS-1;S-1;1\n")).Has(200, "<b>1</b> Prontas").Lacks("Coluna desconhecida", "foi lida como")
	}
	b.Upload(consoletest.Inputs, "a.csv", []byte("Safra;Safra;safraId;dose\nS-1;S-1;S-1;1\n")).Has(200, "O que é cada coluna?", "não será importada")
}

// If every row is refused, nothing on the page suggests success.
func TestImportWithAllRowsRefused(t *testing.T) {
	s := consoletest.NewSite(t)
	b := s.As(s.Root)
	b.Upload(consoletest.Inputs, "a.csv", []byte("Safra (código);dose\n2024/25;1\n")).Has(200, "Nenhuma linha pode ser gravada").Lacks("Não há linhas novas", `class="notice"`)
}
