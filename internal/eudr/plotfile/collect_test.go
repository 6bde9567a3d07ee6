package plotfile

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"rastro/internal/finding"
	"rastro/internal/geo"
	"rastro/internal/kind"
	"rastro/internal/lineage"
	"rastro/internal/trace"
)

// planned returns a plot as trace passes it on.
func planned(n int, field, geometry string, who lineage.Producer) *lineage.OriginPlot {
	var id trace.ID
	id[14], id[15] = byte(n>>8), byte(n)
	return &lineage.OriginPlot{
		Record: &trace.Record{ID: id, Kind: kind.ByPrefix("/cadastroPlanejamento/planoCultivo"), HarvestID: fmt.Sprintf("S-%d", n)},
		Field:  field, Geometry: []byte(geometry), Producer: who,
	}
}

var ana = lineage.Producer{Name: "Ana Lima", Country: "BR", Place: "Sorriso/MT", Stated: true}

// square returns a distinct small plot for each n, of about 1.2 ha.
func square(n int) string {
	west, south := -55.72+float64(n%1000)*0.002, -12.55+float64(n/1000)*0.002
	return fmt.Sprintf(`{"type":"Polygon","coordinates":[[[%.6f,%.6f],[%.6f,%.6f],[%.6f,%.6f],[%.6f,%.6f],[%.6f,%.6f]]]}`,
		west, south, west+0.001, south, west+0.001, south+0.001, west, south+0.001, west, south)
}

// collected passes plots to a collector.
func collected(limits Limits, keep int, plots ...*lineage.OriginPlot) *Report {
	c := NewCollector(limits, keep)
	for _, p := range plots {
		_ = c.Add(p)
	}
	return c.Finish(&lineage.Origin{Lot: "L-1", Plots: len(plots)})
}

// file is a FeatureCollection as a reader sees it.
type file struct {
	Type     string
	Features []struct {
		Type, ID   string
		Properties map[string]any
		Geometry   struct {
			Type        string
			Coordinates json.RawMessage
		}
	}
}

func readFile(t testing.TB, text []byte) file {
	t.Helper()
	var f file
	if err := json.Unmarshal(text, &f); err != nil || f.Type != "FeatureCollection" {
		t.Fatalf("%v in %.300s", err, text)
	}
	return f
}

func TestFileIsAsTheEUAsks(t *testing.T) {
	const turned = `{"type":"Feature","properties":{"Area":3.5},"geometry":{"type":"Polygon","coordinates":[[[-45.4512011,-21.3605039],[-45.4512019,-21.3588021],[-45.4494041,-21.3588022],[-45.4494,-21.3605]]]}}`
	r := collected(EU, 1,
		planned(1, "poligono", `[-45.4512,-21.3605,-45.4494,-21.3588]`, ana),
		planned(2, "geojson", turned, lineage.Producer{Name: `José "Zé" da Ção`, Country: "br", Stated: true}),
		planned(3, "geojson", `{"type":"Feature","properties":{"Area":3.52,"ProducerName":"Bia","ProducerCountry":"PY","ProductionPlace":"Itapúa"},"geometry":{"type":"Point","coordinates":[-55.5,-27.1]}}`, ana),
	)
	want := `{"type":"FeatureCollection","features":[
{"type":"Feature","id":"00000000-0000-0000-0000-000000000001","properties":{"ProducerName":"Ana Lima","ProducerCountry":"BR","ProductionPlace":"Sorriso/MT"},"geometry":{"type":"Polygon","coordinates":[[[-45.451200,-21.360500],[-45.449400,-21.360500],[-45.449400,-21.358800],[-45.451200,-21.358800],[-45.451200,-21.360500]]]}},
{"type":"Feature","id":"00000000-0000-0000-0000-000000000002","properties":{"ProducerName":"José \"Zé\" da Ção","ProducerCountry":"BR"},"geometry":{"type":"Polygon","coordinates":[[[-45.451201,-21.360503],[-45.449400,-21.360500],[-45.449404,-21.358802],[-45.451201,-21.358802],[-45.451201,-21.360503]]]}},
{"type":"Feature","id":"00000000-0000-0000-0000-000000000003","properties":{"ProducerName":"Bia","ProducerCountry":"PY","ProductionPlace":"Itapúa","Area":3.52},"geometry":{"type":"Point","coordinates":[-55.500000,-27.100000]}}
]}
`
	if string(r.File) != want {
		t.Errorf("got\n%s\nwant\n%s", r.File, want)
	}
	if !r.Ready() || r.Plots != 3 || r.Producers != 3 || len(r.Parts) != 1 || r.Parts[0].Bytes != len(want) || r.Parts[0].Producers != 3 {
		t.Errorf("%+v", r)
	}
}

