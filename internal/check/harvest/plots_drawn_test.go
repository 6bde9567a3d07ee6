package harvest_test

import (
	"strings"
	"testing"

	"rastro/internal/check/harvest"
)

// A planting with a rectangle is not asked for a polygon that the plan of the same plot draws. What
// the plan does not draw is requested.
func TestPolygonIsAskedForOnlyWhereNoneIsDrawn(t *testing.T) {
	const (
		asks   = "GEO_EXIGE_POLIGONO"
		here   = `[[-55.720000,-12.550000],[-55.710000,-12.550000],[-55.711000,-12.540000],[-55.719000,-12.540000],[-55.720000,-12.550000]]`
		half   = `[[-55.720000,-12.550000],[-55.715500,-12.550000],[-55.715500,-12.540000],[-55.720000,-12.540000],[-55.720000,-12.550000]]`
		away   = `[[-55.620000,-12.550000],[-55.610000,-12.550000],[-55.611000,-12.540000],[-55.619000,-12.540000],[-55.620000,-12.550000]]`
		corner = `[-55.720000,-12.550000,-55.710000,-12.540000]`
		point  = `{"type":"Feature","properties":{"Area":120},"geometry":{"type":"Point","coordinates":[-55.715000,-12.545000]}}`
	)
	for _, c := range []struct {
		what, plan, planting string
		asked                int
	}{
		{"neither draws it", corner, corner, 2},
		{"the plan draws it", here, corner, 0},
		{"the plan draws it, the planting gives a point", here, point, 0},
		{"the plan draws half of it", half, corner, 1},
		{"the plan draws another plot", away, corner, 1},
		{"the plan draws another plot, the planting gives a point", away, point, 1},
		{"only the planting draws it, and the plan is what the market is shown", corner, here, 1},
	} {
		entries := changedHarvest(t, goldenHarvest(t, soyDemo), "planoCultivo", 0, "poligono", c.plan)
		entries = changedHarvest(t, entries, "plantioManejo", 0, "areaPlantada", c.planting)
		review, err := harvest.Run(t.Context(), &kept{entries: entries}, reviewYear, harvest.EUDR)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Count(rulesOf(review), asks); got != c.asked {
			t.Errorf("%s: %d remarks ask for a polygon, want %d: %s", c.what, got, c.asked, rulesOf(review))
		}
	}
}
