package plotfile

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"rastro/internal/lineage"
)

func unmarshal(text []byte, v any) error { return json.Unmarshal(text, v) }

// ogrinfo runs GDAL's reader. In CI the test fails if it is missing.
func ogrinfo(t *testing.T) string {
	t.Helper()
	path, err := exec.LookPath("ogrinfo")
	if err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatalf("ogrinfo is needed in CI (Debian: apt-get install gdal-bin): %v", err)
		}
		t.Skipf("no ogrinfo, nothing read back (Debian: apt-get install gdal-bin): %v", err)
	}
	return path
}

// TestOGRReads passes the file to an independent reader.
func TestOGRReads(t *testing.T) {
	program := ogrinfo(t)
	for name, c := range map[string]struct {
		geometry string
		want     []string
	}{
		"a rectangle": {`[-45.4512,-21.3605,-45.4494,-21.3588]`,
			[]string{"Geometry: Polygon", "Feature Count: 1", "Extent: (-45.451200, -21.360500) - (-45.449400, -21.358800)",
				"ProducerName (String) = Ana Lima", "ProducerCountry (String) = BR", "ProductionPlace (String) = Sorriso/MT"}},
		"a point": {`{"type":"Feature","properties":{"Area":3.5},"geometry":{"type":"Point","coordinates":[-45.45,-21.36]}}`,
			[]string{"Geometry: Point", "Area (Real) = 3.5", "POINT (-45.45 -21.36)"}},
		"two polygons": {`{"type":"MultiPolygon","coordinates":[[[[-45.45,-21.36],[-45.44,-21.36],[-45.44,-21.35],[-45.45,-21.36]]],[[[-45.43,-21.36],[-45.42,-21.36],[-45.42,-21.35],[-45.43,-21.36]]]]}`,
			[]string{"MULTIPOLYGON (((-45.45 -21.36,-45.44 -21.36,-45.44 -21.35,-45.45 -21.36)),((-45.43"}},
	} {
		t.Run(name, func(t *testing.T) {
			r := collected(EU, 1, planned(1, "geojson", c.geometry, ana))
			path := filepath.Join(t.TempDir(), "eudr.geojson")
			if err := os.WriteFile(path, r.File, 0o600); err != nil {
				t.Fatal(err)
			}
			out, err := exec.CommandContext(t.Context(), program, "-ro", "-al", path).CombinedOutput()
			if err != nil || strings.Contains(string(out), "ERROR") || strings.Contains(string(out), "Warning") {
				t.Fatalf("%v: %s\n%s", err, out, r.File)
			}
			for _, want := range append(c.want, "driver `GeoJSON' successful", `ID["EPSG",4326]`) {
				if !strings.Contains(string(out), want) {
					t.Errorf("no %q in\n%s", want, out)
				}
			}
		})
	}
}

// BenchmarkCollect is the file of a lot with 5 000 plots of 50 vertices.
func BenchmarkCollect(b *testing.B) {
	plots := make([]*lineage.OriginPlot, 5000)
	for i := range plots {
		plots[i] = planned(i, "geojson", roundPlot(i, 50), lineage.Producer{Name: "P" + string(rune('A'+i%20)), Country: "BR", Place: "x", Stated: true})
	}
	b.ReportAllocs()
	for b.Loop() {
		c := NewCollector(EU, 1)
		for _, p := range plots {
			_ = c.Add(p)
		}
		if r := c.Finish(&lineage.Origin{}); !r.Ready() || r.Plots != len(plots) {
			b.Fatalf("%+v", r.Summary)
		}
	}
}
