package harvest

import (
	"slices"

	"rastro/internal/check/harvest/facts"
	"rastro/internal/lot"
	"rastro/internal/ptbr"
)

// account is what is known of the mass of a lot, or of several lots that records
// name together and that can only be weighed together.
type account struct {
	lot       int32 // the one that is named first
	receipts  []int32
	processes []int32
	shipments []int32
	blends    []int32 // processes that took some of it into a blend
	dryings   []int32 // that took some of it into another lot

	first            dayMark // the first day it was received
	received, stored flow
	before           flow    // what drying and cleaning gave before it was received
	made             flow    // by drying and cleaning since, and by blending and processing
	taken            float64 // into blends and dried lots, as far as that is said
	blended          float64 // of that, into blends
	dried            float64 // lost by drying and cleaning that kept its name
}

// flow is a sum of masses.
type flow struct {
	kg    float64
	n     int
	bares int // of those, how many say no unit
	lost  bool
	each  []float64
}

func (f *flow) add(a lot.Mass) {
	switch f.n++; a.State {
	case lot.Exact:
		f.kg += a.Value
		f.each = append(f.each, a.Value)
	case lot.Bare:
		f.kg += a.Value
		f.each = append(f.each, a.Value)
		f.bares++
	default:
		f.lost = true
	}
}

// groups are lots that are named together, each pointing at another of its group.
type groups []int32

func newGroups(n int) groups {
	g := make(groups, n)
	for i := range g {
		g[i] = int32(i)
	}
	return g
}

func (g groups) find(lot int32) int32 {
	for g[lot] != lot {
		g[lot] = g[g[lot]]
		lot = g[lot]
	}
	return lot
}

func (g groups) join(lots []int32) {
	for _, lot := range lots[min(1, len(lots)):] {
		a, b := g.find(lots[0]), g.find(lot)
		g[max(a, b)] = min(a, b)
	}
}

// accounts opens an account for each group of lots.
func (c *checker) accounts() []account {
	g := newGroups(len(c.Lots.Names))
	for i := range c.Receipts {
		g.join(c.Lots.Of(c.Receipts[i].Lots))
	}
	for i := range c.Processes {
		g.join(c.Lots.Of(c.Processes[i].Lots))
		g.join(c.Lots.Of(c.Processes[i].Made))
	}
	for i := range c.Shipments {
		g.join(c.Lots.Of(c.Shipments[i].Lots))
	}
	for i := range c.Samples {
		g.join(c.Lots.Of(c.Samples[i].Lots))
	}
	for i := range c.PostHarvests {
		g.join(c.Lots.Of(c.PostHarvests[i].Out))
	}
	place := map[int32]int{}
	var all []account
	of := func(lots []int32) *account {
		if len(lots) == 0 {
			return nil
		}
		root := g.find(lots[0])
		at, ok := place[root]
		if !ok {
			at = len(all)
			place[root] = at
			all = append(all, account{lot: lots[0]})
		}
		return &all[at]
	}
	for i := range c.Receipts {
		f := &c.Receipts[i]
		if a := of(c.Lots.Of(f.Lots)); a != nil {
			a.receipts = append(a.receipts, int32(i))
			a.first.lower(f.On, f.Rec, "dataHoraRecebimento")
			if f.Stored {
				a.stored.add(c.sure(f.Mass))
			} else {
				a.received.add(c.sure(f.Mass))
			}
		}
	}
	for i := range c.Processes {
		if a := of(c.Lots.Of(c.Processes[i].Lots)); a != nil {
			a.processes = append(a.processes, int32(i))
		}
	}
	for i := range c.Shipments {
		if a := of(c.Lots.Of(c.Shipments[i].Lots)); a != nil {
			a.shipments = append(a.shipments, int32(i))
		}
	}
	c.addMade(g, of)
	return all
}

