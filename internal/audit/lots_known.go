package audit

// checkUnknownLots looks for lots that are named but that no record brings into
// being. Only a code counts: "produção própria" is no lot.
func (c *conferral) checkUnknownLots() {
	type use struct {
		refs []Ref
		n    int
	}
	uses := map[int32]*use{}
	var order []int32
	c.eachNamed(func(lot, rec int32, field string) {
		if c.origin.known[lot] || c.origin.abroad[lot] || c.lots.phrase[lot] {
			return
		}
		u := uses[lot]
		if u == nil {
			u = &use{}
			uses[lot] = u
			order = append(order, lot)
		}
		u.refs = c.appendRef(u.refs, rec, field)
		u.n++
	})
	for _, lot := range order {
		c.add(lotUnknown, uses[lot].refs, "lote", c.lots.names[lot], "registros", uses[lot].n)
	}
}

// checkDoubledLots looks for lots that are identified more than once.
func (c *conferral) checkDoubledLots() {
	first := make([]int32, len(c.lots.names))
	doubled := map[int32][]Ref{}
	times := map[int32]int{}
	var order []int32
	for i := range c.named {
		rec := c.named[i].rec
		for _, lot := range c.lots.of(c.named[i].lots) {
			switch {
			case first[lot] == 0:
				first[lot] = rec + 1
			case first[lot] == rec+1: // the same record
			default:
				if times[lot] == 0 {
					doubled[lot] = []Ref{c.ref(first[lot]-1, "codigoLote")}
					times[lot] = 1
					order = append(order, lot)
				}
				doubled[lot] = c.appendRef(doubled[lot], rec, "codigoLote")
				times[lot]++
			}
		}
	}
	for _, lot := range order {
		c.add(lotDoubled, doubled[lot], "lote", c.lots.names[lot], "registros", times[lot])
	}
}
