package api_test

import (
	"archive/zip"
	"bytes"
	"fmt"
	"mime/multipart"
	"strings"
	"testing"
)

const (
	plotKML = `<?xml version="1.0" encoding="UTF-8"?><kml xmlns="http://www.opengis.net/kml/2.2"><Placemark><name>T1</name><Polygon><outerBoundaryIs><LinearRing><coordinates>
-55.720001,-12.550001,0 -55.710001,-12.550001,0 -55.710001,-12.540001,0 -55.720001,-12.540001,0 -55.720001,-12.550001,0</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark></kml>`
	plotGPX  = `<?xml version="1.0"?><gpx version="1.1" creator="x"><trk><trkseg><trkpt lat="-12.550001" lon="-55.720001"/><trkpt lat="-12.550001" lon="-55.710001"/><trkpt lat="-12.540001" lon="-55.710001"/><trkpt lat="-12.540001" lon="-55.720001"/><trkpt lat="-12.550001" lon="-55.720001"/></trkseg></trk></gpx>`
	plotJSON = `{"type":"Polygon","coordinates":[[[-55.720001,-12.550001],[-55.710001,-12.550001],[-55.710001,-12.540001],[-55.720001,-12.540001],[-55.720001,-12.550001]]]}`
)

// kmz packs a file.
func kmz(t *testing.T, name, text string) string {
	t.Helper()
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	f, err := z.Create(name)
	if err == nil {
		_, err = f.Write([]byte(text))
	}
	if err == nil {
		err = z.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// The API reads the files of plots as the console does, whatever they are declared as, and
// stores nothing. What it answers, a record accepts.
func TestPlotFiles(t *testing.T) {
	t.Parallel()
	c := start(t)
	var form bytes.Buffer
	w := multipart.NewWriter(&form)
	_ = w.WriteField("nota", "x")
	part, err := w.CreateFormFile("arquivo", "talhao.kml")
	if err == nil {
		_, err = part.Write([]byte(plotKML))
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	for name, sent := range map[string]struct{ media, body string }{
		"KML": {"application/vnd.google-earth.kml+xml", plotKML}, "KMZ": {"application/vnd.google-earth.kmz", kmz(t, "doc.kml", plotKML)}, "GPX": {"application/gpx+xml", plotGPX},
		"GeoJSON": {"application/geo+json", plotJSON}, "KML as JSON": {"application/json", plotKML}, "GPX as bytes": {"application/octet-stream", plotGPX}, "a form": {w.FormDataContentType(), form.String()},
	} {
		got := c.post("/talhoes/leitura", sent.body, "Content-Type: "+sent.media).ok(200)
		read := decode[struct {
			Geojson   jsonText
			Geometria struct {
				AreaHa float64
				Bbox   []float64
			}
			Avisos []struct{ Campo string }
		}](t, name, got.Data)
		if read.Geometria.AreaHa < 110 || read.Geometria.AreaHa > 130 || len(read.Geometria.Bbox) != 4 || len(read.Avisos) > 0 {
			t.Errorf("%s: %s", name, got.Data)
		}
		made := c.create(planning, "S-1", `{"poligono":`+string(read.Geojson)+`}`)
		if kept := string(c.get(planning + "/" + made.ID).ok(200).Data); !strings.Contains(kept, fmt.Sprintf(`"areaHa":%g`, read.Geometria.AreaHa)) {
			t.Errorf("%s: the record says %s", name, kept)
		}
	}
}

// jsonText is a value as written.
type jsonText []byte

// UnmarshalJSON implements json.Unmarshaler.
func (j *jsonText) UnmarshalJSON(text []byte) error {
	*j = append((*j)[:0], text...)
	return nil
}

// A file without a plot is refused, with advice.
func TestPlotFilesThatAreRefused(t *testing.T) {
	t.Parallel()
	c := start(t)
	for name, sent := range map[string]string{
		"nothing": "", "a text": "talhão do fundo", "a zip without a shape": kmz(t, "leia.txt", "x"), "not a zip": "PK\x03\x04xxxx",
		"a DTD":      `<?xml version="1.0"?><!DOCTYPE kml [<!ENTITY a "x">]><kml><Placemark/></kml>`,
		"a bomb":     kmz(t, "doc.kml", "<kml>"+strings.Repeat(" ", 40<<20)+"</kml>"),
		"a line":     strings.NewReplacer("Polygon", "LineString", "<outerBoundaryIs><LinearRing>", "", "</LinearRing></outerBoundaryIs>", "").Replace(plotKML),
		"other JSON": `{"type":"Topology"}`,
	} {
		got := c.post("/talhoes/leitura", sent, "Content-Type: application/zip")
		if body := string(got.fails(422, "DADOS_INVALIDOS").body); !strings.Contains(body, `"errors":[{`) {
			t.Errorf("%s: %s", name, body)
		}
	}
	c.post("/talhoes/leitura", strings.Repeat("x", 9<<20), "Content-Type: application/zip").fails(413, "CORPO_GRANDE")
	reader := c.newKey(`{"escopos":["leitura"]}`)
	reader.post("/talhoes/leitura", plotKML, "Content-Type: application/zip").fails(403, "SEM_PERMISSAO")
}
