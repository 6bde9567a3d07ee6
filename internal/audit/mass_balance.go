package audit

import (
	"math"
	"slices"

	"rastro/internal/lot"
	"rastro/internal/ptbr"
)

const (
	// massSlack is by how much scales may differ, as a share.
	massSlack = 0.005
	// shrinkPerMonth is what stored grain loses by itself, as a share.
	shrinkPerMonth = 0.003
	// shrinkMonths is for how long grain must have been stored for its loss to be
	// more than the scales' difference.
	shrinkMonths = 2
	// looksAlike is between which shares of an output an input is taken to be
	// that same output, processed once more.
	looksAlike = 0.98
	// sameUnit is the most that two bare numbers may differ by and still be taken
	// to be of one unit: sixty would be bags and kilos.
	sameUnit = 10
)

// astray tells whether some receipt may be of a lot that it does not name: then
// no lot's supply is known to be all.
func (c *conferral) astray() bool {
	for i := range c.receipts {
		f := &c.receipts[i]
		if f.lots.n == 0 || f.lots.vague {
			return true
		}
		for _, lot := range c.lots.of(f.lots) {
			if c.lots.phrase[lot] && !c.origin.known[lot] || !c.origin.known[lot] && !c.origin.used[lot] && !c.origin.abroad[lot] {
				return true
			}
		}
	}
	return false
}

// plantRun is one pass of a lot through a plant.
type plantRun struct {
	f       *processFact
	in, out amount
	again   bool // of what the run before it gave
	blended bool // with other lots: how much of it was of this one is not said
}

// runs are the processing of an account in the order of time, and whether that
// order is known.
func (c *conferral) runs(a *account) (runs []plantRun, timed bool) {
	timed = true
	for _, i := range a.processes {
		f := &c.processes[i]
		timed = timed && f.from.known() && f.to.known()
		one := plantRun{f: f, in: c.sure(f.in), out: c.sure(f.out.amount)}
		switch _, whole := c.composite(f); {
		case whole: // of other lots, into this one
			continue
		case f.blended != ptbr.Absent || f.lots.vague:
			one.in, one.blended = amount{state: unclear}, true
		}
		runs = append(runs, one)
	}
	if !timed {
		return runs, false
	}
	slices.SortStableFunc(runs, func(x, y plantRun) int { return int(x.f.from.from - y.f.from.from) })
	for i := 1; i < len(runs); i++ {
		last, this := &runs[i-1], &runs[i]
		this.again = last.out.known() && this.in.known() && last.f.to.to <= this.f.from.from &&
			this.in.value <= last.out.value*(1+massSlack/10) && this.in.value >= last.out.value*looksAlike
	}
	return runs, true
}

// processed is how much of an account went through the plant: the sum, and the
// least that it can have been, if what came out went in again.
type processed struct {
	sum    flow
	beyond bool    // some run took more than there can have been
	net    float64 // what processing added to the lots: below zero by what it lost
	out    float64
	lost   bool // some run does not say what went in or came out
	mixed  bool // other lots went into this one, so there is more of it than was received
}

func (c *conferral) processed(a *account, supply float64) processed {
	runs, timed := c.runs(a)
	p := processed{sum: flow{kg: a.taken}, net: -a.taken, beyond: heavier(a.taken, supply)}
	left := supply - a.taken
	for _, r := range runs {
		in := r.in
		p.mixed = p.mixed || r.blended
		p.lost = p.lost || !in.known() || !r.out.known()
		if r.out.known() {
			p.out += r.out.value
			p.net += r.out.value
		}
		p.net -= in.value
		if in.state != exact && in.state != bare {
			continue
		}
		if !r.again {
			p.sum.add(in)
		}
		if !timed {
			p.beyond = p.beyond || heavier(in.value, supply)
			continue
		}
		left -= in.value
		p.beyond = p.beyond || heavier(supply-left, supply)
		switch {
		case r.f.finished():
		case r.out.known():
			left += r.out.value
		default:
			left += in.value // no more can have come out
		}
	}
	return p
}

