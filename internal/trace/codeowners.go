package trace

import (
	"context"

	"rastro/internal/ownership"
)

// maxPartyAuthors bounds the authors of a harvest that are looked at for one code.
const maxPartyAuthors = 50

// OwnerOf returns who owns a code, as an owner and as a party; ok is false where nobody
// does.
func OwnerOf(ctx context.Context, r ownership.Reader, code ownership.Code) (o ownership.Owner, party Party, ok bool, err error) {
	owners, err := r.Owners(ctx, code.Realm, []string{code.Text})
	if err != nil || len(owners) == 0 {
		return o, party, false, err
	}
	party, err = partyOf(ctx, r, owners[0])
	return owners[0], party, true, err
}

// partyOf returns the party that owns a code.
func partyOf(ctx context.Context, r ownership.Reader, o ownership.Owner) (Party, error) {
	own, err := r.Holders(ctx, o.Code, o.SafraID, maxPartyAuthors)
	return PartyOf(o, own), err
}

// codeOwners remembers who owns codes in one snapshot, so that many are looked up at
// once, and none twice.
type codeOwners struct {
	s     *Service
	r     ownership.Reader
	known map[ownership.Code]*codeOwner
	// undisputed: the store has no rivals at all, so nobody need look for those of a
	// harvest.
	undisputed bool
}

// codeOwner is the owner of a code; SafraID is "" where nobody owns it.
type codeOwner struct {
	ownership.Owner
	party *Party // nil until somebody asks
}

func (s *Service) codeOwners(r ownership.Reader) *codeOwners {
	return &codeOwners{s: s, r: r, known: map[ownership.Code]*codeOwner{}}
}

// learn looks up the owners of those codes that are not known yet.
func (c *codeOwners) learn(ctx context.Context, codes []ownership.Code) error {
	asked := map[ownership.Realm][]string{}
	for _, code := range codes {
		if c.known[code] == nil {
			c.known[code] = &codeOwner{Owner: ownership.Owner{Code: code}}
			asked[code.Realm] = append(asked[code.Realm], code.Text)
		}
	}
	for realm, texts := range asked {
		for len(texts) > 0 {
			some := texts[:min(len(texts), ownership.MaxCodes)]
			texts = texts[len(some):]
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

// isOther reports whether what an author wrote in a harvest is another party's than the
// owner's. Who holds the code in the owner's harvest is asked only where that matters,
// and once.
func (c *codeOwners) isOther(ctx context.Context, o *codeOwner, safraID, author string) (bool, error) {
	if o.SafraID == "" || c.s.SameParty(Party{SafraID: o.SafraID}, safraID, author) {
		return false, nil
	}
	if !c.s.isOrganisation(author) {
		return true, nil
	}
	if o.party == nil {
		party, err := partyOf(ctx, c.r, o.Owner)
		if err != nil {
			return false, err
		}
		o.party = &party
	}
	return !c.s.SameParty(*o.party, safraID, author), nil
}
