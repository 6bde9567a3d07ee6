package ownerbook

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"unicode/utf8"

	"rastro/internal/canon"
	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/ownership"
	"rastro/internal/trace"
)

// Party is an owner of a code: a harvest, and the author of the records that claim it there.
type Party struct {
	HarvestID string
	Authors   []string
}

// partyOf returns the owner of a code as a party, given the code's holders.
func partyOf(o ownership.Owner, holders []ownership.Holder) Party {
	p := Party{HarvestID: o.HarvestID}
	for i := range holders {
		if holders[i].HarvestID == o.HarvestID {
			p.Authors = append(p.Authors, holders[i].Author)
		}
	}
	return p
}

// SameParty reports whether an author's records in a harvest count as a party's. In the party's own
// harvest they do. In another harvest they do for the same organisation, and for an author whose
// keys could all have written in the party's harvest as well: a cooperative that keeps a silo's lot
// in the harvests of its members has no dispute with itself. The name of a key alone proves
// nothing, because two keys may share it: one key that merely has an organisation's name is enough
// to doubt that author.
func (s *OwnerBook) SameParty(p Party, harvestID, author string) bool {
	if harvestID == p.HarvestID {
		return true
	}
	covers, uncovered := false, false
	for k := range s.keys.HeldKeys {
		if k.Author() == author && k.Reaches(harvestID) {
			could := k.Reaches(p.HarvestID) && len(k.Phases) == 0
			covers, uncovered = covers || could, uncovered || !could
		}
	}
	return covers && !uncovered || slices.Contains(p.Authors, author) && s.isOrganisation(author)
}

// isOrganisation reports whether an author is an organisation, rather than keys that merely have
// its name. If no key has that author, the server itself or an earlier key wrote it.
func (s *OwnerBook) isOrganisation(author string) bool {
	for k := range s.keys.HeldKeys {
		if k.Author() == author && k.Organization != author {
			return false
		}
	}
	return true
}

// ViewOwnership runs fn over one snapshot of the owners.
func (s *OwnerBook) ViewOwnership(ctx context.Context, fn func(ownership.Reader) error) error {
	return s.store.View(ctx, func(r Reader) error { return fn(r) })
}

// SettleOwnership gives a code to a harvest and notes it in the journal, in one transaction. decide
// returns the decision and its note; it may run more than once. If an earlier request under the
// same Once did it, SettleOwnership does nothing and reports replayed.
func (s *OwnerBook) SettleOwnership(ctx context.Context, by *trace.Key, once *trace.Idempotency, decide func(ownership.Reader) (ownership.Owner, []byte, error)) (replayed bool, err error) {
	if err := by.Need(trace.Admin); err != nil {
		return false, err
	}
	err = s.store.Update(ctx, func(w Writer) error {
		before, err := once.Replay(ctx, w, by, s.now())
		if replayed = before != nil; replayed || err != nil {
			return err
		}
		if _, err := w.BlockErasures(ctx); err != nil { // without the lock a note could name something that is being erased
			return err
		}
		o, what, err := decide(w)
		var same *sameDecision
		if errors.As(err, &same) {
			return once.Mark(ctx, w, by, s.now(), settlementPlace(same.Note))
		}
		if err != nil {
			return err
		}
		o.Settled = s.now().UnixMilli()
		if err := w.Settle(ctx, o); err != nil {
			return err
		}
		id, err := s.journal.Noted(ctx, w, kind.Settlement, by, what)
		if err != nil {
			return err
		}
		return once.Mark(ctx, w, by, s.now(), settlementPlace(id))
	})
	return replayed, err
}

// sameDecision is what decide returns if the last decision on the code is the requested
// one: nothing is written, and the caller gets the current state.
type sameDecision struct{ Note trace.ID }

func (*sameDecision) Error() string { return "the code is settled so already" }

func settlementPlace(id trace.ID) string { return kind.Settlement.Prefix + "/" + id.String() }

// Settlement is an administrator's decision on the owner of a code.
type Settlement struct {
	HarvestID, Reason string
	// Public: all parties may read the reason.
	Public bool
	// Seen is when the decision that the administrator saw was made, in Unix milliseconds; 0 if
	// they saw that there was none, nil if the request does not say.
	Seen *int64
}

// ReadSettlement reads the body of a decision: {"safraId": "…", "motivo": "…",
// "motivoPublico": false}.
func ReadSettlement(body []byte) (Settlement, error) {
	var m trace.Members
	var out Settlement
	err := trace.ReadObject(body, func(name string, value canon.Value) error {
		switch name {
		case "safraId":
			out.HarvestID = m.Text(name, value, trace.MaxName)
		case "motivo":
			out.Reason = m.Text(name, value, trace.MaxReason)
		case "motivoPublico":
			out.Public = m.Flag(name, value)
		}
		return nil
	})
	if err == nil {
		err = out.check(&m)
	}
	return out, err
}

// Check adds a problem for each missing part of a decision.
func (s *Settlement) Check() error { return s.check(&trace.Members{}) }

func (s *Settlement) check(m *trace.Members) error {
	m.Required("safraId", s.HarvestID)
	m.Required("motivo", s.Reason)
	if utf8.RuneCountInString(s.Reason) > trace.MaxReason { // checks a form; text has already reported this for a body
		m.Report("motivo", trace.RuleTooLong, lang.Args{"max": strconv.Itoa(trace.MaxReason)})
	}
	return m.Err()
}
