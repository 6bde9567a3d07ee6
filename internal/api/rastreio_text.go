package api

import (
	"encoding/csv"
	"io"
	"strconv"
	"strings"
	"time"

	"rastro/internal/canon"
	"rastro/internal/lang"
	"rastro/internal/trace"
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

// caption is what a diagram shows of a node.
func caption(n *trace.TraceNode) string {
	text := n.Code
	switch n.Type {
	case trace.PlotNode:
		text = n.Plot.Producer.Name
		if n.AreaHa > 0 {
			text += ", " + strconv.FormatFloat(n.AreaHa, 'f', 2, 64) + " ha"
		}
	case trace.ShipmentNode:
		text = strings.Trim(n.Name+" → "+n.Destination, " →")
	}
	return string(n.Type) + " " + lang.Clip(text, 60)
}

// edgeCaption is what a diagram shows of an edge.
func edgeCaption(e *trace.TraceEdge) string {
	text := e.Role
	if e.Share > 0 {
		text += " " + strconv.FormatFloat(e.Share, 'f', -1, 64) + " %"
	}
	if e.Kg == e.Kg {
		text += " " + string(appendKg(nil, e.Kg)) + " kg"
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

func (m *mermaid) Node(n *trace.TraceNode) error {
	return m.line("  ", m.number(n.Key()), `["`, mermaidText.Replace(caption(n)), `"]`)
}

func (m *mermaid) Edge(e *trace.TraceEdge) error {
	return m.line("  ", m.number(e.From), ` -->|"`, mermaidText.Replace(edgeCaption(e)), `"| `, m.number(e.To))
}

func (m *mermaid) end(e trace.TraceEnd) error {
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

func (g *graphviz) Node(n *trace.TraceNode) error {
	return g.line("  ", g.number(n.Key()), ` [label="`, dotText.Replace(caption(n)), `"];`)
}

func (g *graphviz) Edge(e *trace.TraceEdge) error {
	return g.line("  ", g.number(e.From), " -> ", g.number(e.To), ` [label="`, dotText.Replace(edgeCaption(e)), `"];`)
}

func (g *graphviz) end(e trace.TraceEnd) error {
	if e.Truncated {
		_ = g.line("  // truncado; next: ", e.Next)
	}
	return g.line("}")
}

// traceCSV writes a line for each node and each edge.
type traceCSV struct{ *csv.Writer }

func newTraceCSV(out io.Writer) traceCSV {
	t := traceCSV{csv.NewWriter(out)}
	_ = t.Write([]string{"linha", "chave", "para", "papel", "quantidadeKg", "saidaKg", "percentual", "inicio", "fim", "prefixo", "id", "nome", "destino", "areaHa"})
	return t
}

// cells keeps a spreadsheet from taking a text for a formula.
func cells(texts ...string) []string {
	for i, s := range texts {
		if s != "" && strings.ContainsRune("=+-@\t\r", rune(s[0])) {
			texts[i] = "'" + s
		}
	}
	return texts
}

func (t traceCSV) Node(n *trace.TraceNode) error {
	name, area, from, to := n.Name, "", "", ""
	if n.Plot != nil {
		name, area = n.Plot.Producer.Name, strconv.FormatFloat(n.AreaHa, 'f', 4, 64)
	}
	if n.Type == trace.ShipmentNode && n.On.Known() {
		from, to = n.On.From.Time().Format(time.DateOnly), n.On.To.Time().Format(time.DateOnly)
	}
	return t.Write(cells("no", n.Key(), "", "", "", "", "", from, to, "", "", name, n.Destination, area))
}

func (t traceCSV) Edge(e *trace.TraceEdge) error {
	kg := func(v float64) string {
		if v != v {
			return ""
		}
		return string(appendKg(nil, v))
	}
	share, from, to := "", "", ""
	if e.Share > 0 {
		share = kg(e.Share)
	}
	if e.On.Known() {
		from, to = e.On.From.Time().Format(time.DateOnly), e.On.To.Time().Format(time.DateOnly)
	}
	return t.Write(cells("aresta", e.From, e.To, e.Role, kg(e.Kg), kg(e.OutKg), share, from, to, e.Record.Kind.Prefix, e.Record.ID.String(), "", "", ""))
}

func (t traceCSV) end(e trace.TraceEnd) error {
	if e.Truncated {
		if err := t.Write(cells("truncado", e.Next, "", "", "", "", "", "", "", "", "", "", "", "")); err != nil {
			return err
		}
	}
	t.Flush()
	return t.Error()
}

// traceGeoJSON writes the plots of a trace.
type traceGeoJSON struct {
	out io.Writer
	n   int
}

func newTraceGeoJSON(out io.Writer) *traceGeoJSON {
	_, _ = io.WriteString(out, `{"type":"FeatureCollection","features":[`) // the buffer keeps the error
	return &traceGeoJSON{out: out}
}

func (t *traceGeoJSON) Node(n *trace.TraceNode) error {
	if n.Plot == nil {
		return nil
	}
	var f []byte
	if t.n > 0 {
		f = append(f, ',')
	}
	t.n++
	f = append(f, `{"type":"Feature","id":"`...)
	f = append(f, n.Code...)
	f = append(f, `","geometry":`...)
	f = append(f, n.Plot.Shape.GeoJSON()...)
	f = append(f, `,"properties":{"tipo":"talhao","safraId":`...)
	f = canon.AppendString(f, n.Plot.Record.SafraID)
	f = append(f, `,"produtor":`...)
	f = canon.AppendString(f, n.Plot.Producer.Name)
	f = append(f, `,"areaHa":`...)
	f = strconv.AppendFloat(f, n.AreaHa, 'f', 4, 64)
	_, err := t.out.Write(append(f, `}}`...))
	return err
}

func (t *traceGeoJSON) Edge(*trace.TraceEdge) error { return nil }

func (t *traceGeoJSON) end(e trace.TraceEnd) error {
	tail := strconv.AppendBool([]byte(`],"truncado":`), e.Truncated)
	tail = append(tail, `,"next":`...)
	if e.Next == "" {
		tail = append(tail, `null}`...)
	} else {
		tail = append(canon.AppendString(tail, e.Next), '}')
	}
	_, err := t.out.Write(append(tail, '\n'))
	return err
}
