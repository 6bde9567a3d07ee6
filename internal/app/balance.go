package app

import (
	"context"
	"time"

	"rastro/internal/lineage"
	"rastro/internal/trace"
)

// maxBalanceReviews bounds the harvests that are reviewed for one balance.
const maxBalanceReviews = 500

// BalanceOf is the mass balance of a lot, with what the reviews of the harvests behind it say
// of all that left them, so that neither says that masses agree where the other says that they
// do not. A review is of now: a balance as of an earlier instant is of its lots alone.
func (a *App) BalanceOf(ctx context.Context, by *trace.Key, code string, at time.Time) (*lineage.Balance, error) {
	found, err := a.Tracer.BalanceOf(ctx, by, code, at)
	if err != nil || !at.IsZero() {
		return found, err
	}
	found.Unreviewed = len(found.Harvests) > maxBalanceReviews
	for _, harvestID := range found.Harvests[:min(len(found.Harvests), maxBalanceReviews)] {
		if by.NeedHarvest(harvestID) != nil {
			continue // it does not exist for this key
		}
		of, err := a.Review(ctx, by, harvestID, "")
		switch {
		case trace.Is(err, trace.CodeHarvestTooLarge):
			found.Unreviewed = true
		case err != nil:
			return nil, err
		case of.Total != nil:
			found.Totals = append(found.Totals, lineage.HarvestTotal{HarvestID: harvestID, Rule: of.Total.Rule.ID, Message: of.Total.Text()})
		}
	}
	return found, nil
}
