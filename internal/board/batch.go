package board

import (
	"context"
	"sync"

	"rastro/internal/harvests"
	"rastro/internal/trace"
)

// batch is a group of harvests under review. It is the harvests.Memory for that, with what the
// index knew at the beginning, so that the index is free meanwhile.
type batch struct {
	x     *index
	began int // the index's moment
	names []string

	mu     sync.Mutex
	states map[string]harvests.State
	known  map[string]*harvests.Card // by themselves, without disputes
	cards  map[string]*harvests.Card // that were found
	spent  int64                     // of the budget
	// changed: the index has received something new.
	changed bool
}

// askedCost is the cost of a harvest in addition to its versions, counted in versions: even for an
// unchanged harvest, everything that its lots and its land depend on is checked.
const askedCost = 20

// begin prepares a batch. The caller holds the index's lock.
func (x *index) begin(names []string) *batch {
	b := &batch{
		x: x, began: x.moment, names: names, spent: askedCost * int64(len(names)),
		states: map[string]harvests.State{}, known: map[string]*harvests.Card{}, cards: map[string]*harvests.Card{},
	}
	for _, name := range names {
		if r := x.rows[name]; r != nil && r.card != nil {
			b.states[name], b.known[name] = r.state, r.card
		}
	}
	return b
}

// review returns the cards as a key may see them, with the disputes of their lots, which change
// independently of their harvests. budget limits the versions that are reviewed; 0 means as many as
// a list.
func (b *batch) review(ctx context.Context, by *trace.Key, budget int64) ([]*harvests.Card, error) {
	cards, err := b.x.board.lister.Named(ctx, by, b.names, budget, b)
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, card := range cards {
		b.cards[card.HarvestID] = card
		if kept := b.known[card.HarvestID]; kept != nil && card.Unreviewed == "" {
			b.cards[card.HarvestID] = kept
		}
	}
	return cards, err
}

// Get implements harvests.Memory.
func (b *batch) Get(s harvests.State) (*harvests.Card, bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	card := b.known[s.HarvestID]
	return card, card != nil && b.states[s.HarvestID] == s
}

// Put implements harvests.Memory.
func (b *batch) Put(s harvests.State, card *harvests.Card) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.states[s.HarvestID], b.known[s.HarvestID] = s, card
	b.spent += s.Versions
}
