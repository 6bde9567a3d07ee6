package harvests

import (
	"context"

	"rastro/internal/check/harvest"
	"rastro/internal/finding"
	"rastro/internal/review"
	"rastro/internal/trace"
)

// addDisputes counts the lots and GTINs in dispute into the cards of harvests, as their
// reviews do. A card is remembered while its own harvest does not change, and others
// claim codes at any time, so disputes are looked up when a card is shown: for all cards
// at once.
func (s *Lister) addDisputes(ctx context.Context, by *trace.Key, cards []*Card) error {
	var shown []review.Claimant
	for _, card := range cards {
		if card.Unreviewed == "" {
			shown = append(shown, review.Claimant{HarvestID: card.HarvestID, Named: card.named, Known: card.known})
		}
	}
	if len(shown) == 0 {
		return nil
	}
	return s.store.View(ctx, func(r Readers) error {
		claims, err := s.reviewer.RivalClaims(ctx, r.Review, shown, by)
		if err != nil {
			return err
		}
		for i, card := range cards {
			if found, counted := harvest.Disputes(claims[card.HarvestID]); len(found) > 0 {
				cards[i] = card.with(found, counted)
			}
		}
		return nil
	})
}

// with returns a copy of the card that counts more findings, some of which are listed.
func (c *Card) with(found []finding.Finding, counted finding.Summary) *Card {
	out := *c
	out.Found.Summary.Add(counted)
	for i := range found {
		if out.Worst == nil || harvest.Before(&found[i], out.Worst) {
			out.Worst = &found[i]
		}
	}
	return &out
}
