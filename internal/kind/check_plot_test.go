package kind_test

import (
	"strings"
	"testing"

	"rastro/internal/kind"
)

// Every form of a plot is accepted; anything else is refused with its position.
func TestCheckOfPlots(t *testing.T) {
	const ring = `[[-55.72,-12.55],[-55.71,-12.55],[-55.71,-12.54],[-55.72,-12.55]]`
	feature := func(geometry string) string {
		return `{"type":"Feature","properties":{"Area":3},"geometry":` + geometry + `}`
	}
	polygon := `{"type":"Polygon","coordinates":[` + ring + `]}`
	for _, tc := range []struct{ in, want string }{
		{`[]`, ""}, {`[1]`, ""}, {` [ 1 , 2 ] `, ""}, {`null`, ""},
		{` [ [ -55.72 , -12.55 ] ] `, ""}, {ring, ""}, {`[` + ring + `]`, ""}, {`[[` + ring + `]]`, ""}, {`[[-55.72,-12.55,310.5]]`, ""}, {`[[]]`, "COORDENADAS_MAL_ANINHADAS /area/0"},
		{polygon, ""}, {feature(polygon), ""}, {feature(`null`), ""}, {`{"type":"FeatureCollection","features":[` + feature(polygon) + `]}`, ""}, {`{"type":"FeatureCollection","features":[]}`, ""},
		{`{"type":"Point","coordinates":[-55.72,-12.55,310.5]}`, ""}, {`{"type":"Point","coordinates":[]}`, ""}, {`{"type":"MultiPoint","coordinates":[[1,2]]}`, ""},
		{`{"type":"MultiPolygon","coordinates":[[` + ring + `]]}`, ""}, {`{"type":"Polygon","coordinates":[[[1,2],[3,4],[5,6]]]}`, ""}, // not closed: graded
		{`{"type":"GeometryCollection","geometries":[` + polygon + `]}`, ""},

		{`"a"`, "LISTA_DE_NUMEROS_ESPERADA /area"}, {`1`, "LISTA_DE_NUMEROS_ESPERADA /area"}, {`true`, "LISTA_DE_NUMEROS_ESPERADA /area"},
		{`["a",1]`, "LISTA_DE_NUMEROS_ESPERADA /area/0"}, {`[1,[2,3]]`, "LISTA_DE_NUMEROS_ESPERADA /area/1"}, {`[{}]`, "LISTA_DE_NUMEROS_ESPERADA /area/0"},
		{`[[1,2],3]`, "COORDENADAS_MAL_ANINHADAS /area/1"}, {`[[1,2],[3]]`, "COORDENADAS_MAL_ANINHADAS /area/1"}, {`[[1,2,3,4]]`, "COORDENADAS_MAL_ANINHADAS /area/0"}, {`[[[[[1,2]]]]]`, "COORDENADAS_MAL_ANINHADAS /area"},
		{`[[1,"2"]]`, "COORDENADA_ESPERADA /area/0/1"}, {`[[1,null]]`, "COORDENADA_ESPERADA /area/0/1"}, {`[[1,2],null]`, "COORDENADA_ESPERADA /area/1"}, {`[["NaN",2]]`, "COORDENADA_ESPERADA /area/0/0"},
		{`[[1,1e400]]`, "NUMERO_INFINITO /area/0/1"}, {`{"type":"Point","coordinates":[1,-1e400]}`, "NUMERO_INFINITO /area/coordinates/1"},
		{`{}`, "GEOJSON_TIPO_DESCONHECIDO /area"}, {`{"type":"polygon","coordinates":[]}`, "GEOJSON_TIPO_DESCONHECIDO /area/type"}, {`{"type":7}`, "GEOJSON_TIPO_DESCONHECIDO /area/type"},
		{`{"type":"Topology","arcs":[]}`, "GEOJSON_TIPO_DESCONHECIDO /area/type"}, {feature(`{"type":"Circle"}`), "GEOJSON_TIPO_DESCONHECIDO /area/geometry/type"},
		{`{"type":"FeatureCollection","features":[` + feature(polygon) + `,` + polygon + `]}`, "GEOJSON_TIPO_DESCONHECIDO /area/features/1/type"},
		{`{"type":"LineString","coordinates":` + ring + `}`, "GEOJSON_LINHA /area/type"},
		{`{"type":"Polygon"}`, "GEOJSON_SEM_COORDENADAS /area"}, {`{"type":"Feature"}`, "GEOJSON_SEM_COORDENADAS /area"}, {`{"type":"FeatureCollection"}`, "GEOJSON_SEM_COORDENADAS /area"}, {`{"type":"FeatureCollection","features":{}}`, "GEOJSON_SEM_COORDENADAS /area/features"},
		{`{"type":"Polygon","coordinates":` + ring + `}`, "COORDENADAS_MAL_ANINHADAS /area/coordinates/0/0"}, {`{"type":"Polygon","coordinates":"x"}`, "COORDENADA_ESPERADA /area/coordinates"},
		{`{"type":"FeatureCollection","features":[` + feature(polygon) + `,` + feature(`{"type":"Polygon","coordinates":[[[1,2],["3",4]]]}`) + `]}`, "COORDENADA_ESPERADA /area/features/1/geometry/coordinates/0/1/0"},
		{feature(polygon)[:1] + `"nome":` + text(kind.MaxText+1, "a") + `,` + feature(polygon)[1:], "TEXTO_LONGO /area/nome"},
		{`[[1,2]` + strings.Repeat(`,[1,2]`, kind.MaxPlotItems/2) + `]`, "LISTA_LONGA /area"},
		{`{"type":"FeatureCollection","features":[` + feature(`null`) + strings.Repeat(`,`+feature(`null`), 10_000) + `]}`, "LISTA_LONGA /area/features"},
	} {
		got := told(shapes.Check([]byte(`{ "texto":"a","area":` + tc.in + `,"numero":1}`)))
		if len(tc.in) > 200 {
			tc.in = tc.in[:200] + "…"
		}
		if got != tc.want {
			t.Errorf("Check(%s) = %q, want %q", tc.in, got, tc.want)
		}
		if strings.HasPrefix(tc.in, "{") && tc.want != "" && len(tc.in) < 200 { // outside the plot itself it is only graded
			if got := told(kind.ByPrefix("/producaoAgricola/plantioManejo").Check([]byte(`{"geojson":` + tc.in + `}`))); got != "" && !strings.HasPrefix(got, "NUMERO_INFINITO") {
				t.Errorf("geojson %s: %s", tc.in, got)
			}
		}
	}
}
