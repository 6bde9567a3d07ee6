package harvest

import (
	"slices"

	"rastro/internal/check/harvest/facts"
	"rastro/internal/check/harvest/rules"
	"rastro/internal/finding"
	"rastro/internal/geo"
	"rastro/internal/lang"
)

// boundForEurope reports whether some shipment goes to the European Union.
func (c *checker) boundForEurope() bool {
	for i := range c.Shipments {
		if c.Shipments[i].Europe {
			return true
		}
	}
	for i := range c.Customs {
		if c.Customs[i].Europe {
			return true
		}
	}
	return false
}

// pointLimit is the area in hectares up to which a point may represent a plot; pointSlack is the
// tolerated error of areas.
const pointLimit, pointSlack = 4.0, 1.01

// checkPlots looks for plots without a place, and for large ones that are given
// as a point, in harvests that go to the European Union.
func (c *checker) checkPlots() {
	points, sown := 0, c.sownThere()
	for i := range c.Plans {
		f := &c.Plans[i]
		if f.Plot.Point {
			points++
		}
		if !f.Plot.Located() && !sown {
			c.add(rules.PlotMissing, []finding.Ref{c.Ref(f.Rec, f.Field)})
		}
	}
	if points == 0 || points < len(c.Plans) {
		return
	}
	area, rec, field := 0.0, int32(0), ""
	take := func(ha float64, by int32, in string) {
		if ha > area {
			area, rec, field = ha, by, in
		}
	}
	for i := range c.Applications {
		take(c.Applications[i].Ha/float64(c.Applications[i].Passes), c.Applications[i].Rec, "areaAplicada")
	}
	for i := range c.Reapings {
		take(c.Reapings[i].Ha, c.Reapings[i].Rec, "areaColhida")
	}
	for i := range c.Plantings {
		take(c.Plantings[i].Plot.Ha, c.Plantings[i].Rec, "areaPlantada")
	}
	if area <= pointLimit*pointSlack*float64(points) {
		return
	}
	var refs []finding.Ref
	for i := range c.Plans {
		refs = c.appendRef(refs, c.Plans[i].Rec, c.Plans[i].Field)
	}
	c.add(rules.PlotPoint, append(refs[:min(len(refs), maxNamed-1)], c.Ref(rec, field)), "area", area, "pontos", points, "registros", points+1)
}

// sownThere reports whether the plantings locate every plot: there are as many with a place as
// there are plans.
func (c *checker) sownThere() bool {
	n := 0
	for i := range c.Plantings {
		if c.Plantings[i].Plot.Located() {
			n++
		}
	}
	return n >= len(c.Plans)
}

const (
	// overlapShare is the tolerated overlap of two plots at their edges.
	overlapShare = 0.10
	// maxOverlaps bounds the pairs that are looked for.
	maxOverlaps = 2_000
)

// checkOverlaps looks for land that is claimed twice: by two plans of the
// harvest, or by another harvest of the same years and crop.
func (c *checker) checkOverlaps() {
	var plots []*geo.Plot
	var recs []int32
	for i := range c.Plans {
		if f := &c.Plans[i]; f.Plot.Shape != nil {
			plots = append(plots, f.Plot.Shape)
			recs = append(recs, f.Rec)
		}
	}
	pairs, _ := geo.Overlaps(plots, overlapShare, maxOverlaps)
	c.tellOwn(pairs, len(plots), recs)
	c.tellOthers()
	c.tellHidden()
}

// severalCycles are the crops that a field may grow more than once in the years of a harvest code.
// OUTRA may be any crop.
var severalCycles = map[string]bool{
	"FEIJAO": true, "MILHO": true, "AMENDOIM": true, "BATATA": true, "UVA": true, "BANANA": true, facts.OtherCrop: true,
}

// OneCycle reports whether, as far as is known, a field grows the crop once in the years of a
// harvest code. Then two harvests cannot both have it.
func OneCycle(crop string) bool { return crop != "" && !severalCycles[crop] }

// tellOwn makes a single finding of all the harvest's plots that overlap each other.
func (c *checker) tellOwn(pairs []geo.Pair, own int, recs []int32) {
	g := newGroups(own)
	worst := map[int32]geo.Pair{}
	for _, p := range pairs {
		if p.B < own {
			g.join([]int32{int32(p.A), int32(p.B)})
		}
	}
	members := map[int32][]int32{}
	var order []int32
	for _, p := range pairs {
		if p.B >= own {
			continue
		}
		root := g.find(int32(p.A))
		if w, ok := worst[root]; !ok || p.Share > w.Share {
			worst[root] = p
		}
	}
	for i := range own {
		root := g.find(int32(i))
		if _, ok := worst[root]; !ok {
			continue
		}
		if members[root] == nil {
			order = append(order, root)
		}
		members[root] = append(members[root], recs[i])
	}
	for _, root := range order {
		var refs []finding.Ref
		for _, rec := range members[root] {
			refs = c.appendRef(refs, rec, "poligono")
		}
		c.add(rules.PlotsOverlap, refs, "area", worst[root].Ha, "percentual", 100*worst[root].Share, "registros", len(members[root]))
	}
}

// tellOthers makes one finding for each plot that lies on those of other
// harvests of the same years and crop.
func (c *checker) tellOthers() {
	years := c.Seasons()
	if len(years) == 0 || !OneCycle(c.crop) {
		return
	}
	var near []*geo.Plot
	var others []*OtherPlot
	for i := range c.o.OtherPlots {
		if o := &c.o.OtherPlots[i]; o.Plot != nil && o.Crop == c.crop && slices.Contains(years, facts.Season(o.HarvestCode)) {
			near = append(near, o.Plot)
			others = append(others, o)
		}
	}
	if len(near) == 0 {
		return
	}
	plots, refs := c.ClaimedPlots()
	pairs, complete := geo.Against(plots, near, overlapShare, maxOverlaps)
	for i := 0; i < len(pairs); {
		a, worst := pairs[i].A, pairs[i]
		harvests := map[string]bool{}
		for ; i < len(pairs) && pairs[i].A == a; i++ {
			harvests[others[pairs[i].B].Harvest] = true
			if pairs[i].Share > worst.Share {
				worst = pairs[i]
			}
		}
		harvest := ""
		if o := others[worst.B]; o.Named {
			harvest = " (" + o.Harvest + ")"
		}
		c.add(rules.PlotElsewhere, []finding.Ref{refs[a]}, "area", worst.Ha, "percentual", 100*worst.Share, "safra", harvest, "quantas", atLeast(len(harvests), complete && !c.o.OtherPlotsMore))
	}
}

// Overlapping returns those plots of other harvests that lie on a plot of the
// book's harvest, whatever grows there. It is incomplete if finding them all would take too
// long.
func Overlapping(b *facts.Book, others []OtherPlot) (found []OtherPlot, complete bool) {
	if len(others) == 0 {
		return nil, true
	}
	near := make([]*geo.Plot, len(others))
	for i := range others {
		near[i] = others[i].Plot
	}
	pairs, complete := geo.Against(b.Claims(), near, overlapShare, maxOverlaps)
	on := make([]bool, len(others))
	for _, p := range pairs {
		on[p.B] = true
	}
	for i := range others {
		if on[i] {
			found = append(found, others[i])
		}
	}
	return found, complete
}

// atLeast formats a number, or says that it may be higher.
func atLeast(n int, all bool) lang.Text {
	text := grouped(float64(n), 0)
	if !all {
		text = lang.Text{PT: text.PT + " ou mais", EN: text.EN + " or more", ES: text.ES + " o más"}
	}
	return text
}
