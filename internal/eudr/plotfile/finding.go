package plotfile

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"rastro/internal/finding"
	"rastro/internal/geo"
	"rastro/internal/lang"
	"rastro/internal/lineage"
)

// Finding is something found before a file is sent.
type Finding struct {
	finding.Finding
	// Record is the plot's record; nil for a finding about the whole lot.
	Record *Ref
	// Ring, Vertex and Sides count from 0 in the list at Pointer, and are -1 where
	// they do not apply. Side n runs from vertex n to the next.
	Ring, Vertex int
	Sides        [2]int
	// Mended: the file no longer has the problem.
	Mended bool
}

// Ref names the record of a plot.
type Ref struct{ Prefix, ID, HarvestID string }

// Severity returns the rule's severity; a fixed problem has none.
func (f *Finding) Severity() finding.Severity {
	if f.Mended {
		return finding.Info
	}
	return f.Rule.In(finding.EUFile).Severity
}

// Message returns the finding in one language.
func (f *Finding) Message(l lang.Lang) string {
	return finding.Message{Text: f.Rule.In(finding.EUFile).Message, Args: Spoken(f.Args, l), Words: f.Words}.In(l)
}

// Text returns the finding in every language.
func (f *Finding) Text() lang.Text {
	return lang.Text{PT: f.Message(lang.PT), EN: f.Message(lang.EN), ES: f.Message(lang.ES)}
}

// maxFindings limits the findings that are kept; all are counted.
const maxFindings = 1000

// findings keeps the most severe findings rather than the first.
type findings struct {
	kept    []Finding
	summary finding.Summary
	count   map[*finding.Rule]int // of each rule, whatever happened to it
}

func (all *findings) add(f Finding) {
	if all.count == nil {
		all.count = map[*finding.Rule]int{}
	}
	all.count[f.Rule]++
	severity := f.Severity()
	all.summary.Count(severity)
	if len(all.kept) < maxFindings {
		all.kept = append(all.kept, f)
		return
	}
	if severity != finding.Error || all.summary.Errors > maxFindings {
		return
	}
	for i := len(all.kept) - 1; i >= 0; i-- { // it replaces the last one that is not an error
		if all.kept[i].Severity() != finding.Error {
			all.kept = append(append(all.kept[:i:i], all.kept[i+1:]...), f)
			return
		}
	}
}

// whole notes a finding about the lot. The arguments are pairs.
func (all *findings) whole(r *finding.Rule, args ...string) {
	all.add(Finding{Finding: finding.Finding{Rule: r, Args: pairs(args)}, Ring: -1, Vertex: -1, Sides: [2]int{-1, -1}})
}

func pairs(args []string) lang.Args {
	if len(args) == 0 {
		return nil
	}
	out := lang.Args{}
	for i := 0; i+1 < len(args); i += 2 {
		out[args[i]] = lang.Clip(args[i+1], finding.MaxQuoted)
	}
	return out
}

// about notes a finding about a plot.
func (all *findings) about(p *plot, r *finding.Rule, args ...string) {
	all.add(Finding{Finding: finding.Finding{Rule: r, Pointer: p.pointer, Args: pairs(args)}, Record: p.ref, Ring: -1, Vertex: -1, Sides: [2]int{-1, -1}})
}

// remark notes a remark of package geo about a plot.
func (all *findings) remark(p *plot, rule *finding.Rule, r geo.Remark, mended bool) {
	f := Finding{Finding: finding.Finding{Rule: rule, Pointer: p.pointer + r.Pointer}, Record: p.ref, Ring: r.Ring, Vertex: r.Vertex, Sides: r.Sides, Mended: mended}
	f.Args = lang.Args{"vertice": strconv.Itoa(r.Vertex + 1)}
	if r.Sides[0] >= 0 {
		f.Args["lados"] = strconv.Itoa(r.Sides[0]+1) + ", " + strconv.Itoa(r.Sides[1]+1)
	}
	if r.Decimals > 0 || r.Code == geo.CoarseDecimals || r.Code == geo.FewDecimals {
		f.Args["casas"] = strconv.Itoa(r.Decimals)
	}
	if r.Ha > 0 {
		f.Args["ha"] = hectares(r.Ha)
	}
	if r.Count > 0 {
		f.Args["quantos"] = strconv.Itoa(r.Count)
	}
	if r.Country != "" {
		f.Args["pais"] = lang.Clip(r.Country, finding.MaxQuoted)
	}
	if r.Parts[0] > 0 {
		f.Args["partes"] = strconv.Itoa(r.Parts[0]) + ", " + strconv.Itoa(r.Parts[1])
	}
	all.add(f)
}

