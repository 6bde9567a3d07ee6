package console

import "testing"

// "Safra" alone is the identifier to one and the code to another: without a column of
// identifiers the page says which two names there are.
func TestImportAsksWhichHarvestColumn(t *testing.T) {
	s := newSite(t)
	b := s.as(s.root)
	for _, heading := range []string{"Safra", "safra", "Cosecha", "Harvest"} {
		b.upload(inputs, "a.csv", []byte(heading+";dose\nS-1;1\n")).has(200, "Coluna desconhecida &#39;"+heading+"&#39;; talvez safraId, safraCodigo", "corrija o cabeçalho")
	}
	for _, headings := range []string{"safraId;Safra", "safraId;safraCodigo", "safraId;Safra (código)", "Safra (identificador);Safra"} {
		b.upload(inputs, "a.csv", []byte(headings+";dose\nS-1;2024/25;1\n")).has(200, "<b>1</b> Prontas").lacks("Coluna desconhecida")
	}
}
