package api_test

import (
	"strings"
	"testing"

	"rastro/internal/geo/layerfile"
	"rastro/internal/landlayer"
	"rastro/internal/landlayer/landimport"
)

// A dossier, a review and a pre-flight say with which public layers plots were compared, or that
// there was none.
func TestDossierNamesTheLayers(t *testing.T) {
	t.Parallel()
	c := start(t)
	c.sow("A-1", 1, 2, 40)
	page := func() string {
		_, files := unzip(t, c.dossier("A-1").ok(200).body)
		return string(files["leia-read/dossie.html"])
	}
	says := func(what, text string, want ...string) {
		t.Helper()
		for _, w := range want {
			if !strings.Contains(text, w) {
				t.Errorf("%s does not say %q: %s", what, w, text)
			}
		}
	}
	says("a dossier without layers", page(), "Camadas públicas", "Öffentliche Geodaten", "nenhuma camada pública foi importada")
	far := `{"type":"FeatureCollection","features":[{"type":"Feature","properties":{},"geometry":{"type":"Polygon","coordinates":[[[-60.1,-3.1],[-60,-3.1],[-60,-3],[-60.1,-3],[-60.1,-3.1]]]}}]}`
	from, err := layerfile.Open(strings.NewReader(far), int64(len(far)))
	if err != nil {
		t.Fatal(err)
	}
	layer := landlayer.Layer{Name: "terras <i>", Kind: landlayer.Indigenous, Date: "2025-06-30", Source: "FUNAI", SHA256: strings.Repeat("ab", 32)}
	if _, err := c.service.Layers.Import(t.Context(), layer, landimport.Options{}, from); err != nil {
		t.Fatal(err)
	}
	says("a dossier", page(), "2 talhões comparados com 1 camada", "terras &lt;i&gt;", "30/06/2025", "SHA-256 abababababababab")
	checked := []string{`"conferido":true`, `"nome":"terras <i>"`, `"tipo":"TERRA_INDIGENA"`, `"data":"2025-06-30"`, `"sobreposicoes":[]`}
	says("a pre-flight", string(c.get("/eudr/lote/A-1/conferencia").ok(200).body), checked...)
	says("a review", string(c.get("/safras/A-1-S00000/conferencia").ok(200).body), checked...)
	// The review that a validation freezes has them too; its seal has the digest of that review.
	validation := c.create(validations, "A-1-S00000", `{"cultura":"SOJA"}`)
	frozen := string(c.get("/validacao/" + validation.ID + "/conferencia").ok(200).body)
	says("a frozen review", frozen, checked...)
}
