package tracefile

import (
	"io"
	"strconv"
	"strings"

	"rastro/internal/lang"
	"rastro/internal/lineage"
	"rastro/internal/lot"
)

// drawing numbers the nodes of a diagram: their keys are people's texts.
type drawing struct {
	out     io.Writer
	numbers map[string]int
	err     error
}

func newDrawing(out io.Writer) drawing { return drawing{out: out, numbers: map[string]int{}} }

func (d *drawing) number(key string) string {
	n, ok := d.numbers[key]
	if !ok {
		n = len(d.numbers)
		d.numbers[key] = n
	}
	return "n" + strconv.Itoa(n)
}

func (d *drawing) line(parts ...string) error {
	for _, p := range append(parts, "\n") {
		if d.err == nil {
			_, d.err = io.WriteString(d.out, p)
		}
	}
	return d.err
}

// caption returns a diagram's text for a node.
func caption(n *lineage.Node) string {
	text := n.Code
	switch n.Type {
	case lineage.PlotNode:
		text = n.Plot.Producer.Name
		if n.AreaHa > 0 {
			text += ", " + strconv.FormatFloat(n.AreaHa, 'f', 2, 64) + " ha"
		}
	case lineage.ShipmentNode:
		text = strings.Trim(n.Name+" → "+n.Destination, " →")
	}
	if n.Type == lineage.RestrictedNode {
		return restricted
	}
	if mark := mark(n.Disputed, n.Third, n.Restricted); mark != "" {
		return string(n.Type) + " " + lang.Clip(text, 60) + " (" + mark + ")"
	}
	return string(n.Type) + " " + lang.Clip(text, 60)
}

// edgeCaption returns a diagram's text for an edge.
func edgeCaption(e *lineage.Edge) string {
	text := e.Role
	if e.Share > 0 {
		text += " " + strconv.FormatFloat(e.Share, 'f', -1, 64) + " %"
	}
	if lot.IsKnown(e.Kg) {
		text += " " + string(appendKg(nil, e.Kg)) + " kg"
	}
	if mark := mark(false, e.Third, e.Restricted); mark != "" {
		text += " (" + mark + ")"
	}
	return text
}

// mermaid draws a flow chart.
type mermaid struct{ drawing }

func newMermaid(out io.Writer) *mermaid {
	m := &mermaid{newDrawing(out)}
	_ = m.line("flowchart LR") // the drawing keeps the error
	return m
}

var mermaidText = strings.NewReplacer(`"`, "#quot;", "#", "#35;", "<", "#lt;", ">", "#gt;", "&", "#amp;", "\n", " ", "\r", " ", "`", "'")

// Node implements lineage.Sink.
func (m *mermaid) Node(n *lineage.Node) error {
	return m.line("  ", m.number(n.Key()), `["`, mermaidText.Replace(caption(n)), `"]`)
}

// Edge implements lineage.Sink.
func (m *mermaid) Edge(e *lineage.Edge) error {
	arrow := ` -->|"`
	if e.Third {
		arrow = ` -.->|"`
	}
	return m.line("  ", m.number(e.From), arrow, mermaidText.Replace(edgeCaption(e)), `"| `, m.number(e.To))
}

// End implements Writer.
func (m *mermaid) End(e lineage.End) error {
	if e.Truncated {
		return m.line("  %% truncado; next: ", e.Next)
	}
	return m.err
}

// graphviz draws a digraph.
type graphviz struct{ drawing }

func newGraphviz(out io.Writer) *graphviz {
	g := &graphviz{newDrawing(out)}
	_ = g.line("digraph rastreio {\n  rankdir=LR;\n  node [shape=box];")
	return g
}

var dotText = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", " ", "\r", " ")

// Node implements lineage.Sink.
func (g *graphviz) Node(n *lineage.Node) error {
	return g.line("  ", g.number(n.Key()), ` [label="`, dotText.Replace(caption(n)), `"];`)
}

// Edge implements lineage.Sink.
func (g *graphviz) Edge(e *lineage.Edge) error {
	end := `"];`
	if e.Third {
		end = `",style=dashed];`
	}
	return g.line("  ", g.number(e.From), " -> ", g.number(e.To), ` [label="`, dotText.Replace(edgeCaption(e)), end)
}

// End implements Writer.
func (g *graphviz) End(e lineage.End) error {
	if e.Truncated {
		_ = g.line("  // truncado; next: ", e.Next)
	}
	return g.line("}")
}
