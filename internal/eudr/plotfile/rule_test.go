package plotfile

import (
	"strings"
	"testing"

	"rastro/internal/finding"
	"rastro/internal/lineage"
)

func TestRulesAreWhole(t *testing.T) {
	seen := map[string]bool{}
	for _, r := range Rules {
		if r.ID == "" || seen[r.ID] || !r.In(finding.EUFile).Message.Complete() || r.In(finding.EUFile).Severity == "" {
			t.Errorf("%+v", r)
		}
		seen[r.ID] = true
	}
}

// polygon returns a polygon with the given positions.
func polygon(ring string) string { return `{"type":"Polygon","coordinates":[[` + ring + `]]}` }

// vectors have one refusal each. The classes are those of the EU's description; 13 is for protected
// files, which ours never are, and 15 repeats 3.
var vectors = []struct {
	name, field, geometry string
	rule                  *finding.Rule
	class, vertex         int
	sides                 [2]int
	mended                bool
	pointer               string
	producer              lineage.Producer
}{
	{"sides that cross", "geojson", polygon(`[-55.72,-12.55],[-55.71,-12.54],[-55.71,-12.55],[-55.72,-12.54],[-55.72,-12.55]`),
		crossing, 1, -2, [2]int{0, 2}, false, "", ana},
	{"a ring that touches itself", "geojson", polygon(`[-55.72,-12.55],[-55.71,-12.55],[-55.715,-12.545],[-55.71,-12.54],[-55.72,-12.54],[-55.715,-12.545],[-55.72,-12.55]`),
		touching, 1, -2, [2]int{-2, -2}, false, "", ana},
	{"sides that fold back", "geojson", polygon(`[-55.72,-12.55],[-55.70,-12.55],[-55.71,-12.55],[-55.71,-12.54],[-55.72,-12.55]`),
		folded, 2, 1, [2]int{0, 1}, false, "/dados/geojson/coordinates/0/1", ana},
	{"a hole", "geojson", `{"type":"Polygon","coordinates":[[[-55.72,-12.55],[-55.71,-12.55],[-55.71,-12.54],[-55.72,-12.55]],[[-55.713,-12.547],[-55.712,-12.546],[-55.712,-12.547],[-55.713,-12.547]]]}`,
		hole, 3, 0, [2]int{-1, -1}, false, "/dados/geojson/coordinates/1/0", ana},
	{"an open ring", "geojson", polygon(`[-55.72,-12.55],[-55.71,-12.55],[-55.71,-12.54],[-55.72,-12.54]`),
		unclosed, 4, 3, [2]int{-1, -1}, true, "/dados/geojson/coordinates/0/3", ana},
	{"two positions", "geojson", polygon(`[-55.72,-12.55],[-55.71,-12.55],[-55.72,-12.55]`),
		tooFew, 4, 0, [2]int{-1, -1}, false, "", ana},
	{"a line", "geojson", `{"type":"LineString","coordinates":[[-55.72,-12.55],[-55.71,-12.54]]}`,
		lineType, 5, -1, [2]int{-1, -1}, false, "/dados/geojson/type", ana},
	{"lines", "geojson", `{"type":"MultiLineString","coordinates":[[[-55.72,-12.55],[-55.71,-12.54]]]}`,
		lineType, 5, -1, [2]int{-1, -1}, false, "/dados/geojson/type", ana},
	{"a multipolygon of one", "geojson", `{"type":"MultiPolygon","coordinates":[[[[-55.72,-12.55],[-55.71,-12.55],[-55.71,-12.54],[-55.72,-12.55]]]]}`,
		loneMulti, 5, 0, [2]int{-1, -1}, true, "", ana},
	{"all on one line", "geojson", polygon(`[-55.72,-12.55],[-55.71,-12.55],[-55.70,-12.55],[-55.72,-12.55]`),
		collapsed, 6, 0, [2]int{-1, -1}, false, "", ana},
	{"on one line once it is cut", "geojson", polygon(`[-55.7200001,-12.5500001],[-55.71,-12.5500009],[-55.70,-12.5500002],[-55.7200001,-12.5500001]`),
		collapsed, 6, 0, [2]int{-1, -1}, false, "", ana},
	{"two corners that are one line once cut", "poligono", `[-55.7200001,-12.55,-55.7200009,-12.54]`,
		collapsed, 6, -1, [2]int{-1, -1}, false, "/dados/poligono", ana},
	{"equal once cut, one after the other", "geojson", polygon(`[-55.72,-12.55],[-55.71,-12.55],[-5.58227391234e1,-12.5],[-55.8227391,-12.5000001],[-55.72,-12.55]`),
		equalPoints, 7, 3, [2]int{-1, -1}, true, "/dados/geojson/coordinates/0/3", ana},
	{"equal points", "geojson", `{"type":"MultiPoint","coordinates":[[-55.7200001,-12.55],[-55.7200009,-12.55]]}`,
		equalPoints, 7, 1, [2]int{-1, -1}, false, "/dados/geojson/coordinates/1", ana},
	{"too deep", "geojson", `{"type":"Polygon","coordinates":` + strings.Repeat("[", 40) + strings.Repeat("]", 40) + `}`,
		notJSON, 8, -1, [2]int{-1, -1}, false, "/dados/geojson", ana},
	{"a property in other capitals", "geojson", `{"type":"Feature","properties":{"productionplace":"x"},"geometry":` + square(1) + `}`,
		misspelt, 9, -1, [2]int{-1, -1}, false, "/dados/geojson", ana},
	{"no GeoJSON type", "geojson", `{"type":"polygon","coordinates":[]}`,
		notGeoJSON, 10, -1, [2]int{-1, -1}, false, "/dados/geojson/type", ana},
	{"a text", "geojson", `"POLYGON((0 0,1 1,1 0,0 0))"`,
		notGeoJSON, 10, -1, [2]int{-1, -1}, false, "/dados/geojson", ana},
	{"four figures that are no corners", "poligono", `[30,40,10,20]`,
		noShape, 10, -1, [2]int{-1, -1}, false, "/dados/poligono", ana},
	{"beyond the world", "poligono", `[100,200,300,400]`,
		outsideWorld, 11, 0, [2]int{-1, -1}, false, "/dados/poligono/0", ana},
	{"no country", "geojson", square(1),
		badCountry, 12, -1, [2]int{-1, -1}, false, "/dados/geojson", lineage.Producer{Name: "Ana", Country: "Brasil", Place: "x", Stated: true}},
	{"not the country's own code", "geojson", square(1),
		badCountry, 12, -1, [2]int{-1, -1}, false, "/dados/geojson", lineage.Producer{Name: "Ana", Country: "UK", Place: "x", Stated: true}},
	{"a number in quotes", "geojson", polygon(`[-55.72,"-12.55"],[-55.71,-12.55],[-55.71,-12.54],[-55.72,-12.55]`),
		wrongType, 14, 0, [2]int{-1, -1}, false, "/dados/geojson/coordinates/0/0/1", ana},
	{"a point in too many lists", "geojson", `{"type":"Point","coordinates":[[-55.72,-12.55]]}`,
		wrongType, 14, -2, [2]int{-1, -1}, false, "", ana},
	{"an area in quotes", "geojson", `{"type":"Feature","properties":{"Area":"3"},"geometry":{"type":"Point","coordinates":[-55.72,-12.55]}}`,
		wrongProperty, 14, -1, [2]int{-1, -1}, false, "/dados/geojson", ana},
	{"a point of nine hectares", "geojson", `{"type":"Feature","properties":{"Area":9},"geometry":{"type":"Point","coordinates":[-55.72,-12.55]}}`,
		largePoint, 14, -1, [2]int{-1, -1}, false, "/dados/geojson", ana},
	{"a point of nothing", "geojson", `{"type":"Feature","properties":{"Area":-1},"geometry":{"type":"Point","coordinates":[-55.72,-12.55]}}`,
		smallPoint, 14, -1, [2]int{-1, -1}, false, "/dados/geojson", ana},
	{"a rectangle of 120 ha", "poligono", `[-55.720000,-12.550000,-55.710000,-12.540000]`,
		looseOutline, 0, -1, [2]int{-1, -1}, false, "/dados/poligono", ana},
	{"latitude first", "poligono", `[-21.360503,-45.451201,-21.358802,-45.449404]`,
		swapped, 0, -1, [2]int{-1, -1}, false, "/dados/poligono", ana},
	{"too coarse", "poligono", `[-45.45,-21.36,-45.44,-21.35]`,
		coarse, 0, 0, [2]int{-1, -1}, false, "/dados/poligono/0", ana},
	{"outside Brazil", "geojson", polygon(`[10.000001,10.000001],[10.001001,10.000001],[10.001001,10.001001],[10.000001,10.000001]`),
		outsideBrazil, 0, 0, [2]int{-1, -1}, false, "/dados/geojson/coordinates/0/0", ana},
	{"outside the country claimed", "geojson", square(1),
		outsideCountry, 0, 0, [2]int{-1, -1}, false, "/dados/geojson/coordinates/0/0", lineage.Producer{Name: "Bia", Country: "VN", Place: "x", Stated: true}},
	{"at zero", "geojson", polygon(`[-55.720001,-12.550001],[-55.710001,-12.550001],[0.000000,0.000000],[-55.720001,-12.550001]`),
		atZero, 0, 2, [2]int{-1, -1}, false, "/dados/geojson/coordinates/0/2", ana},
	{"across the antimeridian", "geojson", polygon(`[179.990001,-16.800001],[-179.990001,-16.800001],[-179.990001,-16.790001],[179.990001,-16.800001]`),
		antimeridian, 0, 0, [2]int{-1, -1}, false, "/dados/geojson/coordinates/0/0", lineage.Producer{Name: "Bia", Country: "FJ", Place: "x", Stated: true}},
	{"parts that overlap", "geojson", `{"type":"MultiPolygon","coordinates":[[[[-55.72,-12.55],[-55.71,-12.55],[-55.71,-12.54],[-55.72,-12.55]]],[[[-55.715,-12.55],[-55.705,-12.55],[-55.705,-12.54],[-55.715,-12.55]]]]}`,
		partsOverlap, 0, 0, [2]int{-1, -1}, false, "/dados/geojson/coordinates/0/0/0", ana},
	{"parts side by side", "geojson", `{"type":"MultiPolygon","coordinates":[[[[-55.72,-12.55],[-55.71,-12.55],[-55.71,-12.54],[-55.72,-12.55]]],[[[-55.71,-12.55],[-55.70,-12.55],[-55.71,-12.54],[-55.71,-12.55]]]]}`,
		partsAdjoin, 0, 0, [2]int{-1, -1}, false, "/dados/geojson/coordinates/0/0/0", ana},
	{"nobody named", "geojson", square(1),
		assumedProducer, 0, -1, [2]int{-1, -1}, false, "/dados/geojson", lineage.Producer{Name: "Cooperativa", Country: "BR", Place: "x"}},
	{"nowhere", "geojson", square(1),
		noPlace, 0, -1, [2]int{-1, -1}, false, "/dados/geojson", lineage.Producer{Name: "Ana", Country: "BR", Stated: true}},
	{"a point without area", "geojson", `{"type":"Point","coordinates":[-55.720001,-12.550001]}`,
		unstatedArea, 0, -1, [2]int{-1, -1}, false, "/dados/geojson", ana},
	{"five decimals", "geojson", `{"type":"Feature","properties":{"Area":2},"geometry":{"type":"Point","coordinates":[-55.72001,-12.55001]}}`,
		fewDecimals, 0, 0, [2]int{-1, -1}, false, "/dados/geojson/geometry/coordinates", ana},
}

