package board_test

import (
	"strings"
	"testing"

	"rastro/internal/board"
	"rastro/internal/finding"
	"rastro/internal/geo/layerfile"
	"rastro/internal/kind"
	"rastro/internal/landlayer"
	"rastro/internal/landlayer/landimport"
	"rastro/internal/testkit/stores"
)

// A public layer that is imported or removed may change every row.
func TestBoardFollowsTheLayers(t *testing.T) {
	stores.Each(t, func(t *testing.T, d *stores.Database) {
		s := newSite(t, d.Store(t), board.Limits{})
		s.create(kind.Plan, "S-1", `{"cultura":"SOJA","poligono":[-55.72,-12.55,-55.71,-12.54]}`)
		found := func() finding.Summary { return s.page(board.Query{}).Rows[0].Readiness.Summary }
		before := found()
		file := `{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"image_date":"2022-08-01"},"geometry":{"type":"Polygon","coordinates":[[[-55.73,-12.56],[-55.70,-12.56],[-55.70,-12.53],[-55.73,-12.53],[-55.73,-12.56]]]}}]}`
		from, err := layerfile.Open(strings.NewReader(file), int64(len(file)))
		if err != nil {
			t.Fatal(err)
		}
		layer := landlayer.Layer{Name: "prodes", Kind: landlayer.Deforestation, Date: "2025-07-31", Source: "INPE", SHA256: "abc"}
		if _, err := s.app.Layers.Import(t.Context(), layer, landimport.Options{}, from); err != nil {
			t.Fatal(err)
		}
		if found() == before {
			t.Error("the board does not see the layer that was imported")
		}
		s.lister.took()
		if s.page(board.Query{}); s.lister.took() != 0 {
			t.Error("the same layers were checked again")
		}
		if _, err := s.app.Layers.Remove(t.Context(), "prodes"); err != nil {
			t.Fatal(err)
		}
		if found() != before {
			t.Error("the board still sees the layer that was removed")
		}
	})
}
