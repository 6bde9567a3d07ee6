package audit

import (
	"strings"

	"rastro/internal/ptbr"
)

// verdict is what inspections say of a lot.
type verdict struct {
	rejected dayMark // the last refusal
	approved dayMark // the last approval
}

// checkInspections looks for lots that were shipped after an inspection refused
// them, and that none has passed since.
func (c *conferral) checkInspections() {
	verdicts := map[int32]*verdict{}
	for i := range c.inspections {
		f := &c.inspections[i]
		for _, lot := range c.lots.of(f.lots) {
			v := verdicts[lot]
			if v == nil {
				v = &verdict{}
				verdicts[lot] = v
			}
			switch f.result {
			case ptbr.Rejected:
				v.rejected.raise(f.on, f.rec, "resultadoInspecao")
			case ptbr.Approved, ptbr.ApprovedWithReserves:
				v.approved.raise(f.on, f.rec, "resultadoInspecao")
			}
		}
	}
	shipped := map[int32][]int32{} // the lots' shipments
	for i := range c.shipments {
		for _, lot := range c.lots.of(c.shipments[i].lots) {
			if v := verdicts[lot]; v != nil && (v.rejected.n > 0 || v.rejected.unknown) {
				shipped[lot] = append(shipped[lot], int32(i))
			}
		}
	}
	for i := range c.inspections {
		if f := &c.inspections[i]; f.result == ptbr.Rejected {
			c.tellRefusal(f, verdicts, shipped)
		}
	}
}

// tellRefusal tells of the lots of one refusal that were shipped all the same.
func (c *conferral) tellRefusal(f *inspectionFact, verdicts map[int32]*verdict, shipped map[int32][]int32) {
	refs := []Ref{c.ref(f.rec, "resultadoInspecao")}
	var lots []string
	certain, when := false, noDay
	for _, lot := range c.lots.of(f.lots) {
		v := verdicts[lot]
		switch {
		case v.approved.unknown: // when is not said: it may be the last word
			continue
		case v.approved.n > 0 && (!f.on.known() || v.approved.day >= f.on.to):
			continue
		case f.on.known() && v.rejected.n > 0 && v.rejected.rec != f.rec: // a later refusal says it
			continue
		}
		gone := false
		for _, i := range shipped[lot] {
			s := &c.shipments[i]
			if f.on.known() && s.on.known() && s.on.to < f.on.from {
				continue // it was gone by then
			}
			gone = true
			if sure := f.on.known() && s.on.known(); sure {
				certain = true
				when = max(when, s.on.to)
			}
			refs = c.appendRef(refs, s.rec, "dataTransporte")
		}
		if gone {
			lots = append(lots, c.lots.names[lot])
		}
	}
	switch {
	case lots == nil:
	case certain:
		c.add(shippedRefused, refs, "lotes", strings.Join(lots[:min(len(lots), 4)], ", "), "inspecao", f.on.to, "embarque", when, "registros", len(refs))
	default:
		c.add(shippedDoubtful, refs, "lotes", strings.Join(lots[:min(len(lots), 4)], ", "), "registros", len(refs))
	}
}
