package audit

import (
	"slices"
	"strings"

	"rastro/internal/lot"
)

// settleLots reads a name that is
// a phrase with one known code in it as that code: "MT25-S-001 (talhão 7)".
func (b *Book) settleLots() {
	known := make([]bool, len(b.lots.names))
	b.eachKnown(func(lot int32, _ int32) { known[lot] = true })
	alias := make([]int32, len(b.lots.names))
	changed := false
	for lot, name := range b.lots.names {
		alias[lot] = int32(lot)
		if !b.lots.phrase[lot] || known[lot] {
			continue
		}
		if code, ok := b.lots.codeIn(name, known); ok {
			alias[lot], changed = code, true
		}
	}
	if !changed {
		return
	}
	for i, lot := range b.lots.refs {
		b.lots.refs[i] = alias[lot]
	}
	for i := range b.processes {
		for k := range b.processes[i].blend {
			part := &b.processes[i].blend[k]
			part.lot = alias[part.lot]
		}
	}
}

// codeIn finds the one known lot that a phrase has in it.
func (b *lotBook) codeIn(phrase string, known []bool) (int32, bool) {
	found := int32(-1)
	for w := range strings.FieldsFuncSeq(phrase, func(r rune) bool { return r == ' ' || r == '(' || r == ')' || r == ':' }) {
		lot, ok := b.index[strings.TrimRight(w, ".")]
		if !ok || !known[lot] || b.phrase[lot] || lot == found {
			continue
		}
		if found >= 0 {
			return 0, false
		}
		found = lot
	}
	return found, found >= 0
}

// eachKnown calls fn for every lot that a record brings into being, with the
// record. Some come more than once.
func (b *Book) eachKnown(fn func(lot, rec int32)) {
	for i := range b.named {
		for _, lot := range b.lots.of(b.named[i].lots) {
			fn(lot, b.named[i].rec)
		}
	}
	for i := range b.workings {
		for _, lot := range b.lots.of(b.workings[i].out) {
			fn(lot, b.workings[i].rec)
		}
	}
	for i := range b.samples {
		if lots := b.lots.of(b.samples[i].lots); len(lots) > 1 { // a mixture and its parts
			for _, lot := range lots {
				fn(lot, b.samples[i].rec)
			}
		}
	}
	for i := range b.processes {
		f := &b.processes[i]
		for _, lot := range b.lots.of(f.made) {
			fn(lot, f.rec)
		}
		if lot, ok := b.composite(f); ok {
			fn(lot, f.rec)
		}
	}
}

// composite is the lot that a blend makes: the one that is processed, where it
// is not one of the parts.
func (b *Book) composite(f *processFact) (int32, bool) {
	lots := b.lots.of(f.lots)
	if len(lots) != 1 || len(f.blend) < 2 {
		return 0, false
	}
	for _, part := range f.blend {
		if part.lot == lots[0] {
			return 0, false
		}
	}
	return lots[0], true
}

// origins says of each lot how it came to be known.
type origins struct {
	known  []bool
	named  []bool // has an identification of its own
	abroad []bool // of another harvest
	made   []bool // by drying or cleaning
	used   []bool // processed, shipped or worked on
	// mixed: it is of another harvest or of no known origin, or has some of that
	// in it.
	mixed []bool
}

func (c *conferral) origins() origins {
	n := len(c.lots.names)
	o := origins{make([]bool, n), make([]bool, n), make([]bool, n), make([]bool, n), make([]bool, n), make([]bool, n)}
	c.eachKnown(func(lot, _ int32) { o.known[lot] = true })
	for i := range c.named {
		for _, lot := range c.lots.of(c.named[i].lots) {
			o.named[lot] = true
		}
	}
	for i := range c.workings {
		f := &c.workings[i]
		for _, lot := range c.lots.of(f.in) {
			o.used[lot] = true
		}
		for _, lot := range c.lots.of(f.out) {
			o.made[lot] = true
		}
	}
	for i := range c.processes {
		for _, lot := range c.lots.of(c.processes[i].lots) {
			o.used[lot] = true
		}
		for _, part := range c.processes[i].blend {
			o.used[part.lot] = true
		}
	}
	for i := range c.shipments {
		for _, lot := range c.lots.of(c.shipments[i].lots) {
			o.used[lot] = true
		}
	}
	for _, name := range c.o.OtherLots {
		if number, ok := c.lots.index[lot.Fold(name)]; ok && !o.named[number] && !o.made[number] {
			o.abroad[number] = true
		}
	}
	c.findMixed(&o)
	return o
}

// findMixed follows what is not of this harvest through all that was made of it.
func (c *conferral) findMixed(o *origins) {
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
	for i := range c.samples {
		lots := c.lots.of(c.samples[i].lots)
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

// here tells whether a record's lots are of this harvest, as far as they are
// known: it names none, or one that is.
func (c *conferral) here(s lotSet) bool {
	if s.n == 0 {
		return true
	}
	for _, lot := range c.lots.of(s) {
		if c.origin.known[lot] && !c.origin.abroad[lot] {
			return true
		}
	}
	return false
}

// pure tells whether a record's lots are of this harvest and of nothing else.
func (c *conferral) pure(s lotSet) bool {
	for _, lot := range c.lots.of(s) {
		if c.origin.mixed[lot] {
			return false
		}
	}
	return true
}

// UnknownLots are the lots that records name and that none identifies or makes.
// They may be lots of other harvests: see OtherLots.
func (b *Book) UnknownLots() []string {
	b.settle()
	c := conferral{Book: b}
	c.origin = c.origins()
	var unknown []string
	seen := make([]bool, len(b.lots.names))
	note := func(lot int32) {
		if !c.origin.named[lot] && !c.origin.made[lot] && !seen[lot] && !b.lots.phrase[lot] {
			seen[lot] = true
			unknown = append(unknown, b.lots.names[lot])
		}
	}
	c.eachNamed(func(lot, _ int32, _ string) { note(lot) })
	for i := range b.samples {
		for _, lot := range b.lots.of(b.samples[i].lots) {
			note(lot)
		}
	}
	slices.Sort(unknown)
	return unknown
}

// KnownLots returns the lots that records of the harvest bring into being, sorted.
func (b *Book) KnownLots() []string {
	b.settle()
	var known []string
	b.eachKnown(func(lot, _ int32) {
		if !b.lots.phrase[lot] {
			known = append(known, b.lots.names[lot])
		}
	})
	slices.Sort(known)
	return slices.Compact(known)
}

// eachNamed calls fn for every lot that a record speaks of as one that is there.
func (b *Book) eachNamed(fn func(lot, rec int32, field string)) {
	of := func(s lotSet, rec int32, field string) {
		for _, lot := range b.lots.of(s) {
			fn(lot, rec, field)
		}
	}
	for i := range b.workings {
		of(b.workings[i].in, b.workings[i].rec, "loteEntrada")
	}
	for i := range b.receipts {
		of(b.receipts[i].lots, b.receipts[i].rec, "loteOrigem")
	}
	for i := range b.processes {
		f := &b.processes[i]
		if _, made := b.composite(f); !made {
			of(f.lots, f.rec, "lote")
		}
		for _, part := range f.blend {
			fn(part.lot, f.rec, "blendagem")
		}
	}
	for i := range b.shipments {
		of(b.shipments[i].lots, b.shipments[i].rec, "loteOrigem")
	}
	for i := range b.inspections {
		of(b.inspections[i].lots, b.inspections[i].rec, "codigosLote")
	}
	for i := range b.closings {
		of(b.closings[i].lots, b.closings[i].rec, "lotes")
	}
}
