package harvest

import (
	"math"

	"rastro/internal/check/harvest/rules"
	"rastro/internal/finding"
	"rastro/internal/lang"
)

// tellHidden makes one finding of all the land of others that may lie on the
// harvest's and that the reader may not read. It depends on regions and on rough
// sizes alone, so that moving a plot around never reveals where in a region that land is.
func (c *checker) tellHidden() {
	if len(c.o.Hidden) == 0 || !OneCycle(c.crop) || len(c.Seasons()) == 0 {
		return
	}
	plots, refs := c.ClaimedPlots()
	others := map[int]bool{}
	var near []finding.Ref
	own := 0.0
	for i, p := range plots {
		here := false
		for _, region := range p.Extent().Regions() {
			for j := range c.o.Hidden {
				if c.o.Hidden[j].Region == region {
					here, others[j] = true, true
				}
			}
		}
		own += roughHa(p.Extent().AreaHa())
		if here {
			near = append(near, refs[i])
		}
	}
	if near == nil {
		return
	}
	theirs := 0.0
	for j := range others {
		theirs += roughHa(c.o.Hidden[j].Ha)
	}
	c.add(rules.PlotHidden, near, "classe", sizeClass(min(theirs, own)/own), "registros", len(near))
}

// roughHa returns an area to the next power of four.
func roughHa(ha float64) float64 {
	return math.Pow(4, math.Ceil(math.Log(max(ha, 1))/math.Log(4)))
}

// sizeClass returns the range of a share of the harvest's land.
func sizeClass(share float64) lang.Text {
	switch {
	case share <= 0.10:
		return lang.Text{PT: "até 10 %", EN: "up to 10 %", ES: "hasta 10 %"}
	case share <= 0.50:
		return lang.Text{PT: "até 50 %", EN: "up to 50 %", ES: "hasta 50 %"}
	}
	return lang.Text{PT: "mais de 50 %", EN: "more than 50 %", ES: "más de 50 %"}
}
