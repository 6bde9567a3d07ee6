package landimport_test

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"rastro/internal/app"
	"rastro/internal/check/harvest"
	"rastro/internal/eudr"
	"rastro/internal/finding"
	"rastro/internal/geo"
	"rastro/internal/geo/layerfile"
	"rastro/internal/harvests"
	"rastro/internal/kind"
	"rastro/internal/landlayer"
	"rastro/internal/landlayer/landimport"
	"rastro/internal/lang"
	"rastro/internal/store/geopackage"
	"rastro/internal/store/postgres/pgtest"
	"rastro/internal/store/sqlite/native"
	"rastro/internal/testkit/stores"
	"rastro/internal/trace"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) }

// plot is the plot of the tests, 120.69 ha; half is an area of a layer that covers half of it.
const (
	plot = `[-55.72,-12.55,-55.71,-12.54]`
	half = `[[-55.715,-12.56],[-55.70,-12.56],[-55.70,-12.53],[-55.715,-12.53],[-55.715,-12.56]]`
	far  = `[[-50.1,-12.56],[-50,-12.56],[-50,-12.5],[-50.1,-12.5],[-50.1,-12.56]]`
)

func feature(ring, properties string) string {
	return `{"type":"Feature","properties":{` + properties + `},"geometry":{"type":"Polygon","coordinates":[` + ring + `]}}`
}

func collection(features ...string) string {
	return `{"type":"FeatureCollection","features":[` + strings.Join(features, ",") + `]}`
}

func opened(t *testing.T, file []byte) layerfile.Source {
	t.Helper()
	from, err := layerfile.Open(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		t.Fatal(err)
	}
	return from
}

func layer(k *landlayer.Kind, name, sum string) landlayer.Layer {
	return landlayer.Layer{Name: name, Kind: k, Date: "2025-07-31", Source: "teste", SHA256: sum, Bytes: 1}
}