// addMade adds what drying, cleaning and processing turned into lots. What was
// dried before it was received is in the receipts already.
func (c *checker) addMade(g groups, of func([]int32) *account) {
	for i := range c.PostHarvests {
		f := &c.PostHarvests[i]
		c.addDried(of, int32(i)) // which may open accounts and move the others
		a := of(c.Lots.Of(f.Out))
		if a == nil {
			continue
		}
		switch {
		case g.keptNames(c.Lots.Of(f.In), c.Lots.Of(f.Out)):
		case c.before(f, a):
			a.before.add(c.sure(f.OutMass))
		default:
			a.made.add(c.sure(f.OutMass))
		}
	}
	for i := range c.Processes {
		f := &c.Processes[i]
		if _, ok := c.Composite(f); ok {
			if a := of(c.Lots.Of(f.Lots)); a != nil {
				a.made.add(c.sure(blendMass(f)))
			}
			c.addTaken(of, int32(i))
		}
		if f.Made.N > 0 && !slices.Equal(c.Lots.Of(f.Made), c.Lots.Of(f.Lots)) {
			if a := of(c.Lots.Of(f.Made)); a != nil {
				a.made.add(c.sure(f.Out.Mass))
			}
		}
	}
}

// keptNames reports whether what went in came out under the same names: nothing else of
// another account went into it.
func (g groups) keptNames(in, out []int32) bool {
	for _, lot := range out {
		if !slices.Contains(in, lot) {
			return false
		}
	}
	for _, lot := range in {
		if g.find(lot) != g.find(out[0]) {
			return false
		}
	}
	return true
}

// blendMass is the mass of a blend: if no other is said, as much as went into it.
func blendMass(f *facts.Process) lot.Mass {
	if f.Out.State == lot.Unsaid {
		return f.In
	}
	return f.Out.Mass
}

// addDried subtracts what drying and cleaning took of a lot: all of it if it became another
// lot, and what was lost if it kept its name. The share of one of several is not known.
func (c *checker) addDried(of func([]int32) *account, drying int32) {
	f := &c.PostHarvests[drying]
	in, out := c.Lots.Of(f.In), c.Lots.Of(f.Out)
	went, came := c.sure(f.InMass), c.sure(f.OutMass)
	if len(in) != 1 || len(out) == 0 || !went.Known() || f.In.Vague {
		return
	}
	a := of(in)
	switch {
	case a == nil:
	case !slices.Contains(out, in[0]):
		a.taken += went.Value
		a.dryings = append(a.dryings, drying)
	case len(out) == 1 && came.Known():
		a.dried += went.Value - came.Value
	}
}

// addTaken subtracts the parts of a blend from the supply of their lots.
func (c *checker) addTaken(of func([]int32) *account, process int32) {
	f := &c.Processes[process]
	for k := range f.Blend {
		part := &f.Blend[k]
		kg := part.Value
		switch {
		case f.Blended != ptbr.Read || !part.Known || part.Share && !f.In.Known():
			continue
		case part.Share:
			kg *= f.In.Value / 100
		}
		if a := of([]int32{part.Lot}); a != nil {
			a.taken += kg
			a.blended += kg
			a.blends = append(a.blends, process)
		}
	}
}

// before reports whether a lot was dried and cleaned before any of it was received.
func (c *checker) before(f *facts.PostHarvest, a *account) bool {
	ended := f.To
	if !ended.Known() {
		ended = f.From
	}
	return ended.Known() && a.first.sure() && a.first.day >= ended.To
}

// supply is the most that there can be of a lot. ok is false if some of it is unknown.
func (a *account) supply() (f flow, ok bool) {
	for _, part := range []*flow{&a.received, &a.stored, &a.before, &a.made} {
		if part.lost || part.bares != 0 && part.bares != part.n {
			return flow{}, false
		}
	}
	f = a.received
	switch {
	case f.n == 0:
		f = a.stored
	case a.stored.n > 0 && (a.stored.bares != 0) != (f.bares != 0):
		return flow{}, false
	default:
		f.kg = lot.Came(a.received.each, a.stored.each)
		f.n += a.stored.n
		f.bares += a.stored.bares
	}
	if a.made.n+a.before.n > 0 {
		if f.bares > 0 {
			return flow{}, false
		}
		f.kg = max(f.kg, a.before.kg) + a.made.kg
		f.n += a.made.n + a.before.n
	}
	return f, f.n > 0 && f.kg > 0
}
