package outline

import (
	"slices"
	"strings"

	"rastro/internal/kind"
	"rastro/internal/lot"
)

// chained reports whether a role is part of the chain of lots that anybody may see: what
// happened to a lot. Papers, samples and validations only name it.
func chained(r lot.Role) bool {
	switch r {
	case lot.Identified, lot.Produced, lot.Consumed, lot.Processed, lot.Shipped, lot.Received, lot.Inspected:
		return true
	}
	return false
}

// addLots notes the lots of one record as the lot graph has them, as far as their codes
// may be told, and the ports that it goes to.
func (o *Outline) addLots(k *kind.Kind, dados []byte, ports []string) {
	rows := lot.Read(k, dados).Rows()
	for i := range rows {
		row := &rows[i]
		if !chained(row.Role) {
			continue
		}
		one := o.lot(row.Lot)
		if one == nil {
			continue
		}
		if !slices.Contains(one.Phases, k.Phase) {
			one.Phases = append(one.Phases, k.Phase)
		}
		switch row.Role {
		case lot.Produced:
			for _, from := range row.Others {
				if parent := o.lot(from.Lot); parent != nil && parent != one && !slices.Contains(one.From, parent.Code) && len(one.From) < maxParents {
					one.From = append(one.From, parent.Code)
				}
			}
		case lot.Shipped, lot.Received, lot.Identified, lot.Inspected:
			for _, port := range ports {
				if !slices.Contains(one.Destinations, port) && len(one.Destinations) < maxTerms {
					one.Destinations = append(one.Destinations, port)
				}
			}
		}
	}
}

// lot is the lot of a folded code; nil when it may not be told, or there are too many.
func (o *Outline) lot(code string) *Lot {
	one := o.lots[code]
	if one == nil {
		if len(o.order) == maxLots || !o.shown(code) {
			return nil
		}
		one = &Lot{Code: code}
		o.lots[code] = one
		o.order = append(o.order, one)
	}
	return one
}

func (o *Outline) tellLots() []Lot {
	var all []Lot
	for _, lot := range o.order {
		slices.Sort(lot.Phases)
		all = append(all, *lot)
	}
	slices.SortFunc(all, func(a, b Lot) int { return strings.Compare(a.Code, b.Code) })
	return all
}
