package harvest

import (
	"math"
	"slices"
	"strings"

	"rastro/internal/check/harvest/facts"
	"rastro/internal/lot"
	"rastro/internal/ptbr"
)

// account is what is known about the mass of a lot, or of several lots that records name together
// and that can only be weighed together.
type account struct {
	lots      []int32 // those that records name, in their order
	receipts  []int32
	processes []int32
	shipments []int32
	blends    []int32 // processes that took some of it into a blend
	dryings   []int32 // those that took some of it into another lot

	first            dayMark // the first day it was received
	received, stored flow
	before           flow    // made from it before it was received
	since            flow    // made from it since
	undated          flow    // made from it, before or since
	taken            float64 // taken into blends and dried lots, as far as stated
	blended          float64 // of that, into blends
	dried            float64 // lost by drying and cleaning that kept its name
	driedBefore      float64 // of that, before it was received
}

// maxLotsTold is how many lots of an account a finding names.
const maxLotsTold = 4

// nameOf names the lots of an account: those that are weighed together, as a sum.
func (c *checker) nameOf(a *account) string {
	var names []string
	for i, lot := range a.lots {
		if i == maxLotsTold {
			names = append(names, "…")
			break
		}
		names = append(names, c.Lots.Names[lot])
	}
	return strings.Join(names, " + ")
}

// flow is a sum of masses.
type flow struct {
	kg    float64
	n     int
	bares int       // of those, how many say no unit
	each  []float64 // those that say how much
}

func (f *flow) add(a lot.Mass) {
	f.n++
	if a.Known() || a.State == lot.Bare {
		f.kg += a.Value
		f.each = append(f.each, a.Value)
	}
	if a.State == lot.Bare {
		f.bares++
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

// weighedTogether groups the lots that records weigh as one.
func (c *checker) weighedTogether() groups {
	g := newGroups(len(c.Lots.Names))
	for i := range c.Receipts {
		g.join(c.Lots.Weighed(c.Receipts[i].Lots))
	}
	for i := range c.Processes {
		g.join(c.Lots.Weighed(c.Processes[i].Lots))
		g.join(c.Lots.Of(c.Processes[i].Made))
	}
	for i := range c.Shipments {
		g.join(c.Lots.Weighed(c.Shipments[i].Lots))
	}
	for i := range c.Samples {
		g.join(c.Lots.Of(c.Samples[i].Lots))
	}
	for i := range c.PostHarvests {
		g.join(c.Lots.Of(c.PostHarvests[i].Out))
	}
	return g
}

// accounts opens an account for each group of lots.
func (c *checker) accounts() []account {
	g := c.weighedTogether()
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
			all = append(all, account{})
		}
		for _, lot := range lots {
			if !slices.Contains(all[at].lots, lot) && len(all[at].lots) <= maxLotsTold {
				all[at].lots = append(all[at].lots, lot)
			}
		}
		return &all[at]
	}
	for i := range c.Receipts {
		f := &c.Receipts[i]
		if a := of(c.Lots.Weighed(f.Lots)); a != nil {
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
		if a := of(c.Lots.Weighed(c.Processes[i].Lots)); a != nil {
			a.processes = append(a.processes, int32(i))
		}
	}
	for i := range c.Shipments {
		if a := of(c.Lots.Weighed(c.Shipments[i].Lots)); a != nil {
			a.shipments = append(a.shipments, int32(i))
		}
	}
	c.addMade(g, of)
	return all
}

// addMade adds what drying, cleaning and processing turned into lots.
func (c *checker) addMade(g groups, of func([]int32) *account) {
	for i := range c.PostHarvests {
		f := &c.PostHarvests[i]
		c.addDried(of, int32(i)) // which may open accounts and move the others
		a := of(c.Lots.Of(f.Out))
		if a == nil {
			continue
		}
		if !g.keptNames(c.Lots.Of(f.In), c.Lots.Of(f.Out)) {
			a.madeBy(f.From, f.To).add(c.sure(f.OutMass))
		}
	}
	for i := range c.Processes {
		f := &c.Processes[i]
		if _, ok := c.Composite(f); ok {
			if a := of(c.Lots.Weighed(f.Lots)); a != nil {
				a.madeBy(f.From, f.To).add(c.sure(blendMass(f)))
			}
			c.addTaken(of, int32(i))
		}
		if f.Made.N > 0 && !slices.Equal(c.Lots.Of(f.Made), c.Lots.Of(f.Lots)) {
			if a := of(c.Lots.Of(f.Made)); a != nil {
				a.madeBy(f.From, f.To).add(c.sure(f.Out.Mass))
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

// blendMass returns the mass of a blend: as stated, or else the sum of its inputs.
func blendMass(f *facts.Process) lot.Mass {
	if f.Out.State == lot.Unsaid {
		return f.In
	}
	return f.Out.Mass
}

// addDried subtracts what drying and cleaning took from a lot: all of it if it became another lot,
// only the loss if it kept its name. If there are several lots, the share of each is unknown.
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
		if a.madeBy(f.From, f.To) == &a.before {
			a.driedBefore += went.Value - came.Value
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
			a.blended += kg
			a.blends = append(a.blends, process)
		}
	}
}

// madeBy returns the flow that a record which made some of the lot belongs to. What was made
// before the lot was received is in the receipts already.
func (a *account) madeBy(from, to facts.Days) *flow {
	ended := to
	if !ended.Known() {
		ended = from
	}
	first := lot.NoDay
	if a.first.sure() {
		first = lot.Day(a.first.day)
	}
	switch lot.WhenMade(lot.Day(ended.To), first) {
	case lot.MadeBefore:
		return &a.before
	case lot.MadeSince:
		return &a.since
	}
	return &a.undated
}

// lossSince returns what drying and cleaning took from the stock. Losses before the lot was
// received are not in the receipts.
func (a *account) lossSince() float64 {
	if a.before.kg > 0 {
		return a.dried
	}
	return a.dried - a.driedBefore
}

// stock is how much there was of a lot.
type stock struct {
	available float64 // see lot.Stock
	most      float64
	n, bares  int
	unstated  int // how many records do not state a mass: there may be any amount
}

// stock computes how much there was of a lot, given what may belong to any lot. ok is false if
// nothing is known, or the units are unknown.
func (a *account) stock(stray float64) (s stock, ok bool) {
	for _, part := range []*flow{&a.received, &a.stored, &a.before, &a.since, &a.undated} {
		if part.bares != 0 && part.bares != part.n {
			return stock{}, false
		}
		s.n += part.n
		s.bares += part.bares
		s.unstated += part.n - len(part.each)
	}
	if s.bares != 0 && s.bares != s.n {
		return stock{}, false
	}
	all := lot.Stock{Received: a.received.each, Stored: a.stored.each, Before: a.before.kg, Since: a.since.kg, Undated: a.undated.kg}
	s.available, s.most = all.Available(), all.Most()+stray
	if s.unstated > 0 {
		s.most = math.Inf(1)
	}
	return s, s.n > 0 && (s.available > 0 || s.unstated > 0)
}
