package sqlstore

import (
	"context"

	"rastro/internal/admit"
	"rastro/internal/trace"
)

// holdingStep is how much more is read before more memory is claimed: few reads get that far.
const holdingStep = 64 << 10

// holding claims the memory of rows that are in memory together, as they are read.
type holding struct {
	ctx               context.Context
	claimed, gathered int64
}

// more counts a version.
func (h *holding) more(v *trace.Record) error {
	h.gathered += int64(len(v.Payload) + len(v.Seal))
	if h.gathered-h.claimed < holdingStep {
		return nil
	}
	h.claimed = h.gathered
	return admit.From(h.ctx).Reach(h.gathered)
}
