package answercache

import (
	"fmt"

	"rastro/internal/bounded"
	"rastro/internal/harvests"
)

// Cards remembers the cards of harvests by their states. Cards of past states are not used any
// more, and make room. It is a harvests.Memory.
type Cards struct {
	kept bounded.Cache[harvests.State, *harvests.Card]
}

// cardsWeight bounds the cards remembered: at most four thousand.
const cardsWeight = 16 << 20

// NewCards returns a memory without cards.
func NewCards() (*Cards, error) {
	made, err := bounded.ByWeight(cardsWeight, func(_ harvests.State, card *harvests.Card) uint32 {
		return uint32(card.Weight())
	})
	if err != nil {
		return nil, fmt.Errorf("the cards of harvests: %w", err)
	}
	return &Cards{made}, nil
}

// Get implements harvests.Memory.
func (c *Cards) Get(s harvests.State) (*harvests.Card, bool) {
	return c.kept.GetIfPresent(s)
}

// Put implements harvests.Memory.
func (c *Cards) Put(s harvests.State, card *harvests.Card) { c.kept.Set(s, card) }
