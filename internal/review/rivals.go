package review

import (
	"context"
	"slices"
	"time"

	"rastro/internal/check/harvest"
	"rastro/internal/ownerbook"
	"rastro/internal/ownership"
	"rastro/internal/trace"
)

// Claimant is a harvest whose claims are compared with those of others.
type Claimant struct {
	HarvestID string
	Named     ValidatedLots // the lots that its validations name
	Known     []string      // the lots that its records identify or make
}

// RivalClaims returns, for each of some harvests, the lots and GTINs that it and another
// party claim, then the lots that only a validation names, on either side. by is the
// reader; nil may not see any other harvest's name. The result is complete, and the
// number of statements does not depend on the number of harvests.
func (s *Reviewer) RivalClaims(ctx context.Context, r ClaimReader, harvests []Claimant, by *trace.Key) (map[string][]harvest.RivalClaim, error) {
	lists := make(map[string]*claimList, len(harvests))
	var names []string
	for i := range harvests {
		if lists[harvests[i].HarvestID] == nil {
			lists[harvests[i].HarvestID] = &claimList{by: by}
			names = append(names, harvests[i].HarvestID)
		}
	}
	if len(names) == 0 {
		return nil, nil
	}
	slices.Sort(names)
	err := s.owners.EachRival(ctx, r, ownership.RivalQuery{Against: names}, func(h *ownership.Holder) (bool, error) {
		lists[h.Against].take(newRivalClaim(h.Code, h.Settled, true), h.HarvestID)
		return true, nil
	})
	if err != nil {
		return nil, err
	}
	err = s.owners.EachRival(ctx, r, ownership.RivalQuery{HarvestIDs: names}, func(h *ownership.Holder) (bool, error) {
		lists[h.HarvestID].take(newRivalClaim(h.Code, h.Settled, false), h.Against)
		return true, nil
	})
	if err != nil {
		return nil, err
	}
	if err := s.citedClaims(ctx, r, harvests, by, lists); err != nil {
		return nil, err
	}
	out := make(map[string][]harvest.RivalClaim, len(lists))
	for name, list := range lists {
		out[name] = list.all
	}
	return out, nil
}

// newRivalClaim returns a claim on a code with the decision about it, at an instant in Unix
// milliseconds; 0 if there was none. It omits the reason, which may be erased while a finding is
// kept in a report.
func newRivalClaim(code ownership.Code, settled int64, owned bool) harvest.RivalClaim {
	c := harvest.RivalClaim{Code: code.Text, GTIN: code.Realm == ownership.GTINs, Owned: owned, Settled: settled != 0}
	if c.Settled {
		c.Decision = ownerbook.DecidedText(time.UnixMilli(settled), "")
	}
	return c
}

// claimList collects the claims of one harvest.
type claimList struct {
	by   *trace.Key
	all  []harvest.RivalClaim
	last struct {
		code string
		way  standsBeside
		told bool
	}
	ways map[standsBeside]*claimsAlike
	// lots are those with visible claims, by whether the harvest owns them.
	lots map[bool]map[string]bool
}

// standsBeside is a relation to another party: each has its own rule.
type standsBeside struct{ gtin, owned, cited, settled bool }

// claimsAlike are the claims of one kind: how many are shown, and where the last is.
type claimsAlike struct{ told, last int }

// take adds a rival. The rivals for one code come consecutively.
func (l *claimList) take(c harvest.RivalClaim, rival string) {
	way := standsBeside{c.GTIN, c.Owned, c.Cited, c.Owned && c.Settled} // for the owner a decision ends the dispute
	// A key that is limited to some harvests may not reach all who claim the code.
	c.Decides = l.by != nil && l.by.MaySettle() && !l.by.LimitedToHarvests()
	if l.ways == nil {
		l.ways, l.lots = map[standsBeside]*claimsAlike{}, map[bool]map[string]bool{false: {}, true: {}}
	}
	alike := l.ways[way]
	if alike == nil {
		alike = &claimsAlike{}
		l.ways[way] = alike
	}
	if l.last.code != c.Code || l.last.way != way {
		l.last.code, l.last.way, l.last.told = c.Code, way, alike.told < ownerbook.MaxRivalClaims
		if l.last.told {
			alike.told, alike.last = alike.told+1, len(l.all)
			l.all = append(l.all, c)
		} else {
			l.all[alike.last].Alike++
		}
		if !c.GTIN && !c.Cited && l.last.told {
			l.lots[c.Owned][c.Code] = true
		}
	}
	if l.last.told {
		nameRival(&l.all[alike.last], rival, l.by)
	}
}

// claims reports whether a claim on a lot is shown.
func (l *claimList) claims(code string, owned bool) bool { return l.lots[owned][code] }

// nameRival names the other harvest of a claim, once, to a key that may read it.
func nameRival(c *harvest.RivalClaim, harvestID string, by *trace.Key) {
	switch {
	case by == nil || !by.Reaches(harvestID) || slices.Contains(c.Harvests, harvestID):
	case len(c.Harvests) == ownerbook.MaxRivalsNamed:
		c.More = true
	default:
		c.Harvests = append(c.Harvests, harvestID)
	}
}
