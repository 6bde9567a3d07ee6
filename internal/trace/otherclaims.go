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
// it claims and others own. by is whoever reads it; nil may be told no other harvest.
func (s *Service) rivalClaims(ctx context.Context, r Reader, safraID string, by *Key) ([]audit.RivalClaim, error) {
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
			c := audit.RivalClaim{Code: h.Text, GTIN: h.Realm == ownership.GTINs, Owned: owned, Harvest: h.SafraID}
			if !owned {
				c.Harvest = owner.SafraID
			}
			c.Named = by != nil && by.Reaches(c.Harvest)
			out = append(out, c)
		}
	}
	return out, nil
}

// isRival returns the owner of a code, and whether a holder of it is another party.
func (s *Service) isRival(ctx context.Context, r ownership.Reader, h *ownership.Holder) (ownership.Owner, bool, error) {
	owners, err := r.Owners(ctx, h.Realm, []string{h.Text})
	if err != nil || len(owners) == 0 || owners[0].SafraID == h.SafraID {
		return ownership.Owner{}, false, err
	}
	own, err := r.Holders(ctx, h.Code, owners[0].SafraID, maxPartyAuthors)
	if err != nil {
		return ownership.Owner{}, false, err
	}
	return owners[0], !s.SameParty(PartyOf(owners[0], own), h.SafraID, h.Author), nil
}

// maxPartyAuthors bounds the authors of a harvest that are looked at for one code.
const maxPartyAuthors = 50
