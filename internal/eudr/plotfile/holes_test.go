package plotfile

import (
	"encoding/json"
	"math"
	"strconv"
	"strings"
	"testing"

	"rastro/internal/geo"
	"rastro/internal/lineage"
)

// On request, a plot with a hole is cut in the file into parts without holes, each a Feature that
// says so; otherwise the file is refused.
func TestHolesAreCutOnRequest(t *testing.T) {
	pierced := planned(1, "geojson", `{"type":"Polygon","coordinates":[[[-55.720001,-12.550001],[-55.710001,-12.550001],[-55.710001,-12.540001],[-55.720001,-12.540001],[-55.720001,-12.550001]],[[-55.718001,-12.548001],[-55.718001,-12.546001],[-55.716001,-12.546001],[-55.716001,-12.548001],[-55.718001,-12.548001]]]}`, ana)
	if r := collected(EU, 1, pierced); r.Ready() || r.count[hole] != 1 || r.count[holeCut] != 0 {
		t.Errorf("without a request: ready %t, %v", r.Ready(), r.Findings)
	}
	c := NewCollector(EU, 1)
	c.CutHoles()
	if err := c.Add(pierced); err != nil {
		t.Fatal(err)
	}
	r := c.Finish(&lineage.Origin{Lot: "L", Plots: 1})
	if !r.Ready() || r.count[hole] != 0 || r.count[holeCut] != 1 || r.Plots != 1 || r.Parts[0].Plots != 1 {
		t.Fatalf("ready %t, %d plots, %v", r.Ready(), r.Plots, r.Findings)
	}
	var file struct {
		Features []struct {
			ID         string
			Properties map[string]string
			Geometry   json.RawMessage
		}
	}
	if err := json.Unmarshal(r.File, &file); err != nil || len(file.Features) != 2 {
		t.Fatalf("%s: %v", r.File, err)
	}
	total := 0.0
	for i, f := range file.Features {
		n := strconv.Itoa(i + 1)
		if f.Properties["CutFromHoles"] != n+"/2" || !strings.HasSuffix(f.ID, "#/corte/"+n) || f.Properties["ProducerName"] != ana.Name {
			t.Errorf("%s: %v", f.ID, f.Properties)
		}
		piece, err := geo.Read(f.Geometry)
		if err != nil || len(piece.Judge()) > 0 {
			t.Fatalf("%s: %v", f.Geometry, err)
		}
		total += piece.AreaHa
	}
	if math.Abs(total-r.AreaHa) > 1e-3 || !r.HolesCut {
		t.Errorf("%v ha of %v", total, r.AreaHa)
	}
}

// If a hole cannot be cut out, the file is refused.
func TestHoleThatCannotBeCut(t *testing.T) {
	c := NewCollector(EU, 1)
	c.CutHoles()
	outside := planned(1, "geojson", `{"type":"Polygon","coordinates":[[[-55.720001,-12.550001],[-55.710001,-12.550001],[-55.710001,-12.540001],[-55.720001,-12.550001]],[[-55.618001,-12.548001],[-55.618001,-12.546001],[-55.616001,-12.546001],[-55.618001,-12.548001]]]}`, ana)
	if err := c.Add(outside); err != nil {
		t.Fatal(err)
	}
	if r := c.Finish(&lineage.Origin{Lot: "L"}); r.Ready() || r.count[hole] != 1 {
		t.Errorf("ready %t, %v", r.Ready(), r.Findings)
	}
}
