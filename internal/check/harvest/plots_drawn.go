package harvest

import (
	"rastro/internal/check/harvest/facts"
	"rastro/internal/check/record"
	"rastro/internal/finding"
	"rastro/internal/geo"
)

// needsPolygon requests the polygon of a plot given as a rectangle or a point.
var needsPolygon = record.PlotRule(geo.NeedsPolygon)

const (
	// drawnShare is the minimum share of a rectangle that the extents of drawn plots must cover to
	// represent it. People draw rectangles larger than the plot.
	drawnShare = 2.0 / 3
	// maxPointTests bounds how often a point is looked for in a drawn plot.
	maxPointTests = 1_000_000
)

// remarks returns the findings on each record. It leaves out a request for a polygon if the plots
// that represent the harvest already draw it, because nothing is missing.
func (c *checker) remarks() []finding.Finding {
	asked := map[string]bool{}
	for i := range c.Remarks {
		if f := &c.Remarks[i]; f.Rule == needsPolygon {
			asked[f.Records[0].ID] = true
		}
	}
	if len(asked) == 0 {
		return c.Remarks
	}
	drawn := c.drawnElsewhere(asked)
	if len(drawn) == 0 {
		return c.Remarks
	}
	kept := make([]finding.Finding, 0, len(c.Remarks))
	for _, f := range c.Remarks {
		if f.Rule != needsPolygon || !drawn[f.Records[0].ID] {
			kept = append(kept, f)
		}
	}
	return kept
}

// drawnElsewhere returns those of the records whose plots others draw. A record that the
// harvest is judged by has to draw its plot itself.
func (c *checker) drawnElsewhere(asked map[string]bool) map[string]bool {
	judged := map[int32]bool{}
	var outlines []*geo.Plot
	for _, p := range c.plots() {
		judged[p.rec] = true
		if p.plot.Shape != nil && p.plot.Ha > 0 && !p.plot.Loose && !p.plot.Point {
			outlines = append(outlines, p.plot.Shape)
		}
	}
	var rough []*geo.Plot
	var ids []string
	take := func(p *facts.Plot, rec int32) {
		if id := c.Ref(rec, "").ID; p.Shape != nil && !judged[rec] && asked[id] {
			rough, ids = append(rough, p.Shape), append(ids, id)
		}
	}
	for i := range c.Plans {
		take(&c.Plans[i].Plot, c.Plans[i].Rec)
	}
	for i := range c.Plantings {
		take(&c.Plantings[i].Plot, c.Plantings[i].Rec)
	}
	drawn := map[string]bool{}
	for i, is := range outlined(rough, outlines) {
		if is {
			drawn[ids[i]] = true
		}
	}
	return drawn
}

// outlined reports for each rectangle or point whether outlines draw it. If finding that out would
// take too long, it reports that none does.
func outlined(rough, outlines []*geo.Plot) []bool {
	drawn := make([]bool, len(rough))
	if len(outlines) == 0 {
		return drawn
	}
	covered := make([]float64, len(rough))
	pairs, _ := geo.Against(rough, outlines, overlapShare, maxOverlaps)
	for _, p := range pairs {
		covered[p.A] += sharedExtent(rough[p.A].BBox, outlines[p.B].BBox)
	}
	tests := maxPointTests
	for i, p := range rough {
		if drawn[i] = covered[i] >= drawnShare; drawn[i] || p.AreaHa > 0 {
			continue
		}
		points := p.Points()
		if tests -= len(points) * len(outlines); tests < 0 {
			break
		}
		drawn[i] = len(points) > 0 && allWithin(points, outlines)
	}
	return drawn
}

// sharedExtent returns how much of a rectangle the other covers.
func sharedExtent(of, other geo.BBox) float64 {
	wide := min(of.East, other.East) - max(of.West, other.West)
	high := min(of.North, other.North) - max(of.South, other.South)
	all := (of.East - of.West) * (of.North - of.South)
	if wide <= 0 || high <= 0 || all <= 0 {
		return 0
	}
	return wide * high / all
}

// allWithin reports whether each point lies in some outline.
func allWithin(points []geo.Position, outlines []*geo.Plot) bool {
	for _, at := range points {
		within := false
		for _, o := range outlines {
			if within = o.Contains(at); within {
				break
			}
		}
		if !within {
			return false
		}
	}
	return true
}
