package harvests

import (
	"context"

	"rastro/internal/trace"
)

// HarvestWithin reports whether at most that many versions were written in a harvest. It counts
// no further. An unknown harvest has none.
func (s *Lister) HarvestWithin(ctx context.Context, by *trace.Key, harvestID string, most int64) (within bool, err error) {
	if err := by.MayRead(harvestID); err != nil {
		return false, err
	}
	err = s.store.View(ctx, func(r Readers) error {
		found, err := r.Harvests(ctx, trace.HarvestQuery{Reach: trace.Only(harvestID), Limit: 1, CountTo: most + 1})
		within = len(found) == 0 || found[0].Versions <= most
		return err
	})
	return within, err
}
