package audit

import (
	"cmp"
	"slices"

	"rastro/internal/lang"
)

// dayMark is the earliest (or latest) day on which something happened, and the
// record that says so. It counts only when every record of its kind says its day.
type dayMark struct {
	day     dayNumber
	rec     int32
	field   string
	n       int
	unknown bool // some record does not say its day
}

func (m *dayMark) sure() bool { return m != nil && m.n > 0 && !m.unknown }

// lower takes up a day if it is earlier than those before.
func (m *dayMark) lower(on daySpan, rec int32, field string) {
	m.take(on, rec, field, on.from, m.n == 0 || on.from < m.day)
}

// raise takes up a day if it is later than those before.
func (m *dayMark) raise(on daySpan, rec int32, field string) {
	m.take(on, rec, field, on.to, m.n == 0 || on.to > m.day)
}

func (m *dayMark) take(on daySpan, rec int32, field string, day dayNumber, better bool) {
	if !on.known() {
		m.unknown = true
		return
	}
	if better {
		m.day, m.rec, m.field = day, rec, field
	}
	m.n++
}

// earliest says of each lot when it was first made, received and processed, and
// when it was last shipped by other means than the road.
type earliest struct{ made, received, processed, shipped []dayMark }

func (c *conferral) earliestSeen() earliest {
	n := len(c.lots.names)
	e := earliest{make([]dayMark, n), make([]dayMark, n), make([]dayMark, n), make([]dayMark, n)}
	for i := range c.workings {
		f := &c.workings[i]
		in := c.lots.of(f.in)
		for _, lot := range c.lots.of(f.out) {
			if slices.Contains(in, lot) { // it was there before
				e.made[lot].unknown = true
				continue
			}
			e.made[lot].lower(f.from, f.rec, "dataInicio")
		}
	}
	for _, stored := range []bool{false, true} {
		fresh := make([]bool, n)
		for i := range c.receipts {
			f := &c.receipts[i]
			if f.stored != stored {
				continue
			}
			for _, lot := range c.lots.of(f.lots) {
				if m := &e.received[lot]; !stored || fresh[lot] || m.n == 0 && !m.unknown {
					fresh[lot] = true
					m.lower(f.on, f.rec, "dataHoraRecebimento")
				}
			}
		}
	}
	for i := range c.processes {
		f := &c.processes[i]
		for _, lot := range c.lots.of(f.lots) {
			e.processed[lot].lower(f.from, f.rec, "dataInicio")
		}
	}
	for i := range c.shipments {
		f := &c.shipments[i]
		for _, lot := range c.lots.of(f.lots) {
			if f.mode == byRoad {
				e.shipped[lot].unknown = true // it may have been inspected at the port, after the road
				continue
			}
			e.shipped[lot].raise(f.on, f.rec, "dataTransporte")
		}
	}
	return e
}

// firstPlanting is the first day of planting, where every planting says its day.
func (c *conferral) firstPlanting() dayMark {
	var m dayMark
	for i := range c.plantings {
		m.lower(c.plantings[i].on, c.plantings[i].rec, "dataPlantio")
	}
	return m
}

// firstReaping is the first day of harvest, and whether it is stated as such.
func (c *conferral) firstReaping() (m dayMark, stated bool) {
	stated = true
	for i := range c.reapings {
		f := &c.reapings[i]
		m.lower(f.on, f.rec, f.field)
		stated = stated && f.stated
	}
	return m, stated
}

// disorder is two records of which the one that must come first is dated later.
type disorder struct {
	first, then dayMark
	strong      bool // it cannot be otherwise explained
}

// orderBook collects what is out of order.
type orderBook struct {
	found  []disorder
	degree []int32 // how many each record is part of
}

// hold notes when something happened before what must come first.
func (o *orderBook) hold(first dayMark, strong bool, on daySpan, rec int32, field string) {
	if !first.sure() || !on.known() || on.to >= first.day || first.rec == rec {
		return
	}
	o.found = append(o.found, disorder{first, dayMark{day: on.to, rec: rec, field: field, n: 1}, strong})
	o.degree[first.rec]++
	o.degree[rec]++
}

