package lot

import (
	"rastro/internal/lineage"
	"rastro/internal/lot"
	"rastro/internal/title"
	"rastro/internal/web/console/pagekit"
)

// nodeRow is a node in a table, with its facts.
type nodeRow struct {
	Anchor       string
	Type         string
	Node         pagekit.Link
	Start        bool
	Days         string
	Origin       []pagekit.Link // harvests and plots
	CitedAs      string         // what Cited is called
	Cited        []pagekit.Link // harvests that claim it but do not own it: not its origin
	Certificates []pagekit.Link
	Inspections  []inspectionCell
	Documents    []pagekit.Link
	Findings     []findingCell
	More         []string // further facts
}

type inspectionCell struct {
	pagekit.Link
	Class string // of the badge
	Days  string
}

type findingCell struct{ Class, Text string }

// maxNamedLinks is how many links of one sort a cell has.
const maxNamedLinks = 5

// rows returns the nodes with their facts.
func (d *traceDrawing) rows() []nodeRow {
	l := d.on.Lang
	rows := make([]nodeRow, 0, len(d.g.nodes))
	for i := range d.g.nodes {
		n := &d.g.nodes[i]
		row := nodeRow{
			Anchor: d.anchor(n.Key()), Type: nodeTexts[n.Type].In(l), Node: pagekit.Link{Text: d.name(n), Href: d.href(i)}, Start: n.Key() == d.start, Days: lotDays(spanning(d.days[i], known(n)), l),
		}
		if row.Node.Href == "#"+row.Anchor {
			row.Node.Href = ""
		}
		switch n.Type {
		case lineage.LotNode:
			d.lotFacts(i, &row)
		case lineage.HarvestNode:
			d.behind([]int{i}, &row)
			row.Origin = row.Origin[min(1, len(row.Origin)):] // itself
		case lineage.PlotNode:
			row.Origin = []pagekit.Link{{Text: n.Plot.Record.HarvestID, Href: pagekit.HarvestHref(d.on, n.Plot.Record.HarvestID)}}
			row.More = append(row.More, nonEmpty(d.note(i), n.Plot.Producer.Place)...)
		case lineage.PlaceNode, lineage.ShipmentNode:
			row.More = nonEmpty(d.note(i))
			if n.Holder != "" {
				row.More = nonEmpty(traceTexts["holder"].In(l)+": "+n.Holder, n.Destination)
			}
		}
		rows = append(rows, row)
	}
	return rows
}

// known returns the days that belong to a node itself.
func known(n *lineage.Node) lot.Days {
	if n.Type == lineage.ShipmentNode {
		return n.On
	}
	return lot.NoDays
}

func nonEmpty(texts ...string) (some []string) {
	for _, t := range texts {
		if t != "" {
			some = append(some, t)
		}
	}
	return some
}

func (d *traceDrawing) lotFacts(i int, row *nodeRow) {
	n, l := &d.g.nodes[i], d.on.Lang
	d.behind(d.ancestors(i), row)
	for _, from := range d.cited[i] {
		row.Cited = append(row.Cited, pagekit.Link{Text: d.g.nodes[from].Code, Href: d.href(from)})
	}
	row.Cited, row.CitedAs = d.some(row.Cited), traceTexts["citedby"].In(l)
	if d.ownClaim(n.Code) {
		row.CitedAs = traceTexts["citedby.own"].In(l)
	}
	for k := range n.Inspections {
		one := &n.Inspections[k]
		cell := inspectionCell{Link: pagekit.Link{Text: verdictText(one.Verdict, l), Href: pagekit.RefHref(d.on, one.Record)}, Class: verdictClasses[one.Verdict], Days: lotDays(one.On, l)}
		if one.Report != "" {
			cell.Text += " · " + one.Report
		}
		row.Inspections = append(row.Inspections, cell)
	}
	for k := range n.Documents {
		link := d.record(n.Documents[k].Record)
		if n.Documents[k].Number != "" {
			link.Text = title.Numbered(n.Documents[k].Number)
		}
		row.Documents = append(row.Documents, link)
	}
	for _, r := range n.Samples {
		row.Documents = append(row.Documents, d.record(r))
	}
	for _, r := range n.Validations {
		row.Documents = append(row.Documents, d.record(r))
	}
	row.Documents = d.some(row.Documents)
	if n.Errors > 0 {
		row.Findings = append(row.Findings, findingCell{"erro", counted(countTexts["error"], countTexts["errors"], n.Errors, l)})
	}
	if n.Alerts > 0 {
		row.Findings = append(row.Findings, findingCell{"alerta", counted(countTexts["alert"], countTexts["alerts"], n.Alerts, l)})
	}
	if !n.Known {
		row.More = append(row.More, traceTexts["unknownorigin"].In(l))
	}
	if n.Truncated {
		row.More = append(row.More, traceTexts["morefacts"].In(l))
	}
}

// verdictClasses are the badges of verdicts.
var verdictClasses = map[lot.Verdict]string{lot.Approved: "bom", lot.ApprovedWithReserves: "alerta", lot.Rejected: "erro", lot.Pending: "alerta"}

// ancestors returns the nodes that lead to one, through any number of others.
func (d *traceDrawing) ancestors(i int) []int {
	seen := make([]bool, len(d.g.nodes))
	seen[i] = true
	list := []int{i}
	for k := 0; k < len(list); k++ {
		for _, from := range d.before[list[k]] {
			if !seen[from] {
				seen[from] = true
				list = append(list, from)
			}
		}
	}
	return list[1:]
}

// behind fills in the harvests and plots among some nodes, and their certificates.
func (d *traceDrawing) behind(nodes []int, row *nodeRow) {
	l := d.on.Lang
	var plots []pagekit.Link
	more := 0
	for _, i := range nodes {
		switch n := &d.g.nodes[i]; n.Type {
		case lineage.HarvestNode:
			row.Origin = append(row.Origin, pagekit.Link{Text: n.Code, Href: pagekit.HarvestHref(d.on, n.Code)})
			for _, r := range n.Certificates {
				row.Certificates = append(row.Certificates, d.record(r))
			}
			if f := d.g.plots[n.Code]; f != nil {
				more += f.more
			}
			if len(nodes) == 1 { // a harvest's own plots
				for _, from := range d.before[i] {
					plots = append(plots, d.plot(from))
				}
			}
		case lineage.PlotNode:
			plots = append(plots, d.plot(i))
		}
	}
	row.Origin = d.some(row.Origin)
	if shown := min(len(plots), maxNamedLinks); shown < len(plots) {
		more += len(plots) - shown
		plots = plots[:shown]
	}
	row.Origin = append(row.Origin, plots...)
	if more > 0 {
		row.Origin = append(row.Origin, pagekit.Link{Text: counted(countTexts["moreplot"], countTexts["moreplots"], more, l)})
	}
	row.Certificates = d.some(row.Certificates)
}

func (d *traceDrawing) plot(i int) pagekit.Link {
	text := nodeTexts[lineage.PlotNode].In(d.on.Lang)
	if area := d.note(i); area != "" {
		text += " " + area
	}
	return pagekit.Link{Text: text, Href: d.href(i)}
}

// some returns the first of many links, and the number of others.
func (d *traceDrawing) some(links []pagekit.Link) []pagekit.Link {
	if len(links) <= maxNamedLinks {
		return links
	}
	return append(links[:maxNamedLinks:maxNamedLinks], pagekit.Link{Text: "+ " + pagekit.CountText(int64(len(links)-maxNamedLinks), d.on.Lang)})
}
