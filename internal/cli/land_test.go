package cli

import (
	"archive/zip"
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rastro/internal/store/postgres/pgtest"
	"rastro/internal/testkit"
)

// landFeature is an area over the right half of the plot of TestLand.
const landFeature = `{"type":"Feature","properties":{"image_date":"2022-08-01"},"geometry":{"type":"Polygon","coordinates":[[[-55.715,-12.56],[-55.70,-12.56],[-55.70,-12.53],[-55.715,-12.53],[-55.715,-12.56]]]}}`

func landCollection(features ...string) string {
	return `{"type":"FeatureCollection","features":[` + strings.Join(features, ",") + `]}`
}

// landFile writes a file and returns its path.
func landFile(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// tried runs a command that may fail.
func tried(args ...string) (code int, stdout, stderr string) {
	var out, failed testkit.Transcript
	code = Run(context.Background(), args, nil, &out, &failed)
	return code, out.String(), failed.String()
}

// zipped returns a zip file with one file that is not a Shapefile.
func zipped(t *testing.T) string {
	t.Helper()
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	if _, err := w.Create("leia-me.txt"); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// A layer imported next to a running server counts in the next review, a bad file changes nothing,
// and a removed layer counts in no review.
func TestLand(t *testing.T) {
	t.Parallel()
	for name, open := range map[string]func(t *testing.T) string{
		"sqlite":   func(t *testing.T) string { return "sqlite:" + filepath.Join(t.TempDir(), "rastro.db") },
		"postgres": func(t *testing.T) string { return pgtest.DSN(t) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			db := open(t)
			s := serve(t, db)
			made := s.call("POST", "/cadastroPlanejamento/planoCultivo", `{"safraId":"S-1","safraCodigo":"2024/25","dados":{"cultura":"SOJA","poligono":[-55.72,-12.55,-55.71,-12.54]}}`)
			if made.status != 201 {
				t.Fatalf("the plot: %d %s", made.status, made.body)
			}
			reviewed := func(when string, want ...string) {
				t.Helper()
				body := s.call("GET", "/safras/S-1/conferencia?alvo=EUDR", "").body
				for _, text := range want {
					if !strings.Contains(body, text) {
						t.Errorf("%s: the review does not say %s: %s", when, text, body)
					}
				}
				if refused := strings.Contains(body, `"TALHAO_DESMATADO"`); refused != (when == "imported") {
					t.Errorf("%s: deforested: %v", when, refused)
				}
			}
			flags := []string{"--name", "prodes", "--kind", "desmatamento", "--date", "2025-07-31", "--source", "INPE", "--db", db}
			imports := func(file string) (int, string, string) {
				return tried(append([]string{"land", "import", file}, flags...)...)
			}
			reviewed("without layers", `"conferido":false`)
			good := landFile(t, "prodes.geojson", landCollection(landFeature))
			if code, out, failed := imports(good); code != 0 || !strings.HasPrefix(out, "prodes: 1 area imported, 0 broken") {
				t.Fatalf("import: %d %q %q", code, out, failed)
			}
			reviewed("imported", `"conferido":true`, `"nome":"prodes"`, `"areaHa":60.11`)
			if code, out, _ := imports(good); code != 0 || !strings.Contains(out, "nothing was changed") {
				t.Errorf("again: %d %q", code, out)
			}
			refuseLayers(t, imports)
			refuseLandFlags(t, good, db)
			if out := command(t, "land", "list", "--db", db); strings.Count(out, "\n") != 2 || !strings.Contains(out, "DESMATAMENTO") || !strings.Contains(out, "in use") {
				t.Errorf("list: %s", out)
			}
			reviewed("imported", `"areaHa":60.11`)
			if out := command(t, "land", "remove", "prodes", "--db", db); !strings.HasPrefix(out, "prodes is removed") {
				t.Errorf("remove: %q", out)
			}
			reviewed("removed", `"conferido":false`)
			if code, _, failed := tried("land", "remove", "prodes", "--db", db); code != 1 || !strings.Contains(failed, `there is no layer "prodes"`) {
				t.Errorf("removed again: %d %q", code, failed)
			}
			point := `{"type":"Feature","properties":{},"geometry":{"type":"Point","coordinates":[-55,-12]}}`
			if code, out, failed := imports(landFile(t, "some.geojson", landCollection(landFeature, point))); code != exitRefused || !strings.HasPrefix(out, "prodes: 1 area imported, 1 broken") || !strings.Contains(failed, "feature 2: it is a point") {
				t.Errorf("a broken area: %d %q %q", code, out, failed)
			}
			reviewed("imported", `"poligonosIlegiveis":1`)
		})
	}
}

// refuseLayers imports files that cannot be layers; each error says why.
func refuseLayers(t *testing.T, imports func(string) (int, string, string)) {
	t.Helper()
	whole := landCollection(landFeature, landFeature)
	for says, text := range map[string]string{
		"is empty":          "",
		"is not GeoJSON":    "<kml></kml>",
		"is not valid JSON": whole[:len(whole)-100],
		"has no area":       landCollection(),
		"has no .shp":       zipped(t),
		"put the .shp":      "\x00\x00\x27\x0a" + strings.Repeat("\x00", 96),
		"is no GeoPackage":  "SQLite format 3\x00" + strings.Repeat("x", 200),
		"are these metres?": landCollection(`{"type":"Feature","properties":{},"geometry":{"type":"Polygon","coordinates":[[[650000,8600000],[650100,8600000],[650100,8600100],[650000,8600000]]]}}`),
		"it is a line":      landCollection(`{"type":"Feature","properties":{},"geometry":{"type":"LineString","coordinates":[[-55,-12],[-54,-12]]}}`),
	} {
		if code, out, failed := imports(landFile(t, "bad", text)); code != 1 || out != "" || !strings.Contains(failed, says) {
			t.Errorf("%q: %d %q %q", says, code, out, failed)
		}
	}
	for says, path := range map[string]string{"is not a file": t.TempDir(), "cannot read the file": filepath.Join(t.TempDir(), "none")} {
		if code, out, failed := imports(path); code != 1 || out != "" || !strings.Contains(failed, says) {
			t.Errorf("%q: %d %q %q", says, code, out, failed)
		}
	}
}

// refuseLandFlags states layers wrongly.
func refuseLandFlags(t *testing.T, file, db string) {
	t.Helper()
	right := map[string]string{"--name": "outra", "--kind": "EMBARGO", "--date": "2025-07-31", "--source": "IBAMA"}
	for _, c := range []struct{ flag, value string }{
		{"--name", ""}, {"--name", "a\nb"}, {"--name", strings.Repeat("a", 201)}, {"--source", " "},
		{"--kind", "FLORESTA"}, {"--date", "31/07/2025"}, {"--date", "2999-01-01"},
	} {
		args := []string{"land", "import", file, "--db", db}
		for flag, value := range right {
			if flag == c.flag {
				value = c.value
			}
			args = append(args, fmt.Sprintf("%s=%s", flag, value))
		}
		if code, out, failed := tried(args...); code != 1 || out != "" || !strings.Contains(failed, c.flag+": ") {
			t.Errorf("%s %q: %d %q %q", c.flag, c.value, code, out, failed)
		}
	}
}
