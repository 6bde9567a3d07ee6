package audit

import "rastro/internal/lang"

// land is the area of a harvest.
type land struct {
	// ha is the sum of its plots, of the plans or of the plantings, whichever is
	// more; 0 where some plot has no area, for then it is not known.
	ha    float64
	loose bool // some plot is a rectangle around it, so ha is the most there can be
	rec   int32
	field string
}

func (c *conferral) landOf() land {
	planned, sown := land{field: "poligono"}, land{field: "areaPlantada"}
	for i := range c.plans {
		if f := &c.plans[i]; !planned.take(f.plot, f.rec, i == 0) {
			return land{}
		}
	}
	for i := range c.plantings {
		if f := &c.plantings[i]; !sown.take(f.plot, f.rec, i == 0) {
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

func (l *land) take(p plotFact, rec int32, first bool) bool {
	if p.ha <= 0 {
		return false
	}
	if l.ha += p.ha; first {
		l.rec = rec
	}
	l.loose = l.loose || p.loose
	return true
}

// looseFactor is how much larger a rectangle may be than the plot in it, for
// concluding that there is too little of something on it.
const looseFactor = 2.5

// least is the least area that the land can have.
func (l land) least() float64 {
	if l.loose {
		return l.ha / looseFactor
	}
	return l.ha
}

// areaSlack is by how much areas may differ, as a share: rounding, and the edges
// of what is drawn.
const areaSlack = 0.05

// checkTreatedArea holds the area that was treated against that of the plots.
func (c *conferral) checkTreatedArea() {
	if c.land.ha <= 0 {
		return
	}
	for i := range c.applications {
		f := &c.applications[i]
		if f.ha > c.land.ha*(1+areaSlack)*float64(f.passes) {
			c.add(treatedOver, []Ref{c.ref(f.rec, "areaAplicada"), c.ref(c.land.rec, c.land.field)}, "area", f.ha, "talhoes", c.land.ha, "passadas", f.passes)
		}
	}
}

// checkHarvestedArea holds the area that was harvested at once against that of
// the plots.
func (c *conferral) checkHarvestedArea() {
	if c.land.ha <= 0 {
		return
	}
	for i := range c.reapings {
		f := &c.reapings[i]
		if f.ha > c.land.ha*(1+areaSlack) {
			c.add(harvestedAreaOver, []Ref{c.ref(f.rec, "areaColhida"), c.ref(c.land.rec, c.land.field)}, "area", f.ha, "talhoes", c.land.ha)
		}
	}
}

// Seed of soy, in kg/ha.
const (
	leastSeed = 25
	mostSeed  = 150
)

// checkSeed holds the seed of soy against the area it was sown on.
func (c *conferral) checkSeed() {
	if c.crop != "SOJA" {
		return
	}
	for i := range c.plantings {
		f := &c.plantings[i]
		if !f.seed.known() || f.seed.value <= 0 || f.plot.ha <= 0 {
			continue
		}
		rate, least := f.seed.value/f.plot.ha, float64(leastSeed)
		if f.plot.loose {
			least /= looseFactor
		}
		if rate > mostSeed || rate < least {
			c.add(seedRate, []Ref{c.ref(f.rec, "quantidadeSemente"), c.ref(f.rec, "areaPlantada")}, "taxa", rate, "kg", f.seed.value, "ha", f.plot.ha,
				"minimo", leastSeed, "maximo", mostSeed)
		}
	}
}

// cropYield is what a crop can yield, in kg/ha of soy or of green coffee.
type cropYield struct {
	low, high, limit float64
	mean             float64 // of the country, for comparison
}

var cropYields = map[string]cropYield{
	"SOJA": {600, 6_000, 9_000, 3_617},
	"CAFE": {0, 6_000, 12_000, 2_052},
}

// checkYield holds what was harvested against the area it was harvested from.
func (c *conferral) checkYield() {
	can, ok := cropYields[c.crop]
	if !ok {
		return
	}
	share := 1.0
	if c.crop == "CAFE" {
		share = c.leastGreen()
		c.checkGreenYield(can)
	}
	total, whole := 0.0, true // of the harvests without an area of their own
	var refs []Ref
	n := 0
	for i := range c.reapings {
		f := &c.reapings[i]
		switch {
		case !f.mass.known():
			whole = false
		case f.ha > 0:
			c.tellYield(can, true, f.mass.value*share/f.ha, []Ref{c.ref(f.rec, "quantidadeColhida"), c.ref(f.rec, "areaColhida")}, 1, f.mass.value, f.ha)
		default:
			total += f.mass.value
			refs = c.appendRef(refs, f.rec, "quantidadeColhida")
			n++
		}
	}
	if n > 0 && c.land.ha > 0 {
		c.tellYield(can, false, total*share/c.land.ha, append(refs, c.ref(c.land.rec, c.land.field)), n, total, c.land.ha)
	}
	c.tellLowYield(can, whole)
}

// tellYield tells of a yield that is more than can be. It is certain only where
// the area is that of the same harvest: of the plots, some may not be on record.
func (c *conferral) tellYield(can cropYield, certain bool, rate float64, refs []Ref, n int, kg, ha float64) {
	switch {
	case rate > can.limit && certain:
		c.add(yieldImpossible, refs, "taxa", rate, "kg", kg, "ha", ha, "limite", can.limit, "registros", n)
	case rate > can.high:
		c.add(yieldHigh, refs, "taxa", rate, "kg", kg, "ha", ha, "limite", can.high, "media", can.mean, "registros", n)
	}
}

// tellLowYield tells of a harvest that is far too small for its plots.
func (c *conferral) tellLowYield(can cropYield, whole bool) {
	if !whole || len(c.reapings) == 0 || c.land.ha <= 0 {
		return
	}
	total := 0.0
	var refs []Ref
	for i := range c.reapings {
		total += c.reapings[i].mass.value
		refs = c.appendRef(refs, c.reapings[i].rec, "quantidadeColhida")
	}
	if rate := total / c.land.least(); total > 0 && rate < can.low {
		c.add(yieldLow, refs, "taxa", total/c.land.ha, "kg", total, "ha", c.land.ha, "limite", can.low, "registros", len(c.reapings))
	}
}

// leastGreen is the least of the harvested weight of coffee that becomes green
// coffee, by the form in which all of it was dried or hulled.
func (c *conferral) leastGreen() float64 {
	form := unknownForm
	for i := range c.workings {
		f := &c.workings[i]
		again := false
		for _, lot := range c.lots.of(f.in) {
			again = again || c.origin.made[lot]
		}
		switch {
		case again:
		case f.form == unknownForm || form != unknownForm && form != f.form:
			return leastGreen[unknownForm]
		default:
			form = f.form
		}
	}
	return leastGreen[form]
}

// checkGreenYield holds the green coffee that was made against the area.
func (c *conferral) checkGreenYield(can cropYield) {
	if c.land.ha <= 0 {
		return
	}
	total, n := 0.0, 0
	var refs []Ref
	for i := range c.workings {
		f := &c.workings[i]
		if !f.green || f.form == green || !f.outMass.known() || !c.pure(f.in) {
			continue
		}
		total += f.outMass.value
		refs = c.appendRef(refs, f.rec, "pesoSaida")
		n++
	}
	c.tellYield(can, false, total/c.land.ha, append(refs, c.ref(c.land.rec, c.land.field)), n, total, c.land.ha)
}

// productNames are the products of industry as people call them.
var productNames = map[productKind]lang.Text{
	soyOil:   {PT: "óleo", EN: "oil", ES: "aceite"},
	soyMeal:  {PT: "farelo", EN: "meal", ES: "harina"},
	soyHulls: {PT: "casca", EN: "hulls", ES: "cáscara"},
	roasted:  {PT: "café torrado", EN: "roasted coffee", ES: "café tostado"},
	soluble:  {PT: "café solúvel", EN: "soluble coffee", ES: "café soluble"},
}
