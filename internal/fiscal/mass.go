package fiscal

import (
	"math"
	"strconv"
	"strings"

	"rastro/internal/ptbr"
)

// unitKilos returns the kg of an invoice's unit; false for a unit without a fixed mass, such as a
// bag. Units have up to six characters of free text: KG, TON, SC, SC60, SACA, SC60KG, @.
func unitKilos(unit string) (float64, bool) {
	unit = strings.ToUpper(strings.TrimSpace(unit))
	if unit == "" || len(unit) > 16 {
		return 0, false
	}
	switch unit {
	case "@":
		return 15, true
	case "SACO", "SACOS":
		return 0, false // its content differs by product
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

// Mass is a mass with the precision of the document.
type Mass struct {
	Kilos  float64
	Places int // significant decimals; a converted quantity has fewer than as written
	// Converted: the document states it in another unit, such as bags.
	Converted bool
}

// Add returns the sum of two masses with the precision of the more exact one or, if one was
// converted, of the less exact one, because the conversion invents digits.
func (m Mass) Add(other Mass) Mass {
	sum := Mass{m.Kilos + other.Kilos, max(m.Places, other.Places), m.Converted || other.Converted}
	if sum.Converted && m.Kilos != 0 && other.Kilos != 0 {
		sum.Places = min(m.Places, other.Places)
	}
	return sum
}

// in converts an amount in a unit to a mass; false if that is not possible.
func (a Amount) in(unit string) (Mass, bool) {
	factor, ok := unitKilos(unit)
	if !ok {
		return Mass{}, false
	}
	v, ok := a.Float()
	if !ok {
		return Mass{}, false
	}
	places := 0
	if _, decimals, found := strings.Cut(string(a), "."); found {
		places = len(decimals)
	}
	if factor != 1 { // 603.6667 bags of 60 kg say 36,220 kg, not 36,220.002
		places = max(0, places-int(math.Ceil(math.Log10(factor))))
	}
	return Mass{v * factor, places, factor != 1}, true
}

// Mass returns the mass of an item: a quantity that is in kg, or else one that can be converted; false
// where neither of its units is a mass.
func (i *Item) Mass() (Mass, bool) {
	own, known := i.Quantity.in(i.Unit)
	if known && !own.Converted {
		return own, true
	}
	taxed, stated := i.TaxQuantity.in(i.TaxUnit)
	if stated && (!known || !taxed.Converted) {
		return taxed, true
	}
	return own, known
}

// Kilos returns the mass of an item as a number.
func (i *Item) Kilos() (float64, bool) {
	m, ok := i.Mass()
	return m.Kilos, ok
}

// Kilos returns the mass of all items; false if one is unknown.
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

// NetMass returns the net weight in transport; false if none is stated.
func (d *Document) NetMass() (sum Mass, ok bool) {
	for _, v := range d.Transport.Volumes {
		if net, read := v.Net.in("KG"); read && net.Kilos > 0 {
			sum, ok = sum.Add(net), true
		}
	}
	return sum, ok
}

// NetWeight returns the net weight in transport as a number.
func (d *Document) NetWeight() (float64, bool) {
	m, ok := d.NetMass()
	return m.Kilos, ok
}
