package landfile

import (
	"archive/zip"
	"bytes"
	_ "embed"
	"encoding/binary"
	"math"
	"strings"
	"testing"

	"rastro/internal/geo"
	"rastro/internal/lang"
)

// Files that GDAL 3 made from plots.geojson: two plots, one with a hole and one of two parts.
// pointz.zip and line.zip are points with heights, and a line.
var (
	//go:embed testdata/plots.geojson
	plotsFile []byte
	//go:embed testdata/plots.kml
	kmlFile []byte
	//go:embed testdata/sirgas2000.zip
	sirgasFile []byte
	//go:embed testdata/wgs84.zip
	wgs84File []byte
	//go:embed testdata/utm21s.zip
	utmFile []byte
	//go:embed testdata/sad69.zip
	sad69File []byte
	//go:embed testdata/pointz.zip
	pointsFile []byte
	//go:embed testdata/line.zip
	lineFile []byte
)

// packed returns a zip of files, each a name and its bytes.
func packed(t testing.TB, files ...string) []byte {
	t.Helper()
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for i := 0; i < len(files); i += 2 {
		f, err := w.Create(files[i])
		if err == nil {
			_, err = f.Write([]byte(files[i+1]))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// unpacked returns the files of a zip, to be packed again in another way.
func unpacked(t testing.TB, file []byte) map[string]string {
	t.Helper()
	archive, err := zip.NewReader(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	for _, f := range archive.File {
		left := int64(1 << 20)
		data, err := unpack(f, &left)
		if err != nil {
			t.Fatal(err)
		}
		all[f.Name] = string(data)
	}
	return all
}

// The same plots are the same land in every format, with the data in their table.
func TestFormats(t *testing.T) {
	want, err := geo.Read(plotsFile)
	if err != nil {
		t.Fatal(err)
	}
	shape := unpacked(t, sirgasFile)
	for name, file := range map[string][]byte{
		"GeoJSON": plotsFile, "GeoJSON with a mark": append([]byte("\ufeff"), plotsFile...),
		"Shapefile in UTM": utmFile, "Shapefile in SIRGAS 2000": sirgasFile, "Shapefile in WGS 84": wgs84File,
		"Shapefile in a folder": packed(t, "talhoes/", "", "talhoes/T.SHP", shape["talhoes.shp"], "talhoes/T.PRJ", shape["talhoes.prj"], "talhoes/T.DBF", shape["talhoes.dbf"], "__MACOSX/talhoes/._T.shp", "x"),
		"KML":                   kmlFile,
		"KMZ":                   packed(t, "doc.kml", string(kmlFile), "files/icon.png", "x"),
	} {
		made, err := Read(file)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		got, err := geo.Read(made)
		if err != nil {
			t.Errorf("%s: %s: %v", name, made, err)
			continue
		}
		if !near(got.BBox, want.BBox) || math.Abs(got.AreaHa-want.AreaHa) > 1e-6 || got.Interpretation != want.Interpretation || len(got.Polygons()) != 3 || len(got.Polygons()[0]) != 2 {
			t.Errorf("%s: %s of %v ha in %v, want %s of %v in %v", name, got.Interpretation, got.AreaHa, got.BBox, want.Interpretation, want.AreaHa, want.BBox)
		}
		if !strings.Contains(string(made), `"talhao":"Talhão São João","area_ha":120.23`) {
			t.Errorf("%s: %s", name, made)
		}
		if name != "GeoJSON" && name != "GeoJSON with a mark" && strings.Contains(string(made), "AREA") {
			t.Errorf("%s: %s has a column in a unit that nobody knows", name, made)
		}
	}
}

// near reports whether two boxes are the same to a tenth of a millimetre: what a
// projection there and back leaves.
func near(a, b geo.BBox) bool {
	return math.Abs(a.West-b.West) < 1.5e-9 && math.Abs(a.South-b.South) < 1.5e-9 && math.Abs(a.East-b.East) < 1.5e-9 && math.Abs(a.North-b.North) < 1.5e-9
}

const gpxTrack = `<?xml version="1.0" encoding="ISO-8859-1"?><gpx version="1.1" creator="GPS"><metadata><name>x</name></metadata>
<wpt lat="-12.5" lon="-55.7"><name>porteira</name></wpt>
<trk><name>Talh` + "\xe3" + `o 7</name><trkseg><trkpt lat="-12.550034" lon="-55.720012"><ele>380</ele></trkpt><trkpt lat="-12.550078" lon="-55.710056"/><trkpt lat="-12.540023" lon="-55.710091"/></trkseg></trk></gpx>`

const kmlHead = `<kml xmlns="http://www.opengis.net/kml/2.2"><Document>`

func TestWhatIsRead(t *testing.T) {
	for _, tc := range []struct{ name, file, want string }{
		{"a walk is an outline", gpxTrack,
			`{"type":"Feature","properties":{"name":"Talhão 7"},"geometry":{"type":"Polygon","coordinates":[[[-55.720012,-12.550034],[-55.710056,-12.550078],[-55.710091,-12.540023],[-55.720012,-12.550034]]]}}`},
		{"a route", `<gpx><rte><rtept lat="1" lon="2"/><rtept lat="1" lon="3"/><rtept lat="2" lon="3"/></rte></gpx>`,
			`{"type":"Feature","properties":{},"geometry":{"type":"Polygon","coordinates":[[[2,1],[3,1],[3,2],[2,1]]]}}`},
		{"places", `<gpx><wpt lat="-12.5" lon="-55.7"><name>A</name></wpt><wpt lat="+.5" lon="-1e1"/></gpx>`,
			`{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"name":"A"},"geometry":{"type":"Point","coordinates":[-55.7,-12.5]}},{"type":"Feature","properties":{},"geometry":{"type":"Point","coordinates":[-10,0.5]}}]}`},
		{"points with heights", string(pointsFile),
			`{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"n":"a"},"geometry":{"type":"Point","coordinates":[-55.7,-12.5]}},{"type":"Feature","properties":{"n":"b"},"geometry":{"type":"Point","coordinates":[-55.601234,-12.4]}}]}`},
		{"several geometries", kmlHead + `<Placemark><name> T &amp; 1 </name><ExtendedData><Data name="ProducerName"><value>Ana</value></Data></ExtendedData><MultiGeometry><Polygon><innerBoundaryIs><LinearRing><coordinates>1,1 1,2 2,2 1,1</coordinates></LinearRing></innerBoundaryIs><outerBoundaryIs><LinearRing><coordinates>0,0,5 9,0,5
9,9,5 0,0,5</coordinates></LinearRing></outerBoundaryIs></Polygon><Point><coordinates>-55.70,-12.50</coordinates></Point></MultiGeometry></Placemark><Placemark/></Document></kml>`,
			`{"type":"Feature","properties":{"name":"T & 1","ProducerName":"Ana"},"geometry":{"type":"GeometryCollection","geometries":[{"type":"Polygon","coordinates":[[[0,0],[9,0],[9,9],[0,0]],[[1,1],[1,2],[2,2],[1,1]]]},{"type":"Point","coordinates":[-55.70,-12.50]}]}}`},
		{"the label of a plot", kmlHead + `<Placemark><LinearRing><coordinates>0,0 9,0 9,9 0,0</coordinates></LinearRing></Placemark><Placemark><name>T 1</name><Point><coordinates>8,4</coordinates></Point></Placemark></Document></kml>`,
			`{"type":"Feature","properties":{},"geometry":{"type":"Polygon","coordinates":[[[0,0],[9,0],[9,9],[0,0]]]}}`},
		{"a ring without a polygon", kmlHead + `<Placemark><LinearRing><coordinates>0,0 9,0 9,9 0,0</coordinates></LinearRing></Placemark></Document></kml>`,
			`{"type":"Feature","properties":{},"geometry":{"type":"Polygon","coordinates":[[[0,0],[9,0],[9,9],[0,0]]]}}`},
	} {
		got, err := Read([]byte(tc.file))
		if err != nil || string(got) != tc.want {
			t.Errorf("%s: %s, %v; want %s", tc.name, got, err, tc.want)
		}
	}
}

func TestWhatIsRefused(t *testing.T) {
	shape := unpacked(t, sirgasFile)
	shp, prj := shape["talhoes.shp"], shape["talhoes.prj"]
	utm := unpacked(t, utmFile)["talhoes.prj"]
	huge := []byte(shp)
	binary.LittleEndian.PutUint32(huge[100+8+4+32:], 1<<30)
	var many []string
	for range maxEntries + 1 {
		many = append(many, "a.txt", "")
	}
	secret := packed(t, "a.kml", "x")
	binary.LittleEndian.PutUint16(secret[bytes.Index(secret, centralMark)+8:], encrypted)
	for _, tc := range []struct {
		name string
		file string
		want Reason
	}{
		{"nothing", "", Empty},
		{"spaces", " \n", Empty},
		{"too large", strings.Repeat(" ", MaxBytes+1), TooLarge},
		{"a picture", "\x89PNG\r\n", NotLand},
		{"a page", "<html><body/></html>", NotLand},
		{"a .shp alone", shp, BareShape},
		{"no zip", "PK\x03\x04 and nothing else", Damaged},
		{"half a zip", string(sirgasFile[:500]), Damaged},
		{"a zip bomb", string(packed(t, "doc.kml", kmlHead+strings.Repeat(" ", maxUnpacked))), Expands},
		{"a bomb beside the shapes", string(packed(t, "t.shp", shp, "t.prj", prj, "t.dbf", strings.Repeat("\x00", maxUnpacked))), Expands},
		{"too many files", string(packed(t, many...)), Expands},
		{"a password", string(secret), Protected},
		{"a zip of pictures", string(packed(t, "a.png", "x")), NoLandInZip},
		{"a zip in a zip", string(packed(t, "a.zip", string(sirgasFile))), NoLandInZip},
		{"two Shapefiles", string(packed(t, "a.shp", shp, "b.shp", shp)), ManyShapes},
		{"no .prj", string(packed(t, "a.shp", shp, "b.prj", prj)), NoSystem},
		{"a .prj of nothing", string(packed(t, "a.shp", shp, "a.prj", "x")), BadSystem},
		{"heights alone", string(packed(t, "a.shp", shp, "a.prj", `VERTCS["x",1]`)), BadSystem},
		{"another projection", string(packed(t, "a.shp", shp, "a.prj", strings.Replace(utm, "Transverse_Mercator", "Polyconic", 1))), Projected},
		{"feet", string(packed(t, "a.shp", shp, "a.prj", strings.Replace(utm, `UNIT["Meter",1.0]`, `UNIT["Foot",0.3048]`, 1))), Projected},
		{"UTM of another datum", string(packed(t, "a.shp", shp, "a.prj", strings.Replace(utm, "D_SIRGAS_2000", "D_South_American_1969", 1))), OtherDatum},
		{"another datum", string(sad69File), OtherDatum},
		{"another meridian", string(packed(t, "a.shp", shp, "a.prj", strings.Replace(prj, `"Greenwich",0.0`, `"Paris",2.337`, 1))), OtherDatum},
		{"gons", string(packed(t, "a.shp", shp, "a.prj", strings.Replace(prj, "0.0174532925199433", "0.015707963267949", 1))), OtherDatum},
		{"not a shapefile", string(packed(t, "a.shp", strings.Repeat("x", 200), "a.prj", prj)), NotShape},
		{"a short .shp", string(packed(t, "a.shp", shp[:150], "a.prj", prj)), NotShape},
		{"a count beyond its bytes", string(packed(t, "a.shp", string(huge), "a.prj", prj)), NotShape},
		{"no shapes", string(packed(t, "a.shp", shp[:100], "a.prj", prj)), NoPlot},
		{"a line", string(lineFile), Line},
		{"a DTD", `<?xml version="1.0"?><!DOCTYPE kml [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>` + kmlHead + `<Placemark><name>&b;</name></Placemark></Document></kml>`, HasDTD},
		{"a DTD elsewhere", `<!DOCTYPE kml SYSTEM "http://127.0.0.1/x">` + kmlHead + `</Document></kml>`, HasDTD},
		{"an entity", kmlHead + `<Placemark><name>&nbsp;</name></Placemark></Document></kml>`, BadXML},
		{"half a KML", string(kmlFile[:1000]), BadXML},
		{"too deep", kmlHead + strings.Repeat("<Folder>", maxDepth), BadXML},
		{"an unknown encoding", `<?xml version="1.0" encoding="EBCDIC"?><kml/>`, BadXML},
		{"a path", kmlHead + `<Placemark><LineString><coordinates>0,0 1,1</coordinates></LineString></Placemark></Document></kml>`, Line},
		{"no placemark", kmlHead + `</Document></kml>`, NoPlot},
		{"words", kmlHead + `<Placemark><Point><coordinates>aqui,ali</coordinates></Point></Placemark></Document></kml>`, BadNumber},
		{"no number", kmlHead + `<Placemark><Point><coordinates>NaN,Inf</coordinates></Point></Placemark></Document></kml>`, BadNumber},
		{"a place without a longitude", `<gpx><wpt lat="1"/></gpx>`, BadNumber},
		{"two steps", `<gpx><trk><name>T</name><trkseg><trkpt lat="1" lon="2"/><trkpt lat="1" lon="3"/></trkseg></trk></gpx>`, ShortTrack},
		{"half a GeoJSON", `{"type":"Point","coordinates":[1`, BadJSON},
		{"too many vertices", kmlHead + `<Placemark><LinearRing><coordinates>` + strings.Repeat("1,2 ", geo.MaxNumbers/2+1) + `</coordinates></LinearRing></Placemark></Document></kml>`, TooManyPositions},
		{"too many plots", kmlHead + strings.Repeat(`<Placemark><Point><coordinates>1,2</coordinates></Point></Placemark>`, geo.MaxFeatures+1) + `</Document></kml>`, TooManyFeatures},
	} {
		out, err := Read([]byte(tc.file))
		if failed, ok := err.(*Error); !ok || failed.Reason != tc.want {
			t.Errorf("%s: %.100s, %v; want %s", tc.name, out, err, tc.want)
		}
	}
}

// Every reason has a text in every language, with all placeholders filled.
func TestReasonsHaveWords(t *testing.T) {
	for reason, text := range Reasons {
		for _, l := range lang.All {
			said := (&Error{reason, "x"}).Message(l)
			if text.In(l) == "" || strings.ContainsAny(said, "{}") {
				t.Errorf("%s: %q", reason, said)
			}
		}
	}
}

// Truncated anywhere, a Shapefile is either refused or read.
func TestShapesCutShort(t *testing.T) {
	files := unpacked(t, sirgasFile)
	shp, dbf := []byte(files["talhoes.shp"]), []byte(files["talhoes.dbf"])
	for n := range shp {
		_, _ = readShapes(shp[:n], readTable(dbf[:min(n, len(dbf))]), nil)
	}
}

func FuzzRead(f *testing.F) {
	for _, file := range [][]byte{plotsFile, kmlFile, sirgasFile, utmFile, pointsFile, lineFile, []byte(gpxTrack)} {
		f.Add(file)
	}
	f.Fuzz(func(t *testing.T, file []byte) {
		made, err := Read(file)
		if err != nil {
			if _, ok := err.(*Error); !ok {
				t.Fatalf("%T: %v", err, err)
			}
			return
		}
		if file[0] == '<' {
			if _, err := geo.Read(made); err != nil {
				t.Fatalf("%s: %v", made, err)
			}
		}
	})
}

func FuzzShapes(f *testing.F) {
	files := unpacked(f, sirgasFile)
	f.Add([]byte(files["talhoes.shp"]), []byte(files["talhoes.dbf"]))
	files = unpacked(f, pointsFile)
	f.Add([]byte(files["p.shp"]), []byte(files["p.dbf"]))
	f.Fuzz(func(t *testing.T, shp, dbf []byte) {
		made, err := readShapes(shp, readTable(dbf), mercator{-57, 0.9996, 500_000, 1e7}.degrees)
		if err != nil {
			return
		}
		if _, err := geo.Read(made); err != nil {
			t.Fatalf("%s: %v", made, err)
		}
	})
}
