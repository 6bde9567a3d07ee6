package lot

import (
	"cmp"
	"slices"
	"strings"

	"rastro/internal/kind"
)

// edge means that one lot went into another.
type edge struct {
	from, to  string
	kg, share float64
}

// Rows returns the graph entries of a record: for each lot one per role, without the record's own
// data (Kind, ID, Version, Since, HarvestID, By), ordered by lot and role.
func (r *Reading) Rows() []Row {
	if r == nil {
		return nil
	}
	var rows []Row
	for says, role := range direct {
		rows = r.appendDirect(rows, kind.LotMeaning(says), role)
	}
	rows = r.appendChanges(rows)
	slices.SortStableFunc(rows, compareRows)
	return slices.CompactFunc(rows, func(a, b Row) bool { return a.Lot == b.Lot && a.Role == b.Role })
}

func compareRows(a, b Row) int {
	return cmp.Or(strings.Compare(a.Lot, b.Lot), int(a.Role)-int(b.Role))
}

// RowOf finds the row of a lot in a role among those that Rows gave, followed by those
// that Suspects gave.
func RowOf(rows []Row, code string, role Role) (*Row, bool) {
	// The rows of suspects come after all others.
	named, _ := slices.BinarySearchFunc(rows, Suspected, func(row Row, _ Role) int {
		if row.Role == Suspected {
			return 1
		}
		return -1
	})
	if role == Suspected {
		rows = rows[named:]
	} else {
		rows = rows[:named]
	}
	i, ok := slices.BinarySearchFunc(rows, Row{Lot: code, Role: role}, compareRows)
	if !ok {
		return nil, false
	}
	return &rows[i], true
}

// direct are the roles that a field gives its lots regardless of other fields.
var direct = [kind.LotValidated + 1]Role{
	kind.LotIdentified: Identified, kind.LotReceived: Received, kind.LotShipped: Shipped, kind.LotInspected: Inspected,
	kind.LotSampled: Sampled, kind.LotDocumented: Documented, kind.LotValidated: Validated,
}

func (r *Reading) appendDirect(rows []Row, says kind.LotMeaning, role Role) []Row {
	if role == 0 {
		return rows
	}
	lots := r.named[says]
	for _, l := range lots {
		row := Row{Lot: l, Role: role, Fact: r.fact}
		row.In, row.Out, row.Lost = Mass{}, Mass{}, Mass{}
		row.Kg, row.Among = r.fact.In, len(lots)
		rows = append(rows, row)
	}
	return rows
}

// appendChanges adds the rows of lots that were made from lots, or processed.
func (r *Reading) appendChanges(rows []Row) []Row {
	edges, cut := r.edges(), r.TooMany()
	in, out := r.named[kind.LotConsumed], r.named[kind.LotProduced]
	through, made := r.named[kind.LotProcessed], r.named[kind.LotMade]
	isIn, isOut, isThrough, isMade := within(in), within(out), within(through), within(made)
	froms, tos := sides(edges)
	for _, l := range r.ofChange(edges) {
		froms, tos := froms[l], tos[l]
		produced := len(froms) > 0 || isOut(l) && !isIn(l) || isMade(l) && !isThrough(l)
		consumed := len(tos) > 0 || isIn(l) && len(out) == 0 || r.isPart(l) && !produced
		if cut { // its edges may be among the missing ones
			produced = produced || isOut(l)
			consumed = consumed || isIn(l) || isThrough(l) && len(made) > 0
		}
		switch {
		case produced:
			row := Row{Lot: l, Role: Produced, Fact: r.fact}
			row.Others, row.Cut = froms, cut
			row.Kg, row.Among = r.output(len(out) + len(made))
			_, _, row.Share = r.input(l) // from a blend to one of its parts
			rows = append(rows, row)
		case !consumed:
			row := Row{Lot: l, Role: Processed, Fact: r.fact}
			row.Kg, row.Among = r.fact.In, max(len(in), len(through), 1)
			rows = append(rows, row)
		}
		if consumed {
			row := Row{Lot: l, Role: Consumed, Fact: r.fact}
			row.Others, row.Cut = tos, cut
			row.Kg, row.Among, row.Share = r.input(l)
			row.MoistureIn, row.MoistureOut, row.ImpurityIn, row.ImpurityOut = Unknown, Unknown, Unknown, Unknown
			row.In, row.Out, row.Lost = Mass{}, Mass{}, Mass{}
			rows = append(rows, row)
		}
	}
	return rows
}

