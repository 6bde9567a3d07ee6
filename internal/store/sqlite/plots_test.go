package sqlite

import (
	"testing"

	"rastro/internal/store/storetest"
)

func TestFillPlots(t *testing.T) {
	migration, err := migrations.ReadFile("migrations/00005_plots.sql")
	if err != nil {
		t.Fatal(err)
	}
	storetest.FillPlots(t, openEngine(t, fresh(t)), string(migration))
}

func TestPlotsCostNothing(t *testing.T) {
	storetest.PlotsCostNothing(t, openEngine(t, fresh(t)))
}

func TestErasePlots(t *testing.T) {
	storetest.ErasePlots(t, openEngine(t, fresh(t)))
}
