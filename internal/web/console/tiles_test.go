package console_test

import (
	"strings"
	"testing"

	"rastro/internal/tiles"
	"rastro/internal/web/console"
	"rastro/internal/web/console/consoletest"
	"rastro/internal/web/console/pagekit"
)

// Tiles are loaded only if the operator names a source, only on pages with a map, and the content
// security policy then allows only that additional origin.
func TestTiles(t *testing.T) {
	source, err := tiles.Parse("https://tiles.example.org/{z}/{x}/{y}.png")
	if err != nil {
		t.Fatal(err)
	}
	source.Credit = "© Some <maker>"
	plain, tiled := consoletest.NewSite(t), consoletest.NewSiteWith(t, console.Options{Tiles: source})
	const plan = "/cadastroPlanejamento/planoCultivo"
	pages := func(s *consoletest.Site) (maps, others []consoletest.Seen) {
		b := s.As(s.Root)
		r := s.Create(plan, "S-1", `{"fazenda":"Boa Vista","poligono":[-55.72,-12.55,-55.71,-12.54]}`)
		maps = append(maps, b.Get("/safras/S-1/mapa").Has(200, "Talhão 1", "Boa Vista", "120,23 ha", "Sorriso"))
		for _, path := range []string{"/registros/cadastroPlanejamento.planoCultivo/novo", pagekit.RecordPath(r.Kind, r.ID.String()), pagekit.RecordPath(r.Kind, r.ID.String()) + "/editar"} {
			maps = append(maps, b.Get(path).Has(200))
		}
		for _, path := range []string{"", "/safras/S-1", "/safras/VAZIA/mapa", "/registros"} {
			others = append(others, b.Get(path))
		}
		return maps, others
	}
	const allowed = "img-src 'self' data: https://tiles.example.org; connect-src 'self'"
	maps, others := pages(plain)
	for _, page := range append(maps, others...) {
		if page.Header.Get("Content-Security-Policy") != console.Policy || strings.Contains(page.Body, "<image") {
			t.Errorf("without a source: %s", page.Header.Get("Content-Security-Policy"))
		}
	}
	maps, others = pages(tiled)
	for _, page := range maps {
		policy := page.Header.Get("Content-Security-Policy")
		if !strings.Contains(policy, allowed) || strings.Count(policy, "example.org") != 1 || strings.Replace(policy, " https://tiles.example.org", "", 1) != console.Policy {
			t.Errorf("a page with a map: %s", policy)
		}
		page.Has(200, "© Some &lt;maker&gt;")
	}
	maps[0].Has(200, `<image href="https://tiles.example.org/1`)
	for _, page := range others {
		if page.Header.Get("Content-Security-Policy") != console.Policy {
			t.Errorf("a page without a map: %s", page.Header.Get("Content-Security-Policy"))
		}
	}
}
