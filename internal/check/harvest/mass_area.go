package harvest

import (
	"rastro/internal/check/harvest/facts"
	"rastro/internal/check/harvest/rules"
	"rastro/internal/finding"
	"rastro/internal/lang"
)

// land is the area of a harvest.
type land struct {
	// ha is the sum of its plots, of the plans or of the plantings, whichever is
	// more; 0 if some plot has no area, since the sum is then unknown.
	ha    float64
	loose bool // some plot is a rectangle around it, so ha is the most there can be
	rec   int32
	field string
}

func (c *checker) landOf() land {
	planned, sown := land{field: "poligono"}, land{field: "areaPlantada"}
	for i := range c.Plans {
		if f := &c.Plans[i]; !planned.take(f.Plot, f.Rec, i == 0) {
			return land{}
		}
	}
	for i := range c.Plantings {
		if f := &c.Plantings[i]; !sown.take(f.Plot, f.Rec, i == 0) {
			return land{}
		}
	}
	if sown.ha > planned.ha {
		sown.loose = sown.loose || planned.loose
		return sown
	}
	planned.loose = planned.loose || sown.loose
	return planned
}

func (l *land) take(p facts.Plot, rec int32, first bool) bool {
	if p.Ha <= 0 {
		return false
	}
	if l.ha += p.Ha; first {
		l.rec = rec
	}
	l.loose = l.loose || p.Loose
	return true
}

// looseFactor is how much larger than its plot a rectangle may be, when concluding that there is
// too little of something on it.
const looseFactor = 2.5

// least returns the least area that the land can have.
func (l land) least() float64 {
	if l.loose {
		return l.ha / looseFactor
	}
	return l.ha
}

// areaSlack is by how much areas may differ, as a share: rounding, and the edges
// of what is drawn.
const areaSlack = 0.05

// checkTreatedArea compares the treated area with that of the plots.
func (c *checker) checkTreatedArea() {
	if c.land.ha <= 0 {
		return
	}
	for i := range c.Applications {
		f := &c.Applications[i]
		if f.Ha > c.land.ha*(1+areaSlack)*float64(f.Passes) {
			c.add(rules.TreatedOver, []finding.Ref{c.Ref(f.Rec, "areaAplicada"), c.Ref(c.land.rec, c.land.field)}, "area", f.Ha, "talhoes", c.land.ha, "passadas", f.Passes)
		}
	}
}

// checkHarvestedArea compares an area harvested at once with that of the plots.
func (c *checker) checkHarvestedArea() {
	if c.land.ha <= 0 {
		return
	}
	for i := range c.Reapings {
		f := &c.Reapings[i]
		if f.Ha > c.land.ha*(1+areaSlack) {
			c.add(rules.HarvestedAreaOver, []finding.Ref{c.Ref(f.Rec, "areaColhida"), c.Ref(c.land.rec, c.land.field)}, "area", f.Ha, "talhoes", c.land.ha)
		}
	}
}

// Seed of soy, in kg/ha.
const (
	leastSeed = 25
	mostSeed  = 150
)

// checkSeed compares the seed of soy with the area it was sown on.
func (c *checker) checkSeed() {
	if c.crop != "SOJA" {
		return
	}
	for i := range c.Plantings {
		f := &c.Plantings[i]
		if !f.Seed.Known() || f.Seed.Value <= 0 || f.Plot.Ha <= 0 {
			continue
		}
		rate, least := f.Seed.Value/f.Plot.Ha, float64(leastSeed)
		if f.Plot.Loose {
			least /= looseFactor
		}
		if rate > mostSeed || rate < least {
			c.add(rules.SeedRate, []finding.Ref{c.Ref(f.Rec, "quantidadeSemente"), c.Ref(f.Rec, "areaPlantada")}, "taxa", rate, "kg", f.Seed.Value, "ha", f.Plot.Ha,
				"minimo", leastSeed, "maximo", mostSeed)
		}
	}
}

// cropYield is the possible yield of a crop, in kg/ha of soy or of green coffee.
type cropYield struct {
	low, high, limit float64
	mean             float64 // of the country, for comparison
}

var cropYields = map[string]cropYield{
	"SOJA": {600, 6_000, 9_000, 3_617},
	"CAFE": {0, 6_000, 12_000, 2_052},
}

