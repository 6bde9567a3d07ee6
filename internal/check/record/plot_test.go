package record_test

import (
	"fmt"
	"strings"
	"testing"

	"rastro/internal/check/record"
	"rastro/internal/kind"
	"rastro/internal/lang"
)

func TestPlots(t *testing.T) {
	const plan, sown = "/cadastroPlanejamento/planoCultivo", "/producaoAgricola/plantioManejo"
	graded(t, []grade{
		{plan, `{"poligono":[-45.451201,-21.360503,-45.449404,-21.358802]}`, ""},
		{plan, `{"poligono":[-45.4512,-21.3605,-45.4494,-21.3588]}`, "GEO_CASAS_POUCAS /dados/poligono/0"},
		{plan, `{"poligono":[-55.720000,-12.550000,-55.710000,-12.540000]}`, "GEO_EXIGE_POLIGONO /dados/poligono"},
		{plan, `{"poligono":[1,2,3,4]}`, "GEO_FORA_DO_BRASIL /dados/poligono/0, GEO_CASAS_INSUFICIENTES /dados/poligono/0, GEO_EXIGE_POLIGONO /dados/poligono"},
		{plan, `{"poligono":[0,0,0,0]}`, "GEO_NO_ZERO /dados/poligono/0"},
		{plan, `{"poligono":[-57.640001,-25.290001,-57.639001,-25.289001]}`, "GEO_FORA_DO_BRASIL /dados/poligono/0"},
		{plan, `{"poligono":[-57.640001,-25.290001,-57.639001,-25.289001],"pais":"PY"}`, ""},
		{plan, `{"poligono":[-45.451201,-21.360503,-45.449404,-21.358802],"pais":"PY"}`, "GEO_FORA_DO_PAIS /dados/poligono/0"},
		{plan, `{"poligono":[-45.451201,-21.360503,-45.449404,-21.358802],"pais":"Brasil"}`, ""},
		{plan, `{"poligono":[-45.451201,-21.36,-45.449404,-21.358802]}`, ""},
		{plan, `{"poligono":[100,200,300,400]}`, "GEO_FORA_DO_MUNDO /dados/poligono/0"},
		{plan, `{"poligono":[]}`, "GEO_VAZIA /dados/poligono"},
		{plan, `{"poligono":null}`, ""},
		{sown, `{"areaPlantada":[-21.360503,-45.451201,-21.358802,-45.449404]}`, "GEO_ORDEM_TROCADA /dados/areaPlantada"},

		// Richer forms are read the same way.
		{plan, `{"poligono":[[-45.451201,-21.360503],[-45.449404,-21.360503],[-45.449404,-21.358802],[-45.451201,-21.360503]]}`, ""},
		{plan, `{"poligono":{"type":"Point","coordinates":[-45.451201,-21.360503]}}`, ""},
		// The whole shape is checked where it is; its outline is not checked again.
		{plan, `{"poligono":[-21.36,-45.45,-21.35,-45.44],"geojson":{"type":"Point","coordinates":[-45.451201,-21.360503]},"geometria":{"areaHa":1}}`, "TALHAO_EM_DOIS_LUGARES /dados/poligono"},
		{plan, `{"poligono":[-45.4512,-21.3605,-45.4494,-21.3588],"geojson":{"type":"Point","coordinates":[-45.450201,-21.359503]}}`, ""},
		{plan, `{"geojson":{"type":"Point","coordinates":[10.123456,20.123456]}}`, "GEO_FORA_DO_BRASIL /dados/geojson/coordinates"},
		{plan, `{"geojson":{"type":"LineString","coordinates":[[-45.4,-21.3],[-45.3,-21.2]]}}`, "GEO_ILEGIVEL /dados/geojson"},
		{plan, `{"geojson":"ver anexo"}`, "GEO_ILEGIVEL /dados/geojson"},
	})
}

func TestPlotMessagesSayWhere(t *testing.T) {
	k := kind.ByPrefix("/cadastroPlanejamento/planoCultivo")
	for in, want := range map[string]string{
		`{"poligono":[-45.451201,-21.360503,-45.449404,-21.358802,-45.449404,-21.360503,-45.451201,-21.358802,-45.451201,-21.360503]}`:                       "sides 1, 3 of the outline cross; correct the order of the vertices",
		`{"poligono":[-55.720000,-12.550000,-55.710000,-12.540000]}`:                                                                                         "120.23 ha given by a point or a rectangle; over 4 ha the European Union asks for the polygon drawn in the crop plan",
		`{"poligono":[-45.45,-21.36,-45.44,-21.35]}`:                                                                                                         "only 2 decimals in most numbers, an error of more than 10 m; send 6",
		`{"poligono":[-45.451201,-21.360503,-45.449404,-21.360503,5.449404,-21.358802,-45.451201,-21.358802,-45.451201,-21.360503]}`:                         "1 point outside Brazil, the first at vertex 3; check signs and order",
		`{"poligono":[-45.451201,-21.360503,-45.449404,-21.360503,-45.449404,-21.360503,-45.449404,-21.358802,-45.451201,-21.358802,-45.451201,-21.360503]}`: "some points are equal to the sixth decimal, from vertex 3 on; remove the repeated ones",
	} {
		findings := record.Grade(k, []byte(in), thisYear).Findings
		if len(findings) == 0 || findings[0].Message(lang.EN) != want {
			t.Errorf("%s: %v, want %q", in, findings, want)
		}
	}
}

// However many shapes are bad, the answer is bounded.
func TestBadPlotsAreBounded(t *testing.T) {
	var features []string
	for i := range 300 {
		features = append(features, fmt.Sprintf(`{"type":"Feature","geometry":{"type":"Polygon","coordinates":[[[-45.4,-21.3],[-45.3,-21.2],[-45.4,-21.2],[-45.3,-21.3%03d]]]}}`, i))
	}
	in := `{"poligono":{"type":"FeatureCollection","features":[` + strings.Join(features, ",") + `]},"x":1}`
	if got := len(record.Grade(kind.ByPrefix("/cadastroPlanejamento/planoCultivo"), []byte(in), thisYear).Findings); got != 100 {
		t.Errorf("%d findings, want 100", got)
	}
}
