package audit

import (
	"rastro/internal/kind"
	"rastro/internal/lot"
)

// stage is a place on the way of a harvest at which all of it is weighed.
type stage struct {
	kg    float64
	n     int
	refs  []Ref
	named *kind.Kind
}

func (c *conferral) weigh(s *stage, mass amount, lots lotSet, rec int32, field string) {
	if mass = c.sure(mass); !mass.known() || lots.vague || !c.pure(lots) {
		return
	}
	s.kg += mass.value
	s.n++
	s.named = c.kindOf(rec)
	s.refs = c.appendRef(s.refs, rec, field)
}

// checkTotal holds what was dried, received and shipped in all against what was
// harvested in all.
func (c *conferral) checkTotal() {
	var reaped stage
	for i := range c.reapings {
		f := &c.reapings[i]
		if m := c.sure(f.mass); !m.known() || m.value == 0 {
			return
		}
		c.weigh(&reaped, f.mass, lotSet{}, f.rec, "quantidadeColhida")
	}
	if reaped.n == 0 {
		return
	}
	var worked, received stage
	for i := range c.workings {
		f := &c.workings[i]
		again := false
		for _, lot := range c.lots.of(f.in) {
			again = again || c.origin.made[lot]
		}
		if !again {
			c.weigh(&worked, f.inMass, f.in, f.rec, "pesoEntrada")
		}
	}
	for i := range c.receipts {
		if f := &c.receipts[i]; !f.stored {
			c.weigh(&received, f.mass, f.lots, f.rec, "volume")
		}
	}
	var by [lot.Modes]stage
	for i := range c.shipments {
		f := &c.shipments[i]
		c.weigh(&by[f.mode], f.mass, f.lots, f.rec, "volumeTransportado")
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
	c.add(totalOver, refs, "etapa", most.named.Title, "total", most.kg, "colhido", reaped.kg, "excesso", most.kg-reaped.kg, "registros", most.n+reaped.n)
}

// checkIndustry holds the products of plants against what plants usually get. A
// run that gives more than went in is told of with its record.
func (c *conferral) checkIndustry() {
	for i := range c.processes {
		f := &c.processes[i]
		if in, out := c.sure(f.in), c.sure(f.out.amount); in.known() && in.value > 0 && out.known() && !heavier(out.value, in.value) {
			c.checkIndustrialYield(f)
		}
	}
}

// checkIndustrialYield holds each product against what plants usually get.
func (c *conferral) checkIndustrialYield(f *processFact) {
	for i, product := range f.products {
		usual, ok := industrialYields[product]
		if !ok || usual.crop != c.crop {
			continue
		}
		share := 100 * f.out.kg[i] / f.in.value
		rule := yieldOver
		switch {
		case share > usual.top*(1+yieldSlack):
		case share < usual.low*(1-yieldSlack):
			rule = yieldUnder
		default:
			continue
		}
		c.add(rule, []Ref{c.ref(f.rec, "volumeFinal"), c.ref(f.rec, "volume")}, "produto", productNames[product], "percentual", share,
			"minimo", usual.low, "maximo", usual.top)
	}
}
