package harvest

import (
	"slices"

	"rastro/internal/check/harvest/facts"
	"rastro/internal/check/harvest/rules"
	"rastro/internal/finding"
	"rastro/internal/kind"
	"rastro/internal/lot"
)

// stage is a point at which a whole harvest is weighed.
type stage struct {
	kg    float64
	n     int
	refs  []finding.Ref
	named *kind.Kind
}

func (c *checker) weigh(s *stage, mass lot.Mass, lots facts.LotSet, rec int32, field string) {
	if mass = c.sure(mass); !mass.Known() || lots.Vague || !c.pure(lots) {
		return
	}
	s.kg += mass.Value
	s.n++
	s.named = c.KindOf(rec)
	s.refs = c.appendRef(s.refs, rec, field)
}

// checkTotal compares the totals dried, received and shipped with the total harvested.
func (c *checker) checkTotal() {
	var reaped stage
	for i := range c.Reapings {
		f := &c.Reapings[i]
		if m := c.sure(f.Mass); !m.Known() || m.Value == 0 {
			return
		}
		c.weigh(&reaped, f.Mass, facts.LotSet{}, f.Rec, "quantidadeColhida")
	}
	if reaped.n == 0 {
		return
	}
	var worked, received stage
	for i := range c.PostHarvests {
		f := &c.PostHarvests[i]
		again := false
		for _, lot := range c.Lots.Of(f.In) {
			again = again || c.origin.made[lot]
		}
		if !again {
			c.weigh(&worked, f.InMass, f.In, f.Rec, "pesoEntrada")
		}
	}
	for i := range c.Receipts {
		if f := &c.Receipts[i]; !f.Stored {
			c.weigh(&received, f.Mass, f.Lots, f.Rec, "volume")
		}
	}
	var by [lot.Modes]stage
	for i := range c.Shipments {
		f := &c.Shipments[i]
		c.weigh(&by[f.Mode], f.Mass, f.Lots, f.Rec, "volumeTransportado")
	}
	most := &worked
	if received.kg > most.kg {
		most = &received
	}
	for i := range by {
		if by[i].kg > most.kg {
			most = &by[i]
		}
	}
	if !heavier(most.kg, reaped.kg) {
		return
	}
	refs := most.refs
	for _, r := range reaped.refs {
		if len(refs) < maxNamed {
			refs = append(refs, r)
		}
	}
	c.add(rules.TotalOver, refs, "etapa", most.named.Title, "total", most.kg, "colhido", reaped.kg, "excesso", most.kg-reaped.kg, "registros", most.n+reaped.n)
}

// excess returns the finding that more left the harvest than was weighed at a stage; nil if there
// is none.
func (c *checker) excess() *finding.Finding {
	at := slices.IndexFunc(c.found, func(f finding.Finding) bool { return f.Rule == rules.TotalOver })
	if at < 0 {
		return nil
	}
	f := c.found[at]
	return &f
}

// checkIndustry compares the products of plants with the usual yields. A run whose output exceeds
// its input is reported with its record.
func (c *checker) checkIndustry() {
	for i := range c.Processes {
		f := &c.Processes[i]
		if in, out := c.sure(f.In), c.sure(f.Out.Mass); in.Known() && in.Value > 0 && out.Known() && !heavier(out.Value, in.Value) {
			c.checkIndustrialYield(f)
		}
	}
}

// checkIndustrialYield compares each product with the usual yield of plants.
func (c *checker) checkIndustrialYield(f *facts.Process) {
	for i, product := range f.Products {
		usual, ok := industrialYields[product]
		if !ok || usual.crop != c.crop {
			continue
		}
		share := 100 * f.Out.Kg[i] / f.In.Value
		rule := rules.YieldOver
		switch {
		case share > usual.top*(1+yieldSlack):
		case share < usual.low*(1-yieldSlack):
			rule = rules.YieldUnder
		default:
			continue
		}
		c.add(rule, []finding.Ref{c.Ref(f.Rec, "volumeFinal"), c.Ref(f.Rec, "volume")}, "produto", productNames[product], "percentual", share,
			"minimo", usual.low, "maximo", usual.top)
	}
}
