package recall

import (
	"math"
	"slices"

	"rastro/internal/lot"
)

// kgOf is a mass as a report says it: nil where it is not known.
func kgOf(m lot.Mass) *float64 {
	if !m.Known() {
		return nil
	}
	return &m.Value
}

// toldKg is a sum as a report says it.
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

// addShipped adds up what the shipments of the report say. Each leg of a way counts: of
// several lots nobody can tell which records are legs of one. Reports from before
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
// reports that say so of shipments say it here too: the signed text of others stays as it
// was.
func (c *Recall) receivedPartly() bool {
	return c.Format >= sharedMasses && slices.ContainsFunc(c.Holders, func(h Holder) bool { return h.ReceivedPartial })
}
