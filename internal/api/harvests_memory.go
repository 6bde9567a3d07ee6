package api

import (
	"fmt"

	"github.com/maypok86/otter/v2"

	"rastro/internal/trace"
)

// cards remembers how harvests stand. A state says all that its card was made
// of, so a card is never stale; those of states that are over are asked for no
// more, and make room.
type cards struct {
	*otter.Cache[trace.HarvestState, *trace.HarvestCard]
}

// cardsWeight bounds the cards remembered: some ten thousand.
const cardsWeight = 16 << 20

func newCards() (cards, error) {
	made, err := otter.New(&otter.Options[trace.HarvestState, *trace.HarvestCard]{
		MaximumWeight: cardsWeight,
		Weigher: func(_ trace.HarvestState, card *trace.HarvestCard) uint32 {
			weight := 1024
			if w := card.Worst; w != nil {
				weight += 200 * (len(w.Records) + len(w.Args) + len(w.Words))
			}
			return uint32(weight)
		},
	})
	if err != nil {
		return cards{}, fmt.Errorf("the cards of harvests: %w", err)
	}
	return cards{made}, nil
}

// Recall implements trace.HarvestMemory.
func (c cards) Recall(s trace.HarvestState) (*trace.HarvestCard, bool) { return c.GetIfPresent(s) }

// Remember implements trace.HarvestMemory.
func (c cards) Remember(s trace.HarvestState, card *trace.HarvestCard) { c.Set(s, card) }
