package plotfile

import (
	"cmp"
	"strconv"

	"rastro/internal/canon"
	"rastro/internal/check/harvest/rules"
	"rastro/internal/finding"
	"rastro/internal/geo"
	"rastro/internal/landlayer"
	"rastro/internal/lang"
)

// maxLandBytes limits how much is kept of a lot's plots until they are compared with public layers.
// It has room for as many vertices as the largest file; further plots are reported as unchecked.
const maxLandBytes = 32 << 20

// landPlot is a plot that waits to be compared with public layers.
type landPlot struct {
	ref     *Ref
	id      string // of the Feature
	pointer string
	shape   []byte // nil: it has no outline
}

// KeepLand has the plots compared with public layers at the end.
func (c *Collector) KeepLand() { c.landKept = true }

// keepLand notes a plot, if there are layers.
func (c *Collector) keepLand(p *plot, cut *geo.Plot) {
	if !c.landKept {
		return
	}
	kept := landPlot{ref: p.ref, id: p.id, pointer: p.pointer}
	if land := cut.Land(); land != nil && c.landBytes < maxLandBytes {
		kept.shape = land.AppendBinary(nil)
		c.landBytes += len(kept.shape)
	}
	c.waiting = append(c.waiting, kept)
}

// landRules are the rules by the kind of layer.
var landRules = []struct {
	kind *landlayer.Kind
	rule *finding.Rule
}{
	{landlayer.Deforestation, rules.PlotDeforested}, {landlayer.Embargo, rules.PlotEmbargoed},
	{landlayer.Indigenous, rules.PlotIndigenous}, {landlayer.Protected, rules.PlotProtected},
}

// Land is the result of comparing the plots of a file with public layers.
type Land struct {
	landlayer.Checked
	ids []string // of the Features, by their place in the check
}

// CheckLand has the plots of the collection compared with the layers.
func (c *Collector) CheckLand(check func(plots int, plot func(int) *geo.Plot) (landlayer.Checked, error)) error {
	if !c.landKept {
		return nil
	}
	var damaged error
	checked, err := check(len(c.waiting), func(i int) *geo.Plot {
		if c.waiting[i].shape == nil {
			return nil
		}
		shape, err := geo.ReadLand(c.waiting[i].shape)
		if err != nil {
			damaged = err
			return nil
		}
		return shape.Plot()
	})
	if err != nil || damaged != nil {
		return cmp.Or(err, damaged)
	}
	c.land.Checked = checked
	for i := range c.waiting {
		c.land.ids = append(c.land.ids, c.waiting[i].id)
	}
	for _, of := range landRules {
		found := checked.Over(of.kind)
		for _, o := range found {
			layer, at := &checked.Layers[o.Layer], &c.waiting[o.Plot]
			f := Finding{Finding: finding.Finding{Rule: of.rule, Pointer: at.pointer}, Record: at.ref, Ring: -1, Vertex: -1, Sides: [2]int{-1, -1}}
			f.Say("area", lang.Text{PT: lang.PT.Number(o.Ha, 2), EN: lang.EN.Number(o.Ha, 2), ES: lang.ES.Number(o.Ha, 2)})
			f.Say("camada", lang.Clip(layer.Name, finding.MaxQuoted))
			f.Say("data", layer.Day())
			f.Say("registros", strconv.Itoa(len(found)))
			c.found.add(f)
		}
	}
	c.waiting = nil
	return nil
}

// AppendJSON appends it as the wire shows it.
func (l *Land) AppendJSON(dst []byte, language lang.Lang) []byte {
	return l.Checked.AppendJSON(dst, language, func(dst []byte, plot int) []byte {
		if plot >= len(l.ids) {
			return append(dst, `null`...)
		}
		return canon.AppendString(dst, l.ids[plot])
	})
}

// maxShownLayers is how many layers the pages of a dossier list.
const maxShownLayers = 12

// Text returns what was checked and with what, for people.
func (l *Land) Text() lang.Text {
	out := l.Checked.Text()
	for i := range l.Layers[:min(len(l.Layers), maxShownLayers)] {
		layer := &l.Layers[i]
		day, areas := layer.Day(), strconv.FormatInt(layer.Polygons, 10)
		line := func(before string, language lang.Lang, polygons string) string {
			return before + "; " + layer.Name + " (" + layer.Kind.Name.In(language) + "), " + day.In(language) + ", " + areas + " " + polygons + ", SHA-256 " + layer.SHA256[:min(len(layer.SHA256), 16)] + "…"
		}
		out = lang.Text{PT: line(out.PT, lang.PT, "polígonos"), EN: line(out.EN, lang.EN, "polygons"), ES: line(out.ES, lang.ES, "polígonos")}
	}
	for i := range l.Overlaps[:min(len(l.Overlaps), maxShownLayers)] {
		o := &l.Overlaps[i]
		name := l.Layers[o.Layer].Name
		out = lang.Text{
			PT: out.PT + "; " + lang.PT.Number(o.Ha, 4) + " ha em " + name, EN: out.EN + "; " + lang.EN.Number(o.Ha, 4) + " ha in " + name, ES: out.ES + "; " + lang.ES.Number(o.Ha, 4) + " ha en " + name,
		}
	}
	return out
}
