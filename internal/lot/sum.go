package lot

// Sum adds up the masses of records and notes whether it includes all of them. Recalls, balances
// and the file for the European Union all use it, so that they count alike.
type Sum struct {
	kg      float64
	added   bool // there was a record
	known   bool // at least one mass is in kg
	partial bool
}

// Add adds the mass of a record. The mass covers all lots of the record, of which only the number
// in seen is being added up. If that is not all of them, the share of each is unknown, and none of
// the mass counts.
func (s *Sum) Add(m Mass, seen, lots int) {
	s.added = true
	if !m.Known() || seen < lots {
		s.partial = true
		return
	}
	s.kg += m.Value
	s.known = true
}

// Join adds the records of another sum.
func (s *Sum) Join(b *Sum) {
	s.kg += b.kg
	s.added, s.known, s.partial = s.added || b.added, s.known || b.known, s.partial || b.partial
}

// most returns the largest of several sums about the same goods, and notes whether any record is
// left out.
func most(sums []Sum) Sum {
	var all Sum
	for i := range sums {
		one := &sums[i]
		all.kg = max(all.kg, one.kg)
		all.added, all.known, all.partial = all.added || one.added, all.known || one.known, all.partial || one.partial
	}
	return all
}

// Kg returns the sum of the known masses: Unknown if there are records but no known mass, zero if
// there is no record.
func (s *Sum) Kg(none float64) float64 {
	switch {
	case !s.added:
		return none
	case !s.known:
		return Unknown
	}
	return s.kg
}

// Partial reports whether some record is not in the sum.
func (s *Sum) Partial() bool { return s.partial }

// Shipping adds up the shipments of one lot, or of lots that records weigh together. A cargo
// that goes by lorry to the port and on by ship has a record of each, so the means of transport
// with the most counts.
type Shipping struct {
	year  int
	modes [Modes]Sum
}

// NewShipping returns an empty sum. The year is the current one; see ModeOf.
func NewShipping(year int) *Shipping { return &Shipping{year: year} }

// Add adds a shipment of the lot.
func (s *Shipping) Add(r *Row) { s.Load(r.Carrier, r.Kg, 1, r.Among) }

// Load adds the mass of a shipment by a carrier; see Sum.Add.
func (s *Shipping) Load(carrier string, m Mass, seen, lots int) {
	s.modes[ModeOf(carrier, s.year)].Add(m, seen, lots)
}

// Total returns the mass that left, counting each kilogram once.
func (s *Shipping) Total() Sum { return most(s.modes[:]) }

// Kg returns the shipped mass of the lot: 0 without shipments, Unknown if no shipment has its
// own mass.
func (s *Shipping) Kg() float64 {
	all := s.Total()
	return all.Kg(0)
}

// Partial reports whether a shipment is not in the sum.
func (s *Shipping) Partial() bool {
	all := s.Total()
	return all.Partial()
}
