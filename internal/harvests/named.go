package harvests

import (
	"context"
	"fmt"

	"rastro/internal/review"
	"rastro/internal/trace"
)

// Names returns some of the harvests that the key may touch and that have a live record, by name.
// more means that there are others.
func (s *Lister) Names(ctx context.Context, by *trace.Key, most int) (names []string, more bool, err error) {
	if err := by.Need(trace.Read); err != nil {
		return nil, false, err
	}
	var found []trace.Harvest
	err = s.store.View(ctx, func(r Readers) (err error) {
		found, err = r.Harvests(ctx, trace.HarvestQuery{Reach: by.Reach(), Limit: most + 1, CountTo: 1})
		return err
	})
	for _, h := range found[:min(len(found), most)] {
		names = append(names, h.HarvestID)
	}
	return names, len(found) > most, err
}

// MaxNamed is how many harvests Named takes at once.
const MaxNamed = 200

// Named returns the cards of the harvests of these names that the key may touch and that have a live
// record, by name. It reviews no more than budget versions; the other cards are postponed.
func (s *Lister) Named(ctx context.Context, by *trace.Key, names []string, budget int64, memory Memory) ([]*Card, error) {
	if err := by.Need(trace.Read); err != nil {
		return nil, err
	}
	if len(names) > MaxNamed {
		return nil, fmt.Errorf("%d harvests are asked for at once, of at most %d", len(names), MaxNamed)
	}
	var asked []string
	for _, name := range names {
		if by.Reaches(name) {
			asked = append(asked, name)
		}
	}
	if len(asked) == 0 { // which would select all
		return nil, nil
	}
	var found []trace.Harvest
	var catalogue int64
	err := s.store.View(ctx, func(r Readers) (err error) {
		if found, err = r.Harvests(ctx, trace.HarvestQuery{Reach: trace.Only(asked...), Limit: len(asked), CountTo: s.harvests.Versions + 1}); err == nil {
			catalogue, err = r.PhaseRevision(ctx)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return s.cards(ctx, by, found, catalogue, Query{Budget: budget}, memory)
}

// LotsAndLand is what some harvests' cards contribute to the reviews of others.
type LotsAndLand struct{ told review.LotsAndLand }

// Add adds the facts of a harvest; it does nothing without a card.
func (t *LotsAndLand) Add(card *Card) {
	if card != nil {
		t.told.Add(card.known, &card.questions)
	}
}

// Concerns reports whether the facts may change the card of another harvest.
func (t *LotsAndLand) Concerns(card *Card) bool { return t.told.Concerns(&card.questions) }

// Empty reports whether there are no facts.
func (t *LotsAndLand) Empty() bool { return t.told.Empty() }
