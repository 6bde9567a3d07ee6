package facts

import (
	"slices"
	"strings"
)

// settleLots reads a name that is
// a phrase with one known code in it as that code: "MT25-S-001 (talhão 7)".
func (b *Book) settleLots() {
	known := make([]bool, len(b.Lots.Names))
	b.EachKnown(func(lot int32, _ int32) { known[lot] = true })
	alias := make([]int32, len(b.Lots.Names))
	changed := false
	for lot, name := range b.Lots.Names {
		alias[lot] = int32(lot)
		if !b.Lots.Phrase[lot] || known[lot] {
			continue
		}
		if code, ok := b.Lots.codeIn(name, known); ok {
			alias[lot], changed = code, true
		}
	}
	if !changed {
		return
	}
	for i, lot := range b.Lots.refs {
		b.Lots.refs[i] = alias[lot]
	}
	for i := range b.Processes {
		for k := range b.Processes[i].Blend {
			part := &b.Processes[i].Blend[k]
			part.Lot = alias[part.Lot]
		}
	}
}

// codeIn finds the only known lot that a phrase contains.
func (b *lotBook) codeIn(phrase string, known []bool) (int32, bool) {
	found := int32(-1)
	for w := range strings.FieldsFuncSeq(phrase, func(r rune) bool { return r == ' ' || r == '(' || r == ')' || r == ':' }) {
		lot, ok := b.Index[strings.TrimRight(w, ".")]
		if !ok || !known[lot] || b.Phrase[lot] || lot == found {
			continue
		}
		if found >= 0 {
			return 0, false
		}
		found = lot
	}
	return found, found >= 0
}

// EachKnown calls fn for every lot that a record creates, with the record. Some come more than
// once.
func (b *Book) EachKnown(fn func(lot, rec int32)) {
	for i := range b.Identified {
		for _, lot := range b.Lots.Of(b.Identified[i].Lots) {
			fn(lot, b.Identified[i].Rec)
		}
	}
	for i := range b.PostHarvests {
		for _, lot := range b.Lots.Of(b.PostHarvests[i].Out) {
			fn(lot, b.PostHarvests[i].Rec)
		}
	}
	for i := range b.Samples {
		if lots := b.Lots.Of(b.Samples[i].Lots); len(lots) > 1 { // a mixture and its parts
			for _, lot := range lots {
				fn(lot, b.Samples[i].rec)
			}
		}
	}
	whole := func(s LotSet, rec int32) {
		if s.Merged && s.N > 0 {
			fn(b.Lots.Of(s)[0], rec)
		}
	}
	for i := range b.Receipts {
		whole(b.Receipts[i].Lots, b.Receipts[i].Rec)
	}
	for i := range b.Shipments {
		whole(b.Shipments[i].Lots, b.Shipments[i].Rec)
	}
	for i := range b.Processes {
		f := &b.Processes[i]
		whole(f.Lots, f.Rec)
		for _, lot := range b.Lots.Of(f.Made) {
			fn(lot, f.Rec)
		}
		if lot, ok := b.Composite(f); ok {
			fn(lot, f.Rec)
		}
	}
}

// Composite returns the lot that a blend makes: the processed one, unless it is one of the parts.
func (b *Book) Composite(f *Process) (int32, bool) {
	lots := b.Lots.Weighed(f.Lots)
	if len(lots) != 1 || len(f.Blend) < 2 {
		return 0, false
	}
	for _, part := range f.Blend {
		if part.Lot == lots[0] {
			return 0, false
		}
	}
	return lots[0], true
}

// UnknownLots returns the lots that records name and that none identifies or makes.
// They may be lots of other harvests: see OtherLots.
func (b *Book) UnknownLots() []string {
	b.Settle()
	seen := make([]bool, len(b.Lots.Names)) // identified or made here, or noted below
	for i := range b.Identified {
		for _, lot := range b.Lots.Of(b.Identified[i].Lots) {
			seen[lot] = true
		}
	}
	for i := range b.PostHarvests {
		for _, lot := range b.Lots.Of(b.PostHarvests[i].Out) {
			seen[lot] = true
		}
	}
	var unknown []string
	note := func(lot int32) {
		if !seen[lot] && !b.Lots.Phrase[lot] {
			seen[lot] = true
			unknown = append(unknown, b.Lots.Names[lot])
		}
	}
	b.EachNamed(func(lot, _ int32, _ string) { note(lot) })
	for i := range b.Samples {
		for _, lot := range b.Lots.Of(b.Samples[i].Lots) {
			note(lot)
		}
	}
	slices.Sort(unknown)
	return unknown
}

// KnownLots returns the lots that records of the harvest create, sorted.
func (b *Book) KnownLots() []string {
	b.Settle()
	var known []string
	b.EachKnown(func(lot, _ int32) {
		if !b.Lots.Phrase[lot] {
			known = append(known, b.Lots.Names[lot])
		}
	})
	slices.Sort(known)
	return slices.Compact(known)
}

// EachNamed calls fn for every lot that a record mentions as existing.
func (b *Book) EachNamed(fn func(lot, rec int32, field string)) {
	of := func(s LotSet, rec int32, field string) {
		for _, lot := range b.Lots.Of(s) {
			fn(lot, rec, field)
		}
	}
	for i := range b.PostHarvests {
		of(b.PostHarvests[i].In, b.PostHarvests[i].Rec, "loteEntrada")
	}
	for i := range b.Receipts {
		of(b.Receipts[i].Lots, b.Receipts[i].Rec, "loteOrigem")
	}
	for i := range b.Processes {
		f := &b.Processes[i]
		if _, made := b.Composite(f); !made || f.Lots.Merged {
			of(f.Lots, f.Rec, "lote")
		}
		for _, part := range f.Blend {
			fn(part.Lot, f.Rec, "blendagem")
		}
	}
	for i := range b.Shipments {
		of(b.Shipments[i].Lots, b.Shipments[i].Rec, "loteOrigem")
	}
	for i := range b.Inspections {
		of(b.Inspections[i].Lots, b.Inspections[i].Rec, "codigosLote")
	}
	for i := range b.Validations {
		of(b.Validations[i].Lots, b.Validations[i].Rec, "lotes")
	}
}