// checkOrder holds the days of the harvest against the order of things: planted,
// harvested, dried and cleaned, received, processed, shipped. What concerns a lot
// is held against the same lot only, as a harvest takes weeks.
func (c *conferral) checkOrder() {
	o := orderBook{degree: make([]int32, len(c.records))}
	planted := c.firstPlanting()
	reaped, stated := c.firstReaping()
	for i := range c.reapings {
		f := &c.reapings[i]
		o.hold(planted, f.stated, f.on, f.rec, f.field)
	}
	ground, firm := reaped, stated
	if !reaped.sure() {
		ground, firm = planted, true
	}
	for i := range c.workings {
		f := &c.workings[i]
		lots := f.in
		if lots.n == 0 {
			lots = f.out
		}
		if c.here(lots) {
			o.hold(ground, firm, f.from, f.rec, "dataInicio")
		}
		out := c.lots.of(f.out)
		for _, lot := range c.lots.of(f.in) {
			if !slices.Contains(out, lot) {
				o.hold(c.earlier.made[lot], !c.origin.named[lot], f.from, f.rec, "dataInicio")
			}
		}
	}
	for i := range c.receipts {
		f := &c.receipts[i]
		c.orderLots(&o, ground, firm, f.lots, f.on, f.rec, "dataHoraRecebimento", f.stored)
	}
	for i := range c.processes {
		f := &c.processes[i]
		c.orderLots(&o, ground, firm, f.lots, f.from, f.rec, "dataInicio", true)
		for _, part := range f.blend {
			o.hold(c.earlier.received[part.lot], true, f.from, f.rec, "dataInicio")
		}
	}
	for i := range c.shipments {
		f := &c.shipments[i]
		// What goes by road may yet be received and processed at the port.
		c.orderLots(&o, ground, firm, f.lots, f.on, f.rec, "dataTransporte", f.mode != byRoad)
		for _, lot := range c.lots.of(f.lots) {
			if f.mode != byRoad {
				o.hold(c.earlier.processed[lot], false, f.on, f.rec, "dataTransporte")
			}
		}
	}
	c.orderInspections(&o, ground, firm)
	c.tellOrder(&o)
}

// orderLots holds a record that names lots against the harvest and against what
// came before for each of them.
func (c *conferral) orderLots(o *orderBook, ground dayMark, firm bool, lots lotSet, on daySpan, rec int32, field string, afterReceipt bool) {
	if !on.known() || !c.here(lots) {
		return
	}
	o.hold(ground, firm, on, rec, field)
	for _, lot := range c.lots.of(lots) {
		o.hold(c.earlier.made[lot], !c.origin.named[lot], on, rec, field)
		if afterReceipt {
			o.hold(c.earlier.received[lot], true, on, rec, field)
		}
	}
}

// inspectionSlack is how many days after the shipment a report may be dated.
const inspectionSlack = 1

// orderInspections holds inspections against the harvest and the shipment.
func (c *conferral) orderInspections(o *orderBook, ground dayMark, firm bool) {
	for i := range c.inspections {
		f := &c.inspections[i]
		if !f.on.known() || !c.here(f.lots) {
			continue
		}
		o.hold(ground, firm, f.on, f.rec, "dataInspecao")
		done := dayMark{day: f.on.from, rec: f.rec, field: "dataInspecao", n: 1}
		for _, lot := range c.lots.of(f.lots) {
			if s := c.earlier.shipped[lot]; s.sure() && done.day-s.day > inspectionSlack {
				o.hold(done, false, daySpan{s.day, s.day}, s.rec, s.field)
			}
		}
	}
}

// tellOrder makes findings of what is out of order: one for each record at
// fault. Of two records the one that disagrees with more is taken to be wrong,
// of two alike the one that comes later in the order of things.
func (c *conferral) tellOrder(o *orderBook) {
	at := func(d *disorder) int32 {
		if o.degree[d.first.rec] > o.degree[d.then.rec] {
			return d.first.rec
		}
		return d.then.rec
	}
	slices.SortStableFunc(o.found, func(a, b disorder) int {
		return cmp.Or(cmp.Compare(at(&a), at(&b)), cmp.Compare(b.gap(), a.gap()))
	})
	for i := 0; i < len(o.found); {
		fault := at(&o.found[i])
		worst := o.found[i]
		var refs []Ref
		seen := map[int32]bool{}
		certain := false
		for ; i < len(o.found) && at(&o.found[i]) == fault; i++ {
			d := &o.found[i]
			certain = certain || d.certain()
			for _, m := range []dayMark{d.first, d.then} {
				if m.rec == fault && !seen[m.rec] {
					refs = append([]Ref{c.ref(m.rec, m.field)}, refs...)
				} else if !seen[m.rec] {
					refs = c.appendRef(refs, m.rec, m.field)
				}
				seen[m.rec] = true
			}
		}
		rule := orderDoubtful
		if certain {
			rule = orderBroken
		}
		c.add(rule, refs, "depois", c.title(worst.then.rec), "data", worst.then.day, "antes", c.title(worst.first.rec), "outra", worst.first.day,
			"dias", worst.gap(), "registros", len(seen))
	}
}

func (d *disorder) gap() int { return int(d.first.day - d.then.day) }

// certain tells whether the two days cannot both be right. One day may be the
// clock's, or the midnight's.
func (d *disorder) certain() bool { return d.strong && d.gap() > 1 }

// title is what people call a record of the kind.
func (c *conferral) title(rec int32) lang.Text { return c.kindOf(rec).Title }
