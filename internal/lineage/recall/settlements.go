package recall

import (
	"context"
	"slices"

	"rastro/internal/canon"
	"rastro/internal/kind"
	"rastro/internal/ownership"
	"rastro/internal/trace"
)

// EraseFromDecisions removes an erased record from decisions. claimed maps each decided code that
// it claimed to whether someone else still claims it. If nobody does, the code has no owner any
// more, and both the code and the reason are removed. If others still claim the code, the reason is
// removed if it quotes the record. For any other code it is removed if it identifies the record and
// the key may read about that code. The rest becomes a new version of the note, as with the report
// of a recall.
func (s *Recaller) EraseFromDecisions(ctx context.Context, w QuoteWriter, by *trace.Key, look *QuoteSearch, claimed map[ownership.Code]bool) error {
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
		var note trace.SettlementNote
		if err := canon.Unmarshal(v.Payload, &note); err != nil {
			return err
		}
		found, err := look.gone.redactDecision(ctx, w, by, &note, claimed)
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

// redactDecision removes the record from a decision, and reports whether the decision contained it.
// left maps the codes that the record claimed to whether someone still claims them.
func (e *recallEraser) redactDecision(ctx context.Context, r QuoteReader, by *trace.Key, note *trace.SettlementNote, left map[ownership.Code]bool) (bool, error) {
	if err := e.lookAtReason(ctx, r, note.Reason, decidedOn(note)); err != nil {
		return false, err
	}
	switch still, own := left[note.Code()]; {
	case !own:
		if !mayReadOf(by, note) || !e.identifiedBy(note.Reason) {
			return false, nil
		}
	case !still:
		note.Lot, note.GTIN = "", ""
	case !e.quotedBy(note.Reason):
		return false, nil
	}
	note.Reason, note.Erased = "", true
	return true, nil
}

// decidedOn returns the harvests between which a decision moved a code.
func decidedOn(n *trace.SettlementNote) []string {
	return slices.DeleteFunc([]string{n.HarvestID, n.Previous}, func(harvestID string) bool { return harvestID == "" })
}

// mayReadOf reports whether a key may read about the code that is decided.
func mayReadOf(by *trace.Key, n *trace.SettlementNote) bool {
	return by.Reaches(n.HarvestID) && (n.Previous == "" || by.Reaches(n.Previous))
}
