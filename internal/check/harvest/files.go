package harvest

import (
	"math"
	"slices"
	"time"

	"rastro/internal/attachment"
	"rastro/internal/check/harvest/facts"
	"rastro/internal/check/harvest/rules"
	"rastro/internal/finding"
	"rastro/internal/geo"
)

// filesField is the member in which a record lists its files.
const filesField = attachment.Member

const (
	// clockSlack is how far ahead a camera's clock may be.
	clockSlack = time.Hour
	// nearPlot is how far from a plot, in metres, a photo may be taken: from the road next to it,
	// with a phone whose position is inaccurate.
	nearPlot = 300.0
)

// checkFiles compares the files that records list with each other, and photos with the plots and
// days of the harvest.
func (c *checker) checkFiles() {
	if len(c.Files) == 0 {
		return
	}
	plots := c.drawnPlots()
	on := c.On()
	for i := range c.Files {
		f := &c.Files[i]
		ref := []finding.Ref{c.Ref(f.Rec, filesField)}
		if f.At != nil && plots != nil && slices.Contains(rules.PhotoElsewhere.Kinds, ref[0].Prefix) && !near(plots, *f.At) {
			c.add(rules.PhotoElsewhere, ref, "nome", f.Name)
		}
		if f.Taken.IsZero() {
			continue
		}
		taken := facts.DayOf(f.Taken)
		if !f.Sent.IsZero() && f.Taken.After(f.Sent.Add(clockSlack)) {
			c.add(rules.PhotoAfterSending, ref, "nome", f.Name, "tirada", taken)
		} else if day, said := on[f.Rec]; said && day.Known() && taken > day.To+1 {
			c.add(rules.PhotoAfterDay, ref, "nome", f.Name, "tirada", taken, "dia", day.To)
		}
	}
	c.checkRepeatedFiles()
}

// drawnPlots returns the plots of the harvest; nil if some are not drawn: a photo may be of one of those.
func (c *checker) drawnPlots() []*geo.Plot {
	for i := range c.Plans {
		if p := &c.Plans[i].Plot; p.Shape == nil || p.Point {
			return nil
		}
	}
	return c.Claims()
}

// near reports whether a place is in one of the plots, or next to it.
func near(plots []*geo.Plot, at geo.Position) bool {
	const metres = 111_320.0 // per degree of latitude
	for turn := range 9 {
		tried := at
		if turn > 0 {
			sin, cos := math.Sincos(float64(turn) * math.Pi / 4)
			tried.Lat += sin * nearPlot / metres
			tried.Lon += cos * nearPlot / (metres * math.Max(0.1, math.Cos(at.Lat*math.Pi/180)))
		}
		if slices.ContainsFunc(plots, func(p *geo.Plot) bool { return p.Contains(tried) }) {
			return true
		}
	}
	return false
}

// checkRepeatedFiles looks for files that several records list, of the harvest or of others that the
// reader may read.
func (c *checker) checkRepeatedFiles() {
	in := map[string][]int{}
	var order []string
	for i := range c.Files {
		sum := c.Files[i].Sum
		if in[sum] == nil {
			order = append(order, sum)
		}
		in[sum] = append(in[sum], i)
	}
	elsewhere := map[string][]*OtherFile{}
	for i := range c.o.OtherFiles {
		other := &c.o.OtherFiles[i]
		elsewhere[other.Sum] = append(elsewhere[other.Sum], other)
	}
	for _, sum := range order {
		records, harvests := len(in[sum])+len(elsewhere[sum]), map[string]bool{}
		if records == 1 {
			continue
		}
		var refs []finding.Ref
		for _, i := range in[sum] {
			refs = c.appendRef(refs, c.Files[i].Rec, filesField)
		}
		for _, other := range elsewhere[sum] {
			harvests[other.Harvest] = true
			refs = append(refs, other.Record)
		}
		c.add(rules.FileRepeated, refs, "nome", c.Files[in[sum][0]].Name, "registros", records, "safras", 1+len(harvests))
	}
}
