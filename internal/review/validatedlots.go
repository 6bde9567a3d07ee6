package review

import (
	"context"
	"maps"
	"slices"

	"rastro/internal/check/harvest"
	"rastro/internal/lot"
	"rastro/internal/ownerbook"
	"rastro/internal/ownership"
	"rastro/internal/trace"
)

// ValidatedLots are the lots that the validations of a harvest name, folded, with
// the authors of those validations. Naming a lot claims nothing.
type ValidatedLots map[string][]string

// Take notes the lots of a validation; other records name none.
func (l ValidatedLots) Take(v *trace.Record) {
	if !v.Kind.IsValidation() {
		return
	}
	rows := lot.Read(v.Kind, v.Payload).Rows()
	for i := range rows {
		if code := rows[i].Lot; l[code] != nil || len(l) < MaxOtherLots {
			l[code] = trace.AppendOnce(l[code], v.CreatedBy)
		}
	}
}

// by returns who names the lots, as citations of a harvest, sorted by lot.
func (l ValidatedLots) by(harvestID string) []ownerbook.Citation {
	var all []ownerbook.Citation
	for _, code := range slices.Sorted(maps.Keys(l)) {
		for _, author := range l[code] {
			all = append(all, ownerbook.Citation{Lot: code, HarvestID: harvestID, Author: author})
		}
	}
	return all
}

// citedClaims adds the lots of other parties that the validations of harvests name, and
// the harvests' own lots that the validations of other parties name. A claim on the same
// lot says more, and is enough.
func (s *Reviewer) citedClaims(ctx context.Context, r ClaimReader, harvests []Claimant, by *trace.Key, lists map[string]*claimList) error {
	var named []ownerbook.Citation
	var lots []string
	brought := map[string][]string{} // the lots that each harvest creates, sorted
	for i := range harvests {
		h := &harvests[i]
		named = append(named, h.Named.by(h.HarvestID)...)
		lots = append(lots, h.Known...)
		brought[h.HarvestID] = h.Known
	}
	owners := s.owners.CodeOwners(r)
	foreign, err := owners.OfOthers(ctx, named)
	if err != nil {
		return err
	}
	for i := range foreign {
		o := owners.Of(foreign[i].Code())
		if list := lists[foreign[i].HarvestID]; !list.claims(o.Text, false) {
			claim := newRivalClaim(o.Code, o.Settled, false)
			claim.Cited = true
			list.take(claim, o.HarvestID)
		}
	}
	slices.Sort(lots)
	cited, err := owners.CitedLots(ctx, r, slices.Compact(lots), by)
	if err != nil {
		return err
	}
	for _, code := range slices.Sorted(maps.Keys(cited)) {
		o := owners.Of(ownership.Code{Realm: ownership.Lots, Text: code})
		list := lists[o.HarvestID]
		if _, own := slices.BinarySearch(brought[o.HarvestID], code); list == nil || !own || list.claims(code, true) {
			continue
		}
		for _, harvestID := range cited[code] {
			list.take(harvest.RivalClaim{Code: code, Cited: true, Owned: true}, harvestID)
		}
	}
	return nil
}
