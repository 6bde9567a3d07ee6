package lot

import (
	"encoding/hex"
	"net/url"
	"strconv"
	"strings"

	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/lineage"
	"rastro/internal/lot"
	"rastro/internal/ownership"
	"rastro/internal/trace"
	"rastro/internal/web/console/pagekit"
	"rastro/internal/web/graph"
)

// traceDrawing turns what was collected of a trace into a drawing, and into tables with the same
// content.
type traceDrawing struct {
	on    *pagekit.Call
	g     *gathered
	start string // the key of the requested lot
	kept  url.Values
	// before has, for each node, the nodes that lead to it; cited has the harvests that only refer
	// to it as theirs, which are not its origin; days has the days of its edges.
	before [][]int
	cited  [][]int
	days   []lot.Days
	// owners are the owners of lots that someone else claims.
	owners map[string]ownership.Owner
	titles *pagekit.Titles
}

// open reports whether a lot is in an undecided dispute.
func (d *traceDrawing) open(n *lineage.Node) bool {
	return n.Disputed && d.owners[n.Code].Settled == 0
}

func newTraceDrawing(on *pagekit.Call, titles *pagekit.Titles, g *gathered, owners map[string]ownership.Owner, start string, kept url.Values) *traceDrawing {
	d := &traceDrawing{on: on, titles: titles, g: g, owners: owners, start: start, kept: kept, before: make([][]int, len(g.nodes)), cited: make([][]int, len(g.nodes)), days: make([]lot.Days, len(g.nodes))}
	for i := range d.days {
		d.days[i] = lot.NoDays
	}
	for i := range g.edges {
		e := &g.edges[i]
		from, to := g.index[e.From], g.index[e.To]
		if e.Third {
			d.cited[to] = append(d.cited[to], from)
			continue
		}
		d.before[to] = append(d.before[to], from)
		d.days[from], d.days[to] = spanning(d.days[from], e.On), spanning(d.days[to], e.On)
	}
	return d
}

// anchor returns where the row of a node is on the page.
func (d *traceDrawing) anchor(key string) string { return "no-" + strconv.Itoa(d.g.index[key]) }

// shapes are the outlines for the types of nodes.
var shapes = map[lineage.NodeType]graph.Shape{
	lineage.LotNode: graph.Round, lineage.HarvestNode: graph.Box, lineage.PlotNode: graph.Hexagon, lineage.PlaceNode: graph.House, lineage.ShipmentNode: graph.Arrow,
	lineage.RestrictedNode: graph.Box,
}

// graph returns the drawing's nodes and edges.
func (d *traceDrawing) graph() ([]graph.Node, []graph.Edge) {
	l := d.on.Lang
	nodes := make([]graph.Node, 0, len(d.g.nodes))
	var edges []graph.Edge
	for i := range d.g.nodes {
		n := &d.g.nodes[i]
		one := graph.Node{ID: n.Key(), Shape: shapes[n.Type], Class: d.class(n), Above: nodeTexts[n.Type].In(l), Name: d.name(n), Below: d.note(i), Href: d.href(i)}
		one.Title = one.Above + " " + one.Name + strings.TrimRight(". "+one.Below, ". ")
		if n.Type == lineage.ShipmentNode && n.On.Known() {
			one.Above += " · " + lotDays(n.On, l)
		}
		nodes = append(nodes, one)
		if f := d.g.plots[n.Code]; n.Type == lineage.HarvestNode && f != nil && f.more > 0 {
			more := graph.Node{ID: "mais:" + n.Code, Shape: graph.Hexagon, Class: "talhao", Above: nodeTexts[lineage.PlotNode].In(l), Href: pagekit.HarvestHref(d.on, n.Code),
				Name: counted(countTexts["moreplot"], countTexts["moreplots"], f.more, l), Below: pagekit.NumberText(rounded(f.moreHa), 3, l) + " ha"}
			nodes = append(nodes, more)
			edges = append(edges, graph.Edge{From: more.ID, To: n.Key()})
		}
	}
	for i := range d.g.edges {
		e := &d.g.edges[i]
		one := graph.Edge{From: e.From, To: e.To, Name: roleText(e.Role, e.Record.Kind, l), Below: d.short(e), Href: d.proof(e).Href}
		if e.Third {
			one.Doubtful, one.Below = true, d.thirdText(d.g.nodes[d.g.index[e.To]].Code)
		}
		one.Title = strings.TrimSpace(one.Name + " " + d.amount(e) + " " + lotDays(e.On, l))
		edges = append(edges, one)
	}
	return nodes, edges
}

