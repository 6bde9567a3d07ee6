package harvest

import (
	"rastro/internal/check/harvest/rules"
	"rastro/internal/finding"
	"rastro/internal/landlayer"
	"rastro/internal/lang"
)

// Land is the result of comparing the plots of a harvest with public layers.
type Land struct {
	landlayer.Checked
	Refs []finding.Ref // of the plots, by their place in the check
}

// AppendJSON appends it as the wire shows it.
func (l *Land) AppendJSON(dst []byte, language lang.Lang) []byte {
	return l.Checked.AppendJSON(dst, language, func(dst []byte, plot int) []byte {
		if plot >= len(l.Refs) {
			return append(dst, `null`...)
		}
		return appendReference(dst, l.Refs[plot], namedField)
	})
}

// landRules are the rules by the kind of the layer, except the one that only Europe has.
var landRules = []struct {
	kind *landlayer.Kind
	rule *finding.Rule
}{{landlayer.Embargo, rules.PlotEmbargoed}, {landlayer.Indigenous, rules.PlotIndigenous}, {landlayer.Protected, rules.PlotProtected}}

// checkLand reports plots in areas of public layers.
func (c *checker) checkLand() {
	for _, of := range landRules {
		c.landIn(of.kind, of.rule)
	}
}

// checkDeforested reports plots on land that was deforested too late for Europe.
func (c *checker) checkDeforested() { c.landIn(landlayer.Deforestation, rules.PlotDeforested) }

// landIn makes one finding for each plot and layer.
func (c *checker) landIn(k *landlayer.Kind, rule *finding.Rule) {
	land := &c.o.Land
	found := land.Over(k)
	for _, o := range found {
		layer := &land.Layers[o.Layer]
		var refs []finding.Ref
		if o.Plot < len(land.Refs) {
			refs = []finding.Ref{land.Refs[o.Plot]}
		}
		c.add(rule, refs, "area", o.Ha, "camada", layer.Name, "data", layer.Day(), "registros", len(found))
	}
}
