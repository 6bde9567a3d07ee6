package trace

import (
	"context"
	"slices"

	"rastro/internal/canon"
	"rastro/internal/kind"
	"rastro/internal/ownership"
)

// settledCodes returns those codes that any version of a record claims and an
// administrator has decided about.
func settledCodes(ctx context.Context, r ownership.Reader, versions []Record) (settled []ownership.Code, err error) {
	for _, realm := range []ownership.Realm{ownership.Lots, ownership.GTINs} {
		var codes []string
		for i := range versions {
			if versions[i].MayClaim() {
				codes = append(codes, versions[i].Claimed(realm)...)
			}
		}
		slices.Sort(codes)
		for chunk := range slices.Chunk(slices.Compact(codes), ownership.MaxCodes) {
			owners, err := r.Owners(ctx, realm, chunk)
			if err != nil {
				return nil, err
			}
			for i := range owners {
				if owners[i].Settled != 0 {
					settled = append(settled, owners[i].Code)
				}
			}
		}
	}
	return settled, nil
}

// eraseFromSettlements takes what decisions say of an erased record out of them. settled
// are those codes that it claimed. A code that no record claims, or claimed, has no owner
// left: then both the code and the reason go. Of a code that others still claim the reason
// goes where it quotes the record, and of any other code where it identifies the record, if
// the key may read about that code. What is left becomes a new version of the note, as with
// the report of a recall.
func (s *Service) eraseFromSettlements(ctx context.Context, w Writer, by *Key, look *quoteLook, settled []ownership.Code) error {
	left := map[ownership.Code]bool{} // by whether somebody still claims it
	for _, code := range settled {
		owners, err := w.Owners(ctx, code.Realm, []string{code.Text})
		if err != nil {
			return err
		}
		left[code] = len(owners) > 0
	}
	asked, err := look.left(ctx, w, kind.Settlement)
	if err != nil {
		return err
	}
	for _, each := range asked {
		v, err := newestOf(ctx, w, each)
		if err != nil {
			return err
		}
		if v == nil {
			continue
		}
		if _, _, ok := v.Settled(); !ok {
			continue
		}
		var note SettlementNote
		if err := canon.Unmarshal(v.Dados, &note); err != nil {
			return err
		}
		found, err := look.gone.redactDecision(ctx, w, by, &note, left)
		if err != nil {
			return err
		}
		if !found {
			continue
		}
		document, err := canon.Marshal(note)
		if err != nil {
			return err
		}
		if err := s.rewriteEntry(ctx, w, by, *v, document); err != nil {
			return err
		}
	}
	return nil
}

// redactDecision takes the record out of a decision, and reports whether it was in there.
// left has the codes that the record claimed, by whether somebody still claims them.
func (e *recallEraser) redactDecision(ctx context.Context, r Reader, by *Key, note *SettlementNote, left map[ownership.Code]bool) (bool, error) {
	if err := e.lookAtReason(ctx, r, note.Motivo, note.harvests()); err != nil {
		return false, err
	}
	switch still, own := left[note.Code()]; {
	case !own:
		if !note.readBy(by) || !e.identifiedBy(note.Motivo) {
			return false, nil
		}
	case !still:
		note.Lote, note.GTIN = "", ""
	case !e.quotedBy(note.Motivo):
		return false, nil
	}
	note.Motivo, note.Expurgado = "", true
	return true, nil
}

// harvests are the parties of a decision.
func (n *SettlementNote) harvests() []string {
	return slices.DeleteFunc([]string{n.SafraID, n.Anterior}, func(safraID string) bool { return safraID == "" })
}

// readBy reports whether a key may read about the code that is decided.
func (n *SettlementNote) readBy(by *Key) bool {
	return by.Reaches(n.SafraID) && (n.Anterior == "" || by.Reaches(n.Anterior))
}

// rewriteEntry writes what is left of an entry of the journal after an erasure as its
// new version. The older ones lose payload and salt; their commitments stay in the log.
func (s *Service) rewriteEntry(ctx context.Context, w Writer, by *Key, entry Record, document []byte) error {
	s.next(&entry, Erased, by)
	entry.Dados, entry.AfterEnd = document, true
	if err := s.append(ctx, w, &entry); err != nil {
		return err
	}
	return w.Erase(ctx, entry.ID, entry.Version-1, entry.Kind.Prefix+"/"+entry.ID.String())
}
