package harvests

import (
	"context"
	"slices"

	"rastro/internal/kind"
	"rastro/internal/lot"
	"rastro/internal/trace"
)

// Kind is a kind in a harvest: its number of live records, and the newest few. A validation comes
// without its state.
type Kind struct {
	Kind    *kind.Kind
	Count   int64
	Records []trace.Record
}

// HarvestKinds returns the kinds of a harvest, in the order of the phases, with no more than the
// newest few records of each. versions is how many were written in the harvest; the count stops
// after countTo live and countTo ended ones. An unknown harvest has none.
func (s *Lister) HarvestKinds(ctx context.Context, by *trace.Key, harvestID string, few int, countTo int64) (kinds []Kind, versions int64, err error) {
	if err := by.MayRead(harvestID); err != nil {
		return nil, 0, err
	}
	err = s.store.View(ctx, func(r Readers) error {
		kinds, versions = nil, 0
		found, err := r.Harvests(ctx, trace.HarvestQuery{Reach: trace.Only(harvestID), Limit: 1, CountTo: countTo})
		if err != nil {
			return err
		}
		if len(found) > 0 {
			versions = found[0].Versions
		}
		for _, k := range kind.All {
			one := Kind{Kind: k}
			if len(found) > 0 {
				if err := one.fill(ctx, r, harvestID, few); err != nil {
					return err
				}
			}
			kinds = append(kinds, one)
		}
		return nil
	})
	return kinds, versions, err
}

func (h *Kind) fill(ctx context.Context, r Reader, harvestID string, few int) error {
	q := trace.Query{Kind: h.Kind, Reach: trace.Only(harvestID), Order: trace.NewestFirst, Limit: few + 1}
	found, err := trace.RecordsOf(ctx, r, q)
	if err != nil {
		return err
	}
	if h.Count = int64(len(found)); len(found) > few {
		found = found[:few]
		if h.Count, err = r.Count(ctx, q); err != nil {
			return err
		}
	}
	h.Records = found
	return nil
}

// maxLotRecords limits the records of a kind from which the lots of a harvest are read.
const maxLotRecords = 200

// HarvestLots returns the lots that were created in a harvest, as its newest records
// name them, folded and sorted; more: older ones were not looked at.
func (s *Lister) HarvestLots(ctx context.Context, by *trace.Key, harvestID string) (lots []string, more bool, err error) {
	if err := by.MayRead(harvestID); err != nil {
		return nil, false, err
	}
	err = s.store.View(ctx, func(r Readers) error {
		lots, more = nil, false
		for _, k := range kind.All {
			if !k.NamesLots() || k.IsValidation() {
				continue
			}
			found, err := trace.RecordsOf(ctx, r, trace.Query{Kind: k, Reach: trace.Only(harvestID), Order: trace.NewestFirst, Limit: maxLotRecords})
			if err != nil {
				return err
			}
			more = more || len(found) == maxLotRecords
			for i := range found {
				for _, row := range found[i].LotRows() {
					if row.Role == lot.Identified || row.Role == lot.Produced {
						lots = append(lots, row.Lot)
					}
				}
			}
		}
		return nil
	})
	slices.Sort(lots)
	return slices.Compact(lots), more, err
}
