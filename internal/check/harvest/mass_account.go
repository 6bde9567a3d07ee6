package harvest

import (
	"math"
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

	first            dayMark // the first day it was received
	received, stored flow
	before           flow    // what drying and cleaning gave before it was received
	made             flow    // by drying and cleaning since, and by blending and processing
	taken            float64 // into blends, as far as that is said
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
	c.addMade(of)
	return all
}

// addMade adds what drying, cleaning and processing turned into lots. What was
// dried before it was received is in the receipts already.
func (c *checker) addMade(of func([]int32) *account) {
	for i := range c.PostHarvests {
		f := &c.PostHarvests[i]
		a := of(c.Lots.Of(f.Out))
		if a == nil {
			continue
		}
		in, outside := c.Lots.Of(f.In), false
		for _, lot := range c.Lots.Of(f.Out) {
			outside = outside || !slices.Contains(in, lot)
		}
		switch {
		case !outside: // it kept its name
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
				a.made.add(c.sure(f.Out.Mass))
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
	case !repeats(a.stored, f):
		f.kg += a.stored.kg
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

// repeats reports whether what was stored is what was received, recorded once
// more: load by load, or all of it at once. Otherwise it may have come on top.
func repeats(stored, received flow) bool {
	if math.Abs(stored.kg-received.kg) <= received.kg*2*massSlack {
		return true
	}
	s, r := slices.Sorted(slices.Values(stored.each)), slices.Sorted(slices.Values(received.each))
	for _, load := range s {
		for len(r) > 0 && r[0] < load*(1-2*massSlack) {
			r = r[1:]
		}
		if len(r) == 0 || r[0] > load*(1+2*massSlack) {
			return false
		}
		r = r[1:]
	}
	return true
}
