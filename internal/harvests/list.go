package harvests

import (
	"context"
	"strconv"

	"rastro/internal/check/harvest"
	"rastro/internal/personal"
	"rastro/internal/trace"
)

// Page sizes of the list of harvests. Each harvest may have to be reviewed.
const (
	DefaultPage    = 10
	MaxHarvestPage = 100
	// maxHarvestOffset bounds reading by page number: a step for each harvest.
	maxHarvestOffset = 10_000
)

// Limits bounds what listing harvests may cost.
type Limits struct {
	// Versions is how many versions, live or not, a harvest may have to be
	// reviewed in a list.
	Versions int64
	// Request is how many versions one list reviews. The rest is reviewed when the list is
	// requested again.
	Request int64
}

// defaultHarvestLimits take about a third of a second for a single harvest, and about a second for
// a page of harvests that are not cached.
var defaultHarvestLimits = Limits{Versions: 20_000, Request: 60_000}

// Query says which harvests to list, and what to compare them with.
type Query struct {
	Prefix string // of their names
	Desc   bool
	Target harvest.Target
	// Budget is the largest number of versions reviewed for this list; a harvest with more than
	// the rest of it is postponed. 0 is the service's own limit, which the last reviewed harvest
	// may exceed.
	Budget int64
}

// Page is a page of harvests.
type Page struct {
	Cards []*Card
	Next  string // cursor of the next page, "" at the end
}

// Harvests lists the harvests that the key may touch and that have a live
// record, by name. One whose records are damaged is only named. Each card is made from one
// snapshot, no older than the request.
func (s *Lister) Harvests(ctx context.Context, by *trace.Key, l Query, p trace.Paging, memory Memory) (Page, error) {
	if err := by.Need(trace.Read); err != nil {
		return Page{}, err
	}
	order := trace.Order{{Field: trace.ByHarvest, Desc: l.Desc}}
	scope := "harvests\x00" + l.Prefix + "\x00" + order.String() + "\x00" + by.Limits()
	q := trace.HarvestQuery{Reach: by.Reach(), Prefix: l.Prefix, Desc: l.Desc, Limit: p.Size + 1, CountTo: s.harvests.Versions + 1}
	if p.Cursor != "" {
		at, err := s.cursors.Decode(ctx, scope, order, p.Cursor)
		if err != nil {
			return Page{}, err
		}
		q.After = at[0].(string)
	} else if q.Offset = p.Number * int64(p.Size); p.Number > maxHarvestOffset/int64(p.Size) {
		return Page{}, trace.Fail(trace.CodeTooFar, "max", strconv.Itoa(maxHarvestOffset))
	}
	var found []trace.Harvest
	var catalogue int64
	err := s.store.View(ctx, func(r Readers) (err error) {
		if found, err = r.Harvests(ctx, q); err == nil {
			catalogue, err = r.PhaseRevision(ctx)
		}
		return err
	})
	if err != nil {
		return Page{}, err
	}
	var page Page
	if len(found) > p.Size {
		found = found[:p.Size]
		if page.Next, err = s.cursors.Encode(ctx, scope, trace.Position{found[p.Size-1].HarvestID}); err != nil {
			return Page{}, err
		}
	}
	page.Cards, err = s.cards(ctx, by, found, catalogue, l, memory)
	return page, err
}

// cards returns the cards of harvests, in their order.
func (s *Lister) cards(ctx context.Context, by *trace.Key, found []trace.Harvest, catalogue int64, l Query, memory Memory) ([]*Card, error) {
	left := s.harvests.Request
	if l.Budget > 0 {
		left = min(left, l.Budget)
	}
	states := make([]State, len(found))
	for i, h := range found {
		states[i] = s.state(by, h, l.Target, catalogue)
	}
	recalled, err := s.recall(ctx, by, states, memory)
	if err != nil {
		return nil, err
	}
	var cards []*Card
	for i, h := range found {
		allowed, none := &left, int64(0)
		if l.Budget > 0 && h.Versions > left {
			allowed = &none
		}
		card, err := s.cardOf(ctx, by, h, states[i], recalled[h.HarvestID], memory, allowed)
		if trace.Is(err, trace.CodeStoreDamaged) { // one damaged harvest must not hide the others
			s.log.Error("a harvest in a list cannot be read; run 'rastro verify'", "error", err)
			card, err = &Card{HarvestID: h.HarvestID, Unreviewed: HarvestDamaged}, nil
		}
		if err != nil {
			return nil, err
		}
		if card != nil { // else its last record was deleted meanwhile
			cards = append(cards, card)
		}
	}
	return cards, s.addDisputes(ctx, by, cards)
}

// cardOf returns the card of a harvest: from the cache, or made now within left. It returns nil if
// the harvest has no live record any more.
func (s *Lister) cardOf(ctx context.Context, by *trace.Key, h trace.Harvest, state State, recalled *Card, memory Memory, left *int64) (*Card, error) {
	if card, ok := s.tooLarge(h); ok {
		return card, nil
	}
	if recalled != nil {
		return recalled, nil
	}
	if *left <= 0 {
		return &Card{HarvestID: h.HarvestID, Unreviewed: HarvestPostponed}, nil
	}
	*left -= h.Versions
	return s.draw(ctx, by, state, memory)
}

// state returns what the card of a harvest is made from.
func (s *Lister) state(by *trace.Key, h trace.Harvest, target harvest.Target, catalogue int64) State {
	state := State{HarvestID: h.HarvestID, Target: target, Versions: h.Versions, Catalogue: catalogue, Year: s.now().Year()}
	state.Reader = personal.Sight(by)
	return state
}

// HarvestCard returns the card of a harvest; CodeRecordNotFound if it has no live record.
func (s *Lister) HarvestCard(ctx context.Context, by *trace.Key, harvestID string, target harvest.Target, memory Memory) (*Card, error) {
	if err := by.MayRead(harvestID); err != nil {
		return nil, err
	}
	var found []trace.Harvest
	var catalogue int64
	err := s.store.View(ctx, func(r Readers) (err error) {
		found, err = r.Harvests(ctx, trace.HarvestQuery{Reach: trace.Only(harvestID), Limit: 1, CountTo: s.harvests.Versions + 1})
		if err == nil {
			catalogue, err = r.PhaseRevision(ctx)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	if len(found) == 0 {
		return nil, trace.Fail(trace.CodeRecordNotFound)
	}
	state := s.state(by, found[0], target, catalogue)
	recalled, err := s.recall(ctx, by, []State{state}, memory)
	if err != nil {
		return nil, err
	}
	left := s.harvests.Request
	card, err := s.cardOf(ctx, by, found[0], state, recalled[harvestID], memory, &left)
	if err == nil && card == nil {
		err = trace.Fail(trace.CodeRecordNotFound)
	}
	if err != nil {
		return nil, err
	}
	cards := []*Card{card}
	err = s.addDisputes(ctx, by, cards)
	return cards[0], err
}
