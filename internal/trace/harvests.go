package trace

import (
	"context"
	"strconv"

	"rastro/internal/audit"
)

// Page sizes of the list of harvests: each of them may have to be conferred.
const (
	DefaultHarvestPage = 10
	MaxHarvestPage     = 100
	// maxHarvestOffset bounds reading by page number: a step for each harvest.
	maxHarvestOffset = 10_000
)

// HarvestLimits bounds what listing harvests may cost.
type HarvestLimits struct {
	// Versions is how many versions, live or not, a harvest may have to be
	// conferred in a list.
	Versions int64
	// Request is how many versions one list confers. What is left over is
	// conferred when the list is asked for again.
	Request int64
}

// defaultHarvestLimits is what takes about a third of a second for one harvest,
// and about a second for a page of harvests that nobody has asked for before.
var defaultHarvestLimits = HarvestLimits{Versions: 20_000, Request: 60_000}

// HarvestList says which harvests to list, and what they are held against.
type HarvestList struct {
	Prefix string // of their names
	Desc   bool
	Target audit.Target
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
	scope := "harvests\x00" + l.Prefix + "\x00" + order.String()
	q := HarvestQuery{SafraIDs: by.Safras, Prefix: l.Prefix, Desc: l.Desc, Limit: p.Size + 1, CountTo: s.harvests.Versions + 1}
	if p.Cursor != "" {
		at, err := decodeCursor(scope, order, p.Cursor)
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
		page.Next = encodeCursor(scope, Position{found[p.Size-1].SafraID})
	}
	left := s.harvests.Request
	for _, h := range found {
		state := HarvestState{h.SafraID, l.Target, h.Versions, catalogue, s.now().Year()}
		card, ok := s.tooLarge(h)
		if !ok {
			card, ok = memory.Recall(state)
		}
		if !ok && left <= 0 {
			card, ok = &HarvestCard{SafraID: h.SafraID, Unconferred: HarvestPostponed}, true
		}
		if !ok {
			left -= h.Versions
			if card, err = s.draw(ctx, state, memory); err != nil {
				return HarvestPage{}, err
			}
		}
		if card != nil { // else its last record was deleted meanwhile
			page.Cards = append(page.Cards, card)
		}
	}
	return page, nil
}
