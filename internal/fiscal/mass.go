package fiscal

import (
	"strconv"
	"strings"

	"rastro/internal/ptbr"
)

// unitKilos is how many kg a unit of an invoice is; false for one that is no fixed mass, such
// as a bag. Units of six characters are free text: KG, TON, SC, SC60, SACA, SC60KG, @.
func unitKilos(unit string) (float64, bool) {
	unit = strings.ToUpper(strings.TrimSpace(unit))
	if unit == "" || len(unit) > 16 {
		return 0, false
	}
	switch unit {
	case "@":
		return 15, true
	case "SACO", "SACOS":
		return 0, false // what is in one differs by product
	case "TL", "TON LI", "TONL", "TONLIQ", "TM", "MT":
		return 1000, true // "tonelada líquida" in the foreign trade table
	}
	name := strings.TrimRight(strings.TrimSuffix(unit, "KG"), "0123456789 ./-")
	if each := strings.Trim(strings.TrimSuffix(unit[len(name):], "KG"), " ./-"); name != "" && each != "" {
		kilos, err := strconv.ParseFloat(each, 64)
		switch name {
		case "SC", "SCS", "SACA", "SACAS", "SACO", "SACOS", "BAG", "BG", "BIGBAG", "FD", "FARDO":
			return kilos, err == nil && kilos > 0
		}
		return 0, false // K2, M3
	}
	if unit[0] >= '0' && unit[0] <= '9' {
		return 0, false
	}
	_, u, end := ptbr.Amount("1 " + unit)
	if u == nil || u.Dimension != ptbr.Masses || end != len(unit)+2 {
		return 0, false
	}
	return u.Factor, true
}

// Kilos is the mass of an item; false where neither of its units is a mass.
func (i *Item) Kilos() (float64, bool) {
	for _, each := range [...]struct {
		unit     string
		quantity Amount
	}{{i.Unit, i.Quantity}, {i.TaxUnit, i.TaxQuantity}} {
		if factor, ok := unitKilos(each.unit); ok {
			if v, ok := each.quantity.Float(); ok {
				return v * factor, true
			}
		}
	}
	return 0, false
}

// Kilos is the mass of all items; false if that of one is not known.
func (d *Document) Kilos() (sum float64, ok bool) {
	for i := range d.Items {
		kilos, known := d.Items[i].Kilos()
		if !known {
			return 0, false
		}
		sum += kilos
	}
	return sum, len(d.Items) > 0
}

// NetWeight is the net weight in transport; false if none is stated.
func (d *Document) NetWeight() (sum float64, ok bool) {
	for _, v := range d.Transport.Volumes {
		if net, read := v.Net.Float(); read && net > 0 {
			sum, ok = sum+net, true
		}
	}
	return sum, ok
}
