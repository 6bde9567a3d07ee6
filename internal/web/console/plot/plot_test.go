package plot_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"rastro/internal/access"
	"rastro/internal/trace"
	"rastro/internal/web/console/consoletest"
)

const plan = "/cadastroPlanejamento/planoCultivo"

type said struct {
	Area    string
	Achados []struct{ Gravidade, Palavra, Texto string }
}

func check(t *testing.T, b *consoletest.Browser, sent string) said {
	t.Helper()
	var got said
	page := b.Post("/talhao/conferir", "poligono", sent).Has(200)
	if err := json.Unmarshal([]byte(page.Body), &got); err != nil || page.Header.Get("Content-Type") != "application/json" {
		t.Fatalf("%s: %v: %s", sent, err, page.Body)
	}
	return got
}

// Checking a drawing returns what a record with it would be told.
func TestCheck(t *testing.T) {
	s := consoletest.NewSite(t)
	b := s.As(s.Root)
	for _, tc := range []struct{ sent, area, finding string }{
		{`{"type":"Polygon","coordinates":[[[-55.720000,-12.550000],[-55.710000,-12.550000],[-55.710000,-12.540000],[-55.720000,-12.540000],[-55.720000,-12.550000]]]}`, "120,23 ha", ""},
		{`{"type":"Polygon","coordinates":[[[-55.720001,-12.550001],[-55.710001,-12.540001],[-55.710001,-12.550001],[-55.720001,-12.540001],[-55.720001,-12.550001]]]}`, "", "cruza"},
		{`{"type":"LineString","coordinates":[[-55.72,-12.55],[-55.71,-12.54]]}`, "", "linha"},
		{`"x"`, "", "números"},
	} {
		got := check(t, b, tc.sent)
		all := fmt.Sprint(got.Achados)
		if tc.finding == "" && len(got.Achados) > 0 || !strings.Contains(all, tc.finding) || tc.area != "" && got.Area != tc.area {
			t.Errorf("%s: %+v; want %q and %q", tc.sent, got, tc.area, tc.finding)
		}
	}
	for _, bad := range []string{"", "{", "[1,2", `{"type":"Point"} x`} {
		b.Post("/talhao/conferir", "poligono", bad).Has(400)
	}
	reader := s.As(s.Key(access.Request{Name: "Leitor", Scopes: []trace.Scope{trace.Read}}))
	reader.Post("/talhao/conferir", "poligono", "[1,2]").Has(403)
}

// The plots around are those of the harvest, without the record itself. A harvest of somebody else
// has none, like one that does not exist.
func TestNeighbours(t *testing.T) {
	s := consoletest.NewSite(t)
	b := s.As(s.Root)
	first := s.Create(plan, "S-1", `{"fazenda":"Boa </script>","poligono":[-55.72,-12.55,-55.71,-12.54]}`)
	s.Create(plan, "S-1", `{"fazenda":"Outra","poligono":{"type":"Point","coordinates":[-55.7,-12.5]}}`)
	var many strings.Builder
	for i := range 1000 {
		fmt.Fprintf(&many, "-55.%06d,-12.%06d,", 700000+i, 500000+i*i%977)
	}
	s.Create(plan, "S-1", `{"fazenda":"Grande","poligono":[`+strings.TrimSuffix(many.String(), ",")+`]}`)
	type plot struct {
		Nome  string
		Aneis [][][2]float64
	}
	around := func(b *consoletest.Browser, path string) (all []plot) {
		t.Helper()
		if err := json.Unmarshal([]byte(b.Get(path).Has(200).Body), &all); err != nil || all == nil {
			t.Fatalf("%s: %v", path, err)
		}
		return all
	}
	all := around(b, "/safras/S-1/talhoes")
	if len(all) != 2 || all[0].Nome != "Boa </script>" || len(all[0].Aneis[0]) != 4 || len(all[1].Aneis[0]) > 200 {
		t.Errorf("%d plots: %+v", len(all), all)
	}
	if rest := around(b, "/safras/S-1/talhoes?sem="+first.ID.String()); len(rest) != 1 || rest[0].Nome != "Grande" {
		t.Errorf("without the record itself: %+v", rest)
	}
	s.Create(plan, "S-9", `{"fazenda":"De outra safra","poligono":[-55.71,-12.55,-55.705,-12.54]}`)
	if all := around(b, "/safras/S-1/talhoes"); len(all) != 3 || all[2].Nome != "De outra safra" {
		t.Errorf("with those of other harvests: %+v", all)
	}
	if got := b.Get("/safras/S-1/mapa").Has(200, "Tracejado", `<g class="other"><path`); strings.Contains(got.Body, "De outra safra") {
		t.Error("the map lists a plot of another harvest")
	}
	limited := s.As(s.Key(access.Request{Name: "Outra", Scopes: []trace.Scope{trace.Read, trace.Write}, Harvests: []string{"S-2"}}))
	for _, harvest := range []string{"S-1", "NADA", "S-2"} {
		if got := around(limited, "/safras/"+harvest+"/talhoes"); len(got) != 0 {
			t.Errorf("%s: %+v", harvest, got)
		}
	}
}

