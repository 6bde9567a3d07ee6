package recall

import (
	"math"
	"slices"
	"time"

	"rastro/internal/lot"
	"rastro/internal/trace"
)

// kgOf returns a mass as a report writes it: nil if unknown.
func kgOf(m lot.Mass) *float64 {
	if !m.Known() {
		return nil
	}
	return &m.Value
}

// toldKg returns a sum as a report writes it.
func toldKg(kg float64) *float64 {
	if math.IsNaN(kg) {
		return nil
	}
	return &kg
}

// massOfKg reads a mass of a report.
func massOfKg(kg *float64) lot.Mass {
	if kg == nil {
		return lot.Mass{}
	}
	return lot.Mass{Value: *kg, State: lot.Exact}
}

// addShipped adds up the shipments of the report. Reports from before sharedMasses do not
// say which masses other lots share, so they keep counting them; those from before
// countedOnce keep counting each leg of a journey.
func (c *Recall) addShipped() {
	sum := c.shippedLegs()
	if c.Format >= countedOnce {
		sum = c.shippedOnce()
	}
	c.Totals.ShippedKg, c.Totals.ShippedPartial = toldKg(sum.Kg(0)), sum.Partial()
}

func (c *Recall) shippedLegs() (sum lot.Sum) {
	for i := range c.Shipments {
		s := &c.Shipments[i]
		sum.Add(massOfKg(s.QuantityKg), 1, s.sharers())
	}
	return sum
}

// shippedOnce counts each kilogram once: of the legs of one journey it counts those by the mode of
// transport that carried most, as in a balance. Shipments whose lots are weighed together share
// their journeys.
func (c *Recall) shippedOnce() (sum lot.Sum) {
	year := 0
	if at, err := time.Parse(trace.TimeLayout, c.At); err == nil {
		year = at.Year()
	}
	together := c.shippedTogether()
	ways := map[int]*lot.Shipping{}
	for i := range c.Shipments {
		s := &c.Shipments[i]
		way, ok := ways[together(i)]
		if !ok {
			way = lot.NewShipping(year)
			ways[together(i)] = way
		}
		way.Load(s.Identification, massOfKg(s.QuantityKg), 1, s.sharers())
	}
	for i := range c.Shipments { // in their order, so that sums always round the same way
		if way, ok := ways[i]; ok {
			once := way.Total()
			sum.Join(&once)
		}
	}
	return sum
}

// shippedTogether returns the first shipment whose lots are weighed together with those of another.
func (c *Recall) shippedTogether() func(int) int {
	with := make([]int, len(c.Shipments))
	first := func(at int) int {
		for with[at] != at {
			with[at] = with[with[at]]
			at = with[at]
		}
		return at
	}
	of := map[string]int{} // the last shipment of a lot
	for i := range c.Shipments {
		with[i] = i
		for _, code := range c.Shipments[i].Lots {
			if before, ok := of[code]; ok {
				a, b := first(before), first(i)
				with[max(a, b)] = min(a, b)
			}
			of[code] = i
		}
	}
	return first
}

// sharers returns how many share the mass: more than one if lots outside the recall do.
func (s *Shipment) sharers() int {
	if s.SharedQuantity {
		return 2
	}
	return 1
}

// receivedPartly reports whether some holder received more than the sum in the report. It is true
// only for reports that state the same for shipments, because the signed text of older reports must
// not change.
func (c *Recall) receivedPartly() bool {
	return c.Format >= sharedMasses && slices.ContainsFunc(c.Holders, func(h Holder) bool { return h.ReceivedPartial })
}