// checkYield compares the harvested mass with the area it came from.
func (c *checker) checkYield() {
	can, ok := cropYields[c.crop]
	if !ok {
		return
	}
	share := 1.0
	if c.crop == "CAFE" {
		share = c.leastGreen()
		c.checkGreenYield(can)
	}
	total, whole := 0.0, true // of the harvests without their own area
	var refs []finding.Ref
	n := 0
	for i := range c.Reapings {
		f := &c.Reapings[i]
		switch {
		case !f.Mass.Known():
			whole = false
		case f.Ha > 0:
			c.tellYield(can, true, f.Mass.Value*share/f.Ha, []finding.Ref{c.Ref(f.Rec, "quantidadeColhida"), c.Ref(f.Rec, "areaColhida")}, 1, f.Mass.Value, f.Ha)
		default:
			total += f.Mass.Value
			refs = c.appendRef(refs, f.Rec, "quantidadeColhida")
			n++
		}
	}
	if n > 0 && c.land.ha > 0 {
		c.tellYield(can, false, total*share/c.land.ha, append(refs, c.Ref(c.land.rec, c.land.field)), n, total, c.land.ha)
	}
	c.tellLowYield(can, whole)
}

// tellYield reports an impossibly high yield. It is certain only where
// the area is that of the same harvest: of the plots, some may not be on record.
func (c *checker) tellYield(can cropYield, certain bool, rate float64, refs []finding.Ref, n int, kg, ha float64) {
	switch {
	case rate > can.limit && certain:
		c.add(rules.YieldImpossible, refs, "taxa", rate, "kg", kg, "ha", ha, "limite", can.limit, "registros", n)
	case rate > can.high:
		c.add(rules.YieldHigh, refs, "taxa", rate, "kg", kg, "ha", ha, "limite", can.high, "media", can.mean, "registros", n)
	}
}

// tellLowYield reports a harvest that is far too small for its plots.
func (c *checker) tellLowYield(can cropYield, whole bool) {
	if !whole || len(c.Reapings) == 0 || c.land.ha <= 0 {
		return
	}
	total := 0.0
	var refs []finding.Ref
	for i := range c.Reapings {
		total += c.Reapings[i].Mass.Value
		refs = c.appendRef(refs, c.Reapings[i].Rec, "quantidadeColhida")
	}
	if rate := total / c.land.least(); total > 0 && rate < can.low {
		c.add(rules.YieldLow, refs, "taxa", total/c.land.ha, "kg", total, "ha", c.land.ha, "limite", can.low, "registros", len(c.Reapings))
	}
}

// leastGreen returns the minimum share of the harvested weight of coffee that becomes green coffee,
// by the form in which all of it was dried or hulled.
func (c *checker) leastGreen() float64 {
	form := facts.UnknownForm
	for i := range c.PostHarvests {
		f := &c.PostHarvests[i]
		again := false
		for _, lot := range c.Lots.Of(f.In) {
			again = again || c.origin.made[lot]
		}
		switch {
		case again:
		case f.Form == facts.UnknownForm || form != facts.UnknownForm && form != f.Form:
			return leastGreen[facts.UnknownForm]
		default:
			form = f.Form
		}
	}
	return leastGreen[form]
}

// checkGreenYield compares the green coffee that was made with the area.
func (c *checker) checkGreenYield(can cropYield) {
	if c.land.ha <= 0 {
		return
	}
	total, n := 0.0, 0
	var refs []finding.Ref
	for i := range c.PostHarvests {
		f := &c.PostHarvests[i]
		if !f.Green || f.Form == facts.Green || !f.OutMass.Known() || !c.pure(f.In) {
			continue
		}
		total += f.OutMass.Value
		refs = c.appendRef(refs, f.Rec, "pesoSaida")
		n++
	}
	c.tellYield(can, false, total/c.land.ha, append(refs, c.Ref(c.land.rec, c.land.field)), n, total, c.land.ha)
}

// productNames are the products of industry as people call them.
var productNames = map[facts.ProductKind]lang.Text{
	facts.SoyOil:   {PT: "óleo", EN: "oil", ES: "aceite"},
	facts.SoyMeal:  {PT: "farelo", EN: "meal", ES: "harina"},
	facts.SoyHulls: {PT: "casca", EN: "hulls", ES: "cáscara"},
	facts.Roasted:  {PT: "café torrado", EN: "roasted coffee", ES: "café tostado"},
	facts.Soluble:  {PT: "café solúvel", EN: "soluble coffee", ES: "café soluble"},
}
