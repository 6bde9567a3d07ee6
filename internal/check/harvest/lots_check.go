package harvest

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"rastro/internal/check/harvest/facts"
	"rastro/internal/check/harvest/rules"
	"rastro/internal/finding"
	"rastro/internal/ptbr"
	"rastro/internal/ptbr/words"
)

// checkCircle looks for lots that are made from themselves.
func (c *checker) checkCircle() {
	type circle struct {
		recs  []int32
		names []string
	}
	g := c.lotGraph()
	var found []circle
	for _, group := range g.circles() {
		var one circle
		for _, node := range group {
			if int(node) < g.lots {
				one.names = append(one.names, c.Lots.Names[node])
			} else {
				one.recs = append(one.recs, g.recs[int(node)-g.lots])
			}
		}
		if len(one.names) < 2 {
			continue
		}
		slices.Sort(one.names)
		slices.Sort(one.recs)
		one.recs = slices.Compact(one.recs)
		found = append(found, one)
	}
	slices.SortFunc(found, func(a, b circle) int { return cmp.Compare(a.recs[0], b.recs[0]) })
	for _, one := range found {
		var refs []finding.Ref
		for _, rec := range one.recs {
			refs = c.appendRef(refs, rec, c.outField(rec))
		}
		c.add(rules.LotCircle, refs, "lotes", strings.Join(one.names[:min(len(one.names), 4)], ", "), "quantos", len(one.names), "registros", len(one.recs))
	}
}

// outField returns the field in which a record states what it made.
func (c *checker) outField(rec int32) string {
	if c.KindOf(rec).Name == "beneficiamento" {
		return "loteSaida"
	}
	return "lote"
}

// blendSlack is how far, as a share, the parts of a blend may be from adding up to the whole.
const blendSlack = 0.005

// checkBlends compares the parts of blends with what was processed. That shares
// add up to the whole is reported with the record.
func (c *checker) checkBlends() {
	for i := range c.Processes {
		f := &c.Processes[i]
		if f.Blended != ptbr.Read || len(f.Blend) == 0 {
			continue
		}
		total, shares, known := 0.0, 0, true
		for _, part := range f.Blend {
			total += part.Value
			known = known && part.Known
			if part.Share {
				shares++
			}
		}
		switch {
		case known && shares == 0 && f.In.Known() && math.Abs(total-f.In.Value) > f.In.Value*blendSlack:
			c.add(rules.BlendOpen, []finding.Ref{c.Ref(f.Rec, "blendagem"), c.Ref(f.Rec, "volume")}, "soma", total, "volume", f.In.Value)
		case known && shares == len(f.Blend) && len(f.Blend) == 1 && math.Abs(total-100) <= 100*blendSlack:
			c.add(rules.BlendOfOne, []finding.Ref{c.Ref(f.Rec, "blendagem")}, "lote", c.Lots.Names[f.Blend[0].Lot])
		}
	}
}

// checkCustody looks for goods that claim a stricter chain of custody than what they were made
// from.
func (c *checker) checkCustody() {
	rank := make([]int8, len(c.Lots.Names)) // of what each lot was made from: the loosest
	by := make([]int32, len(c.Lots.Names))
	for i := range rank {
		rank[i] = -1
	}
	for i := range c.PostHarvests {
		f := &c.PostHarvests[i]
		for _, lot := range c.Lots.Of(f.Out) {
			if f.Custody > rank[lot] {
				rank[lot], by[lot] = f.Custody, f.Rec
			}
		}
	}
	for i := range c.PostHarvests {
		f := &c.PostHarvests[i]
		if f.Custody < 0 {
			continue
		}
		for _, lot := range c.Lots.Of(f.In) {
			if rank[lot] > f.Custody && by[lot] != f.Rec {
				c.add(rules.CustodyAbove, []finding.Ref{c.Ref(f.Rec, "modeloCadeiaCustodia"), c.Ref(by[lot], "modeloCadeiaCustodia")},
					"alegado", string(facts.CustodyRanks[f.Custody]), "lote", c.Lots.Names[lot], "origem", string(facts.CustodyRanks[rank[lot]]))
				break
			}
		}
	}
}

// The terms of the two claims on a lot.
const (
	organic      words.Term = "ORGANICO"
	conventional words.Term = "CONVENCIONAL"
	certified    words.Term = "CERTIFICADO"
	notCertified words.Term = "NAO_CERTIFICADO"
)

