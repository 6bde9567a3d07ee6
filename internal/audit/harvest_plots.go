package audit

import "rastro/internal/geo"

// boundForEurope tells whether some shipment goes to the European Union.
func (c *conferral) boundForEurope() bool {
	for i := range c.shipments {
		if c.shipments[i].europe {
			return true
		}
	}
	for i := range c.customs {
		if c.customs[i].europe {
			return true
		}
	}
	return false
}

// pointLimit is the area in hectares up to which one point may stand for a plot,
// and by how much areas may be wrong.
const pointLimit, pointSlack = 4.0, 1.01

// checkPlots looks for plots without a place, and for large ones that are given
// as a point, in harvests that go to the European Union.
func (c *conferral) checkPlots() {
	if !c.europe {
		return
	}
	points, sown := 0, c.sownThere()
	for i := range c.plans {
		f := &c.plans[i]
		if f.plot.point {
			points++
		}
		if !f.plot.located() && !sown {
			c.add(plotMissing, []Ref{c.ref(f.rec, f.field)})
		}
	}
	if points == 0 || points < len(c.plans) {
		return
	}
	area, rec, field := 0.0, int32(0), ""
	take := func(ha float64, by int32, in string) {
		if ha > area {
			area, rec, field = ha, by, in
		}
	}
	for i := range c.applications {
		take(c.applications[i].ha/float64(c.applications[i].passes), c.applications[i].rec, "areaAplicada")
	}
	for i := range c.reapings {
		take(c.reapings[i].ha, c.reapings[i].rec, "areaColhida")
	}
	for i := range c.plantings {
		take(c.plantings[i].plot.ha, c.plantings[i].rec, "areaPlantada")
	}
	if area <= pointLimit*pointSlack*float64(points) {
		return
	}
	var refs []Ref
	for i := range c.plans {
		refs = c.appendRef(refs, c.plans[i].rec, c.plans[i].field)
	}
	c.add(plotPoint, append(refs[:min(len(refs), maxNamed-1)], c.ref(rec, field)), "area", area, "pontos", points, "registros", points+1)
}

// sownThere tells whether the plantings say where every plot is: there are as
// many with a place as there are plans.
func (c *conferral) sownThere() bool {
	n := 0
	for i := range c.plantings {
		if c.plantings[i].plot.located() {
			n++
		}
	}
	return n >= len(c.plans)
}

const (
	// overlapShare is what two plots may share at their edges.
	overlapShare = 0.10
	// maxOverlaps bounds the pairs that are looked for.
	maxOverlaps = 2_000
)

// checkOverlaps looks for land that is claimed twice: by two plans of the
// harvest, or by another harvest of the same years.
func (c *conferral) checkOverlaps() {
	var plots []*geo.Plot
	var recs []int32
	for i := range c.plans {
		if f := &c.plans[i]; f.plot.shape != nil {
			plots = append(plots, f.plot.shape)
			recs = append(recs, f.rec)
		}
	}
	own := len(plots)
	if own == 0 {
		return
	}
	years := c.years()
	var others []*OtherPlot
	for i := range c.o.OtherPlots {
		o := &c.o.OtherPlots[i]
		if o.Plot != nil && years != "" && codeForm(o.SafraCodigo) == years && (o.Crop == "" || c.crop == "" || o.Crop == c.crop) {
			plots = append(plots, o.Plot)
			others = append(others, o)
		}
	}
	pairs, _ := geo.Overlaps(plots, overlapShare, maxOverlaps)
	c.tellOwn(pairs, own, recs)
	c.tellOthers(pairs, own, recs, others)
}

// years are those of the harvest, "" where its codes do not agree on them.
func (c *conferral) years() string {
	years := ""
	for code := range c.codes {
		switch form := codeForm(code); {
		case form == "":
		case years != "" && years != form:
			return ""
		default:
			years = form
		}
	}
	return years
}

// tellOwn makes one finding of all the plots of the harvest that lie on each
// other.
func (c *conferral) tellOwn(pairs []geo.Pair, own int, recs []int32) {
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
		var refs []Ref
		for _, rec := range members[root] {
			refs = c.appendRef(refs, rec, "poligono")
		}
		c.add(plotsOverlap, refs, "area", worst[root].Ha, "percentual", 100*worst[root].Share, "registros", len(members[root]))
	}
}

// tellOthers makes one finding for each plot that lies on those of other
// harvests.
func (c *conferral) tellOthers(pairs []geo.Pair, own int, recs []int32, others []*OtherPlot) {
	for i := 0; i < len(pairs); {
		a := pairs[i].A
		var worst *geo.Pair
		n := 0
		for ; i < len(pairs) && pairs[i].A == a; i++ {
			if a >= own || pairs[i].B < own {
				continue
			}
			n++
			if worst == nil || pairs[i].Share > worst.Share {
				worst = &pairs[i]
			}
		}
		if worst != nil {
			safra := others[worst.B-own].SafraID
			if safra != "" {
				safra = " (" + safra + ")"
			}
			c.add(plotElsewhere, []Ref{c.ref(recs[a], "poligono")}, "area", worst.Ha, "percentual", 100*worst.Share, "safra", safra, "quantas", n)
		}
	}
}