func rounded(ha float64) float64 { return float64(int64(ha*100+0.5)) / 100 }

func (d *traceDrawing) class(n *lineage.Node) string {
	class := string(n.Type)
	if n.Key() == d.start {
		class += " start"
	}
	switch {
	case n.Errors > 0 || rejected(n):
		class += " erro"
	case n.Alerts > 0 || d.open(n) || n.Third || n.Type == lineage.LotNode && !n.Known && !n.Restricted:
		class += " alerta"
	}
	return class
}

func rejected(n *lineage.Node) bool {
	for i := range n.Inspections {
		if n.Inspections[i].Verdict == lot.Rejected {
			return true
		}
	}
	return false
}

// name returns the name of a node.
func (d *traceDrawing) name(n *lineage.Node) string {
	switch n.Type {
	case lineage.RestrictedNode:
		return traceTexts["foreign"].In(d.on.Lang)
	case lineage.PlotNode:
		return n.Plot.Producer.Name
	case lineage.ShipmentNode:
		if n.Name != "" {
			return n.Name
		}
		return lotDays(n.On, d.on.Lang)
	case lineage.PlaceNode:
		if n.Code == n.Holder { // nobody named the place, and the record's author is not the name of the place
			return traceTexts["unnamed"].In(d.on.Lang)
		}
	}
	return n.Code
}

// note returns the third line of a node: its most important fact.
func (d *traceDrawing) note(i int) string {
	n, l := &d.g.nodes[i], d.on.Lang
	switch n.Type {
	case lineage.PlotNode:
		if n.AreaHa > 0 {
			return pagekit.NumberText(rounded(n.AreaHa), 3, l) + " ha"
		}
		return n.Plot.Producer.Place
	case lineage.HarvestNode:
		if n.Third {
			return "! " + traceTexts["third.harvest"].In(l)
		}
		return counted(countTexts["certificate"], countTexts["certificates"], len(n.Certificates), l)
	case lineage.PlaceNode:
		if n.Holder == "" {
			return ""
		}
		return traceTexts["holder"].In(l) + ": " + n.Holder
	case lineage.ShipmentNode:
		if n.Destination == "" {
			return ""
		}
		return "→ " + n.Destination
	case lineage.RestrictedNode:
		return ""
	}
	switch {
	case n.Restricted:
		return traceTexts["foreign"].In(l)
	case rejected(n):
		return "✗ " + verdictText(lot.Rejected, l)
	case n.Errors > 0:
		return "✗ " + counted(countTexts["error"], countTexts["errors"], n.Errors, l)
	case d.open(n):
		return "! " + traceTexts["disputed"].In(l)
	case !n.Known:
		return "? " + traceTexts["unknownorigin"].In(l)
	case n.Alerts > 0:
		return "! " + counted(countTexts["alert"], countTexts["alerts"], n.Alerts, l)
	case n.Disputed:
		return traceTexts["decided"].In(l)
	}
	return lotDays(d.days[i], l)
}

