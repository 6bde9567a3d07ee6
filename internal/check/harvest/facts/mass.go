package facts

import "rastro/internal/lot"

// massMember reads a mass out of a field whose plain number is kg.
func (p *payload) massMember() lot.Mass {
	if v, ok := p.number(); ok {
		return lot.Kilos(v, true)
	}
	return p.mass().InKg()
}