func imported(t *testing.T, s *app.App, l landlayer.Layer, file string) landimport.Report {
	t.Helper()
	r, err := s.Layers.Import(t.Context(), l, landimport.Options{}, opened(t, []byte(file)))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// share returns the share of the test plot that overlaps the layers.
func share(t *testing.T, s *app.App) (shares []float64, checked landlayer.Checked) {
	t.Helper()
	p, err := geo.Read([]byte(plot))
	if err != nil {
		t.Fatal(err)
	}
	checked, err = s.CheckLand(t.Context(), 1, func(int) *geo.Plot { return p })
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range checked.Overlaps {
		shares = append(shares, math.Round(o.Ha/p.AreaHa*100)/100)
	}
	return shares, checked
}

// broken is a source that ends in the middle, as when a server is killed.
type broken struct {
	layerfile.Source
	after int64
	end   func()
}

func (b broken) Each(ctx context.Context, fn func(*layerfile.Area) error) error {
	return b.Source.Each(ctx, func(a *layerfile.Area) error {
		if a.Number > b.after {
			b.end()
		}
		return fn(a)
	})
}

var errKilled = errors.New("killed")

// Nothing of an interrupted import is visible, whatever interrupts it, and it can be repeated.
func TestImportIsWholeOrNothing(t *testing.T) {
	stores.Each(t, func(t *testing.T, d *stores.Database) {
		s, _ := stores.Rooted(t, d.Store(t), time.Now)
		var features []string
		for i := range 1200 { // more than a batch
			features = append(features, feature(half, fmt.Sprintf(`"nome":"área %d"`, i)))
		}
		file := collection(features...)
		l := layer(landlayer.Deforestation, "prodes", "a")
		func() {
			defer func() { _ = recover() }()
			_, _ = s.Layers.Import(t.Context(), l, landimport.Options{}, broken{opened(t, []byte(file)), 1100, func() { panic(errKilled) }})
		}()
		all, err := s.Layers.Layers(t.Context())
		if err != nil || len(all) != 1 || all[0].State != landlayer.Loading {
			t.Fatalf("after a kill: %+v, %v", all, err)
		}
		if shares, checked := share(t, s); shares != nil || len(checked.Layers) != 0 {
			t.Errorf("half an import is seen: %v %+v", shares, checked)
		}
		ctx, cancel := context.WithCancel(t.Context())
		if _, err := s.Layers.Import(ctx, l, landimport.Options{}, broken{opened(t, []byte(file)), 1100, cancel}); !errors.Is(err, context.Canceled) {
			t.Errorf("interrupted: %v", err)
		}
		if all, err := s.Layers.Layers(t.Context()); err != nil || len(all) != 0 {
			t.Errorf("after an interrupt: %+v, %v", all, err)
		}
		for i := range 2 {
			if r := imported(t, s, l, file); r.Known != (i > 0) || r.Layer.Polygons != 1200 {
				t.Errorf("import %d: %+v", i, r)
			}
		}
		shares, checked := share(t, s)
		if len(shares) != 1 || shares[0] != 0.5 || checked.Overlaps[0].Polygons != 500 || len(checked.Overlaps[0].Names) != 5 {
			t.Errorf("%v %+v", shares, checked)
		}
		// A newer file replaces the previous one.
		l.SHA256, l.Date = "b", "2025-09-30"
		imported(t, s, l, collection(feature(far, ``)))
		if shares, checked := share(t, s); shares != nil || len(checked.Layers) != 1 || checked.Layers[0].Date != "2025-09-30" || checked.Plots != 1 {
			t.Errorf("after a newer file: %v %+v", shares, checked)
		}
		if n := rows(t, d, "land_piece"); n != 4 && n != 2 && n != 1 {
			t.Errorf("%d rows are left of one area", n)
		}
		if found, err := s.Layers.Remove(t.Context(), "prodes"); !found || err != nil {
			t.Errorf("Remove: %t, %v", found, err)
		}
		if found, err := s.Layers.Remove(t.Context(), "prodes"); found || err != nil {
			t.Errorf("Remove again: %t, %v", found, err)
		}
		if n := rows(t, d, "land_piece") + rows(t, d, "land_layer"); n != 0 {
			t.Errorf("%d rows are left", n)
		}
	})
}

func rows(t *testing.T, d *stores.Database, table string) (n int) {
	t.Helper()
	if err := d.SQL(t).QueryRow(`SELECT count(*) FROM ` + table).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

// Areas that cannot be read are counted and named; a file without any is refused.
func TestBrokenAreas(t *testing.T) {
	s, _ := stores.Rooted(t, stores.SQLite(t).Store(t), time.Now)
	across := `[[179,-17],[-179,-17],[-179,-16],[179,-16],[179,-17]]`
	file := collection(feature(half, ``), feature(across, ``), feature(`[[0,0],[1,1]]`, ``), `{"type":"Feature","properties":null,"geometry":null}`,
		`{"type":"Feature","properties":{},"geometry":{"type":"Point","coordinates":[-55,-12]}}`, `{"type":"Feature","geometry":{"type":"Polygon","coordinates":[[["a",1]]]}}`,
		feature(`[[600000,8600000],[600100,8600000],[600100,8600100],[600000,8600000]]`, ``), feature(`[[2,48],[3,48],[3,49],[2,48]]`, ``), feature(half, `"image_date":"2019-08-01"`), feature(half, `"IMAGE_DATE":"2022-08-01T00:00:00"`))
	r := imported(t, s, layer(landlayer.Deforestation, "prodes", "a"), file)
	if l := r.Layer; l.Polygons != 2 || l.Broken != 6 || l.Elsewhere != 1 || l.Earlier != 1 {
		t.Errorf("%+v", l)
	}
	want := []landimport.Fault{{2, geo.LandAcross}, {3, geo.LandWithout}, {4, layerfile.NoGeometry}, {5, layerfile.IsPoint}, {6, layerfile.BadGeometry}, {7, geo.LandOutside}}
	if fmt.Sprint(r.Faults) != fmt.Sprint(want) {
		t.Errorf("%v, want %v", r.Faults, want)
	}
	if shares, checked := share(t, s); len(shares) != 1 || shares[0] != 0.5 || checked.Overlaps[0].Last != "2022-08-01" {
		t.Errorf("%v, %+v: the area across the 180th meridian must not be around the world", shares, checked)
	}
	for name, file := range map[string]string{
		"points": collection(`{"type":"Feature","geometry":{"type":"Point","coordinates":[-55,-12]}}`), "none": collection(), "metres": collection(feature(`[[600000,8600000],[600100,8600000],[600100,8600100],[600000,8600000]]`, ``)),
		"cut": collection(feature(half, ``))[:200], "another system": `{"type":"FeatureCollection","features":[` + feature(half, ``) + `],"crs":{"type":"name","properties":{"name":"urn:ogc:def:crs:EPSG::29101"}}}`,
	} {
		_, err := s.Layers.Import(t.Context(), layer(landlayer.Embargo, name, "x"), landimport.Options{}, opened(t, []byte(file)))
		if err == nil {
			t.Errorf("%s: imported", name)
		} else {
			t.Logf("%s: %v", name, err)
		}
	}
	if all, err := s.Layers.Layers(t.Context()); err != nil || len(all) != 1 {
		t.Errorf("%+v, %v", all, err)
	}
}

// shapefileOf returns a Shapefile of one polygon in a zip.
func shapefileOf(t *testing.T, prj string, ring ...float64) []byte {
	t.Helper()
	var record, shp bytes.Buffer
	_ = binary.Write(&record, binary.LittleEndian, []any{}) // nothing
	put := func(values ...any) {
		for _, v := range values {
			if err := binary.Write(&record, binary.LittleEndian, v); err != nil {
				t.Fatal(err)
			}
		}
	}
	put(uint32(5), [4]float64{}, uint32(1), uint32(len(ring)/2), uint32(0), ring)
	head := make([]byte, 100)
	binary.BigEndian.PutUint32(head, 9994)
	shp.Write(head)
	_ = binary.Write(&shp, binary.BigEndian, []uint32{1, uint32(record.Len() / 2)})
	shp.Write(record.Bytes())
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	for name, text := range map[string][]byte{"a.shp": shp.Bytes(), "a.prj": []byte(prj)} {
		if text == nil || string(text) == "" {
			continue
		}
		w, err := z.Create(name)
		if err == nil {
			_, err = w.Write(text)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

const (
	sirgas = `GEOGCS["SIRGAS 2000",DATUM["Sistema_de_Referencia_Geocentrico_para_las_AmericaS_2000",SPHEROID["GRS 1980",6378137,298.257222101]],PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433]]`
	sad69  = `GEOGCS["SAD69",DATUM["South_American_Datum_1969",SPHEROID["GRS 1967 Modified",6378160,298.25]],PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433]]`
	utm    = `PROJCS["SIRGAS 2000 / UTM zone 21S",` + sirgas + `,PROJECTION["Transverse_Mercator"],PARAMETER["central_meridian",-57],PARAMETER["scale_factor",0.9996],PARAMETER["false_easting",500000],PARAMETER["false_northing",10000000],UNIT["metre",1]]`
)

// geoPackageOf returns a GeoPackage of one polygon.
func geoPackageOf(t *testing.T, extra ...string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "a b#c.gpkg")
	conn, err := native.Open("file:" + strings.NewReplacer(" ", "%20", "#", "%23").Replace(path))
	if err != nil {
		t.Fatal(err)
	}
	blob := []byte{'G', 'P', 0, 1, 0, 0, 0, 0, 1, 3, 0, 0, 0, 1, 0, 0, 0, 5, 0, 0, 0}
	for _, v := range []float64{-55.715, -12.56, -55.70, -12.56, -55.70, -12.53, -55.715, -12.53, -55.715, -12.56} {
		blob = binary.LittleEndian.AppendUint64(blob, math.Float64bits(v))
	}
	for _, sql := range append([]string{
		`CREATE TABLE gpkg_contents (table_name TEXT, data_type TEXT, srs_id INTEGER)`, `CREATE TABLE gpkg_geometry_columns (table_name TEXT, column_name TEXT, srs_id INTEGER)`,
		`CREATE TABLE gpkg_spatial_ref_sys (srs_id INTEGER, organization TEXT, organization_coordsys_id INTEGER, definition TEXT)`,
		`INSERT INTO gpkg_spatial_ref_sys VALUES (4674, 'EPSG', 4674, 'undefined')`, `INSERT INTO gpkg_spatial_ref_sys VALUES (29101, 'EPSG', 29101, 'undefined')`,
		`INSERT INTO gpkg_contents VALUES ('terras', 'features', 4674)`, `INSERT INTO gpkg_geometry_columns VALUES ('terras', 'geom', 4674)`,
		`CREATE TABLE terras (fid INTEGER PRIMARY KEY, geom BLOB, terrai_nom TEXT)`,
		fmt.Sprintf(`INSERT INTO terras VALUES (1, x'%x', 'Parque')`, blob), `INSERT INTO terras VALUES (2, x'00', 'broken')`,
	}, extra...) {
		if err := conn.Exec(sql); err != nil {
			t.Fatal(sql, err)
		}
	}
	if err := conn.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

// Every format gives the same result, and unsupported coordinate systems are refused.
func TestFormats(t *testing.T) {
	s, _ := stores.Rooted(t, stores.SQLite(t).Store(t), time.Now)
	ring := []float64{-55.715, -12.56, -55.715, -12.53, -55.70, -12.53, -55.70, -12.56, -55.715, -12.56}
	pack, err := geopackage.Open(geoPackageOf(t), "")
	if err != nil {
		t.Fatal(err)
	}
	defer pack.Close()
	for name, from := range map[string]layerfile.Source{
		"lines":     opened(t, []byte("\ufeff"+feature(half, ``)+"\n"+feature(half, ``)+"\n")),
		"sequence":  opened(t, []byte("\x1e"+feature(half, ``)+"\n\x1e"+feature(half, ``)+"\n")),
		"shapefile": opened(t, shapefileOf(t, sirgas, ring...)), "geopackage": pack,
	} {
		r, err := s.Layers.Import(t.Context(), layer(landlayer.Indigenous, "funai", name), landimport.Options{}, from)
		shares, checked := share(t, s)
		if err != nil || len(shares) != 1 || shares[0] != 0.5 {
			t.Errorf("%s: %+v, %v: %v %+v", name, r, err, shares, checked)
		}
	}
	for name, file := range map[string][]byte{"SAD69": shapefileOf(t, sad69, ring...), "UTM": shapefileOf(t, utm, ring...), "no system": shapefileOf(t, "", ring...), "empty": {}, "text": []byte("lon,lat"), "zip": []byte("PK\x03\x04garbage")} {
		if _, err := layerfile.Open(bytes.NewReader(file), int64(len(file))); err == nil {
			t.Errorf("%s: opened", name)
		} else {
			t.Logf("%s: %v", name, err)
		}
	}
	for name, extra := range map[string][]string{
		"another system": {`UPDATE gpkg_geometry_columns SET srs_id = 29101`}, "no layer": {`DELETE FROM gpkg_contents`},
		"a view":           {`DROP TABLE terras`, `CREATE VIEW terras AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i FROM n) SELECT i AS fid, NULL AS geom FROM n`},
		"two layers":       {`INSERT INTO gpkg_contents VALUES ('b', 'features', 4674)`, `INSERT INTO gpkg_geometry_columns VALUES ('b', 'geom', 4674)`},
		"no GeoPackage":    {`DROP TABLE gpkg_contents`},
		"a missing column": {`UPDATE gpkg_geometry_columns SET column_name = 'x"y'`},
	} {
		pack, err := geopackage.Open(geoPackageOf(t, extra...), "")
		if err == nil {
			err = pack.Each(t.Context(), func(*layerfile.Area) error { return nil })
			_ = pack.Close()
		}
		if err == nil {
			t.Errorf("%s: read", name)
		} else {
			t.Logf("%s: %v", name, err)
		}
	}
}

// kept remembers cards, as servers do.
type kept map[harvests.State]*harvests.Card

func (k kept) Get(s harvests.State) (*harvests.Card, bool) { c, ok := k[s]; return c, ok }
func (k kept) Put(s harvests.State, c *harvests.Card)      { k[s] = c }

// What the layers say is in the review, on the cards that were kept, and in what goes to the EU.
func TestLayersInReviews(t *testing.T) {
	stores.Each(t, func(t *testing.T, d *stores.Database) {
		s, root := stores.Rooted(t, d.Store(t), time.Now)
		key, err := s.Authenticate(root.AccessKey, root.SecretKey)
		if err != nil {
			t.Fatal(err)
		}
		create := func(prefix, payload string) {
			if _, err := s.Create(t.Context(), key, kind.ByPrefix(prefix), trace.Envelope{HarvestID: "S-1", HarvestCode: "2024/25", Payload: []byte(payload)}, nil); err != nil {
				t.Fatal(err)
			}
		}
		create(kind.Plan, `{"cultura":"SOJA","poligono":[-55.720000,-12.550000,-55.710000,-12.540000]}`)
		create(kind.Plan, `{"cultura":"SOJA","poligono":[-55.820000,-12.550000]}`)
		create(kind.LotIdentification, `{"codigoLote":"MT25-S-001"}`)
		memory := kept{}
		look := func() (found string, said string, card *harvests.Card) {
			t.Helper()
			out, err := s.Review(t.Context(), key, "S-1", harvest.EUDR)
			if err != nil {
				t.Fatal(err)
			}
			for i := range out.Findings {
				if f := &out.Findings[i]; strings.HasPrefix(f.Rule.ID, "TALHAO_") && f.Rule.Severity == finding.Error {
					found += f.Rule.ID + " "
				}
			}
			if card, err = s.HarvestCard(t.Context(), key, "S-1", harvest.EUDR, memory); err != nil {
				t.Fatal(err)
			}
			return found, string(out.Land.AppendJSON(nil, lang.EN)), card
		}
		desk := eudr.Preparer{Service: s, By: key}
		errorsOf := func() (n int, land string) {
			t.Helper()
			report, origin, err := desk.Survey(t.Context(), "MT25-S-001", 0, time.Time{})
			if err != nil {
				t.Fatal(err)
			}
			_ = origin
			for i := range report.Findings {
				if report.Findings[i].Rule.ID == "TALHAO_DESMATADO" {
					n++
				}
			}
			return n, string(report.AppendJSON(nil, lang.EN, nil, nil))
		}
		found, said, before := look()
		if found != "" || !strings.HasPrefix(said, `{"conferido":false,"mensagem":"no public layer was imported`) {
			t.Errorf("without layers: %q %s", found, said)
		}
		if n, text := errorsOf(); n != 0 || !strings.Contains(text, `"camadas":{"conferido":false`) {
			t.Errorf("without layers: %d, %s", n, text)
		}
		imported(t, s, layer(landlayer.Deforestation, "prodes", "abc"), collection(feature(half, `"image_date":"2022-08-01"`)))
		found, said, after := look()
		if found != "TALHAO_DESMATADO " || !strings.Contains(said, `"areaHa":60.11`) || !strings.Contains(said, `"sha256":"abc"`) || !strings.Contains(said, `"talhoesConferidos":1,"talhoesNaoConferidos":1`) || !strings.Contains(said, `"data":"2025-07-31"`) {
			t.Errorf("with a layer: %q %s", found, said)
		}
		if before == after || before.Found.Summary == after.Found.Summary {
			t.Error("the card was kept after a layer was imported")
		}
		if _, _, again := look(); again != after {
			t.Error("the card was drawn again, and nothing changed")
		}
		sealed := func() []byte {
			t.Helper()
			made, err := s.Create(t.Context(), key, kind.ByPrefix(kind.Validation), trace.Envelope{HarvestID: "S-1", Payload: []byte(`{"status":"APROVADO"}`)}, nil)
			if err != nil {
				t.Fatal(err)
			}
			document, err := made.Record.Document()
			if err != nil {
				t.Fatal(err)
			}
			return document
		}
		want := landlayer.Sealed{Plots: 1, Unchecked: 1, Total: 1, Layers: []landlayer.SealedLayer{{Name: "prodes", Kind: "DESMATAMENTO", Date: "2025-07-31", Source: "teste", SHA256: "abc"}}}
		if stated, ok := landlayer.ReadSealed(sealed()); !ok || !reflect.DeepEqual(stated, want) {
			t.Errorf("the validation states %+v", stated)
		}
		if n, text := errorsOf(); n != 1 || !strings.Contains(text, `"camadas":{"conferido":true`) || !strings.Contains(text, `"areaHa":60.11`) {
			t.Errorf("with a layer: %d, %s", n, text)
		}
		if _, _, err := desk.Collect(t.Context(), "MT25-S-001", 0, time.Time{}); !trace.Is(err, trace.CodeEUDRNotReady) {
			t.Errorf("the file is given: %v", err)
		}
		if _, err := s.Layers.Remove(t.Context(), "prodes"); err != nil {
			t.Fatal(err)
		}
		if stated, ok := landlayer.ReadSealed(sealed()); ok {
			t.Errorf("the validation names layers that are gone: %+v", stated)
		}
		if found, said, again := look(); found != "" || !strings.HasPrefix(said, `{"conferido":false`) || again == after {
			t.Errorf("removed: %q %s", found, said)
		}
	})
}
