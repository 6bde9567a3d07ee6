// Package dispute lists lot codes and GTINs that several parties claim, and lets
// an administrator decide who owns them.
package dispute

import (
	"bytes"
	"cmp"
	"context"
	"slices"

	"rastro/internal/canon"
	"rastro/internal/ownership"
	"rastro/internal/trace"
)

// Book is what the desk needs of the store and the journal.
type Book interface {
	// ViewOwnership runs fn over one snapshot.
	ViewOwnership(ctx context.Context, fn func(ownership.Reader) error) error
	// SettleOwnership gives a code to a harvest and notes it in the journal, in one
	// transaction. decide may run more than once. replayed: an earlier request under
	// the same once did it.
	SettleOwnership(ctx context.Context, by *trace.Key, once *trace.Once, decide func(ownership.Reader) (ownership.Owner, []byte, error)) (replayed bool, err error)
	// SharesParty reports whether a rival is of the party that owns the code.
	SharesParty(h *ownership.Holder) bool
	// Decisions returns the last decision on each of some codes that has one.
	Decisions(ctx context.Context, codes []ownership.Code) (map[ownership.Code]trace.Decision, error)
	// SealText and OpenText close and open the place of a list: it may name what the
	// key must not see.
	SealText(ctx context.Context, by *trace.Key, list string, text []byte) (string, error)
	OpenText(ctx context.Context, by *trace.Key, list, cursor string) ([]byte, error)
}

// Desk is where disputes are looked at, for one key.
type Desk struct {
	Book Book
	By   *trace.Key
}

// Dispute is a code that several parties claim.
type Dispute struct {
	Owner ownership.Owner
	// Rivals are the holders of other parties, the first to claim ahead, at most
	// maxRivals. More says that there are others.
	Rivals []ownership.Holder
	More   bool
	// Decision is what an administrator decided, where one did. Only List sets it.
	Decision trace.Decision
}

// maxRivals bounds the rivals that are shown of one code.
const maxRivals = 50

// of returns the dispute about a code; see cut. first is a rival of another party, ahead
// of which there are none, or nil. seen is false where the key may not see all who claim
// the code: for a key that is limited to some harvests it looks at all of them.
func (d Desk) of(ctx context.Context, r ownership.Reader, o ownership.Owner, first *ownership.Holder) (found Dispute, seen bool, err error) {
	found.Owner = o
	if !d.By.Reaches(o.SafraID) {
		return found, false, nil
	}
	limited := len(d.By.Safras) > 0
	q := ownership.RivalQuery{Code: o.Code}
	if first != nil && !limited {
		found.Rivals, q.After = append(found.Rivals, *first), *first
	}
	seen = true
	err = ownership.EachRival(ctx, r, q, func(h *ownership.Holder) (bool, error) {
		if seen = d.By.Reaches(h.SafraID); !seen {
			return false, nil
		}
		if !d.Book.SharesParty(h) {
			found.Rivals = append(found.Rivals, *h)
		}
		return limited || len(found.Rivals) <= maxRivals, nil // one more says that there are more
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

// Settle gives a code to a harvest that claims it. The journal notes who decided
// what, and why. A request that is repeated under its once changes nothing and gets
// the dispute as it is now.
func (d Desk) Settle(ctx context.Context, code ownership.Code, s trace.Settlement, once *trace.Once) (out Dispute, replayed bool, err error) {
	if len(d.By.Fases) > 0 { // a code is no matter of a phase
		return Dispute{}, false, trace.Fail(trace.CodeLimitedKey)
	}
	replayed, err = d.Book.SettleOwnership(ctx, d.By, once, func(r ownership.Reader) (ownership.Owner, []byte, error) {
		given, err := d.decide(ctx, r, code, s)
		if err != nil {
			return given, nil, err
		}
		before, err := r.Owners(ctx, code.Realm, []string{code.Text})
		if err != nil {
			return given, nil, err
		}
		note := Note{SafraID: given.SafraID, Motivo: s.Reason}
		if code.Realm == ownership.Lots {
			note.Lote = code.Text
		} else {
			note.GTIN = code.Text
		}
		if len(before) > 0 {
			note.Anterior = before[0].SafraID
		}
		what, err := canon.Marshal(note)
		return given, what, err
	})
	if err != nil {
		return out, false, err
	}
	err = d.Book.ViewOwnership(ctx, func(r ownership.Reader) error {
		o, ok, err := trace.OwnerOf(ctx, r, code)
		if err != nil || !ok {
			return err
		}
		out, _, err = d.of(ctx, r, o, nil)
		out.cut()
		return err
	})
	return out, replayed, err
}

// Note is how a settlement stands in the journal.
type Note = trace.SettlementNote

// decide finds the claim of the harvest that a code is given to. A key must hold
// every harvest that claims it: what it may not see it cannot judge.
func (d Desk) decide(ctx context.Context, r ownership.Reader, code ownership.Code, s trace.Settlement) (ownership.Owner, error) {
	holders, err := r.Holders(ctx, code, "", maxRivals+1)
	if err != nil {
		return ownership.Owner{}, err
	}
	owners, err := r.Owners(ctx, code.Realm, []string{code.Text})
	if err != nil {
		return ownership.Owner{}, err
	}
	some, all := false, len(holders) <= maxRivals || len(d.By.Safras) == 0
	for i := range owners { // also one whose records are gone: a decision outlives them
		all = all && d.By.Reaches(owners[i].SafraID)
	}
	for i := range holders {
		may := d.By.Reaches(holders[i].SafraID)
		some, all = some || may, all && may
	}
	switch {
	case !some:
		return ownership.Owner{}, trace.Fail(trace.CodeNotClaimed, "codigo", code.Text)
	case !all:
		return ownership.Owner{}, trace.Fail(trace.CodeForbiddenHarvest)
	}
	theirs, err := r.Holders(ctx, code, s.SafraID, 1)
	if err != nil {
		return ownership.Owner{}, err
	}
	if len(theirs) == 0 {
		return ownership.Owner{}, trace.Fail(trace.CodeNotClaimant, "codigo", code.Text, "safra", s.SafraID)
	}
	return ownership.Owner{Code: code, SafraID: s.SafraID, ID: theirs[0].ID, Since: theirs[0].Since}, nil
}
