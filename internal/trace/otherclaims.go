package trace

import (
	"context"

	"rastro/internal/audit"
	"rastro/internal/ownership"
)

// maxRivalClaims bounds the rivals that a conference looks at, on each side.
const maxRivalClaims = 200

// rivalClaims returns the lots and GTINs that a harvest and another party claim:
// those it owns and others claim, unless an administrator settled that, and those
// it claims and others own. Then come the lots that only a validation names, on
// either side. by is whoever reads it; nil may be told no other harvest.
func (s *Service) rivalClaims(ctx context.Context, r Reader, book *audit.Book, named validatedLots, safraID string, by *Key) ([]audit.RivalClaim, error) {
	var out []audit.RivalClaim
	for _, q := range []ownership.RivalQuery{{Against: safraID, Limit: maxRivalClaims}, {SafraID: safraID, Limit: maxRivalClaims}} {
		rivals, err := r.Rivals(ctx, q)
		if err != nil {
			return nil, err
		}
		var last ownership.Code
		for i := range rivals {
			h := &rivals[i]
			if h.Code == last { // a code makes one finding on each side
				continue
			}
			owner, rival, err := s.isRival(ctx, r, h)
			if err != nil {
				return nil, err
			}
			owned := owner.SafraID == safraID
			if !rival || owned && owner.Settled != 0 {
				continue
			}
			last = h.Code
			c := audit.RivalClaim{Code: h.Text, GTIN: h.Realm == ownership.GTINs, Owned: owned, Settled: owner.Settled != 0, Harvest: h.SafraID}
			if !owned {
				c.Harvest = owner.SafraID
			}
			out = append(out, c)
		}
	}
	cited, err := s.citedClaims(ctx, r, book, safraID, named)
	if err != nil {
		return nil, err
	}
	claimed := map[audit.RivalClaim]bool{}
	for _, c := range out {
		claimed[audit.RivalClaim{Code: c.Code, GTIN: c.GTIN, Owned: c.Owned}] = true
	}
	for _, c := range cited {
		if !claimed[audit.RivalClaim{Code: c.Code, Owned: c.Owned}] { // a claim says more
			out = append(out, c)
		}
	}
	for i := range out {
		out[i].Named = by != nil && by.Reaches(out[i].Harvest)
	}
	return out, nil
}

// isRival returns the owner of a code, and whether a holder of it is another party.
func (s *Service) isRival(ctx context.Context, r ownership.Reader, h *ownership.Holder) (ownership.Owner, bool, error) {
	owners, err := r.Owners(ctx, h.Realm, []string{h.Text})
	if err != nil || len(owners) == 0 || owners[0].SafraID == h.SafraID {
		return ownership.Owner{}, false, err
	}
	party, err := partyOf(ctx, r, owners[0])
	if err != nil {
		return ownership.Owner{}, false, err
	}
	return owners[0], !s.SameParty(party, h.SafraID, h.Author), nil
}

// maxPartyAuthors bounds the authors of a harvest that are looked at for one code.
const maxPartyAuthors = 50