func TestEachRefusal(t *testing.T) {
	shown := map[*finding.Rule]bool{truncated: true, restricted: true, unknownOrigin: true, noPlotInHarvest: true, noPlots: true, foreignLot: true, rivalClaim: true, sharedPlot: true, holeCut: true, derivedProducer: true, derivedPlace: true} // about the lot: see collect_test.go and verdict_test.go; on request: see holes_test.go
	for _, v := range vectors {
		t.Run(v.name, func(t *testing.T) {
			r := collected(EU, 1, planned(1, v.field, v.geometry, v.producer))
			var found *Finding
			for i := range r.Findings {
				if r.Findings[i].Rule == v.rule {
					found = &r.Findings[i]
				}
			}
			if found == nil {
				t.Fatalf("want %s, got %+v", v.rule.ID, r.Findings)
			}
			if found.Rule.In(finding.EUFile).Class != v.class || found.Mended != v.mended || found.Record == nil || v.pointer != "" && found.Pointer != v.pointer ||
				v.vertex != -2 && found.Vertex != v.vertex || v.sides[0] != -2 && found.Sides != v.sides {
				t.Errorf("%+v, class %d", found, found.Rule.In(finding.EUFile).Class)
			}
			if text := found.Rule.In(finding.EUFile).Message.Fill(0, found.Args); strings.Contains(text, "{") {
				t.Errorf("left open: %s", text)
			}
			if want := v.rule.In(finding.EUFile).Severity == finding.Error && !v.mended; want == r.Ready() {
				t.Errorf("ready: %t with %+v", r.Ready(), r.Findings)
			}
			shown[v.rule] = true
		})
	}
	for _, of := range landRules { // they need layers: the tests of landlayer/landimport show them
		shown[of.rule] = true
	}
	for _, r := range Rules {
		if !shown[r] {
			t.Errorf("no vector shows %s", r.ID)
		}
	}
}
