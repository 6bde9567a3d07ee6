package record_test

import (
	"bytes"
	"mime/multipart"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"rastro/internal/web/console/consoletest"
)

const (
	planForm = "/registros/cadastroPlanejamento.planoCultivo"
	plotKML  = `<kml xmlns="http://www.opengis.net/kml/2.2"><Document><Placemark><name>T-07</name><Polygon><outerBoundaryIs><LinearRing><coordinates>-55.720012,-12.550034 -55.710056,-12.550078 -55.710091,-12.540023 -55.720012,-12.550034</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark></Document></kml>`
)

// sendFile sends a form with a file, as the button next to the plot does.
func sendFile(b *consoletest.Browser, path string, form url.Values, file []byte) consoletest.Seen {
	b.T.Helper()
	var body bytes.Buffer
	w := multipart.NewWriter(&body)
	for name, values := range form {
		for _, value := range values {
			_ = w.WriteField(name, value)
		}
	}
	part, err := w.CreateFormFile("arquivo", "talhao.kml")
	if err != nil {
		b.T.Fatal(err)
	}
	_, _ = part.Write(file)
	_ = w.Close()
	return b.Do(http.MethodPost, path, &body, []string{"Content-Type", w.FormDataContentType(), "Origin", b.Server.URL})
}

// A plot comes from a file into the form, with all else that was typed; it is written
// when the form is saved.
func TestPlotFromFile(t *testing.T) {
	s := consoletest.NewSite(t)
	b := s.As(s.Root)
	page := b.Get(planForm+"/novo").Has(200, `formaction="../../../console/registros/cadastroPlanejamento.planoCultivo/talhao"`)
	form := page.Filled()
	form.Set("safraId", "S-KML")
	form.Set("d.insumos", "semente <boa>")
	form.Set("d.poligono", "old")
	read := sendFile(b, planForm+"/talhao", form, []byte(plotKML)).
		Has(200, "semente &lt;boa&gt;", `value="S-KML"`, "[[-55.720012,-12.550034],[-55.710056,-12.550078],[-55.710091,-12.540023],[-55.720012,-12.550034]]")
	b.Send(planForm+"/novo", read.Filled()).Has(200, "T-07", "Registro gravado")

	b.Get(planForm+"/novo").Has(200, "Ler o arquivo")
	b.Get("/registros/" + consoletest.ReceiptSlug + "/novo").Has(200).Lacks("Ler o arquivo")
	sendFile(b, "/registros/"+consoletest.ReceiptSlug+"/talhao", nil, []byte(plotKML)).Has(404)
}

// A problem with a file is shown next to the field, and nothing typed is lost.
func TestPlotFileRefused(t *testing.T) {
	s := consoletest.NewSite(t)
	b := s.As(s.Root)
	form := url.Values{"safraId": {"S-1"}, "d.insumos": {"semente boa"}, "d.poligono": {"[-55.71,-12.55,-55.70,-12.54]"}}
	for file, want := range map[string]string{
		"":                         "nenhum arquivo foi escolhido",
		"PK\x03\x04x":              "incompleto ou danificado",
		"<!DOCTYPE kml>" + plotKML: "declaração DTD",
		"not a shapefile":          "não é Shapefile (zip), KML, KMZ, GPX nem GeoJSON",
		strings.Repeat("x", 9<<20): "passa de 8 MiB",
	} {
		sendFile(b, planForm+"/talhao", form, []byte(file)).Has(422, want, "semente boa", `value="S-1"`, "[-55.71,-12.55,-55.70,-12.54]")
	}
	b.Post(planForm+"/talhao", "safraId", "S-1").Has(400)
}
