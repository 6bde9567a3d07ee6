package land_test

import (
	"strings"
	"testing"

	"rastro/internal/access"
	"rastro/internal/geo/layerfile"
	"rastro/internal/kind"
	"rastro/internal/landlayer"
	"rastro/internal/landlayer/landimport"
	"rastro/internal/trace"
	"rastro/internal/web/console/consoletest"
)

// The page lists the layers with date, source and count, and says of a harvest that the key
// reaches which plots overlap, by how many hectares and when.
func TestLayers(t *testing.T) {
	s := consoletest.NewSite(t)
	plot := `{"cultura":"SOJA","fazenda":"Boa Vista","poligono":[-55.72,-12.55,-55.71,-12.54]}`
	s.Create(kind.Plan, "S-1", plot)
	s.Create(kind.Plan, "S-2", `{"cultura":"SOJA","poligono":[-50.72,-12.55,-50.71,-12.54]}`)
	b := s.As(s.Root)
	b.Get("/camadas").Has(200, "Camadas públicas", "Nenhuma camada foi importada")
	b.Get("/camadas?safra=S-1").Has(200, "nada foi conferido quanto a desmatamento")

	file := `{"type":"FeatureCollection","features":[
{"type":"Feature","properties":{"image_date":"2022-08-01"},"geometry":{"type":"Polygon","coordinates":[[[-55.73,-12.56],[-55.715,-12.56],[-55.715,-12.53],[-55.73,-12.53],[-55.73,-12.56]]]}},
{"type":"Feature","properties":{},"geometry":{"type":"Point","coordinates":[-55,-12]}}]}`
	from, err := layerfile.Open(strings.NewReader(file), int64(len(file)))
	if err != nil {
		t.Fatal(err)
	}
	layer := landlayer.Layer{Name: "prodes <b>", Kind: landlayer.Deforestation, Date: "2025-07-31", Source: "INPE", SHA256: strings.Repeat("ab", 32)}
	if _, err := s.Service.Layers.Import(t.Context(), layer, landimport.Options{}, from); err != nil {
		t.Fatal(err)
	}
	b.Get("/camadas").Has(200, "prodes &lt;b&gt;", "desmatamento depois de 31/12/2020", "31/07/2025", "INPE", `data-label="Áreas">1<br><span class="soft">1 ilegíveis`, "abababababababab").Lacks("Nenhuma camada")
	b.Get("/camadas?safra=S-1").Has(200, "1 talhão comparado com 1 camada", "Plano de cultivo", "60,114 ha", "01/08/2022", `href="../console/safras/S-1"`)
	b.Get("/camadas?safra=S-2").Has(200, "1 talhão comparado", "Nenhum talhão conferido toca uma área")
	b.Get("/camadas?safra=S-1&lang=en").Has(200, "Public layers", "2022-08-01")
	b.Get("/camadas?safra=nada&lang=pt").Has(200, "nenhum talhão nos registros desta safra")
	b.Get("/camadas?safra=%FF%00%3Cscript%3E").Harmless()

	// A key of one harvest sees the layers, which are public, and no other harvest.
	one := s.As(s.Key(access.Request{Name: "um", Scopes: []trace.Scope{trace.Read}, Harvests: []string{"S-2"}}))
	one.Get("/camadas?safra=S-2").Has(200, "prodes", "1 talhão comparado")
	unknown, foreign := one.Get("/camadas?safra=nada"), one.Get("/camadas?safra=S-1")
	if unknown.Status != foreign.Status || strings.ReplaceAll(unknown.Body, "nada", "S-1") != foreign.Body || strings.Contains(foreign.Body, "talhão comparado") {
		t.Errorf("a foreign harvest differs from one that does not exist: %d %d", unknown.Status, foreign.Status)
	}
	// A role without the right that the map of a harvest needs does not learn from the layers where
	// its plots are.
	blind, _ := s.Person("Rui Paz", "rui@x.example", "CLASSIFICADOR", "")
	blind.Get("/camadas?safra=S-1").Has(200, "prodes", "1 talhão comparado com 1 camada", "o seu papel não vê dados pessoais").Lacks("60,114", "01/08/2022", "Boa Vista", "Nenhum talhão conferido")
	blind.Get("/safras/S-1/mapa").Has(403)
	seeing, _ := s.Person("Lia Sol", "lia@x.example", "AUDITOR", "")
	seeing.Get("/camadas?safra=S-1").Has(200, "60,114 ha").Lacks("o seu papel")
	s.As(s.Key(access.Request{Name: "só escreve", Scopes: []trace.Scope{trace.Write}})).Get("/camadas").Lacks("prodes")
}
