package app

import (
	"context"
	"time"

	"rastro/internal/harvests"
	"rastro/internal/lineage"
	"rastro/internal/trace"
)

// BalanceOf is the mass balance of a lot, with what the reviews of the harvests behind it say
// of all that left them, so that neither says that masses agree where the other says that they
// do not. It reviews as many harvests as a list does. A review is of now: a balance as of an
// earlier instant is of its lots alone.
func (a *App) BalanceOf(ctx context.Context, by *trace.Key, code string, at time.Time) (*lineage.Balance, error) {
	found, err := a.Tracer.BalanceOf(ctx, by, code, at)
	if err != nil || !at.IsZero() {
		return found, err
	}
	asked := found.Harvests[:min(len(found.Harvests), harvests.MaxNamed)]
	found.Unreviewed = len(asked) < len(found.Harvests)
	cards, err := a.Named(ctx, by, asked, 0, forgetful{})
	if err != nil {
		return nil, err
	}
	for _, card := range cards {
		found.Unreviewed = found.Unreviewed || card.Unreviewed != ""
		if card.Excess != nil {
			found.Totals = append(found.Totals, lineage.HarvestTotal{HarvestID: card.HarvestID, Rule: card.Excess.Rule.ID, Message: card.Excess.Text()})
		}
	}
	return found, nil
}

// forgetful remembers no card.
type forgetful struct{}

func (forgetful) Recall(harvests.State) (*harvests.Card, bool) { return nil, false }

func (forgetful) Remember(harvests.State, *harvests.Card) {}
