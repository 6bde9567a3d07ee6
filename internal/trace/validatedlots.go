package trace

import (
	"context"
	"maps"
	"slices"

	"rastro/internal/check/harvest"
	"rastro/internal/lot"
	"rastro/internal/ownership"
)

// validatedLots are the lots that the validations of a harvest name, folded, with
// the authors of those validations. Naming a lot claims nothing.
type validatedLots map[string][]string

// take notes the lots of a validation; other records name none.
func (l validatedLots) take(v *Record) {
	if !v.Kind.IsValidation() {
		return
	}
	rows := lot.Read(v.Kind, v.Dados).Rows()
	for i := range rows {
		if code := rows[i].Lot; l[code] != nil || len(l) < maxOtherLots {
			l[code] = appendOnce(l[code], v.CreatedBy)
		}
	}
}

// by returns who names the lots, as citations of a harvest, sorted by lot.
func (l validatedLots) by(safraID string) []citation {
	var all []citation
	for _, code := range slices.Sorted(maps.Keys(l)) {
		for _, author := range l[code] {
			all = append(all, citation{lot: code, safraID: safraID, author: author})
		}
	}
	return all
}

// citation says that somebody names a lot in a validation.
type citation struct{ lot, safraID, author string }

func (c *citation) code() ownership.Code {
	return ownership.Code{Realm: ownership.Lots, Text: c.lot}
}

// ofOthers returns those of some citations whose lot belongs to another party than the
// one that names it, in their order. A lot that nobody claims is nobody's.
func (c *codeOwners) ofOthers(ctx context.Context, cited []citation) ([]citation, error) {
	codes := make([]ownership.Code, len(cited))
	for i := range cited {
		codes[i] = cited[i].code()
	}
	if err := c.learn(ctx, codes); err != nil {
		return nil, err
	}
	var asked []ownership.Code
	for i := range cited {
		if _, ask := c.isOther(c.known[codes[i]], cited[i].safraID, cited[i].author); ask {
			asked = append(asked, codes[i])
		}
	}
	if err := c.learnParties(ctx, asked); err != nil {
		return nil, err
	}
	var others []citation
	for i := range cited {
		if other, _ := c.isOther(c.known[codes[i]], cited[i].safraID, cited[i].author); other {
			others = append(others, cited[i])
		}
	}
	return others, nil
}

// citedClaims adds the lots of other parties that the validations of harvests name, and
// the harvests' own lots that the validations of other parties name. A claim on the same
// lot says more, and stands alone.
func (s *Service) citedClaims(ctx context.Context, r Reader, harvests []claimant, by *Key, lists map[string]*claimList) error {
	var named []citation
	var lots []string
	brought := map[string][]string{} // the lots that each harvest brings into being, sorted
	for i := range harvests {
		h := &harvests[i]
		named = append(named, h.named.by(h.safraID)...)
		lots = append(lots, h.known...)
		brought[h.safraID] = h.known
	}
	owners := s.codeOwners(r)
	foreign, err := owners.ofOthers(ctx, named)
	if err != nil {
		return err
	}
	for i := range foreign {
		o := owners.of(foreign[i].code())
		if list := lists[foreign[i].safraID]; !list.claims(o.Text, false) {
			claim := newRivalClaim(o.Code, o.Settled, false)
			claim.Cited = true
			list.take(claim, o.SafraID)
		}
	}
	slices.Sort(lots)
	cited, err := owners.citedLots(ctx, r, slices.Compact(lots), by)
	if err != nil {
		return err
	}
	for _, code := range slices.Sorted(maps.Keys(cited)) {
		o := owners.of(ownership.Code{Realm: ownership.Lots, Text: code})
		list := lists[o.SafraID]
		if _, own := slices.BinarySearch(brought[o.SafraID], code); list == nil || !own || list.claims(code, true) {
			continue
		}
		for _, safraID := range cited[code] {
			list.take(harvest.RivalClaim{Code: code, Cited: true, Owned: true}, safraID)
		}
	}
	return nil
}
