package lineage

import (
	"slices"
	"time"

	"rastro/internal/lang"
	"rastro/internal/lot"
	"rastro/internal/ownerbook"
	"rastro/internal/ownership"
)

// Rivalry says how a walk treats a claim on a lot by a party that does not own it. Forward walks
// encounter none: a step forward is a reference, and every reference is followed, whoever wrote it.
type Rivalry uint8

const (
	RivalsCount Rivalry = iota // it is a row like any other
	rivalsShown                // it is shown, but not followed
	rivalsOut                  // ignored: what is behind the lot does not depend on it
)

// RivalClaim is a claim on a lot by a party that does not own it.
type RivalClaim struct {
	Lot       string
	HarvestID string // the rival's; "" if the key may not see it
	// Foreign: the claim is the key's own, and the lot belongs to a party that the key
	// may not read.
	Foreign bool
	// Settled: an administrator decided who owns the lot; Decision is the part that all parties
	// may read.
	Settled  bool
	Decision lang.Text
	Decides  bool // the key may settle it
}

// MaxRivalsTold bounds the rival claims that a walk remembers.
const MaxRivalsTold = 100

// partyJudge separates the owner's claims on a lot from those of others.
type partyJudge struct {
	party   ownerbook.Party
	settled int64              // when an administrator decided, in Unix milliseconds; 0 if nobody did
	own     map[[2]string]bool // by harvest and author
}

// claimedTwice returns the lots that more than one harvest claims in some rows.
func claimedTwice(claims []lot.Row) (codes []string) {
	if len(claims) < 2 {
		return nil
	}
	first := make(map[string]string, len(claims))
	for i := range claims {
		r := &claims[i]
		if !ownership.Claims(r.Role) {
			continue
		}
		switch harvest, ok := first[r.Lot]; {
		case !ok:
			first[r.Lot] = r.HarvestID
		case harvest != r.HarvestID && harvest != "":
			first[r.Lot], codes = "", append(codes, r.Lot)
		}
	}
	return codes
}

// learnOwners finds the owners of those lots in a chunk that several harvests claim, and forgets
// the previous chunk. A lot that only one harvest claims needs no judge, so a walk without disputes
// reads nothing.
func (v *LotView) learnOwners(many []string) error {
	clear(v.judges)
	clear(v.disputed)
	for some := range slices.Chunk(many, ownership.MaxCodes) {
		held, err := v.r.Owners(v.ctx, ownership.Lots, some)
		if err != nil {
			return err
		}
		own, err := v.r.OwnHolders(v.ctx, ownership.Lots, some)
		if err != nil {
			return err
		}
		if v.judges == nil {
			v.judges = map[string]*partyJudge{}
		}
		for _, o := range held {
			v.judges[o.Text] = &partyJudge{ownerbook.Party{HarvestID: o.HarvestID}, o.Settled, map[[2]string]bool{}}
		}
		for i := range own {
			if judge := v.judges[own[i].Text]; judge != nil {
				judge.party.Authors = append(judge.party.Authors, own[i].Author)
			}
		}
	}
	return nil
}

// isRival reports whether a row claims a lot that belongs to another party.
func (v *LotView) isRival(r *lot.Row) bool {
	if v.rivals == RivalsCount || !ownership.Claims(r.Role) || foreign(r) {
		return false
	}
	judge := v.judges[r.Lot]
	if judge == nil {
		return false
	}
	key := [2]string{r.HarvestID, r.By}
	own, known := judge.own[key]
	if !known {
		own = v.s.owners.SameParty(judge.party, r.HarvestID, r.By)
		judge.own[key] = own
	}
	return !own
}

// concerns reports whether the key reads one side of a rival claim. For other keys the claim does
// not exist: only its parties may know of a dispute.
func (v *LotView) concerns(r *lot.Row) bool {
	return v.sees(r.HarvestID) || v.sees(v.judges[r.Lot].party.HarvestID)
}

// noteRival remembers a rival claim, once for each lot and harvest.
func (v *LotView) noteRival(r *lot.Row) {
	if !v.concerns(r) {
		return
	}
	judge := v.judges[r.Lot]
	c := RivalClaim{Lot: r.Lot, HarvestID: r.HarvestID, Settled: judge.settled != 0, Foreign: !v.sees(judge.party.HarvestID)}
	c.Decides = !v.Restricted() && v.by.MaySettle()
	if c.Settled {
		c.Decision = ownerbook.DecidedText(time.UnixMilli(judge.settled), "")
	}
	if !v.sees(r.HarvestID) {
		c.HarvestID = ""
	}
	for i := range v.told {
		if v.told[i] == c {
			return
		}
	}
	if len(v.told) < MaxRivalsTold {
		v.told = append(v.told, c)
	}
}
