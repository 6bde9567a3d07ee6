package app

import (
	"context"

	"rastro/internal/geo"
	"rastro/internal/landlayer"
)

// CheckLand holds plots against the public layers that were imported; plot gives one of them,
// nil where it has no outline. Without any plot it tells which layers there are.
func (a *App) CheckLand(ctx context.Context, plots int, plot func(int) *geo.Plot) (landlayer.Checked, error) {
	return a.Layers.Check(ctx, plots, plot)
}
