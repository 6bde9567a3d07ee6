package recall

import (
	"context"

	"rastro/internal/ownership"
	"rastro/internal/trace"
)

// RedactDecision takes the record out of a decision, and reports whether it was in there.
// left has the codes that the record claimed, by whether somebody still claims them.
func (e *recallEraser) RedactDecision(ctx context.Context, r QuoteReader, by *trace.Key, note *trace.SettlementNote, left map[ownership.Code]bool) (bool, error) {
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
