package api_test

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"
)

const planning = "/cadastroPlanejamento/planoCultivo"

// The tests' plot in every form, and what every answer shows of it.
const (
	plotRing    = `[[-55.720000,-12.550000],[-55.710000,-12.550000],[-55.710000,-12.540000],[-55.720000,-12.540000],[-55.720000,-12.550000]]`
	plotFlat    = `[-55.720000,-12.550000,-55.710000,-12.550000,-55.710000,-12.540000,-55.720000,-12.540000,-55.720000,-12.550000]`
	plotPolygon = `{"type":"Polygon","coordinates":[` + plotRing + `]}`
)

// A plot may be sent in any form. Every read returns the list of numbers that the interface shows,
// next to the whole shape. History and proof return what was sent.
func TestPlotForms(t *testing.T) {
	t.Parallel()
	feature := `{"type":"Feature","properties":{"nome":"Talhão 7"},"geometry":` + plotPolygon + `}`
	for engine, c := range map[string]client{"SQLite": start(t), "PostgreSQL": start(t, onPostgres)} {
		for _, form := range []struct{ name, sent, list, geojson, reading string }{
			{"numbers", plotFlat, plotFlat, "", "ANEL"},
			{"pairs", plotRing, plotFlat, plotPolygon, "ANEL"},
			{"rings", `[` + plotRing + `]`, plotFlat, plotPolygon, "POLIGONO"},
			{"geometry", plotPolygon, plotFlat, plotPolygon, "POLIGONO"},
			{"Feature", feature, plotFlat, feature, "POLIGONO"},
			{"FeatureCollection", `{"type":"FeatureCollection","features":[` + feature + `]}`, plotFlat, `{"type":"FeatureCollection","features":[` + feature + `]}`, "POLIGONO"},
			{"MultiPolygon", `{"type":"MultiPolygon","coordinates":[[` + plotRing + `],[[[-55.7,-12.5],[-55.69,-12.5],[-55.69,-12.49],[-55.7,-12.5]]]]}`, `[-55.720000,-12.550000,-55.69,-12.49]`,
				`{"type":"MultiPolygon","coordinates":[[` + plotRing + `],[[[-55.7,-12.5],[-55.69,-12.5],[-55.69,-12.49],[-55.7,-12.5]]]]}`, "MULTIPOLIGONO"},
		} {
			for prefix, field := range map[string]string{planning: "poligono", planting: "areaPlantada"} {
				t.Run(engine+"/"+form.name+"/"+field, func(t *testing.T) {
					c := c.in(t)
					harvest := "S " + form.name + field
					sent := fmt.Sprintf(`{"%s": %s, "x":1.50}`, field, form.sent)
					want := fmt.Sprintf(`{"%s": %s, "x":1.50}`, field, form.list)
					if form.geojson != "" {
						want = strings.TrimSuffix(want, "}") + `,"geojson":` + form.geojson + `}`
					}
					show := func(what string, r record) {
						t.Helper()
						if string(r.Dados) != want {
							t.Errorf("%s:\n got %s\nwant %s", what, r.Dados, want)
						}
						if g := r.Geometria; g == nil || g.Interpretacao != form.reading || *g.Ordem != "LON_LAT" || len(g.BBox) != 4 || g.BBox[0] != -55.72 || *g.AreaHa < 120 {
							t.Errorf("%s: %+v", what, g)
						} else if form.list == plotFlat && math.Abs(*g.AreaHa-120.23) > 0.02 {
							t.Errorf("%s: %v ha", what, *g.AreaHa)
						}
					}
					made := c.post(prefix, entity(harvest, sent), "Idempotency-Key: "+engine+form.name+field).ok(201)
					r := made.record()
					path := prefix + "/" + r.ID
					show("created", r)
					if again := c.post(prefix, entity(harvest, sent), "Idempotency-Key: "+engine+form.name+field).ok(201); string(again.body) != string(made.body) {
						t.Errorf("again %s", again.body)
					}
					for range 4 { // from the file, and from the cache
						show("read", c.get(path).ok(200).has("ETag", `"1"`).record())
					}
					c.get(path, `If-None-Match: "1"`).ok(304)
					show("in English", c.get(path, "Accept-Language: en").ok(200).record())
					show("by harvest", c.get(prefix + "/safra/" + strings.ReplaceAll(harvest, " ", "%20")).records().Content[0])
					show("listed", c.get(prefix + "?size=1").records().Content[0])
					then := c.clock.Now().Format(time.RFC3339Nano)
					show("changed", c.put(prefix+"?id="+r.ID, entity(harvest, sent), `If-Match: "1"`).ok(200).has("ETag", `"2"`).record())
					show("as of then", c.get(path+"?em="+then).ok(200).has("ETag", `"1"`).record())
					show("listed as of then", c.get(prefix + "?size=1&em=" + then).records().Content[0])

					var past struct {
						Content []struct{ Dados json.RawMessage }
					}
					if err := json.Unmarshal(c.get(path+"/historico").ok(200).Data, &past); err != nil || string(past.Content[0].Dados) != sent || string(past.Content[1].Dados) != sent {
						t.Errorf("history %s, %v", past.Content, err)
					}
					var proof struct {
						Documento struct{ Dados map[string]any }
					}
					var plot any
					_ = json.Unmarshal([]byte(form.sent), &plot)
					if err := json.Unmarshal(c.proof(path).Data, &proof); err != nil {
						t.Fatal(err)
					}
					if a, b := fmt.Sprint(proof.Documento.Dados[field]), fmt.Sprint(plot); a != b || len(proof.Documento.Dados) != 2 {
						t.Errorf("proved %s, sent %s", a, b)
					}
					show("deleted", c.delete(path).ok(200).record())
					// Sending back what was read stores and shows the same.
					if back := c.create(prefix, harvest, want); string(back.Dados) != want || *back.Geometria.AreaHa != *r.Geometria.AreaHa {
						t.Errorf("sent back: %s, %+v", back.Dados, back.Geometria)
					}
				})
			}
		}
	}
}