// The same land of the same producer is one plot, wherever it begins and
// whichever way round it goes.
func TestPlotsAreThereOnce(t *testing.T) {
	ring := [][2]string{{"-45.451201", "-21.360503"}, {"-45.449404", "-21.360503"}, {"-45.449404", "-21.358802"}, {"-45.451201", "-21.358802"}}
	write := func(first, step int) string {
		var b strings.Builder
		for i := range 5 {
			at := ring[(first+i*step)%4]
			fmt.Fprintf(&b, ",[%s,%s]", at[0], at[1])
		}
		return `{"type":"Polygon","coordinates":[[` + b.String()[1:] + `]]}`
	}
	var plots []*lineage.OriginPlot
	for first := range 4 {
		plots = append(plots, planned(len(plots)+1, "geojson", write(first, 1), ana), planned(len(plots)+2, "geojson", write(first, 3), ana))
	}
	plots = append(plots, planned(9, "poligono", `[-45.4512019,-21.360503,-45.4494040,-21.358802]`, ana))
	r := collected(EU, 1, plots...)
	if r.Plots != 1 || r.Repeated != 8 || len(readFile(t, r.File).Features) != 1 {
		t.Errorf("%d plots, %d repeated:\n%s", r.Plots, r.Repeated, r.File)
	}
	for _, p := range r.Placed[1:] {
		if p.Part != 1 || p.Repeats != r.Placed[0].ID {
			t.Errorf("%+v", p)
		}
	}
	// A repeated plot of another producer is in the file too, and reported.
	bia := ana
	bia.Name = "Bia"
	r = collected(EU, 1, append(plots, planned(10, "geojson", write(2, 3), bia), planned(11, "geojson", write(1, 1), bia))...)
	if r.Plots != 2 || r.Repeated != 9 || !r.Ready() || !has(r, sharedPlot) || r.Placed[10].Repeats != r.Placed[9].ID {
		t.Errorf("%d plots, %d repeated, %+v", r.Plots, r.Repeated, r.Findings)
	}
}

func has(r *Report, rule *finding.Rule) bool {
	for _, f := range r.Findings {
		if f.Rule == rule {
			return true
		}
	}
	return false
}

// A collection has plots of several producers, each with its own id.
func TestCollectionIsManyPlots(t *testing.T) {
	collection := `{"features":[` +
		`{"type":"Feature","properties":{"ProducerName":"Bia"},"geometry":` + square(1) + `},` +
		`{"type":"Feature","properties":null,"geometry":` + square(2) + `},` +
		`{"type":"Feature","geometry":null}],"type":"FeatureCollection"}`
	r := collected(EU, 1, planned(7, "geojson", collection, ana))
	f := readFile(t, r.File)
	if len(f.Features) != 2 || f.Features[0].Properties["ProducerName"] != "Bia" || f.Features[1].Properties["ProducerName"] != "Ana Lima" ||
		!strings.HasSuffix(f.Features[1].ID, "07#/features/1") {
		t.Errorf("%s", r.File)
	}
	if r.Ready() || len(r.Placed) != 3 || r.Placed[2].Part != 0 || r.Findings[0].Pointer != "/dados/geojson/features/2" {
		t.Errorf("a plot that is nowhere: %+v", r.Findings)
	}
	point := `{"type":"Feature","properties":{"Area":1},"geometry":{"type":"Point","coordinates":[-45.5,-21.5]}}`
	for n, ready := range map[int]bool{geo.MaxFeatures: true, geo.MaxFeatures + 1: false} {
		many := `{"type":"FeatureCollection","features":[` + strings.Repeat(point+",", n-1) + point + `]}`
		if r := collected(EU, 1, planned(7, "geojson", many, ana)); r.Ready() != ready || r.Plots != 1 || has(r, notJSON) == ready {
			t.Errorf("%d Features: ready %t, %+v", n, r.Ready(), r.Findings)
		}
	}
	if r := collected(EU, 1, planned(7, "geojson", `{"type":"FeatureCollection","features":[]}`, ana)); r.Ready() || r.Summary.Errors == 0 {
		t.Errorf("a collection of nothing: %+v", r)
	}
}

func TestUnwholeOriginIsNeverReady(t *testing.T) {
	for name, o := range map[string]*lineage.Origin{
		"truncated": {Truncated: true}, "unknown": {Unknown: []string{"X-9"}}, "plotless": {Plotless: []string{"S-9"}},
	} {
		c := NewCollector(EU, 1)
		_ = c.Add(planned(1, "geojson", square(1), ana))
		if r := c.Finish(o); r.Ready() || r.Summary.Errors != 1 {
			t.Errorf("%s: %+v", name, r)
		}
	}
	c := NewCollector(EU, 1)
	_ = c.Add(planned(1, "geojson", square(1), ana))
	if r := c.Finish(&lineage.Origin{Restricted: true}); !r.Ready() || !has(r, restricted) {
		t.Errorf("a key of some harvests: %+v", r)
	}
	c = NewCollector(EU, 1)
	_ = c.Add(planned(1, "geojson", square(1), ana))
	if r := c.Finish(&lineage.Origin{Rivals: []lineage.RivalClaim{{Lot: "X-9", HarvestID: "S-9"}, {Lot: "X-9"}}}); !r.Ready() || !has(r, rivalClaim) {
		t.Errorf("a rival claim: %+v", r)
	}
	if r := collected(EU, 1); r.Ready() || !has(r, noPlots) || len(r.Parts) != 0 {
		t.Errorf("no plots: %+v", r)
	}
}