// unreadable notes why a value is not a plot.
func (all *findings) unreadable(p *plot, e *geo.Error) {
	rule := ofReason[e.Reason]
	if rule == nil {
		rule = notGeoJSON
	}
	f := Finding{Finding: finding.Finding{Rule: rule, Pointer: p.pointer + e.Pointer}, Record: p.ref, Ring: -1, Vertex: e.Vertex, Sides: [2]int{-1, -1}}
	f.Args = lang.Args{"ponteiro": lang.Clip(f.Pointer, finding.MaxQuoted)}
	all.add(f)
}

// incomplete notes why not everything behind the lot is known.
func (all *findings) incomplete(o *lineage.Origin) {
	if o.Truncated {
		all.whole(truncated)
	}
	if o.Restricted {
		all.whole(restricted)
	}
	foreign := ForeignLots(o)
	for _, code := range o.Unknown {
		if !foreign[code] { // nothing can be recorded here about another party's lot
			all.whole(unknownOrigin, "lote", code)
		}
	}
	told := map[string]bool{}
	for i := range o.Rivals {
		c := &o.Rivals[i]
		rule, harvest := rivalClaim, ""
		if c.HarvestID != "" {
			harvest = " (" + c.HarvestID + ")"
		}
		if foreign[c.Lot] {
			if rule = foreignLot; told[c.Lot] {
				continue
			}
			told[c.Lot] = true
		}
		f := Finding{Finding: finding.Finding{Rule: rule, Args: pairs([]string{"lote", c.Lot, "safra", harvest})}, Ring: -1, Vertex: -1, Sides: [2]int{-1, -1}}
		f.Say("situacao", situationOf(c))
		all.add(f)
	}
	for _, harvestID := range o.Plotless {
		all.whole(noPlotInHarvest, "safra", harvestID)
	}
}

// ForeignLots returns the lots of an origin that the key's harvests claim and that belong to
// a party that the key may not read. A lot whose way the key sees all the same, from
// another harvest of its owner's party, is not among them.
func ForeignLots(o *lineage.Origin) map[string]bool {
	foreign := map[string]bool{}
	for i := range o.Rivals {
		if c := &o.Rivals[i]; c.Foreign && slices.Contains(o.Unknown, c.Lot) {
			foreign[c.Lot] = true
		}
	}
	return foreign
}

// measures are the arguments of messages that are numbers with decimals. They are
// kept with a point.
var measures = []string{"ha", "kg"}

// Spoken writes the numbers of a message as its language does.
func Spoken(args lang.Args, l lang.Lang) lang.Args {
	if !slices.ContainsFunc(measures, func(name string) bool { return args[name] != "" }) {
		return args
	}
	args = maps.Clone(args)
	for _, name := range measures {
		if v, err := strconv.ParseFloat(args[name], 64); err == nil {
			args[name] = l.Number(v, measureDecimals)
		}
	}
	return args
}

// measureDecimals is the number of decimals with which measures are shown: hectares to the square
// metre.
const measureDecimals = 4

// hectares writes an area for people, to the hundredth, and finer below one.
func hectares(ha float64) string {
	digits := 2
	if ha < 1 {
		digits = 4
	}
	text := strconv.FormatFloat(ha, 'f', digits, 64)
	return strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
}
