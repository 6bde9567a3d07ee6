package ownerbook

import (
	"context"
	"slices"

	"rastro/internal/ownership"
)

// OwnerOf returns the owner of a code; ok is false if there is none.
func OwnerOf(ctx context.Context, r ownership.OwnerReader, code ownership.Code) (o ownership.Owner, ok bool, err error) {
	owners, err := r.Owners(ctx, code.Realm, []string{code.Text})
	if err != nil || len(owners) == 0 {
		return o, false, err
	}
	return owners[0], true, nil
}

// maxPartyPairs bounds the rivals that are remembered as the owner's party, or not.
const maxPartyPairs = 10_000

// EachRival calls fn with every rival that is not of the owner's party, until fn returns false. It
// is the only place that distinguishes disputes from several claims of one party, and it reads
// everything.
func (s *OwnerBook) EachRival(ctx context.Context, r ownership.RivalReader, q ownership.RivalQuery, fn func(*ownership.Holder) (more bool, err error)) error {
	type pair struct {
		against, harvestID, author string
		shared                     bool
	}
	same := map[pair]bool{} // many codes have the same rivals
	return ownership.EachRival(ctx, r, q, func(h *ownership.Holder) (bool, error) {
		p := pair{h.Against, h.HarvestID, h.Author, h.Shared}
		own, known := same[p]
		if !known {
			if len(same) >= maxPartyPairs {
				clear(same)
			}
			own = s.SharesParty(h)
			same[p] = own
		}
		if own {
			return true, nil
		}
		return fn(h)
	})
}

// SharesParty reports whether a rival belongs to the party that owns the code.
func (s *OwnerBook) SharesParty(h *ownership.Holder) bool {
	owner := Party{HarvestID: h.Against}
	if h.Shared {
		owner.Authors = []string{h.Author}
	}
	return s.SameParty(owner, h.HarvestID, h.Author)
}

// CodeOwners caches the owners of codes in one snapshot, so that many are looked up at once, and
// none twice.
type CodeOwners struct {
	s     *OwnerBook
	r     ownership.OwnerReader
	known map[ownership.Code]*CodeOwner
}

// CodeOwner is the owner of a code; HarvestID is "" if there is none.
type CodeOwner struct {
	ownership.Owner
	party *Party // nil until it is needed
}

// CodeOwners returns a cache of owners within one snapshot.
func (s *OwnerBook) CodeOwners(r ownership.OwnerReader) *CodeOwners {
	return &CodeOwners{s: s, r: r, known: map[ownership.Code]*CodeOwner{}}
}

// Of returns the cached owner of a code; nil if it was not looked up.
func (c *CodeOwners) Of(code ownership.Code) *CodeOwner { return c.known[code] }

// learn looks up the owners of codes whose owner is not known yet.
func (c *CodeOwners) learn(ctx context.Context, codes []ownership.Code) error {
	asked := map[ownership.Realm][]string{}
	for _, code := range codes {
		if c.known[code] == nil {
			c.known[code] = &CodeOwner{Owner: ownership.Owner{Code: code}}
			asked[code.Realm] = append(asked[code.Realm], code.Text)
		}
	}
	for realm, texts := range asked {
		for some := range slices.Chunk(texts, ownership.MaxCodes) {
			owners, err := c.r.Owners(ctx, realm, some)
			if err != nil {
				return err
			}
			for _, o := range owners {
				c.known[o.Code].Owner = o
			}
		}
	}
	return nil
}

// learnParties looks up who claims codes in their owners' harvests, if not known yet.
func (c *CodeOwners) learnParties(ctx context.Context, codes []ownership.Code) error {
	asked := map[ownership.Realm][]string{}
	for _, code := range codes {
		if o := c.known[code]; o != nil && o.HarvestID != "" && o.party == nil {
			o.party = &Party{HarvestID: o.HarvestID}
			asked[code.Realm] = append(asked[code.Realm], code.Text)
		}
	}
	for realm, texts := range asked {
		for some := range slices.Chunk(texts, ownership.MaxCodes) {
			own, err := c.r.OwnHolders(ctx, realm, some)
			if err != nil {
				return err
			}
			for i := range own {
				party := c.known[own[i].Code].party
				party.Authors = append(party.Authors, own[i].Author)
			}
		}
	}
	return nil
}

// isOther reports whether what an author wrote in a harvest belongs to a party other than the
// owner's. ask means that the answer depends on who claims the code in the owner's harvest, which
// learnParties finds out.
func (c *CodeOwners) isOther(o *CodeOwner, harvestID, author string) (other, ask bool) {
	switch {
	case o.HarvestID == "" || c.s.SameParty(Party{HarvestID: o.HarvestID}, harvestID, author):
		return false, false
	case !c.s.isOrganisation(author):
		return true, false
	case o.party == nil:
		return false, true
	}
	return !c.s.SameParty(*o.party, harvestID, author), false
}
