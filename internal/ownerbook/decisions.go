package ownerbook

import (
	"context"
	"time"

	"rastro/internal/canon"
	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/ownership"
	"rastro/internal/trace"
)

// Decision is the journal's note of an administrator's decision on a code, as far as a key may know
// it.
type Decision struct {
	At        time.Time
	HarvestID string // the new owner of the code; "" if the key may not read it
	By        string // who decided; "" if the key may not know
	Reason    string // "" if the key may not read it
	Erased    bool   // the reason quoted a record that was erased since

	note trace.ID
}

// Says reports whether a new decision would repeat this one, so that nothing needs to be written.
func (d *Decision) Says(s Settlement, by *trace.Key) error {
	if d.At.IsZero() || d.HarvestID != s.HarvestID || d.Reason != s.Reason || d.By != by.Party() {
		return nil
	}
	return &sameDecision{d.note}
}

// Text returns the decision in one sentence that is the same for all parties; the owner of the code
// is shown next to it.
func (d *Decision) Text() lang.Text { return DecidedText(d.At, d.Reason) }

// DecidedText returns what all parties read about a decision; reason is "" for one that they
// may not read.
func DecidedText(at time.Time, reason string) lang.Text {
	day := at.UTC()
	text := lang.Text{
		PT: "Decisão de um administrador em " + day.Format("02/01/2006") + ".",
		EN: "Decided by an administrator on " + day.Format("2 Jan 2006") + ".",
		ES: "Decisión de un administrador el " + day.Format("02/01/2006") + ".",
	}
	if reason != "" {
		text.PT, text.EN, text.ES = text.PT+" Motivo: "+reason, text.EN+" Reason: "+reason, text.ES+" Motivo: "+reason
	}
	return text
}

// Decisions returns the last decision on each of some codes, if there is one. The caller makes sure
// that the key may know of the codes.
func (s *OwnerBook) Decisions(ctx context.Context, by *trace.Key, codes []ownership.Code) (map[ownership.Code]Decision, error) {
	found := map[ownership.Code]Decision{}
	asked := map[ownership.Code]bool{}
	for _, code := range codes {
		asked[code] = true
	}
	if len(asked) == 0 {
		return found, nil
	}
	err := s.store.Direct().EachNote(ctx, kind.Settlement, func(v *trace.Record) error {
		code, _, ok := v.Settled()
		if !ok || v.Gone() || !asked[code] || v.CreatedAt().Before(found[code].At) {
			return nil
		}
		var note trace.SettlementNote
		if err := canon.Unmarshal(v.Payload, &note); err != nil {
			return err
		}
		note.HideFrom(by)
		found[code] = Decision{v.CreatedAt(), note.HarvestID, s.AuthorFor(by, v.CreatedBy), note.Reason, note.Erased, v.ID}
		return nil
	})
	return found, err
}

// AuthorFor returns the author of a decision to a key that may see keys of that name: the
// server's administrator, or one who manages every key of that name. One other key is enough to
// hide the name: otherwise creating a key with a guessed name would confirm the guess.
func (s *OwnerBook) AuthorFor(by *trace.Key, author string) string {
	if !by.Has(trace.Admin) {
		return ""
	}
	if by.Administers() {
		return author
	}
	manages := false
	for k := range s.keys.HeldKeys {
		if k.Author() == author {
			if !by.Manages(k) {
				return ""
			}
			manages = true
		}
	}
	if !manages {
		return ""
	}
	return author
}
