package disclose

import (
	"slices"
	"strings"

	"rastro/internal/kind"
	"rastro/internal/lot"
)

// publicLots returns the kind as the public chain of lots reads it: only the fields
// that the table chains name lots.
func publicLots(k *kind.Kind) *kind.Kind {
	public := *k
	public.Fields = slices.Clone(k.Fields)
	for i := range public.Fields {
		f := &public.Fields[i]
		if f.Says.NamesLots() && !slices.ContainsFunc(table[k.Prefix], func(r row) bool { return r.field == f.Name && r.lots == chained }) {
			f.Says = 0
		}
	}
	return &public
}

// addLots adds the lots of one record as the lot graph reads them, if the table has
// their field and their codes may be shown, and the ports that the record goes to.
func (o *Builder) addLots(k *kind.Kind, payload []byte, ports []string) {
	t := o.tally(k)
	if t.public == nil {
		t.public = publicLots(k)
	}
	rows := lot.Read(t.public, payload).Rows()
	for i := range rows {
		row := &rows[i]
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

// lot returns the lot of a folded code; nil when it may not be shown, or there are too many.
func (o *Builder) lot(code string) *Lot {
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

func (o *Builder) tellLots() []Lot {
	var all []Lot
	for _, lot := range o.order {
		slices.Sort(lot.Phases)
		all = append(all, *lot)
	}
	slices.SortFunc(all, func(a, b Lot) int { return strings.Compare(a.Code, b.Code) })
	return all
}
