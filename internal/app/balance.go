package app

import (
	"context"
	"time"

	"rastro/internal/harvests"
	"rastro/internal/lineage"
	"rastro/internal/trace"
)

// Recalled reports whether a lot is being recalled, as far as the key may know, or might be: if its
// harvest has more recalls than are read, none of them must be missed.
func (a *App) Recalled(ctx context.Context, by *trace.Key, code string) (bool, error) {
	found, err := a.LotNotices(ctx, by, []string{code})
	return len(found) > 0, err
}

// BalanceWithReviews returns the mass balance of a lot, with what the reviews of the harvests
// behind it say about everything that left them, so that the two never contradict each other. It
// reviews as many harvests as a list does. Reviews describe the present: a balance as of an earlier
// instant covers only its lots.
func (a *App) BalanceWithReviews(ctx context.Context, by *trace.Key, code string, at time.Time) (*lineage.Balance, error) {
	found, err := a.BalanceOf(ctx, by, code, at)
	if err != nil || !at.IsZero() {
		return found, err
	}
	asked := found.Harvests[:min(len(found.Harvests), harvests.MaxNamed)]
	found.Unreviewed = len(asked) < len(found.Harvests)
	cards, err := a.Named(ctx, by, asked, 0, harvests.NoMemory{})
	if err != nil {
		return nil, err
	}
	for _, card := range cards {
		found.Unreviewed = found.Unreviewed || card.Unreviewed != ""
		found.AddReview(card.HarvestID, card.Excess)
	}
	return found, nil
}
