package harvest

import (
	"cmp"
	"slices"

	"rastro/internal/check/harvest/facts"
	"rastro/internal/check/harvest/rules"
	"rastro/internal/finding"
	"rastro/internal/lang"
	"rastro/internal/lot"
)

// dayMark is the earliest or latest day of something, with the record that states it. It counts
// only if every record of the kind states its day.
type dayMark struct {
	day     facts.Day
	rec     int32
	field   string
	n       int
	unknown bool // some record does not say its day
}

func (m *dayMark) sure() bool { return m != nil && m.n > 0 && !m.unknown }

// lower keeps a day if it is earlier than those before.
func (m *dayMark) lower(on facts.Days, rec int32, field string) {
	m.take(on, rec, field, on.From, m.n == 0 || on.From < m.day)
}

// raise keeps a day if it is later than those before.
func (m *dayMark) raise(on facts.Days, rec int32, field string) {
	m.take(on, rec, field, on.To, m.n == 0 || on.To > m.day)
}

func (m *dayMark) take(on facts.Days, rec int32, field string, day facts.Day, better bool) {
	if !on.Known() {
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

func (c *checker) earliestSeen() earliest {
	n := len(c.Lots.Names)
	e := earliest{make([]dayMark, n), make([]dayMark, n), make([]dayMark, n), make([]dayMark, n)}
	for i := range c.PostHarvests {
		f := &c.PostHarvests[i]
		in := c.Lots.Of(f.In)
		for _, lot := range c.Lots.Of(f.Out) {
			if slices.Contains(in, lot) { // it was there before
				e.made[lot].unknown = true
				continue
			}
			e.made[lot].lower(f.From, f.Rec, "dataInicio")
		}
	}
	for _, stored := range []bool{false, true} {
		fresh := make([]bool, n)
		for i := range c.Receipts {
			f := &c.Receipts[i]
			if f.Stored != stored {
				continue
			}
			for _, lot := range c.Lots.Of(f.Lots) {
				if m := &e.received[lot]; !stored || fresh[lot] || m.n == 0 && !m.unknown {
					fresh[lot] = true
					m.lower(f.On, f.Rec, "dataHoraRecebimento")
				}
			}
		}
	}
	for i := range c.Processes {
		f := &c.Processes[i]
		for _, lot := range c.Lots.Of(f.Lots) {
			e.processed[lot].lower(f.From, f.Rec, "dataInicio")
		}
	}
	for i := range c.Shipments {
		f := &c.Shipments[i]
		for _, lot := range c.Lots.Of(f.Lots) {
			if f.Mode == byRoad {
				e.shipped[lot].unknown = true // it may have been inspected at the port, after the road
				continue
			}
			e.shipped[lot].raise(f.On, f.Rec, "dataTransporte")
		}
	}
	return e
}

// firstPlanting returns the first day of planting, if every planting states its day.
func (c *checker) firstPlanting() dayMark {
	var m dayMark
	for i := range c.Plantings {
		m.lower(c.Plantings[i].On, c.Plantings[i].Rec, "dataPlantio")
	}
	return m
}

// firstReaping returns the first day of harvest, and whether it is stated as such.
func (c *checker) firstReaping() (m dayMark, stated bool) {
	stated = true
	for i := range c.Reapings {
		f := &c.Reapings[i]
		m.lower(f.On, f.Rec, f.Field)
		stated = stated && f.Stated
	}
	return m, stated
}

// disorder is a pair of records in which the one that must come first has the later date.
type disorder struct {
	first, then dayMark
	strong      bool // there is no other explanation
}

// orderBook collects what is out of order.
type orderBook struct {
	found  []disorder
	degree []int32 // how many each record is part of
}

// hold notes if something happened before what must come first.
func (o *orderBook) hold(first dayMark, strong bool, on facts.Days, rec int32, field string) {
	if !first.sure() || !on.Known() || on.To >= first.day || first.rec == rec {
		return
	}
	o.found = append(o.found, disorder{first, dayMark{day: on.To, rec: rec, field: field, n: 1}, strong})
	o.degree[first.rec]++
	o.degree[rec]++
}

// checkOrder compares the days of the harvest with the order of things: planted,
// harvested, dried and cleaned, received, processed, shipped. What concerns a lot
// is compared with the same lot only, as a harvest takes weeks.
func (c *checker) checkOrder() {
	o := orderBook{degree: make([]int32, len(c.Records))}
	planted := c.firstPlanting()
	reaped, stated := c.firstReaping()
	for i := range c.Reapings {
		f := &c.Reapings[i]
		o.hold(planted, f.Stated, f.On, f.Rec, f.Field)
	}
	ground, firm := reaped, stated
	if !reaped.sure() {
		ground, firm = planted, true
	}
	for i := range c.PostHarvests {
		f := &c.PostHarvests[i]
		lots := f.In
		if lots.N == 0 {
			lots = f.Out
		}
		if c.here(lots) {
			o.hold(ground, firm, f.From, f.Rec, "dataInicio")
		}
		out := c.Lots.Of(f.Out)
		for _, lot := range c.Lots.Of(f.In) {
			if !slices.Contains(out, lot) {
				o.hold(c.earlier.made[lot], !c.origin.named[lot], f.From, f.Rec, "dataInicio")
			}
		}
	}
	for i := range c.Receipts {
		f := &c.Receipts[i]
		c.orderLots(&o, ground, firm, f.Lots, f.On, f.Rec, "dataHoraRecebimento", f.Stored)
	}
	for i := range c.Processes {
		f := &c.Processes[i]
		c.orderLots(&o, ground, firm, f.Lots, f.From, f.Rec, "dataInicio", true)
		for _, part := range f.Blend {
			o.hold(c.earlier.received[part.Lot], true, f.From, f.Rec, "dataInicio")
		}
	}
	for i := range c.Shipments {
		f := &c.Shipments[i]
		// Goods on the road may still be received and processed at the port.
		c.orderLots(&o, ground, firm, f.Lots, f.On, f.Rec, "dataTransporte", f.Mode != byRoad)
		for _, lot := range c.Lots.Of(f.Lots) {
			if f.Mode != byRoad {
				o.hold(c.earlier.processed[lot], false, f.On, f.Rec, "dataTransporte")
			}
		}
	}
	c.orderInspections(&o, ground, firm)
	c.tellOrder(&o)
}

// orderLots compares a record that names lots with the harvest, and with earlier records about each
// lot.
func (c *checker) orderLots(o *orderBook, ground dayMark, firm bool, lots facts.LotSet, on facts.Days, rec int32, field string, afterReceipt bool) {
	if !on.Known() || !c.here(lots) {
		return
	}
	o.hold(ground, firm, on, rec, field)
	for _, lot := range c.Lots.Of(lots) {
		o.hold(c.earlier.made[lot], !c.origin.named[lot], on, rec, field)
		if afterReceipt {
			o.hold(c.earlier.received[lot], true, on, rec, field)
		}
	}
}

// inspectionSlack is how many days after the shipment a report may be dated.
const inspectionSlack = 1

// orderInspections compares inspections with the harvest and the shipment.
func (c *checker) orderInspections(o *orderBook, ground dayMark, firm bool) {
	for i := range c.Inspections {
		f := &c.Inspections[i]
		if !f.On.Known() || !c.here(f.Lots) {
			continue
		}
		o.hold(ground, firm, f.On, f.Rec, "dataInspecao")
		done := dayMark{day: f.On.From, rec: f.Rec, field: "dataInspecao", n: 1}
		for _, lot := range c.Lots.Of(f.Lots) {
			if s := c.earlier.shipped[lot]; s.sure() && done.day-s.day > inspectionSlack {
				o.hold(done, false, facts.Days{From: s.day, To: s.day}, s.rec, s.field)
			}
		}
	}
}

// tellOrder makes findings of what is out of order: one for each record at fault. Of two
// records the one that disagrees with more others counts as wrong; of two equal ones, the
// later in the order of things.
func (c *checker) tellOrder(o *orderBook) {
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
		var refs []finding.Ref
		seen := map[int32]bool{}
		certain := false
		for ; i < len(o.found) && at(&o.found[i]) == fault; i++ {
			d := &o.found[i]
			certain = certain || d.certain()
			for _, m := range []dayMark{d.first, d.then} {
				if m.rec == fault && !seen[m.rec] {
					refs = append([]finding.Ref{c.Ref(m.rec, m.field)}, refs...)
				} else if !seen[m.rec] {
					refs = c.appendRef(refs, m.rec, m.field)
				}
				seen[m.rec] = true
			}
		}
		rule := rules.OrderDoubtful
		if certain {
			rule = rules.OrderBroken
		}
		c.add(rule, refs, "depois", c.title(worst.then.rec), "data", worst.then.day, "antes", c.title(worst.first.rec), "outra", worst.first.day,
			"dias", worst.gap(), "registros", len(seen))
	}
}

func (d *disorder) gap() int { return int(d.first.day - d.then.day) }

// certain reports whether the two days cannot both be right. A difference of one day may be due to
// an inaccurate clock, or to midnight.
func (d *disorder) certain() bool { return d.strong && d.gap() > 1 }

// title returns what people call a record of the kind.
func (c *checker) title(rec int32) lang.Text { return c.KindOf(rec).Title }

// byRoad is the transport mode of a leg that ends at a port.
const byRoad = lot.ByRoad
