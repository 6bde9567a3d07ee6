package harvest

import (
	"strings"

	"rastro/internal/check/harvest/facts"
	"rastro/internal/check/harvest/rules"
	"rastro/internal/finding"
	"rastro/internal/ptbr/words"
)

// inspected is the result of a lot's inspections.
type inspected struct {
	rejected dayMark // the last refusal
	approved dayMark // the last approval
}

// checkInspections looks for lots that were shipped after an inspection refused
// them, and that none has passed since.
func (c *checker) checkInspections() {
	results := map[int32]*inspected{}
	for i := range c.Inspections {
		f := &c.Inspections[i]
		for _, lot := range c.Lots.Of(f.Lots) {
			v := results[lot]
			if v == nil {
				v = &inspected{}
				results[lot] = v
			}
			switch f.Result {
			case words.Rejected:
				v.rejected.raise(f.On, f.Rec, "resultadoInspecao")
			case words.Approved, words.ApprovedWithReserves:
				v.approved.raise(f.On, f.Rec, "resultadoInspecao")
			}
		}
	}
	shipped := map[int32][]int32{} // the lots' shipments
	for i := range c.Shipments {
		for _, lot := range c.Lots.Of(c.Shipments[i].Lots) {
			if v := results[lot]; v != nil && (v.rejected.n > 0 || v.rejected.unknown) {
				shipped[lot] = append(shipped[lot], int32(i))
			}
		}
	}
	for i := range c.Inspections {
		if f := &c.Inspections[i]; f.Result == words.Rejected {
			c.tellRefusal(f, results, shipped)
		}
	}
}

// tellRefusal reports the lots of one refusal that were shipped nevertheless.
func (c *checker) tellRefusal(f *facts.Inspection, results map[int32]*inspected, shipped map[int32][]int32) {
	refs := []finding.Ref{c.Ref(f.Rec, "resultadoInspecao")}
	var lots []string
	certain, when := false, facts.NoDay
	for _, lot := range c.Lots.Of(f.Lots) {
		v := results[lot]
		switch {
		case v.approved.unknown: // unknown day, so it may be the last
			continue
		case v.approved.n > 0 && (!f.On.Known() || v.approved.day >= f.On.To):
			continue
		case f.On.Known() && v.rejected.n > 0 && v.rejected.rec != f.Rec: // a later refusal decides
			continue
		}
		gone := false
		for _, i := range shipped[lot] {
			s := &c.Shipments[i]
			if f.On.Known() && s.On.Known() && s.On.To < f.On.From {
				continue // it had already left
			}
			gone = true
			if sure := f.On.Known() && s.On.Known(); sure {
				certain = true
				when = max(when, s.On.To)
			}
			refs = c.appendRef(refs, s.Rec, "dataTransporte")
		}
		if gone {
			lots = append(lots, c.Lots.Names[lot])
		}
	}
	switch {
	case lots == nil:
	case certain:
		c.add(rules.ShippedRefused, refs, "lotes", strings.Join(lots[:min(len(lots), 4)], ", "), "inspecao", f.On.To, "embarque", when, "registros", len(refs))
	default:
		c.add(rules.ShippedRefusedUndated, refs, "lotes", strings.Join(lots[:min(len(lots), 4)], ", "), "registros", len(refs))
	}
}