// ofChange returns the lots of a record that transforms lots.
func (r *Reading) ofChange(edges []edge) []string {
	var all []string
	for _, says := range []kind.LotMeaning{kind.LotConsumed, kind.LotProduced, kind.LotProcessed, kind.LotMade} {
		all = append(all, r.named[says]...)
	}
	for _, p := range r.parts {
		all = append(all, p.Name)
	}
	for _, e := range edges {
		all = append(all, e.from, e.to)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// sides returns, for each lot, what it was made from and what it became.
func sides(edges []edge) (froms, tos map[string][]Other) {
	if len(edges) == 0 {
		return nil, nil
	}
	froms, tos = map[string][]Other{}, map[string][]Other{}
	for _, e := range edges {
		froms[e.to] = append(froms[e.to], Other{e.from, e.kg, e.share})
		tos[e.from] = append(tos[e.from], Other{e.to, e.kg, e.share})
	}
	return froms, tos
}

// within returns a function that reports whether a list contains a lot. It uses a set for a long
// list.
func within(list []string) func(string) bool {
	if len(list) < fewNames {
		return func(l string) bool { return slices.Contains(list, l) }
	}
	set := setOf(list)
	return func(l string) bool { return set[l] }
}

func (r *Reading) isPart(l string) bool {
	return slices.ContainsFunc(r.parts, func(p Part) bool { return p.Name == l })
}

// edges returns which lots became which, according to the record. A lot is never made from itself.
// If there are too many (see Reading.TooMany), it returns the first of them.
func (r *Reading) edges() []edge {
	var edges []edge
	seen := map[[2]string]bool{}
	add := func(from, to string, kg, share float64) (more bool) {
		key := [2]string{from, to}
		if from != to && !seen[key] {
			seen[key] = true
			edges = append(edges, edge{from, to, kg, share})
		}
		return len(edges) < MaxEntries
	}
	in, through, made := r.named[kind.LotConsumed], r.named[kind.LotProcessed], r.named[kind.LotMade]
	for _, from := range in {
		for _, to := range r.named[kind.LotProduced] {
			if !add(from, to, alone(r.fact.In, len(in)), 0) {
				return edges
			}
		}
	}
	for i := range r.parts {
		for _, to := range r.wholes() {
			if !add(r.parts[i].Name, to, r.partKg(&r.parts[i]), r.parts[i].share()) {
				return edges
			}
		}
	}
	for _, from := range through {
		for _, to := range made {
			if !add(from, to, alone(r.fact.In, len(through)), 0) {
				return edges
			}
		}
	}
	for i := range r.merges {
		for j := range r.merges[i].Parts {
			p := &r.merges[i].Parts[j]
			if !add(p.Name, r.merges[i].Whole, r.partKg(p), p.share()) {
				return edges
			}
		}
	}
	return edges
}

// wholes returns the lots that a blend makes: the processed lot or, if there are several, the
// product.
func (r *Reading) wholes() []string {
	if through := r.named[kind.LotProcessed]; len(through) == 1 {
		return through
	}
	return r.named[kind.LotMade]
}

// alone returns the mass of a single lot; unknown if the mass is that of several.
func alone(m Mass, among int) float64 {
	if !m.Known() || among != 1 {
		return Unknown
	}
	return m.Value
}

func (p *Part) share() float64 {
	if p.Share && p.Known {
		return p.Value
	}
	return 0
}

// partKg returns how much of a part went into the blend.
func (r *Reading) partKg(p *Part) float64 {
	switch {
	case !p.Known:
		return Unknown
	case !p.Share:
		return p.Value
	case r.fact.In.Known():
		return r.fact.In.Value * p.Value / 100
	}
	return Unknown
}

// output returns the mass that was made, and the number of lots that share it.
func (r *Reading) output(lots int) (Mass, int) {
	if r.fact.Out.State == Unsaid && len(r.parts) > 0 {
		return r.fact.In, 1 // a blend weighs as much as its inputs
	}
	return r.fact.Out, max(lots, 1)
}

// input returns the mass of a consumed lot, the number of lots that share this mass, and the lot's
// share in percent.
func (r *Reading) input(l string) (Mass, int, float64) {
	for i := range r.parts {
		if p := &r.parts[i]; p.Name == l {
			if kg := r.partKg(p); IsKnown(kg) {
				return Mass{Value: kg, State: Exact}, 1, p.share()
			}
			return Mass{}, 1, p.share()
		}
	}
	for i := range r.merges {
		for j := range r.merges[i].Parts {
			p := &r.merges[i].Parts[j]
			if p.Name != l || slices.Contains(r.named[kind.LotConsumed], l) || slices.Contains(r.named[kind.LotProcessed], l) {
				continue
			}
			if kg := r.partKg(p); IsKnown(kg) {
				return Mass{Value: kg, State: Exact}, 1, p.share()
			}
			return Mass{}, 1, p.share() // the record's mass is that of the whole
		}
	}
	in := r.fact.In
	if in.State != Unsaid && r.keeps(l) {
		in = Mass{State: Unclear} // part of it stays in this lot
	}
	return in, max(len(r.named[kind.LotConsumed]), len(r.named[kind.LotProcessed]), 1), 0
}

// keeps reports whether a lot that goes into the record also comes out of it, as part of it does
// when a lot is split.
func (r *Reading) keeps(l string) bool {
	return slices.Contains(r.named[kind.LotConsumed], l) && slices.Contains(r.named[kind.LotProduced], l) ||
		slices.Contains(r.named[kind.LotProcessed], l) && slices.Contains(r.named[kind.LotMade], l)
}