// finished tells whether a run gave only what cannot be the same lot again: oil
// is not crushed.
func (f *processFact) finished() bool {
	for _, k := range f.products {
		if k == otherProduct {
			return false
		}
	}
	return len(f.products) > 0
}

// checkBalance holds what was processed and shipped of each lot against what
// there was of it.
func (c *conferral) checkBalance() {
	if c.astray() {
		return
	}
	for _, a := range c.accounts() {
		supply, ok := a.supply()
		if !ok {
			continue
		}
		p := c.processed(&a, supply.kg)
		over := c.checkProcessed(&a, supply, p)
		if supply.bares == 0 {
			c.checkShipped(&a, supply, p, over)
		}
	}
}

// checkProcessed tells of a lot of which more was processed than there was.
func (c *conferral) checkProcessed(a *account, supply flow, p processed) bool {
	if p.mixed || !heavier(p.sum.kg, supply.kg) {
		return false
	}
	rule := processedDoubtful
	switch {
	case supply.bares > 0 || p.sum.bares > 0:
		if supply.bares != supply.n || p.sum.bares != p.sum.n || p.sum.kg > supply.kg*sameUnit {
			return false
		}
	case p.beyond:
		rule = processedOver
	}
	c.add(rule, c.refsOf(a, false), "lote", c.lots.names[a.lot], "processado", p.sum.kg, "recebido", supply.kg,
		"excesso", 100*(p.sum.kg/supply.kg-1), "registros", len(a.processes)+len(a.blends)+len(a.receipts))
	return true
}

// shipped is the least that was shipped of an account. A cargo may have a record
// for each leg of its way, so the legs are not added up.
func (c *conferral) shipped(a *account) (kg float64, last daySpan) {
	var by [lot.Modes]float64
	last = unknownSpan
	for _, i := range a.shipments {
		f := &c.shipments[i]
		if f.mass.known() && !f.lots.vague {
			by[f.mode] += f.mass.value
		}
		if f.on.known() && f.on.to > last.to {
			last = f.on
		}
	}
	for _, v := range by {
		kg = max(kg, v)
	}
	return kg, last
}

// checkShipped tells of a lot of which more was shipped than there was left, or
// as much as if it had lost nothing in months of storage.
func (c *conferral) checkShipped(a *account, supply flow, p processed, over bool) {
	if p.lost || len(a.shipments) == 0 {
		return
	}
	left := supply.kg + p.net
	if over {
		left = max(left, p.out)
	}
	left = max(left, 0)
	kg, last := c.shipped(a)
	refs := c.refsOf(a, true)
	n := len(a.shipments) + len(a.processes) + len(a.blends) + len(a.receipts)
	if heavier(kg, left) {
		c.add(shippedOver, refs, "lote", c.lots.names[a.lot], "embarcado", kg, "disponivel", left, "excesso", kg-left, "registros", n)
		return
	}
	if !a.first.sure() || !last.known() || last.to <= a.first.day {
		return
	}
	months := monthsBetween(a.first.day, last.to)
	if months >= shrinkMonths && heavier(kg, left*(1-shrinkPerMonth*months)) {
		c.add(noShrink, refs, "lote", c.lots.names[a.lot], "embarcado", kg, "disponivel", left, "meses", math.Round(months*10)/10,
			"quebra", left*shrinkPerMonth*months, "registros", n)
	}
}

// refsOf names the records of an account, what came last first.
func (c *conferral) refsOf(a *account, shipped bool) []Ref {
	var refs []Ref
	if shipped {
		for _, i := range a.shipments {
			refs = c.appendRef(refs, c.shipments[i].rec, "volumeTransportado")
		}
	}
	for _, i := range a.processes {
		refs = c.appendRef(refs, c.processes[i].rec, "volume")
	}
	for _, i := range a.blends {
		refs = c.appendRef(refs, c.processes[i].rec, "blendagem")
	}
	for _, i := range a.receipts {
		refs = c.appendRef(refs, c.receipts[i].rec, "volume")
	}
	return refs
}
