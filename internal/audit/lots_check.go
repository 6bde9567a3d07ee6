package audit

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"rastro/internal/ptbr"
)

// checkCircle looks for lots that are made of themselves.
func (c *conferral) checkCircle() {
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
				one.names = append(one.names, c.lots.names[node])
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
		var refs []Ref
		for _, rec := range one.recs {
			refs = c.appendRef(refs, rec, c.outField(rec))
		}
		c.add(lotCircle, refs, "lotes", strings.Join(one.names[:min(len(one.names), 4)], ", "), "quantos", len(one.names), "registros", len(one.recs))
	}
}

// outField is the field in which a record says what it made.
func (c *conferral) outField(rec int32) string {
	if c.kindOf(rec).Name == "beneficiamento" {
		return "loteSaida"
	}
	return "lote"
}

// blendSlack is how far from the whole the parts of a blend may add up, as a
// share of it.
const blendSlack = 0.005

// checkBlends holds the parts of blends against what was processed. That shares
// add up to the whole is told with the record.
func (c *conferral) checkBlends() {
	for i := range c.processes {
		f := &c.processes[i]
		if f.blended != ptbr.Read || len(f.blend) == 0 {
			continue
		}
		total, shares, known := 0.0, 0, true
		for _, part := range f.blend {
			total += part.value
			known = known && part.known
			if part.share {
				shares++
			}
		}
		switch {
		case known && shares == 0 && f.in.known() && math.Abs(total-f.in.value) > f.in.value*blendSlack:
			c.add(blendOpen, []Ref{c.ref(f.rec, "blendagem"), c.ref(f.rec, "volume")}, "soma", total, "volume", f.in.value)
		case known && shares == len(f.blend) && len(f.blend) == 1 && math.Abs(total-100) <= 100*blendSlack:
			c.add(blendOfOne, []Ref{c.ref(f.rec, "blendagem")}, "lote", c.lots.names[f.blend[0].lot])
		}
	}
}

// checkCustody looks for goods that are said to be kept apart more strictly than
// what they were made of.
func (c *conferral) checkCustody() {
	rank := make([]int8, len(c.lots.names)) // of what made each lot: the loosest
	by := make([]int32, len(c.lots.names))
	for i := range rank {
		rank[i] = -1
	}
	for i := range c.workings {
		f := &c.workings[i]
		for _, lot := range c.lots.of(f.out) {
			if f.custody > rank[lot] {
				rank[lot], by[lot] = f.custody, f.rec
			}
		}
	}
	for i := range c.workings {
		f := &c.workings[i]
		if f.custody < 0 {
			continue
		}
		for _, lot := range c.lots.of(f.in) {
			if rank[lot] > f.custody && by[lot] != f.rec {
				c.add(custodyAbove, []Ref{c.ref(f.rec, "modeloCadeiaCustodia"), c.ref(by[lot], "modeloCadeiaCustodia")},
					"alegado", string(custodyRanks[f.custody]), "lote", c.lots.names[lot], "origem", string(custodyRanks[rank[lot]]))
				break
			}
		}
	}
}

// The terms of the two claims on a lot.
const (
	organic      ptbr.Term = "ORGANICO"
	conventional ptbr.Term = "CONVENCIONAL"
	certified    ptbr.Term = "CERTIFICADO"
	notCertified ptbr.Term = "NAO_CERTIFICADO"
)

// checkClaims looks for lots that are called organic or certified though they,
// or what they were made of, are not.
func (c *conferral) checkClaims() {
	var grown, plain marks
	for i := range c.named {
		if f := &c.named[i]; f.farming == conventional {
			grown.put(c.lots.of(f.lots), f.rec)
		}
	}
	for i := range c.receipts {
		f := &c.receipts[i]
		if f.farming == conventional {
			grown.put(c.lots.of(f.lots), f.rec)
		}
		if f.certified == notCertified {
			plain.put(c.lots.of(f.lots), f.rec)
		}
	}
	if grown.order == nil && plain.order == nil {
		return
	}
	g := c.lotGraph()
	conventionalBy, plainBy := g.reach(grown.by, grown.order, false), g.reach(plain.by, plain.order, true)
	for i := range c.receipts {
		f := &c.receipts[i]
		for _, lot := range c.lots.of(f.lots) {
			if f.farming == organic && conventionalBy[lot] >= 0 {
				c.claimAbove(f.rec, conventionalBy[lot], lot, organic, conventional)
				break
			}
			if f.certified == certified && plainBy[lot] >= 0 {
				c.claimAbove(f.rec, plainBy[lot], lot, certified, notCertified)
				break
			}
		}
	}
}

func (c *conferral) claimAbove(rec, from, lot int32, claim, was ptbr.Term) {
	field := "tipoCafe"
	if c.kindOf(from).Name == "identificacaoLote" {
		field = "soja"
	}
	c.add(claimAbove, []Ref{c.ref(rec, "tipoCafe"), c.ref(from, field)}, "lote", c.lots.names[lot], "alegado", string(claim), "origem", string(was))
}

// marks are lots that something is said of, and by which record.
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
