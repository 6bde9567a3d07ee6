package recall

import (
	"math"
	"slices"

	"rastro/internal/lot"
)

// kgOf is a mass as a report writes it: nil if unknown.
func kgOf(m lot.Mass) *float64 {
	if !m.Known() {
		return nil
	}
	return &m.Value
}

// toldKg is a sum as a report writes it.
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

// addShipped adds up the shipments of the report. Each leg of a journey counts: for several
// lots it is unknown which records are legs of one. Reports from before
// sharedMasses do not say which masses other lots share, so they keep counting them.
func (c *Recall) addShipped() {
	var sum lot.Sum
	for i := range c.Shipments {
		s := &c.Shipments[i]
		seen, lots := 1, 1
		if s.SharedQuantity {
			lots++
		}
		sum.Add(massOfKg(s.QuantityKg), seen, lots)
	}
	c.Totals.ShippedKg, c.Totals.ShippedPartial = toldKg(sum.Kg(0)), sum.Partial()
}

// receivedPartly reports whether some holder received more than the report adds up. Only
// reports that say so for shipments also say it here: the signed text of others does not
// change.
func (c *Recall) receivedPartly() bool {
	return c.Format >= sharedMasses && slices.ContainsFunc(c.Holders, func(h Holder) bool { return h.ReceivedPartial })
}
