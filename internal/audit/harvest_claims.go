package audit

import "rastro/internal/ptbr"

// cutOff is the day after which the European Union asks that no forest was
// cleared.
var cutOff = day(2020, 12, 31)

// checkEvidence looks for harvests that go to the European Union with nothing
// said of the land they were grown on.
func (c *conferral) checkEvidence() {
	if !c.europe {
		return
	}
	for i := range c.conformities {
		if c.conformities[i].evidence {
			return
		}
	}
	var refs []Ref
	first := noDay
	n := 0
	for i := range c.plantings {
		f := &c.plantings[i]
		if !f.on.known() || f.on.from <= cutOff {
			continue
		}
		if first == noDay || f.on.from < first {
			first = f.on.from
		}
		refs = c.appendRef(refs, f.rec, "dataPlantio")
		n++
	}
	if n == 0 {
		return
	}
	for i := range c.conformities {
		refs = c.appendRef(refs, c.conformities[i].rec, "comprovantesConformidadeRegulamentacao")
	}
	c.add(evidenceMissing, refs, "plantio", first, "registros", n+len(c.conformities))
}

// checkModified looks for goods that are declared not to be genetically modified
// though what they were grown from is.
func (c *conferral) checkModified() {
	if c.crop == "CAFE" {
		return
	}
	var claims []Ref
	n := 0
	for i := range c.conformities {
		if f := &c.conformities[i]; f.nonGM {
			claims = c.appendRef(claims, f.rec, "declaracaoNaoOGM")
			n++
		}
	}
	if n == 0 {
		return
	}
	rec, field, ok := c.modifiedField()
	if !ok {
		rec, field, ok = c.modifiedLot()
	}
	if ok {
		c.add(modifiedClaim, append(claims[:min(len(claims), maxNamed-1)], c.ref(rec, field)), "campo", field, "registros", n+1)
	}
}

// modifiedField finds a plan or planting of a genetically modified crop, in a
// harvest in which none is of another.
func (c *conferral) modifiedField() (rec int32, field string, ok bool) {
	plans, plantings := modifiedAmong{}, modifiedAmong{}
	for i := range c.plans {
		plans.take(c.plans[i].gm, c.plans[i].rec)
	}
	for i := range c.plantings {
		plantings.take(c.plantings[i].gm, c.plantings[i].rec)
	}
	switch {
	case plans.other || plantings.other:
		return 0, "", false
	case plans.all():
		return plans.rec, "soja", true
	}
	return plantings.rec, "cultivacaoUtilizada", plantings.all()
}

// modifiedAmong is what records say of being genetically modified.
type modifiedAmong struct {
	rec       int32
	gm, other bool
	silent    bool // some record says nothing: the claim may be about that
}

func (m *modifiedAmong) take(said ptbr.Term, rec int32) {
	switch said {
	case ptbr.GM:
		if !m.gm {
			m.gm, m.rec = true, rec
		}
	case ptbr.NonGM:
		m.other = true
	default:
		m.silent = true
	}
}

func (m *modifiedAmong) all() bool { return m.gm && !m.other && !m.silent }

// modifiedLot finds a shipped lot that is, or was made of, a lot identified as
// genetically modified.
func (c *conferral) modifiedLot() (rec int32, field string, ok bool) {
	var gm marks
	for i := range c.named {
		if f := &c.named[i]; f.gm == ptbr.GM {
			gm.put(c.lots.of(f.lots), f.rec)
		}
	}
	if gm.order == nil {
		return 0, "", false
	}
	by := c.lotGraph().reach(gm.by, gm.order, false)
	for i := range c.shipments {
		for _, lot := range c.lots.of(c.shipments[i].lots) {
			if by[lot] >= 0 {
				return by[lot], "soja", true
			}
		}
	}
	return 0, "", false
}
