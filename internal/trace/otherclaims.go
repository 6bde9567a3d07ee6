package trace

import (
	"context"
	"slices"

	"rastro/internal/audit"
	"rastro/internal/ownership"
)

const (
	// maxRivalClaims bounds the codes that a conference tells of, on each side.
	maxRivalClaims = 200
	// maxRivalRows bounds the holders that are looked at for them, rivalPage those
	// read at once.
	maxRivalRows = 2_000
	rivalPage    = 200
	// maxRivalsNamed bounds the rivals that are named of one code.
	maxRivalsNamed = 10
	// maxPartyAuthors bounds the authors of a harvest that are looked at for one code.
	maxPartyAuthors = 50
)

// rivalClaims returns the lots and GTINs that a harvest and another party claim, then
// the lots that only a validation names, on either side. by is whoever reads it; nil
// may be told no other harvest.
func (s *Service) rivalClaims(ctx context.Context, r Reader, book *audit.Book, named validatedLots, safraID string, by *Key) ([]audit.RivalClaim, error) {
	out, err := s.disputesOf(ctx, r, safraID, by)
	if err != nil {
		return nil, err
	}
	cited, err := s.citedClaims(ctx, r, book, safraID, named, by)
	if err != nil {
		return nil, err
	}
	for _, c := range cited {
		if !slices.ContainsFunc(out, func(o audit.RivalClaim) bool { return !o.GTIN && o.Code == c.Code && o.Owned == c.Owned }) { // a claim says more
			out = append(out, c)
		}
	}
	return out, nil
}

// disputesOf returns the codes that a harvest owns and others claim, unless an
// administrator settled that, and those it claims and others own: each once, with all
// rivals that may be named.
func (s *Service) disputesOf(ctx context.Context, r ownership.Reader, safraID string, by *Key) ([]audit.RivalClaim, error) {
	var out []audit.RivalClaim
	for _, q := range []ownership.RivalQuery{{Against: safraID}, {SafraID: safraID}} {
		found, err := s.claimsIn(ctx, r, q, safraID, by)
		if err != nil {
			return nil, err
		}
		out = append(out, found...)
	}
	return out, nil
}

func (s *Service) claimsIn(ctx context.Context, r ownership.Reader, q ownership.RivalQuery, safraID string, by *Key) (out []audit.RivalClaim, err error) {
	q.Limit = rivalPage
	var of disputed
	for looked := 0; looked < maxRivalRows; looked += rivalPage {
		rivals, err := r.Rivals(ctx, q)
		if err != nil {
			return nil, err
		}
		for i := range rivals {
			h := &rivals[i]
			if of.Code != h.Code {
				if of, err = disputedBy(ctx, r, h.Code); err != nil {
					return nil, err
				}
			}
			owned := of.SafraID == safraID
			if of.SafraID == "" || of.SafraID == h.SafraID || owned && of.Settled != 0 || s.SameParty(of.party, h.SafraID, h.Author) {
				continue
			}
			n := len(out)
			if n == 0 || out[n-1].Code != h.Text || out[n-1].GTIN != (h.Realm == ownership.GTINs) {
				if n == maxRivalClaims {
					return out, nil
				}
				out = append(out, audit.RivalClaim{Code: h.Text, GTIN: h.Realm == ownership.GTINs, Owned: owned, Settled: of.Settled != 0})
			}
			rival := h.SafraID
			if !owned {
				rival = of.SafraID
			}
			nameRival(&out[len(out)-1], rival, by)
		}
		if len(rivals) < rivalPage {
			return out, nil
		}
		q.After = rivals[len(rivals)-1]
	}
	return out, nil
}

// nameRival names the other harvest of a claim, once, to whoever may read it.
func nameRival(c *audit.RivalClaim, safraID string, by *Key) {
	switch {
	case by == nil || !by.Reaches(safraID) || slices.Contains(c.Harvests, safraID):
	case len(c.Harvests) == maxRivalsNamed:
		c.More = true
	default:
		c.Harvests = append(c.Harvests, safraID)
	}
}

// disputed is a code with its owner.
type disputed struct {
	ownership.Owner
	party Party
}

// disputedBy returns the owner of a code; SafraID is "" where nobody owns it.
func disputedBy(ctx context.Context, r ownership.Reader, code ownership.Code) (disputed, error) {
	owners, err := r.Owners(ctx, code.Realm, []string{code.Text})
	if err != nil || len(owners) == 0 {
		return disputed{Owner: ownership.Owner{Code: code}}, err
	}
	party, err := partyOf(ctx, r, owners[0])
	return disputed{owners[0], party}, err
}
