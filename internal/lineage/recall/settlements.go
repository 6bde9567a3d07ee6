package recall

import (
	"context"

	"rastro/internal/ownership"
	"rastro/internal/trace"
)

// RedactDecision takes the record out of a decision, and reports whether it was in there.
// left has the codes that the record claimed, by whether somebody still claims them.
func (e *recallEraser) RedactDecision(ctx context.Context, r QuoteReader, by *trace.Key, note *trace.SettlementNote, left map[ownership.Code]bool) (bool, error) {
	if err := e.lookAtReason(ctx, r, note.Motivo, note.Harvests()); err != nil {
		return false, err
	}
	switch still, own := left[note.Code()]; {
	case !own:
		if !note.ReadBy(by) || !e.identifiedBy(note.Motivo) {
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
