package app

import (
	"context"

	"rastro/internal/geo"
	"rastro/internal/landlayer"
)

// CheckLand compares plots with the imported public layers. plot returns a plot, nil if it has no
// outline. Without any plot it only returns the layers.
func (a *App) CheckLand(ctx context.Context, plots int, plot func(int) *geo.Plot) (landlayer.Checked, error) {
	return a.Layers.Check(ctx, plots, plot)
}
