package trace

import (
	"context"
	"slices"

	"rastro/internal/check/harvest"
	"rastro/internal/finding"
	"rastro/internal/ownership"
)

// addDisputes counts the lots and GTINs in dispute into the cards of harvests, as their
// reviews do. A card is remembered while its own harvest does not change, and others
// claim codes at any time, so disputes are looked up when a card is shown: for all cards
// at once.
func (s *Service) addDisputes(ctx context.Context, by *Key, cards []*HarvestCard) error {
	if len(cards) == 0 {
		return nil
	}
	return s.store.View(ctx, func(r Reader) error {
		var known []string
		var named []ownership.Code
		for _, card := range cards {
			known = append(known, card.known...)
			named = append(named, lotCodes(card.named)...)
		}
		slices.Sort(known)
		cited, err := citationsOf(ctx, r, slices.Compact(known))
		if err != nil {
			return err
		}
		owners := s.codeOwners(r)
		some, err := r.Rivals(ctx, ownership.RivalQuery{Limit: 1})
		if err != nil {
			return err
		}
		owners.undisputed = len(some) == 0
		if err := owners.learn(ctx, named); err != nil {
			return err
		}
		for i, card := range cards {
			if card.Unreviewed != "" {
				continue
			}
			claims, err := s.rivalClaims(ctx, owners, card.named, cited.of(card.known), card.SafraID, by)
			if err != nil {
				return err
			}
			if found := harvest.Disputes(claims); len(found) > 0 {
				cards[i] = card.with(found)
			}
		}
		return nil
	})
}

// of returns what is said of some lots.
func (c citations) of(lots []string) citations {
	some := citations{}
	for _, code := range lots {
		if rows := c[code]; len(rows) > 0 {
			some[code] = rows
		}
	}
	return some
}

// with returns a copy of the card that counts more findings.
func (c *HarvestCard) with(found []finding.Finding) *HarvestCard {
	out := *c
	for i := range found {
		out.Summary.Count(found[i].Rule.Severity)
		if out.Worst == nil || harvest.Before(&found[i], out.Worst) {
			out.Worst = &found[i]
		}
	}
	return &out
}