func TestAround(t *testing.T) {
	s := consoletest.NewSite(t)
	b := s.As(s.Root)
	type land struct {
		Cidades []struct{ Nome string }
		Divisas [][][2]float64
	}
	at := func(query string) (got land) {
		t.Helper()
		if err := json.Unmarshal([]byte(b.Get("/talhao/redor?"+query).Has(200).Body), &got); err != nil {
			t.Fatal(err)
		}
		return got
	}
	if got := at("oeste=-55.8&sul=-12.6&leste=-55.6&norte=-12.4"); len(got.Cidades) != 1 || got.Cidades[0].Nome != "Sorriso" || len(got.Divisas) != 0 {
		t.Errorf("around Sorriso: %+v", got)
	}
	if got := at("oeste=-70&sul=-30&leste=-40&norte=0"); len(got.Cidades) != 0 || len(got.Divisas) < 27 {
		t.Errorf("all of Brazil: %d towns, %d borders", len(got.Cidades), len(got.Divisas))
	}
	if got := at("municipio=" + url.QueryEscape("são josé do rio preto")); len(got.Cidades) != 1 {
		t.Errorf("a municipality: %+v", got)
	}
	for asked, want := range map[string]string{"Bom Sucesso/PR": "Bom Sucesso/PR", "Bom Sucesso - PR": "Bom Sucesso/PR", "bom sucesso mg": "Bom Sucesso/MG"} {
		if got := at("municipio=" + url.QueryEscape(asked)); len(got.Cidades) != 1 || got.Cidades[0].Nome != want {
			t.Errorf("%s: %+v, want %s", asked, got.Cidades, want)
		}
	}
	if got := at("municipio=bom+sucesso"); len(got.Cidades) < 2 || got.Cidades[0].Nome == got.Cidades[1].Nome {
		t.Errorf("namesakes: %+v", got.Cidades)
	}
	if got := at("municipio=Nenhures"); len(got.Cidades) != 0 {
		t.Errorf("no municipality: %+v", got)
	}
	for _, bad := range []string{"", "oeste=x&sul=1&leste=1&norte=1", "oeste=NaN&sul=1&leste=1&norte=1", "oeste=1e99&sul=1&leste=1&norte=1"} {
		b.Get("/talhao/redor?" + bad).Has(400)
	}
}

// The form has a map for kinds with a plot, with the words of its script; what is in it is text.
func TestEditor(t *testing.T) {
	s := consoletest.NewSite(t)
	b := s.As(s.Root)
	r := s.Create(plan, `S-"1<`, `{"poligono":[-55.72,-12.55,-55.71,-12.54]}`)
	page := b.Get("/registros/cadastroPlanejamento.planoCultivo/"+r.ID.String()+"/editar").
		Has(200, `data-field="campo-poligono"`, `data-harvest="S-&#34;1&lt;"`, "data-sees", `data-record="`+r.ID.String()+`"`, `data-tiles=""`, `data-word="says.gap"`, "plotmap.", `role="application"`)
	if n := strings.Count(page.Body, `class="plotmap"`); n != 1 {
		t.Errorf("%d maps", n)
	}
	b.Get("/registros/" + consoletest.ReceiptSlug + "/novo").Has(200).Lacks("plotmap")
	writer := s.As(s.Key(access.Request{Name: "Balança", Scopes: []trace.Scope{trace.Write}}))
	writer.Get("/registros/cadastroPlanejamento.planoCultivo/novo").Has(200, `class="plotmap"`).Lacks("data-sees")
	if got := writer.Get("/safras/S-1/talhoes").Status; got != http.StatusForbidden {
		t.Errorf("a key that only writes reads plots: %d", got)
	}
}

// The page of a record draws its plot without a script, for those who may see it; its
// coordinates are folded away.
func TestDrawing(t *testing.T) {
	s := consoletest.NewSite(t)
	b := s.As(s.Root)
	for payload, want := range map[string][]string{
		`{"poligono":[-55.72,-12.55,-55.71,-12.54]}`:                            {`class="land"`, "120,23 ha", "Junto à cidade de Sorriso.", "200 m"},
		`{"poligono":[-55.1,-13.1]}`:                                            {`class="point"`, "Cidade mais próxima: ", " km "},
		`{"poligono":{"type":"Point","coordinates":[-58.4,-34.6]}}`:             {`class="point"`},
		`{"poligono":[-55.72,-12.55,-55.71,-12.55,-55.71,-12.54,-55.72,-12.5]}`: {`class="land"`},
	} {
		r := s.Create(plan, "S-1", payload)
		b.Get("/registros/cadastroPlanejamento.planoCultivo/"+r.ID.String()).Has(200, append(want, `class="plotdrawing"`, `<details class="plottext"><summary>`)...)
	}
	none := s.Create(plan, "S-1", `{"poligono":[1,2,3]}`)
	b.Get("/registros/cadastroPlanejamento.planoCultivo/"+none.ID.String()).Has(200, `<details class="plottext" open>`).Lacks("plotdrawing")
}
