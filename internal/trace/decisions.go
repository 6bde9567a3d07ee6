package trace

import (
	"context"
	"slices"
	"time"

	"rastro/internal/canon"
	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/ownership"
)

// Decision is what the journal notes of an administrator's decision on a code, as far
// as a key may know it.
type Decision struct {
	At      time.Time
	SafraID string // that the code was given to; "" where the key may not read it
	By      string // who decided; "" where the key may not know
	Reason  string // "" where the key may not read it
	Erased  bool   // the reason quoted a record that was erased since

	note ID
}

// Says reports whether the decision is the one that a key would make again: then there
// is nothing to write.
func (d *Decision) Says(s Settlement, by *Key) error {
	if d.At.IsZero() || d.SafraID != s.SafraID || d.Reason != s.Reason || d.By != by.Author() {
		return nil
	}
	return &SameDecision{d.note}
}

// Text says the decision in one sentence, the same for all parties: whose the code is
// stands beside it, in words that differ.
func (d *Decision) Text() lang.Text { return decidedText(d.At, d.Reason) }

// decidedText is what all parties are told of a decision; reason is "" for one that they
// may not read.
func decidedText(at time.Time, reason string) lang.Text {
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

// Decisions returns the last decision on each of some codes that has one. The caller
// makes sure that the key may know of the codes.
func (s *Service) Decisions(ctx context.Context, by *Key, codes []ownership.Code) (map[ownership.Code]Decision, error) {
	found := map[ownership.Code]Decision{}
	asked := map[ownership.Code]bool{}
	for _, code := range codes {
		asked[code] = true
	}
	if len(asked) == 0 {
		return found, nil
	}
	err := s.store.EachNote(ctx, kind.Settlement, func(v *Record) error {
		code, _, ok := v.Settled()
		if !ok || v.Gone() || !asked[code] || v.CreatedAt().Before(found[code].At) {
			return nil
		}
		var note SettlementNote
		if err := canon.Unmarshal(v.Dados, &note); err != nil {
			return err
		}
		note.hideFrom(by)
		found[code] = Decision{v.CreatedAt(), note.SafraID, s.authorFor(by, v.CreatedBy), note.Motivo, note.Expurgado, v.ID}
		return nil
	})
	return found, err
}

// parties are the harvests that the decision is about, as far as the note names them.
func (n *SettlementNote) parties() []string {
	return append([]string{n.SafraID, n.Anterior}, n.Partes...)
}

// concerns reports whether a key reads one of the harvests that the decision is about.
func (n *SettlementNote) concerns(by *Key) bool {
	return slices.ContainsFunc(n.parties(), func(safraID string) bool { return safraID != "" && by.Reads(safraID) })
}

// hideFrom takes out of the note what a key may not know: harvests that it does not
// reach, and a reason that was not written for all parties. That one is for
// administrators who could have decided themselves.
func (n *SettlementNote) hideFrom(by *Key) {
	decides := by.MaySettle() && (len(by.Safras) == 0 || len(n.Partes) > 0 && len(n.Partes) < MaxParties)
	for _, safraID := range n.parties() {
		decides = decides && (safraID == "" || by.Reaches(safraID))
	}
	if !decides && !n.MotivoPublico {
		n.Motivo = ""
	}
	if !by.Reaches(n.SafraID) {
		n.SafraID = ""
	}
}

// authorFor returns the author of a decision to a key that may see keys of that name:
// an administrator without limits, or one who manages every key of that name. One key
// that it does not manage is enough to keep the name from it, or making a key of a
// guessed name would confirm the guess.
func (s *Service) authorFor(by *Key, author string) string {
	if !by.Has(Admin) {
		return ""
	}
	if !by.Limited() {
		return author
	}
	manages := false
	for k := range s.heldKeys {
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
