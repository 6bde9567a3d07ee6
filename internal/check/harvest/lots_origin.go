package harvest

import (
	"rastro/internal/check/harvest/facts"
	"rastro/internal/lot"
)

// origins records how each lot is known.
type origins struct {
	known  []bool
	named  []bool // has its own identification
	abroad []bool // of another harvest
	made   []bool // by drying or cleaning
	used   []bool // processed, shipped or worked on
	// mixed: the lot is from another harvest or of unknown origin, or contains such goods.
	mixed []bool
}

func (c *checker) origins() origins {
	n := len(c.Lots.Names)
	o := origins{make([]bool, n), make([]bool, n), make([]bool, n), make([]bool, n), make([]bool, n), make([]bool, n)}
	c.EachKnown(func(lot, _ int32) { o.known[lot] = true })
	for i := range c.Identified {
		for _, lot := range c.Lots.Of(c.Identified[i].Lots) {
			o.named[lot] = true
		}
	}
	for i := range c.PostHarvests {
		f := &c.PostHarvests[i]
		for _, lot := range c.Lots.Of(f.In) {
			o.used[lot] = true
		}
		for _, lot := range c.Lots.Of(f.Out) {
			o.made[lot] = true
		}
	}
	for i := range c.Processes {
		for _, lot := range c.Lots.Of(c.Processes[i].Lots) {
			o.used[lot] = true
		}
		for _, part := range c.Processes[i].Blend {
			o.used[part.Lot] = true
		}
	}
	for i := range c.Shipments {
		for _, lot := range c.Lots.Of(c.Shipments[i].Lots) {
			o.used[lot] = true
		}
	}
	for _, name := range c.o.OtherLots {
		if number, ok := c.Lots.Index[lot.Fold(name)]; ok && !o.named[number] && !o.made[number] {
			o.abroad[number] = true
		}
	}
	c.findMixed(&o)
	return o
}

// findMixed follows what is not from this harvest through everything made from it.
func (c *checker) findMixed(o *origins) {
	var from marks
	for lot := range int32(len(o.mixed)) {
		if o.abroad[lot] || !o.known[lot] {
			from.put([]int32{lot}, lot)
		}
	}
	if from.order == nil {
		return
	}
	g := c.lotGraph()
	spread := func() []int32 { return g.reach(from.by, from.order, false) }
	reached := spread()
	for i := range c.Samples {
		lots := c.Lots.Of(c.Samples[i].Lots)
		for _, lot := range lots {
			if reached[lot] >= 0 {
				from.put(lots, lot)
				break
			}
		}
	}
	for lot, by := range spread()[:len(o.mixed)] {
		o.mixed[lot] = by >= 0
	}
}

// here reports whether a record's lots are from this harvest, as far as is known: it names none, or
// one that is.
func (c *checker) here(s facts.LotSet) bool {
	if s.N == 0 {
		return true
	}
	for _, lot := range c.Lots.Of(s) {
		if c.origin.known[lot] && !c.origin.abroad[lot] {
			return true
		}
	}
	return false
}

// pure reports whether a record's lots are only of this harvest.
func (c *checker) pure(s facts.LotSet) bool {
	for _, lot := range c.Lots.Of(s) {
		if c.origin.mixed[lot] {
			return false
		}
	}
	return true
}
