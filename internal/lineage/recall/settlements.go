package recall

import (
	"context"

	"rastro/internal/canon"
	"rastro/internal/kind"
	"rastro/internal/ownership"
	"rastro/internal/trace"
)

// EraseFromDecisions takes what decisions say of an erased record out of them. claimed has
// the codes that it claimed and that were decided about, by whether somebody still claims
// them. A code that nobody claims, or claimed, has no owner left: then both the code and the
// reason go. Of a code that others still claim the reason goes where it quotes the record,
// and of any other code where it identifies the record, if the key may read about that code.
// What is left becomes a new version of the note, as with the report of a recall.
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

// redactDecision takes the record out of a decision, and reports whether it was in there.
// left has the codes that the record claimed, by whether somebody still claims them.
func (e *recallEraser) redactDecision(ctx context.Context, r QuoteReader, by *trace.Key, note *trace.SettlementNote, left map[ownership.Code]bool) (bool, error) {
	if err := e.lookAtReason(ctx, r, note.Reason, note.Harvests()); err != nil {
		return false, err
	}
	switch still, own := left[note.Code()]; {
	case !own:
		if !note.ReadBy(by) || !e.identifiedBy(note.Reason) {
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
