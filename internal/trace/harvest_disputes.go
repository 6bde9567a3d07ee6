package trace

import (
	"context"

	"rastro/internal/audit"
	"rastro/internal/ownership"
)

// addDisputes counts the lots and GTINs in dispute into the cards of harvests, as their
// reviews do. A card is remembered while its own harvest does not change, and others
// claim codes at any time, so disputes are looked up when a card is shown. Where the
// store has none that costs one look.
func (s *Service) addDisputes(ctx context.Context, by *Key, cards []*HarvestCard) error {
	if len(cards) == 0 {
		return nil
	}
	return s.store.View(ctx, func(r Reader) error {
		if any, err := r.Rivals(ctx, ownership.RivalQuery{Limit: 1}); len(any) == 0 || err != nil {
			return err
		}
		for i, card := range cards {
			if card.Unconferred != "" {
				continue
			}
			claims, err := s.disputesOf(ctx, r, card.SafraID, by)
			if err != nil {
				return err
			}
			if found := audit.Disputes(claims); len(found) > 0 {
				cards[i] = card.with(found)
			}
		}
		return nil
	})
}

// with returns a copy of the card that counts more findings.
func (c *HarvestCard) with(found []audit.HarvestFinding) *HarvestCard {
	out := *c
	for i := range found {
		out.Summary.Count(found[i].Rule.Severity)
		if out.Worst == nil || found[i].Before(out.Worst) {
			out.Worst = &found[i]
		}
	}
	return &out
}