// href leads to the node's own page or, if it has none, to its row.
func (d *traceDrawing) href(i int) string {
	n := &d.g.nodes[i]
	switch n.Type {
	case lineage.LotNode:
		if n.Key() == d.start || n.Restricted {
			return "#" + d.anchor(n.Key())
		}
		return pagekit.WithQuery(pagekit.LotHref(d.on, n.Code, ""), d.kept)
	case lineage.HarvestNode:
		return pagekit.HarvestHref(d.on, n.Code)
	case lineage.PlotNode:
		return pagekit.RecordHref(d.on, n.Plot.Record.Kind.Prefix, n.Code)
	case lineage.ShipmentNode:
		return pagekit.RecordHref(d.on, kind.Shipment, n.Code)
	}
	return "#" + d.anchor(n.Key())
}

// amount returns the amount that moved along an edge.
func (d *traceDrawing) amount(e *lineage.Edge) string {
	l := d.on.Lang
	text := lotKg(e.Kg, l)
	if lot.IsKnown(e.OutKg) && e.OutKg != e.Kg {
		if text == "" {
			text = "→ " + lotKg(e.OutKg, l)
		} else {
			text = pagekit.NumberText(e.Kg, 3, l) + " → " + lotKg(e.OutKg, l)
		}
	}
	if e.Share > 0 {
		text = strings.TrimSpace(pagekit.NumberText(e.Share, 3, l) + " % " + text)
	}
	return text
}

// short returns the amount in a form that fits a label. A blend's total is left to the table.
func (d *traceDrawing) short(e *lineage.Edge) string {
	if e.Share > 0 {
		return strings.TrimSuffix(pagekit.NumberText(e.Share, 3, d.on.Lang)+" % · "+lotKg(e.Kg, d.on.Lang), " · ")
	}
	return d.amount(e)
}

// edgeRow is an edge in a table.
type edgeRow struct {
	From, To     pagekit.Link
	Role, Amount string
	Days         string
	Record       pagekit.Link
}

// role returns what an edge is called in a table, and whether it is someone else's claim.
func (d *traceDrawing) role(e *lineage.Edge) string {
	name := roleText(e.Role, e.Record.Kind, d.on.Lang)
	if e.Third {
		name += " (" + d.thirdText(d.g.nodes[d.g.index[e.To]].Code) + ")"
	}
	return name
}

// proofs returns the edges, each with the record that proves it.
func (d *traceDrawing) proofs() []edgeRow {
	rows := make([]edgeRow, 0, len(d.g.edges))
	for i := range d.g.edges {
		e := &d.g.edges[i]
		rows = append(rows, edgeRow{
			From: d.named(e.From), To: d.named(e.To), Role: d.role(e), Amount: d.amount(e), Days: lotDays(e.On, d.on.Lang),
			Record: d.proof(e),
		})
	}
	return rows
}

func (d *traceDrawing) named(key string) pagekit.Link {
	n := &d.g.nodes[d.g.index[key]]
	return pagekit.Link{Text: nodeTexts[n.Type].In(d.on.Lang) + " " + d.name(n), Href: "#" + d.anchor(key)}
}

// proof names the record of an edge; that of a stranger by its place in the public log.
func (d *traceDrawing) proof(e *lineage.Edge) pagekit.Link {
	title := e.Record.Kind.Title.In(d.on.Lang) + ": "
	switch {
	case e.Proof != nil:
		text := traceTexts["foreign.proof"].Fill(d.on.Lang, lang.Args{"n": strconv.FormatInt(e.Proof.Index, 10), "folha": hex.EncodeToString(e.Proof.Leaf[:])})
		return pagekit.Link{Text: title + text}
	case e.Restricted:
		return pagekit.Link{Text: title + traceTexts["foreign"].In(d.on.Lang)}
	}
	return d.record(e.Record)
}

// record names a record by its title.
func (d *traceDrawing) record(r trace.RecordRef) pagekit.Link {
	return pagekit.Link{Text: d.titles.Of(r.Kind, r.ID.String()), Href: pagekit.RefHref(d.on, r)}
}
