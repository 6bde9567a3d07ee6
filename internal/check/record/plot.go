package record

import (
	"cmp"
	"strconv"

	"rastro/internal/geo"
	"rastro/internal/geo/country"
	"rastro/internal/profile"
)

// gradePlot remarks on a plot. What is in geojson is the whole shape; the list of
// numbers next to it is then only its outline, and is not judged twice.
func gradePlot(g *grader) {
	shape := g.get("geojson")
	if shape.kind != 0 && shape.plot == nil {
		g.add(unreadablePlot, shape)
	}
	for i := range g.facts {
		f := &g.facts[i]
		if f.plot != nil && f != shape {
			g.out.Plot, g.out.Reshaped = f.plot, !f.plot.Listed()
		}
		if f.plot != nil && shape.plot != nil && f != shape && !near(f.plot.BBox, shape.plot.BBox) {
			g.add(twoPlaces, f)
		}
		if f.plot == nil || shape.plot != nil && f != shape {
			continue
		}
		for _, r := range f.plot.Remarks(g.claimedCountry()) {
			g.remark(f, r)
		}
	}
	if shape.plot != nil {
		g.out.Plot = shape.plot
	}
}

// nearby is how far, in degrees, a list of numbers may reach beyond the shape next to it:
// about 200 m, for outlines that were simplified.
const nearby = 0.002

// near reports whether a list of numbers lies in the same place as the whole shape.
func near(list, shape geo.BBox) bool {
	if list == (geo.BBox{}) || shape == (geo.BBox{}) {
		return true // the position of one of them is unknown
	}
	return list.West >= shape.West-nearby && list.East <= shape.East+nearby && list.South >= shape.South-nearby && list.North <= shape.North+nearby
}

// claimedCountry returns the two-letter code of the country that the record claims for its plot:
// its field "pais", or else Brazil.
func (g *grader) claimedCountry() string {
	return cmp.Or(profile.CountryCode(g.get(profile.Country).text), country.Brazil)
}

func (g *grader) remark(f *fact, r geo.Remark) {
	rule := byRemark[r.Code]
	if rule == nil {
		return
	}
	var args []any
	pointer := f.field.pointer + r.Pointer
	switch r.Code {
	case geo.OutsideBrazil, geo.OutsideCountry, geo.AtZero, geo.OutsideWorld, geo.Touching, geo.EqualPoints:
		args = []any{"vertice", strconv.Itoa(r.Vertex + 1), "quantos", strconv.Itoa(r.Count)}
		if r.Country != "" {
			args = append(args, "pais", clip(r.Country))
		}
	case geo.PartsOverlap, geo.PartsAdjoin:
		args = []any{"partes", strconv.Itoa(r.Parts[0]) + ", " + strconv.Itoa(r.Parts[1])}
		if r.Code == geo.PartsOverlap {
			args = append(args, "ha", figure(r.Ha))
		}
	case geo.Crossing, geo.Folded:
		args = []any{"lados", strconv.Itoa(r.Sides[0]+1) + ", " + strconv.Itoa(r.Sides[1]+1)}
	case geo.CoarseDecimals, geo.FewDecimals:
		args = []any{"casas", strconv.Itoa(r.Decimals)}
	case geo.NeedsPolygon:
		args, pointer = []any{"ha", figure(r.Ha)}, f.field.pointer // the whole plot
	}
	g.addAt(rule, f, pointer, args...)
}
