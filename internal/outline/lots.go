package outline

import (
	"slices"
	"strings"

	"rastro/internal/kind"
	"rastro/internal/ptbr"
)

// codes adds the lots that a text names, as far as they may be told.
func (o *Outline) codes(to []string, text string) []string {
	for _, name := range ptbr.Lots(text) {
		if o.shown(name) && !slices.Contains(to, name) && len(to) < maxParents {
			to = append(to, name)
		}
	}
	return to
}

// join notes the lots of one record: those it made of others, and those it
// only speaks of.
func (o *Outline) join(k *kind.Kind, in, out, seen, ports []string) {
	for _, code := range slices.Concat(in, out, seen) {
		if lot := o.lot(code); lot != nil && !slices.Contains(lot.Phases, k.Phase) {
			lot.Phases = append(lot.Phases, k.Phase)
		}
	}
	for _, code := range out {
		lot := o.lot(code)
		for _, from := range in {
			if parent := o.lot(from); lot != nil && parent != nil && parent != lot && !slices.Contains(lot.From, parent.Code) && len(lot.From) < maxParents {
				lot.From = append(lot.From, parent.Code)
			}
		}
	}
	for _, code := range seen {
		if lot := o.lot(code); lot != nil {
			for _, port := range ports {
				if !slices.Contains(lot.Destinations, port) && len(lot.Destinations) < maxTerms {
					lot.Destinations = append(lot.Destinations, port)
				}
			}
		}
	}
}

// lot is the lot of a code, case aside; nil when there are too many.
func (o *Outline) lot(code string) *Lot {
	form := strings.ToUpper(code)
	lot := o.lots[form]
	if lot == nil {
		if len(o.order) == maxLots {
			return nil
		}
		lot = &Lot{Code: code}
		o.lots[form] = lot
		o.order = append(o.order, lot)
	}
	return lot
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
