// Package dispute lists lot codes and GTINs that several parties claim, and lets
// an administrator decide who owns them.
package dispute

import (
	"bytes"
	"cmp"
	"context"
	"slices"

	"rastro/internal/canon"
	"rastro/internal/ownerbook"
	"rastro/internal/ownership"
	"rastro/internal/trace"
)

// Book is what the desk needs from the store and the journal.
type Book interface {
	// ViewOwnership runs fn over one snapshot.
	ViewOwnership(ctx context.Context, fn func(ownership.Reader) error) error
	// SettleOwnership gives a code to a harvest and notes it in the journal, in one
	// transaction. decide may run more than once. replayed: an earlier request under
	// the same once did it.
	SettleOwnership(ctx context.Context, by *trace.Key, once *trace.Idempotency, decide func(ownership.Reader) (ownership.Owner, []byte, error)) (replayed bool, err error)
	// SharesParty reports whether a rival belongs to the party that owns the code.
	SharesParty(h *ownership.Holder) bool
	// Decisions returns the last decision on each of some codes, if there is one, as far as a key
	// may know it.
	Decisions(ctx context.Context, by *trace.Key, codes []ownership.Code) (map[ownership.Code]ownerbook.Decision, error)
	// SealText and OpenText seal and open a position in a list, which may name what the key must
	// not see.
	SealText(ctx context.Context, by *trace.Key, list string, text []byte) (string, error)
	OpenText(ctx context.Context, by *trace.Key, list, cursor string) ([]byte, error)
}

// Desk shows and settles disputes, for one key.
type Desk struct {
	Book Book
	By   *trace.Key
}

// Dispute is a code that several parties claim.
type Dispute struct {
	Owner ownership.Owner
	// Rivals are the holders of other parties, the first claimant first, at most maxRivals. More:
	// there are others.
	Rivals []ownership.Holder
	More   bool
	// Decision is an administrator's decision, if there is one. Only List sets it.
	Decision ownerbook.Decision
}

// maxRivals bounds the rivals that are shown of one code.
const maxRivals = 50

// of returns the dispute about a code; see cut. first is the first rival of another party, or nil.
// seen is false if the key may not see everyone who claims the code: for a key that is limited to
// some harvests it reads all of them.
func (d Desk) of(ctx context.Context, r ownership.Reader, o ownership.Owner, first *ownership.Holder) (found Dispute, seen bool, err error) {
	found.Owner = o
	if !d.By.Reaches(o.HarvestID) {
		return found, false, nil
	}
	limited := d.By.LimitedToHarvests()
	q := ownership.RivalQuery{Code: o.Code}
	if first != nil && !limited {
		found.Rivals, q.After = append(found.Rivals, *first), *first
	}
	seen = true
	err = ownership.EachRival(ctx, r, q, func(h *ownership.Holder) (bool, error) {
		if seen = d.By.Reaches(h.HarvestID); !seen {
			return false, nil
		}
		if !d.Book.SharesParty(h) {
			found.Rivals = append(found.Rivals, *h)
		}
		return limited || len(found.Rivals) <= maxRivals, nil // one extra shows that there are more
	})
	return found, seen, err
}

// cut leaves the rivals that are shown.
func (d *Dispute) cut() {
	slices.SortFunc(d.Rivals, func(a, b ownership.Holder) int {
		return cmp.Or(cmp.Compare(a.Since, b.Since), bytes.Compare(a.ID[:], b.ID[:]))
	})
	if len(d.Rivals) > maxRivals {
		d.Rivals, d.More = d.Rivals[:maxRivals], true
	}
}

// Settle gives a code to a harvest that claims it. The journal notes who decided what, and why.
// Repeating a request under its once changes nothing and returns the dispute in its present state;
// so does repeating the current decision.
func (d Desk) Settle(ctx context.Context, code ownership.Code, s ownerbook.Settlement, once *trace.Idempotency) (out Dispute, replayed bool, err error) {
	if err := d.By.Need(trace.Admin); err != nil {
		return Dispute{}, false, err
	}
	if !d.By.MaySettle() {
		return Dispute{}, false, trace.Fail(trace.CodeDisputeBeyondKey, "codigo", code.Text)
	}
	last, err := d.Book.Decisions(ctx, d.By, []ownership.Code{code})
	if err != nil {
		return Dispute{}, false, err
	}
	before := last[code]
	replayed, err = d.Book.SettleOwnership(ctx, d.By, once, func(r ownership.Reader) (ownership.Owner, []byte, error) {
		return d.decide(ctx, r, code, s, &before)
	})
	if err != nil {
		return out, false, err
	}
	err = d.Book.ViewOwnership(ctx, func(r ownership.Reader) error {
		o, ok, err := ownerbook.OwnerOf(ctx, r, code)
		if err != nil || !ok {
			return err
		}
		out, _, err = d.of(ctx, r, o, nil)
		out.cut()
		return err
	})
	return out, replayed, err
}

