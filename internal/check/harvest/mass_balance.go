package harvest

import (
	"math"
	"slices"

	"rastro/internal/check/harvest/facts"
	"rastro/internal/check/harvest/rules"
	"rastro/internal/finding"
	"rastro/internal/lot"
	"rastro/internal/ptbr"
)

const (
	// massSlack is by how much scales may differ, as a share.
	massSlack = 0.005
	// shrinkPerMonth is the share that stored grain loses every month.
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

// stray returns how much of the received mass may belong to a lot that its record does not name;
// infinite if that is not stated.
func (c *checker) stray() (kg float64) {
	for i := range c.Receipts {
		f := &c.Receipts[i]
		astray := f.Lots.N == 0 || f.Lots.Vague
		for _, lot := range c.Lots.Of(f.Lots) {
			astray = astray || c.Lots.Phrase[lot] && !c.origin.known[lot] || !c.origin.known[lot] && !c.origin.used[lot] && !c.origin.abroad[lot]
		}
		switch mass := c.sure(f.Mass); {
		case !astray:
		case mass.Known():
			kg += mass.Value
		default:
			return math.Inf(1)
		}
	}
	return kg
}

// plantRun is one pass of a lot through a plant.
type plantRun struct {
	f       *facts.Process
	in, out lot.Mass
	again   bool // it continues with the output of the previous run
	blended bool // with other lots, and the share of this one is not stated
}

// runs returns the processing of an account in the order of time, and whether that
// order is known.
func (c *checker) runs(a *account) (runs []plantRun, timed bool) {
	timed = true
	for _, i := range a.processes {
		f := &c.Processes[i]
		timed = timed && f.From.Known() && f.To.Known()
		one := plantRun{f: f, in: c.sure(f.In), out: c.sure(f.Out.Mass)}
		switch _, whole := c.Composite(f); {
		case whole: // of other lots, into this one
			continue
		case f.Blended != ptbr.Absent || f.Lots.Vague:
			one.in, one.blended = lot.Mass{State: lot.Unclear}, true
		}
		runs = append(runs, one)
	}
	if !timed {
		return runs, false
	}
	slices.SortStableFunc(runs, func(x, y plantRun) int { return int(x.f.From.From - y.f.From.From) })
	for i := 1; i < len(runs); i++ {
		last, this := &runs[i-1], &runs[i]
		this.again = last.out.Known() && this.in.Known() && last.f.To.To <= this.f.From.From &&
			this.in.Value <= last.out.Value*(1+massSlack/10) && this.in.Value >= last.out.Value*looksAlike
	}
	return runs, true
}

// processed is how much of an account went through the plant: the sum, and the minimum if outputs
// went in again.
type processed struct {
	sum    flow
	beyond bool    // some run took more than there can have been
	net    float64 // what processing added to the lots; negative for a loss
	out    float64
	lost   bool // some run does not say what went in or came out
	mixed  bool // other lots went into this one, so there is more than was received
}

func (c *checker) processed(a *account, most float64) processed {
	runs, timed := c.runs(a)
	p := processed{sum: flow{kg: a.taken}, net: -a.taken - a.lossSince(), beyond: heavier(a.blended, most)}
	left := most - a.taken
	for _, r := range runs {
		in := r.in
		p.mixed = p.mixed || r.blended
		p.lost = p.lost || !in.Known() || !r.out.Known()
		if r.out.Known() {
			p.out += r.out.Value
			p.net += r.out.Value
		}
		p.net -= in.Value
		if in.State != lot.Exact && in.State != lot.Bare {
			continue
		}
		if !r.again {
			p.sum.add(in)
		}
		if !timed {
			p.beyond = p.beyond || heavier(in.Value, most)
			continue
		}
		left -= in.Value
		p.beyond = p.beyond || heavier(most-left, most)
		switch {
		case finished(r.f):
		case r.out.Known():
			left += r.out.Value
		default:
			left += in.Value // no more can have come out
		}
	}
	return p
}

// finished reports whether a run gave only what cannot be the same lot again: oil
// is not crushed.
func finished(f *facts.Process) bool {
	for _, k := range f.Products {
		if k == facts.OtherProduct {
			return false
		}
	}
	return len(f.Products) > 0
}

// checkBalance compares what was processed and shipped of each lot with what there was.
func (c *checker) checkBalance() {
	stray := c.stray()
	for _, a := range c.accounts() {
		there, ok := a.stock(stray)
		if !ok {
			continue
		}
		if there.unstated == 0 {
			c.checkReceived(&a)
		}
		p := c.processed(&a, there.most)
		over := c.checkProcessed(&a, there, p)
		if there.bares == 0 {
			c.checkShipped(&a, there, p, over)
		}
	}
}

// checkReceived reports a load larger than everything that was made of its lot.
func (c *checker) checkReceived(a *account) {
	made := a.before.kg + a.since.kg + a.undated.kg
	for _, i := range a.receipts {
		f := &c.Receipts[i]
		if kg := c.sure(f.Mass); made > 0 && kg.State == lot.Exact && heavier(kg.Value, made) {
			c.add(lot.ReceivedOver, c.appendRef(nil, f.Rec, "volume"), "lote", c.nameOf(a), "recebido", kg.Value, "produzido", made)
			return
		}
	}
}

// checkProcessed reports a lot of which more was processed than there was. It is an error if
// it is more than there can have been.
func (c *checker) checkProcessed(a *account, there stock, p processed) bool {
	if p.mixed || there.unstated > 0 || !heavier(p.sum.kg, there.available) {
		return false
	}
	rule := rules.ProcessedDoubtful
	switch {
	case there.bares > 0 || p.sum.bares > 0:
		if there.bares != there.n || p.sum.bares != p.sum.n || p.sum.kg > there.available*sameUnit {
			return false
		}
	case p.beyond && heavier(p.sum.kg, there.most):
		rule = rules.ProcessedOver
	}
	c.add(rule, c.refsOf(a, false), "lote", c.nameOf(a), "processado", p.sum.kg, "recebido", there.available,
		"excesso", 100*(p.sum.kg/there.available-1), "registros", len(a.processes)+len(a.blends)+len(a.dryings)+len(a.receipts))
	return true
}

// shipped returns the least that was shipped of an account. A cargo may have a record
// for each leg of its way, so the legs are not added up.
func (c *checker) shipped(a *account) (kg float64, last facts.Days) {
	var by [lot.Modes]float64
	last = facts.UnknownDays
	for _, i := range a.shipments {
		f := &c.Shipments[i]
		if f.Mass.Known() && !f.Lots.Vague {
			by[f.Mode] += f.Mass.Value
		}
		if f.On.Known() && f.On.To > last.To {
			last = f.On
		}
	}
	for _, v := range by {
		kg = max(kg, v)
	}
	return kg, last
}

// checkShipped reports a lot of which more was shipped than was left, or as much as if months of
// storage had caused no loss.
func (c *checker) checkShipped(a *account, there stock, p processed, over bool) {
	if p.lost || len(a.shipments) == 0 {
		return
	}
	rest := func(of float64) float64 {
		left := of + p.net
		if over {
			left = max(left, p.out)
		}
		return max(left, 0)
	}
	left := rest(there.available)
	kg, last := c.shipped(a)
	refs := c.refsOf(a, true)
	n := len(a.shipments) + len(a.processes) + len(a.blends) + len(a.dryings) + len(a.receipts)
	if heavier(kg, left) {
		rule := rules.ShippedOver
		switch {
		case there.unstated > 0:
			rule, n = rules.ShippedUnweighed, there.unstated
		case !heavier(kg, rest(there.most)):
			rule = rules.ShippedMassDoubtful
		}
		c.add(rule, refs, "lote", c.nameOf(a), "embarcado", kg, "disponivel", left, "excesso", kg-left, "registros", n)
		return
	}
	if !a.first.sure() || !last.Known() || last.To <= a.first.day {
		return
	}
	months := monthsBetween(a.first.day, last.To)
	if months >= shrinkMonths && heavier(kg, left*(1-shrinkPerMonth*months)) {
		c.add(rules.NoShrink, refs, "lote", c.nameOf(a), "embarcado", kg, "disponivel", left, "meses", math.Round(months*10)/10,
			"quebra", left*shrinkPerMonth*months, "registros", n)
	}
}

// refsOf returns the records of an account, the latest first.
func (c *checker) refsOf(a *account, shipped bool) []finding.Ref {
	var refs []finding.Ref
	if shipped {
		for _, i := range a.shipments {
			refs = c.appendRef(refs, c.Shipments[i].Rec, "volumeTransportado")
		}
	}
	for _, i := range a.processes {
		refs = c.appendRef(refs, c.Processes[i].Rec, "volume")
	}
	for _, i := range a.blends {
		refs = c.appendRef(refs, c.Processes[i].Rec, "blendagem")
	}
	for _, i := range a.dryings {
		refs = c.appendRef(refs, c.PostHarvests[i].Rec, "pesoEntrada")
	}
	for _, i := range a.receipts {
		refs = c.appendRef(refs, c.Receipts[i].Rec, "volume")
	}
	return refs
}