// checkClaims looks for lots that are called organic or certified although they, or what they
// were made from, are not.
func (c *checker) checkClaims() {
	var grown, plain marks
	for i := range c.Identified {
		if f := &c.Identified[i]; f.Farming == conventional {
			grown.put(c.Lots.Of(f.Lots), f.Rec)
		}
	}
	for i := range c.Receipts {
		f := &c.Receipts[i]
		if f.Farming == conventional {
			grown.put(c.Lots.Of(f.Lots), f.Rec)
		}
		if f.Certified == notCertified {
			plain.put(c.Lots.Of(f.Lots), f.Rec)
		}
	}
	if grown.order == nil && plain.order == nil {
		return
	}
	g := c.lotGraph()
	conventionalBy, plainBy := g.reach(grown.by, grown.order, false), g.reach(plain.by, plain.order, true)
	for i := range c.Receipts {
		f := &c.Receipts[i]
		for _, lot := range c.Lots.Of(f.Lots) {
			if f.Farming == organic && conventionalBy[lot] >= 0 {
				c.claimAbove(f.Rec, conventionalBy[lot], lot, organic, conventional)
				break
			}
			if f.Certified == certified && plainBy[lot] >= 0 {
				c.claimAbove(f.Rec, plainBy[lot], lot, certified, notCertified)
				break
			}
		}
	}
}

func (c *checker) claimAbove(rec, from, lot int32, claim, was words.Term) {
	field := "tipoCafe"
	if c.KindOf(from).Name == "identificacaoLote" {
		field = "soja"
	}
	c.add(rules.ClaimAbove, []finding.Ref{c.Ref(rec, "tipoCafe"), c.Ref(from, field)}, "lote", c.Lots.Names[lot], "alegado", string(claim), "origem", string(was))
}

// marks are lots about which something is stated, with the record that states it.
type marks struct {
	by    map[int32]int32
	order []int32
}

func (m *marks) put(lots []int32, rec int32) {
	for _, lot := range lots {
		if _, ok := m.by[lot]; ok {
			continue
		}
		if m.by == nil {
			m.by = map[int32]int32{}
		}
		m.by[lot] = rec
		m.order = append(m.order, lot)
	}
}

// checkUnknownLots looks for lots that are named but that no record creates. Only a code
// counts: "produção própria" is not a lot.
func (c *checker) checkUnknownLots() {
	type use struct {
		refs []finding.Ref
		n    int
	}
	uses := map[int32]*use{}
	var order []int32
	c.EachNamed(func(lot, rec int32, field string) {
		if c.origin.known[lot] || c.origin.abroad[lot] || c.Lots.Phrase[lot] {
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
	if c.o.LotsLeft > 0 {
		var refs []finding.Ref
		c.EachNamed(func(_, rec int32, field string) {
			if len(refs) == 0 {
				refs = c.appendRef(refs, rec, field)
			}
		})
		c.add(rules.LotsLeft, refs, "lotes", c.o.LotsLeft)
	}
	for _, lot := range order {
		c.add(rules.LotUnknown, uses[lot].refs, "lote", c.Lots.Names[lot], "registros", uses[lot].n)
	}
}

// checkDoubledLots looks for lots that are identified more than once.
func (c *checker) checkDoubledLots() {
	first := make([]int32, len(c.Lots.Names))
	doubled := map[int32][]finding.Ref{}
	times := map[int32]int{}
	var order []int32
	for i := range c.Identified {
		rec := c.Identified[i].Rec
		for _, lot := range c.Lots.Of(c.Identified[i].Lots) {
			switch {
			case first[lot] == 0:
				first[lot] = rec + 1
			case first[lot] == rec+1: // the same record
			default:
				if times[lot] == 0 {
					doubled[lot] = []finding.Ref{c.Ref(first[lot]-1, "codigoLote")}
					times[lot] = 1
					order = append(order, lot)
				}
				doubled[lot] = c.appendRef(doubled[lot], rec, "codigoLote")
				times[lot]++
			}
		}
	}
	for _, lot := range order {
		c.add(rules.LotDoubled, doubled[lot], "lote", c.Lots.Names[lot], "registros", times[lot])
	}
}
