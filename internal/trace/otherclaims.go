package trace

import (
	"context"
	"slices"

	"rastro/internal/check/harvest"
	"rastro/internal/ownership"
)

const (
	// maxRivalClaims bounds the codes that a review tells of, on each side.
	maxRivalClaims = 200
	// maxRivalRows bounds the holders that are looked at for them, rivalPage those
	// read at once.
	maxRivalRows = 2_000
	rivalPage    = 200
	// maxRivalsNamed bounds the rivals that are named of one code.
	maxRivalsNamed = 10
)

// rivalClaims returns the lots and GTINs that a harvest and another party claim, then
// the lots that only a validation names, on either side. by is whoever reads it; nil
// may be told no other harvest.
func (s *Service) rivalClaims(ctx context.Context, owners *codeOwners, named validatedLots, cited citations, safraID string, by *Key) ([]harvest.RivalClaim, error) {
	out, err := owners.disputesOf(ctx, safraID, by)
	if err != nil {
		return nil, err
	}
	more, err := owners.citedClaims(ctx, named, cited, safraID, by)
	if err != nil {
		return nil, err
	}
	for _, c := range more {
		if !slices.ContainsFunc(out, func(o harvest.RivalClaim) bool { return !o.GTIN && o.Code == c.Code && o.Owned == c.Owned }) { // a claim says more
			out = append(out, c)
		}
	}
	return out, nil
}

// disputesOf returns the codes that a harvest owns and others claim, unless an
// administrator settled that, and those it claims and others own: each once, with all
// rivals that may be named.
func (c *codeOwners) disputesOf(ctx context.Context, safraID string, by *Key) ([]harvest.RivalClaim, error) {
	if c.undisputed {
		return nil, nil
	}
	var out []harvest.RivalClaim
	for _, q := range []ownership.RivalQuery{{Against: safraID}, {SafraID: safraID}} {
		found, err := c.claimsIn(ctx, q, safraID, by)
		if err != nil {
			return nil, err
		}
		out = append(out, found...)
	}
	return out, nil
}

func (c *codeOwners) claimsIn(ctx context.Context, q ownership.RivalQuery, safraID string, by *Key) (out []harvest.RivalClaim, err error) {
	q.Limit = rivalPage
	for looked := 0; looked < maxRivalRows; looked += rivalPage {
		rivals, err := c.r.Rivals(ctx, q)
		if err != nil {
			return nil, err
		}
		codes := make([]ownership.Code, len(rivals))
		for i := range rivals {
			codes[i] = rivals[i].Code
		}
		if err := c.learn(ctx, codes); err != nil {
			return nil, err
		}
		for i := range rivals {
			h := &rivals[i]
			of := c.known[h.Code]
			owned := of.SafraID == safraID
			if owned && of.Settled != 0 {
				continue
			}
			if other, err := c.isOther(ctx, of, h.SafraID, h.Author); err != nil || !other {
				if err != nil {
					return nil, err
				}
				continue
			}
			n := len(out)
			if n == 0 || out[n-1].Code != h.Text || out[n-1].GTIN != (h.Realm == ownership.GTINs) {
				if n == maxRivalClaims {
					return out, nil
				}
				out = append(out, harvest.RivalClaim{Code: h.Text, GTIN: h.Realm == ownership.GTINs, Owned: owned, Settled: of.Settled != 0})
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
func nameRival(c *harvest.RivalClaim, safraID string, by *Key) {
	switch {
	case by == nil || !by.Reaches(safraID) || slices.Contains(c.Harvests, safraID):
	case len(c.Harvests) == maxRivalsNamed:
		c.More = true
	default:
		c.Harvests = append(c.Harvests, safraID)
	}
}
