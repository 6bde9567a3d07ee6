package harvest

import (
	"rastro/internal/check/harvest/facts"
	"rastro/internal/check/harvest/rules"
	"rastro/internal/finding"
	"rastro/internal/ptbr/words"
)

// cutOff is the last day on which forest may have been cleared, for the European Union.
var cutOff = facts.Date(2020, 12, 31)

// checkEvidence looks for harvests that go to the European Union without any statement about
// the land they were grown on.
func (c *checker) checkEvidence() {
	for i := range c.Conformities {
		if c.Conformities[i].Evidence {
			return
		}
	}
	var refs []finding.Ref
	first := facts.NoDay
	n := 0
	for i := range c.Plantings {
		f := &c.Plantings[i]
		if !f.On.Known() || f.On.From <= cutOff {
			continue
		}
		if first == facts.NoDay || f.On.From < first {
			first = f.On.From
		}
		refs = c.appendRef(refs, f.Rec, "dataPlantio")
		n++
	}
	if n == 0 {
		return
	}
	for i := range c.Conformities {
		refs = c.appendRef(refs, c.Conformities[i].Rec, "comprovantesConformidadeRegulamentacao")
	}
	c.add(rules.EvidenceMissing, refs, "plantio", first, "registros", n+len(c.Conformities))
}

// checkModified looks for goods that are declared not genetically modified although their
// seed is.
func (c *checker) checkModified() {
	if c.crop == "CAFE" {
		return
	}
	var claims []finding.Ref
	n := 0
	for i := range c.Conformities {
		if f := &c.Conformities[i]; f.NonGM {
			claims = c.appendRef(claims, f.Rec, "declaracaoNaoOGM")
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
		c.add(rules.ModifiedClaim, append(claims[:min(len(claims), maxNamed-1)], c.Ref(rec, field)), "campo", field, "registros", n+1)
	}
}

// modifiedField finds a plan or planting of a genetically modified crop, in a harvest that has
// no other.
func (c *checker) modifiedField() (rec int32, field string, ok bool) {
	plans, plantings := modifiedAmong{}, modifiedAmong{}
	for i := range c.Plans {
		plans.take(c.Plans[i].Gm, c.Plans[i].Rec)
	}
	for i := range c.Plantings {
		plantings.take(c.Plantings[i].Gm, c.Plantings[i].Rec)
	}
	switch {
	case plans.other || plantings.other:
		return 0, "", false
	case plans.all():
		return plans.rec, "soja", true
	}
	return plantings.rec, "cultivacaoUtilizada", plantings.all()
}

// modifiedAmong says whether the records call the crop genetically modified.
type modifiedAmong struct {
	rec       int32
	gm, other bool
	silent    bool // some record does not say, and the claim may be about that one
}

func (m *modifiedAmong) take(said words.Term, rec int32) {
	switch said {
	case words.GM:
		if !m.gm {
			m.gm, m.rec = true, rec
		}
	case words.NonGM:
		m.other = true
	default:
		m.silent = true
	}
}

func (m *modifiedAmong) all() bool { return m.gm && !m.other && !m.silent }

// modifiedLot finds a shipped lot that is, or was made from, a lot identified as genetically
// modified.
func (c *checker) modifiedLot() (rec int32, field string, ok bool) {
	var gm marks
	for i := range c.Identified {
		if f := &c.Identified[i]; f.Gm == words.GM {
			gm.put(c.Lots.Of(f.Lots), f.Rec)
		}
	}
	if gm.order == nil {
		return 0, "", false
	}
	by := c.lotGraph().reach(gm.by, gm.order, false)
	for i := range c.Shipments {
		for _, lot := range c.Lots.Of(c.Shipments[i].Lots) {
			if by[lot] >= 0 {
				return by[lot], "soja", true
			}
		}
	}
	return 0, "", false
}
