package harvests

import (
	"context"
	"errors"
	"time"

	"rastro/internal/kind"
	"rastro/internal/lineage"
	"rastro/internal/trace"
)

// Limits on the plots shown of a harvest: what a map can distinguish, and what can be read while
// someone waits.
const (
	MaxHarvestPlots     = 200
	maxHarvestPlotBytes = 4 << 20
)

var errEnoughPlots = errors.New("enough plots")

// HarvestPlots returns the plots of a harvest, oldest first: those of its plans or, if there are
// none, of its plantings. more means that there are others.
func (s *Lister) HarvestPlots(ctx context.Context, by *trace.Key, harvestID string) (plots []*lineage.OriginPlot, more bool, err error) {
	if err := by.MayRead(harvestID); err != nil {
		return nil, false, err
	}
	err = s.store.View(ctx, func(r Readers) error {
		plots, more = nil, false
		bytes := 0
		var stated *lineage.Stated
		err := trace.StreamSent(ctx, r, kind.Profile, harvestID, time.Time{}, func(v *trace.Record) error {
			stated = lineage.StatedIn(v)
			return nil
		})
		if err != nil {
			return err
		}
		take := func(v *trace.Record) error {
			if len(plots) == MaxHarvestPlots || bytes > maxHarvestPlotBytes {
				more = true
				return errEnoughPlots
			}
			bytes += len(v.Payload)
			if p, ok := lineage.PlotOf(v, stated); ok {
				kept := *v
				p.Record = &kept
				plots = append(plots, p)
			}
			return nil
		}
		err = trace.StreamSent(ctx, r, trace.PlanKind, harvestID, time.Time{}, take)
		if err == nil && len(plots) == 0 {
			err = trace.StreamSent(ctx, r, trace.PlantingKind, harvestID, time.Time{}, take)
		}
		if errors.Is(err, errEnoughPlots) {
			err = nil
		}
		return err
	})
	return plots, more, err
}
