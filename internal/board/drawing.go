package board

import (
	"context"

	"rastro/internal/harvests"
	"rastro/internal/trace"
)

// drawing is some harvests on their way to their cards. It is the harvests.Memory of that, so
// that nothing else has to wait for it.
type drawing struct {
	x      *index
	began  int // the index's moment
	names  []string
	states map[string]harvests.State
	known  map[string]*harvests.Card // by themselves, without disputes
	cards  map[string]*harvests.Card
	spent  int64 // versions reviewed, and one for each harvest
}

// begin prepares the cards of harvests. The caller holds the index.
func (x *index) begin(names []string) *drawing {
	d := &drawing{x: x, began: x.moment, names: names, states: map[string]harvests.State{}, known: map[string]*harvests.Card{}, cards: map[string]*harvests.Card{}, spent: int64(len(names))}
	for _, name := range names {
		if r := x.rows[name]; r != nil && r.card != nil {
			d.states[name], d.known[name] = r.state, r.card
		}
	}
	return d
}

// draw gets the cards. budget is the most versions that are reviewed; 0 is what a list reviews.
func (d *drawing) draw(ctx context.Context, budget int64) error {
	_, err := d.show(ctx, d.x.by, budget)
	return err
}

// show gets the cards as a key may see them: with the disputes of their lots, which change
// without their harvests. They come by name.
func (d *drawing) show(ctx context.Context, by *trace.Key, budget int64) ([]*harvests.Card, error) {
	cards, err := d.x.board.lister.Named(ctx, by, d.names, budget, d)
	for _, card := range cards {
		d.cards[card.HarvestID] = card
		if kept := d.known[card.HarvestID]; kept != nil && card.Unreviewed == "" {
			d.cards[card.HarvestID] = kept
		}
	}
	return cards, err
}

// Recall implements harvests.Memory.
func (d *drawing) Recall(s harvests.State) (*harvests.Card, bool) {
	card := d.known[s.HarvestID]
	return card, card != nil && d.states[s.HarvestID] == s
}

// Remember implements harvests.Memory.
func (d *drawing) Remember(s harvests.State, card *harvests.Card) {
	d.states[s.HarvestID], d.known[s.HarvestID] = s, card
	d.spent += s.Versions
}
