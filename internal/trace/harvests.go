package trace

import (
	"context"
	"strconv"

	"rastro/internal/check/harvest"
)

// Page sizes of the list of harvests: each of them may have to be reviewed.
const (
	DefaultHarvestPage = 10
	MaxHarvestPage     = 100
	// maxHarvestOffset bounds reading by page number: a step for each harvest.
	maxHarvestOffset = 10_000
)

// HarvestLimits bounds what listing harvests may cost.
type HarvestLimits struct {
	// Versions is how many versions, live or not, a harvest may have to be
	// reviewed in a list.
	Versions int64
	// Request is how many versions one list reviews. What is left over is
	// reviewed when the list is asked for again.
	Request int64
}

// defaultHarvestLimits is what takes about a third of a second for one harvest,
// and about a second for a page of harvests that nobody has asked for before.
var defaultHarvestLimits = HarvestLimits{Versions: 20_000, Request: 60_000}

// HarvestList says which harvests to list, and what they are held against.
type HarvestList struct {
	Prefix string // of their names
	Desc   bool
	Target harvest.Target
	// Budget is the most versions that are reviewed for this list; a harvest that
	// has more than are left of it is postponed. 0 is the service's own limit, which
	// the last harvest reviewed may pass.
	Budget int64
}

// HarvestPage is one page of harvests.
type HarvestPage struct {
	Cards []*HarvestCard
	Next  string // cursor of the next page, "" at the end
}

// Harvests lists the harvests that the key may touch and that have a live
// record, by name. Each card is of one snapshot, and what it says was true when
// the list was asked for or later.
func (s *Service) Harvests(ctx context.Context, by *Key, l HarvestList, p Paging, memory HarvestMemory) (HarvestPage, error) {
	if err := by.Need(Read); err != nil {
		return HarvestPage{}, err
	}
	order := Order{{ByHarvest, l.Desc}}
	scope := "harvests\x00" + l.Prefix + "\x00" + order.String() + "\x00" + by.limits()
	q := HarvestQuery{SafraIDs: by.Safras, Prefix: l.Prefix, Desc: l.Desc, Limit: p.Size + 1, CountTo: s.harvests.Versions + 1}
	if p.Cursor != "" {
		at, err := s.decodeCursor(ctx, scope, order, p.Cursor)
		if err != nil {
			return HarvestPage{}, err
		}
		q.After = at[0].(string)
	} else if q.Offset = p.Number * int64(p.Size); p.Number > maxHarvestOffset/int64(p.Size) {
		return HarvestPage{}, Fail(CodeTooFar, "max", strconv.Itoa(maxHarvestOffset))
	}
	var found []Harvest
	var catalogue int64
	err := s.store.View(ctx, func(r Reader) (err error) {
		if found, err = r.Harvests(ctx, q); err == nil {
			catalogue, err = r.PhaseRevision(ctx)
		}
		return err
	})
	if err != nil {
		return HarvestPage{}, err
	}
	var page HarvestPage
	if len(found) > p.Size {
		found = found[:p.Size]
		if page.Next, err = s.encodeCursor(ctx, scope, Position{found[p.Size-1].SafraID}); err != nil {
			return HarvestPage{}, err
		}
	}
	left := s.harvests.Request
	if l.Budget > 0 {
		left = min(left, l.Budget)
	}
	for _, h := range found {
		allowed, none := &left, int64(0)
		if l.Budget > 0 && h.Versions > left {
			allowed = &none
		}
		card, err := s.cardOf(ctx, h, HarvestState{h.SafraID, l.Target, h.Versions, catalogue, s.now().Year()}, memory, allowed)
		if err != nil {
			return HarvestPage{}, err
		}
		if card != nil { // else its last record was deleted meanwhile
			page.Cards = append(page.Cards, card)
		}
	}
	return page, s.addDisputes(ctx, by, page.Cards)
}

// cardOf is the card of a harvest: a remembered one, or one made now as long as
// left allows. It is nil where the harvest has no live record any more.
func (s *Service) cardOf(ctx context.Context, h Harvest, state HarvestState, memory HarvestMemory, left *int64) (*HarvestCard, error) {
	if card, ok := s.tooLarge(h); ok {
		return card, nil
	}
	if card, ok := memory.Recall(state); ok {
		return card, nil
	}
	if *left <= 0 {
		return &HarvestCard{SafraID: h.SafraID, Unreviewed: HarvestPostponed}, nil
	}
	*left -= h.Versions
	return s.draw(ctx, state, memory)
}

// HarvestCard says how one harvest stands; CodeRecordNotFound where it has no live
// record.
func (s *Service) HarvestCard(ctx context.Context, by *Key, safraID string, target harvest.Target, memory HarvestMemory) (*HarvestCard, error) {
	if err := by.MayRead(safraID); err != nil {
		return nil, err
	}
	var found []Harvest
	var catalogue int64
	err := s.store.View(ctx, func(r Reader) (err error) {
		found, err = r.Harvests(ctx, HarvestQuery{SafraIDs: []string{safraID}, Limit: 1, CountTo: s.harvests.Versions + 1})
		if err == nil {
			catalogue, err = r.PhaseRevision(ctx)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	if len(found) == 0 {
		return nil, Fail(CodeRecordNotFound)
	}
	left := s.harvests.Request
	card, err := s.cardOf(ctx, found[0], HarvestState{safraID, target, found[0].Versions, catalogue, s.now().Year()}, memory, &left)
	if err == nil && card == nil {
		err = Fail(CodeRecordNotFound)
	}
	if err != nil {
		return nil, err
	}
	cards := []*HarvestCard{card}
	err = s.addDisputes(ctx, by, cards)
	return cards[0], err
}
