package lineage

import (
	"testing"

	"rastro/internal/canon"
	"rastro/internal/kind"
	"rastro/internal/trace"
)

// What was sent as a plot is found whatever it is, and the same in the canonical
// form of the payload, which a proof carries.
func TestSentPlot(t *testing.T) {
	org := Producer{Name: "Org", Country: "BR"}
	for payload, want := range map[string]struct {
		field, geometry string
		producer        Producer
	}{
		`{}`:                               {},
		`{"poligono":null,"geojson":null}`: {},
		`{"poligono":[ ],"geojson":"","areaPlantada":[]}`: {},
		`{"geojson":{}}`:                                                             {},
		`{"poligono":[1,2,3,4]}`:                                                     {"poligono", `[1,2,3,4]`, org},
		`{"poligono":[1,2,3,4],"areaPlantada":[5,6]}`:                                {"poligono", `[1,2,3,4]`, org},
		`{"areaPlantada":[5,6],"poligono":[1,2,3,4]}`:                                {"poligono", `[1,2,3,4]`, org},
		`{"poligono":[1,2,3,4],"geojson":"x"}`:                                       {"geojson", `"x"`, org},
		`{"geojson":{"type":"Point","coordinates":[1,2]},"nomeProdutor":"B"}`:        {"geojson", `{"type":"Point","coordinates":[1,2]}`, Producer{"B", "BR", "", true}},
		`{"poligono":[1],"produtor":" A ","nomeProdutor":"B","pais":"py","uf":"MT"}`: {"poligono", `[1]`, Producer{"A", "PY", "", true}},
		`{"poligono":[1],"municipio":"Sorriso","uf":"MT","fazenda":"F"}`:             {"poligono", `[1]`, Producer{"Org", "BR", "Sorriso/MT", false}},
		`{"poligono":[1],"fazenda":"F","localProducao":"L"}`:                         {"poligono", `[1]`, Producer{"Org", "BR", "L", false}},
	} {
		canonical, err := canon.Canonical([]byte(payload))
		if err != nil {
			t.Fatal(err)
		}
		got, ok := SentPlot(&trace.Record{Payload: []byte(payload), CreatedBy: "Org"}, nil)
		again, _ := SentPlot(&trace.Record{Payload: canonical, CreatedBy: "Org"}, nil)
		if ok != (want.field != "") {
			t.Errorf("%s: a plot: %t", payload, ok)
		}
		if ok && (got.Field != want.field || string(got.Geometry) != want.geometry || got.Producer != want.producer || again.Field != got.Field || again.Producer != got.Producer) {
			t.Errorf("%s: %s %s %+v, canonical %s %+v", payload, got.Field, got.Geometry, got.Producer, again.Field, again.Producer)
		}
	}
}

// A plot inherits from the profile of its harvest what its own record does not say; a place
// is taken from one of the two as a whole.
func TestSentPlotInherits(t *testing.T) {
	stated := StatedIn(&trace.Record{Kind: kind.Profile, Version: 3, Payload: []byte(`{"produtor":"Bia","pais":"PY","fazenda":"Boa Vista","municipio":"Encarnación","uf":"Itapúa"}`)})
	byCAR := StatedIn(&trace.Record{Kind: kind.Profile, Payload: []byte(`{"car":"MT-5107925-0123456789ABCDEF0123456789ABCDEF"}`)})
	for _, tc := range []struct {
		payload string
		stated  *Stated
		want    Producer
	}{
		{`{"poligono":[1]}`, stated, Producer{"Bia", "PY", "Encarnación/Itapúa", true}},
		{`{"poligono":[1],"produtor":"Ana"}`, stated, Producer{"Ana", "PY", "Encarnación/Itapúa", true}},
		{`{"poligono":[1],"nomeProdutor":"Ana","pais":"br"}`, stated, Producer{"Ana", "BR", "Encarnación/Itapúa", true}},
		{`{"poligono":[1],"fazenda":"Santa Rita"}`, stated, Producer{"Bia", "PY", "Santa Rita", true}},
		{`{"poligono":[1]}`, byCAR, Producer{"Org", "BR", "Sorriso/MT", false}},
	} {
		got, ok := SentPlot(&trace.Record{Payload: []byte(tc.payload), CreatedBy: "Org"}, tc.stated)
		if !ok || got.Producer != tc.want || *got.Profile != tc.stated.Ref {
			t.Errorf("%s: %+v, want %+v", tc.payload, got, tc.want)
		}
	}
}
