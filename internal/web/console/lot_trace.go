package console

import (
	"bytes"
	"html/template"
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"rastro/internal/lang"
	"rastro/internal/trace"
	"rastro/internal/tracefile"
	"rastro/internal/web/graph"
)

// What is drawn at most: more could be drawn, and not be read.
const (
	maxDrawn      = 400
	maxDrawnEdges = 900
	// maxDrawnPlots is of a harvest; the rest is one node.
	maxDrawnPlots = 6
)

// traceView is the graph of a lot, or of the lots of a harvest.
type traceView struct {
	frameView
	Name       string // of the lot or the harvest
	Harvest    string // the address of the harvest, "" for a lot
	Directions []choice
	Depth, At  string
	Notes      []string
	Standing   *standingView // whose it is, where several parties claim it; else nil
	Counts     string
	Drawing    template.HTML
	Zooms      []choice
	Start      string // the anchor of the lot that was asked for
	Nodes      []nodeRow
	Edges      []edgeRow
	Downloads  []textLink
	Pages      []textLink
}

// choice is a value that can be chosen.
type choice struct {
	Value, Text, Href string
	Current           bool
}

// gathered keeps what is drawn of a trace.
type gathered struct {
	nodes []trace.TraceNode
	index map[string]int
	edges []trace.TraceEdge
	plots map[string]*folded // of harvests
	left  int                // nodes and edges that are not drawn
}

// folded counts the plots of a harvest.
type folded struct {
	n, more int
	moreHa  float64
}

// Node implements trace.TraceSink.
func (g *gathered) Node(n *trace.TraceNode) error {
	if n.Type == trace.PlotNode {
		f := g.plots[n.Plot.Record.SafraID]
		if f == nil {
			f = &folded{}
			g.plots[n.Plot.Record.SafraID] = f
		}
		if f.n++; f.n > maxDrawnPlots {
			f.more++
			f.moreHa += n.AreaHa
			return nil
		}
	}
	if len(g.nodes) == maxDrawn {
		g.left++
		return nil
	}
	g.index[n.Key()] = len(g.nodes)
	g.nodes = append(g.nodes, *n)
	return nil
}

// Edge implements trace.TraceSink.
func (g *gathered) Edge(e *trace.TraceEdge) error {
	if len(g.edges) == maxDrawnEdges {
		g.left++
		return nil
	}
	g.edges = append(g.edges, *e)
	return nil
}

// within leaves out the edges whose ends are not drawn.
func (g *gathered) within() {
	g.edges = slices.DeleteFunc(g.edges, func(e trace.TraceEdge) bool {
		_, from := g.index[e.From]
		_, to := g.index[e.To]
		return !from || !to
	})
}

func traceLots(c *Console, on *call) (reply, error) {
	q, err := c.traceQuery(on, maxDrawn)
	if err != nil {
		return reply{}, err
	}
	g := &gathered{index: map[string]int{}, plots: map[string]*folded{}}
	var head trace.TraceHead
	end, err := c.service.Trace(on.ctx, on.key, q, func(h trace.TraceHead) (trace.TraceSink, error) {
		head = h
		return g, nil
	})
	if err != nil {
		return c.noLot(on, q.Lot, err)
	}
	g.within()
	owners, err := c.lotOwners(on, g)
	if err != nil {
		return reply{}, err
	}
	v := &traceView{Name: head.Lot, Depth: on.r.URL.Query().Get("profundidade"), At: on.r.URL.Query().Get("em")}
	kept := keptQuery(on)
	here := lotHref(on, head.Lot, "")
	if q.SafraID != "" {
		v.Name, v.Harvest = q.SafraID, harvestHref(on, q.SafraID)
		here = v.Harvest + "/rastreio"
	} else {
		if v.Standing, err = c.lotStanding(on, head.Lot, owners); err != nil {
			return reply{}, err
		}
		v.Pages = []textLink{
			{traceTexts["balance"].In(on.lang), withQuery(lotHref(on, head.Lot, "/balanco"), only(kept, "em"))},
			{traceTexts["eudr"].In(on.lang), lotHref(on, head.Lot, "/eudr")},
		}
		if on.key.Need(trace.Write) == nil {
			v.Pages = append(v.Pages, textLink{traceTexts["recall"].In(on.lang), root(on.r) + "console/recall?" + url.Values{"lote": {head.Lot}}.Encode()})
		}
	}
	v.Title = v.Name
	v.choices(on, q)
	v.notes(on, q, g, end)
	draw := newTraceDrawing(on, g, owners, "lote:"+head.Lot, kept)
	v.Nodes, v.Edges, v.Start = draw.rows(), draw.proofs(), draw.anchor("lote:"+head.Lot)
	if len(g.nodes) > 0 {
		nodes, edges := draw.graph()
		v.Drawing = template.HTML(graph.Lay(nodes, edges).SVG(graph.Options{Label: traceTexts["drawing"].Fill(on.lang, lang.Args{"nome": v.Name}), Zoom: zoomOf(on)}))
	}
	v.Counts = counted(countTexts["node"], countTexts["nodes"], len(v.Nodes), on.lang) + ", " + counted(countTexts["edge"], countTexts["edges"], len(v.Edges), on.lang)
	for _, f := range tracefile.Formats {
		query := url.Values{"formato": {f.Name}}
		for name := range kept {
			query.Set(name, kept.Get(name))
		}
		v.Downloads = append(v.Downloads, textLink{formatNames[f.Name], withQuery(here+"/baixar", query)})
	}
	v.Curl = c.curl(http.MethodGet, withQuery(tracePath(&q), kept), "")
	return reply{page: "lot", view: v}, nil
}