// decide finds the claim of the harvest that a code is given to, and the note for the journal. A
// key must reach every harvest that claims the code: it cannot judge what it may not see.
func (d Desk) decide(ctx context.Context, r ownership.Reader, code ownership.Code, s ownerbook.Settlement, last *ownerbook.Decision) (given ownership.Owner, note []byte, err error) {
	c, err := d.contest(ctx, r, code)
	switch {
	case err != nil:
		return given, nil, err
	case !c.named:
		return given, nil, trace.Fail(trace.CodeNotClaimed, "codigo", code.Text)
	case c.disputed && !c.whole:
		return given, nil, trace.Fail(trace.CodeDisputeBeyondKey, "codigo", code.Text)
	}
	if c.owner.Settled != 0 && c.owner.HarvestID == s.HarvestID && c.whole {
		if err := last.Says(s, d.By); err != nil {
			return given, nil, err
		}
	}
	if !c.disputed {
		return given, nil, trace.Fail(trace.CodeNoDispute, "codigo", code.Text)
	}
	if s.Seen != nil && *s.Seen != c.owner.Settled {
		return given, nil, trace.Fail(trace.CodeSettledSince, "codigo", code.Text)
	}
	theirs, err := r.Holders(ctx, code, s.HarvestID, 1)
	if err != nil {
		return given, nil, err
	}
	if len(theirs) == 0 {
		return given, nil, trace.Fail(trace.CodeNotClaimant, "codigo", code.Text, "safra", s.HarvestID)
	}
	given = ownership.Owner{Code: code, HarvestID: s.HarvestID, ID: theirs[0].ID, Since: theirs[0].Since}
	what := trace.SettlementNote{HarvestID: given.HarvestID, Previous: c.owner.HarvestID, Reason: s.Reason, PublicReason: s.Public, Claimants: c.parties}
	if code.Realm == ownership.Lots {
		what.Lot = code.Text
	} else {
		what.GTIN = code.Text
	}
	note, err = canon.Marshal(what)
	return given, note, err
}

// contest is who claims a code, as far as a key may know.
type contest struct {
	owner    ownership.Owner
	named    bool     // the key reaches a harvest that claims it
	disputed bool     // parties differ about it, and the key reaches one of them
	whole    bool     // the key may decide for all who claim it
	parties  []string // the harvests that do, the owner's first, at most trace.MaxParties
}

// contest looks at who claims a code. The owner counts even if its records are gone:
// a decision outlives them. For a key without limits it stops at as many as are named.
func (d Desk) contest(ctx context.Context, r ownership.Reader, code ownership.Code) (c contest, err error) {
	owned := false
	if c.owner, owned, err = ownerbook.OwnerOf(ctx, r, code); err != nil || !owned {
		return contest{}, err
	}
	own, err := r.Holders(ctx, code, c.owner.HarvestID, 1)
	if err != nil {
		return contest{}, err
	}
	mine := d.By.Reaches(c.owner.HarvestID)
	c.named, c.whole, c.parties = mine && len(own) > 0, d.By.Governs(c.owner.HarvestID), []string{c.owner.HarvestID}
	rivals, concerned := false, mine
	err = ownership.EachRival(ctx, r, ownership.RivalQuery{Code: code}, func(h *ownership.Holder) (bool, error) {
		reached := d.By.Reaches(h.HarvestID)
		c.named, c.whole = c.named || reached, c.whole && d.By.Governs(h.HarvestID)
		if !d.Book.SharesParty(h) {
			rivals, concerned = true, concerned || reached
		}
		full := len(c.parties) == trace.MaxParties
		if !full && !slices.Contains(c.parties, h.HarvestID) {
			c.parties = append(c.parties, h.HarvestID)
		}
		return !full || !rivals || d.By.LimitedToHarvests(), nil
	})
	c.disputed = rivals && concerned
	return c, err
}