// Mistakes in a plot are graded, not refused, whatever its form; in the review a plot in GeoJSON
// counts like any other.
func TestPlotsAreGraded(t *testing.T) {
	t.Parallel()
	c := start(t)
	for payload, rule := range map[string]string{
		`{"poligono":[[-12.550001,-55.720001],[-12.550001,-55.710001],[-12.540001,-55.710001]]}`:                                                 "GEO_ORDEM_TROCADA",
		`{"poligono":{"type":"Polygon","coordinates":[[[-55.720001,-12.550001],[-55.710001,-12.550001],[-55.710001,-12.540001]]]}}`:              "GEO_ANEL_ABERTO",
		`{"poligono":{"type":"FeatureCollection","features":[]}}`:                                                                                "GEO_VAZIA",
		`{"poligono":{"type":"Point","coordinates":[10.120034,20.340056]}}`:                                                                      "GEO_FORA_DO_BRASIL",
		`{"poligono":[[-45.451201,-21.360503],[-45.449404,-21.358802],[-45.449404,-21.360503],[-45.451201,-21.358802],[-45.451201,-21.360503]]}`: "GEO_LADOS_CRUZADOS",
	} {
		r := c.create(planning, "S-1", payload)
		if !strings.Contains(fmt.Sprint(r.Avisos), rule) || r.Geometria == nil {
			t.Errorf("%s: %v, %v, want %s", payload, r.Avisos, r.Geometria, rule)
		}
	}
	flat := c.create(planning, "S-2", `{"cultura":"SOJA","poligono":`+plotFlat+`}`)
	c.create(planning, "S-3", `{"cultura":"SOJA","poligono":`+plotPolygon+`}`)
	two, three := c.review("S-2", "?alvo=EUDR"), c.review("S-3", "?alvo=EUDR")
	if fmt.Sprint(two.Resumo, two.Completude.Percentual) != fmt.Sprint(three.Resumo, three.Completude.Percentual) || len(flat.Avisos) == 0 && two.Completude.Percentual == 0 {
		t.Errorf("as numbers %+v\nas GeoJSON %+v", two, three)
	}
}

// The largest plot that may be sent passes in every form, within its own limit
// of bytes; beyond it the body is refused.
func TestLargePlots(t *testing.T) {
	t.Parallel()
	c := start(t)
	var ring strings.Builder
	for i := range 99_999 {
		at := 2 * math.Pi * float64(i) / 99_999
		fmt.Fprintf(&ring, "[%.9f,%.9f],", -55+math.Cos(at)/10, -12+math.Sin(at)/10)
	}
	ring.WriteString("[-54.900000000,-12.000000000]")
	polygon := `{"type":"Polygon","coordinates":[[` + ring.String() + `]]}`
	r := c.create(planning, "S-1", `{"poligono":`+polygon+`}`)
	var payload struct {
		Poligono []json.Number
		GeoJSON  json.RawMessage
	}
	if err := json.Unmarshal(c.get(planning+"/"+r.ID).ok(200).record().Dados, &payload); err != nil || len(payload.Poligono) != 200_000 || string(payload.GeoJSON) != polygon {
		t.Errorf("%d numbers, %d bytes of %d, %v", len(payload.Poligono), len(payload.GeoJSON), len(polygon), err)
	}
	c.post(planning, entity("S-1", `{"poligono":`+polygon+`,"x":"`+strings.Repeat(" ", 25<<20)+`"}`)).fails(413, "CORPO_GRANDE")
}
