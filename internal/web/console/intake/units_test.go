package intake_test

import (
	"fmt"
	"strings"
	"testing"

	"rastro/internal/kind"
	"rastro/internal/web/console/consoletest"
)

// An alqueire has one size in São Paulo and another in Minas Gerais and Goiás: the page asks which it
// is, and a person can answer each.
func TestWhichAlqueire(t *testing.T) {
	s := consoletest.NewSite(t)
	b := s.As(s.Root)
	for i, one := range []struct{ unit, says, area string }{
		{"alqueire paulista", "alqueire paulista (2,42 ha)", "24.2"}, {"alqueire mineiro", "alqueire mineiro (4,84 ha)", "48.4"}, {"alqueire goiano", "alqueire goiano (4,84 ha)", "48.4"},
	} {
		harvest := fmt.Sprint("S-", i)
		asked := b.Upload("", "colheita.csv", []byte("Talhão;Área (alq);Colhido em;Produção (t);Umidade média\nT1;10;22/02/2025;90,25;13,5\nT2;8,5;23/02/2025;71,5;13,9\n")).Has(200, "diga como ler", one.says)
		checked := say(b, asked, "acao", "conferir", "c1.unidade", one.unit, "f.safraId", harvest, "f.safraCodigo", "2024/25").Has(200, "<b>2</b> Prontas")
		b.Decide(checked, "tudo").Has(200, "<b>2</b> Gravadas")
		found := 0
		for _, r := range s.All(kind.Harvesting) {
			if r.HarvestID == harvest && strings.Contains(string(r.Payload), `"areaColhida":`+one.area) {
				found++
			}
		}
		if found != 1 {
			t.Errorf("%s: %d records have %s ha: %s", one.unit, found, one.area, s.All(kind.Harvesting)[0].Payload)
		}
	}
}