// only is one parameter of several.
func only(query url.Values, name string) url.Values {
	if !query.Has(name) {
		return nil
	}
	return url.Values{name: {query.Get(name)}}
}

// formatNames are what the forms of a trace are called everywhere.
var formatNames = map[string]string{"json": "JSON", "csv": "CSV", "mermaid": "Mermaid", "graphviz": "Graphviz", "geojson": "GeoJSON"}

// zooms are the sizes that links offer, in percent; 0 is as wide as the page.
var zooms = []int{0, 50, 75, 100, 150, 200}

const usualZoom = 100

// zoomOf is the size that the address asks for.
func zoomOf(on *call) int {
	n, err := strconv.Atoi(on.r.URL.Query().Get("zoom"))
	if err != nil || !slices.Contains(zooms, n) {
		return usualZoom
	}
	return n
}

func (v *traceView) choices(on *call, q trace.TraceQuery) {
	for _, d := range []trace.TraceDirection{trace.BothWays, trace.ToOrigin, trace.ToDestination} {
		v.Directions = append(v.Directions, choice{Value: string(d), Text: traceTexts[string(d)].In(on.lang), Current: d == q.Direction})
	}
	for _, z := range zooms {
		text := strconv.Itoa(z) + " %"
		if z == 0 {
			text = traceTexts["fit"].In(on.lang)
		}
		v.Zooms = append(v.Zooms, choice{Value: strconv.Itoa(z), Text: text, Href: withParameter(on.r, "zoom", strconv.Itoa(z)) + "#desenho", Current: z == zoomOf(on)})
	}
}

// notes say what is not told.
func (v *traceView) notes(on *call, q trace.TraceQuery, g *gathered, end trace.TraceEnd) {
	add := func(name string, args lang.Args) { v.Notes = append(v.Notes, traceTexts[name].Fill(on.lang, args)) }
	if !q.At.IsZero() {
		add("past", lang.Args{"em": dayText(q.At, on.lang)})
	}
	switch {
	case g.left > 0 || end.Next != "":
		add("toomany", lang.Args{"n": countText(int64(maxDrawn), on.lang)})
	case end.Truncated:
		add("truncated", nil)
	}
	if end.Restricted {
		add("restricted", nil)
	}
}

// downloadTrace gives a trace as a file. It is made whole before it goes out: a
// slow reader must not hold the store.
func downloadTrace(c *Console, on *call) (reply, error) {
	q, err := c.traceQuery(on, trace.DefaultTraceLots)
	if err != nil {
		return reply{}, err
	}
	written := on.r.URL.Query().Get("formato")
	i := slices.IndexFunc(tracefile.Formats, func(f tracefile.Format) bool { return f.Name == written })
	if i < 0 {
		return reply{}, trace.Fail(trace.CodeFormatUnsupported, "formato", lang.Clip(written, 40), "formatos", "json, mermaid, graphviz, csv, geojson")
	}
	format := &tracefile.Formats[i]
	var out bytes.Buffer
	var writer tracefile.Writer
	name := q.SafraID
	end, err := c.service.Trace(on.ctx, on.key, q, func(head trace.TraceHead) (trace.TraceSink, error) {
		if head.Lot != "" {
			name = head.Lot
		}
		writer = format.Open(&out, head)
		return writer, nil
	})
	if err == nil {
		err = writer.End(end)
	}
	if err != nil {
		return c.noLot(on, q.Lot, err)
	}
	return reply{raw: func(w http.ResponseWriter) error {
		saveAs(w.Header(), format.Media, tracefile.FileName("rastreio", name, format.Ext))
		_, _ = w.Write(out.Bytes()) // who hung up needs no answer
		return nil
	}}, nil
}
