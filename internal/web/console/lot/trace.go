package lot

import (
	"bytes"
	"html/template"
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"rastro/internal/lang"
	"rastro/internal/lineage"
	"rastro/internal/right"
	"rastro/internal/trace"
	"rastro/internal/tracefile"
	"rastro/internal/web/console/pagekit"
	"rastro/internal/web/graph"
)

// Limits on what is drawn: a larger drawing would be unreadable.
const (
	maxDrawn      = 400
	maxDrawnEdges = 900
	// maxDrawnPlots is per harvest; the rest is a single node.
	maxDrawnPlots = 6
)

// traceView is the graph of a lot, or of the lots of a harvest.
type traceView struct {
	pagekit.Frame
	Name       string // of the lot or the harvest
	Harvest    string // the address of the harvest, "" for a lot
	Directions []choice
	Depth, At  string
	Notes      []string
	Standing   *standingView  // who owns it, if several parties claim it; otherwise nil
	Recalls    []pagekit.Link // of the lot
	Counts     string
	Drawing    template.HTML
	Zooms      []choice
	Start      string // the anchor of the requested lot
	Nodes      []nodeRow
	Edges      []edgeRow
	Downloads  []pagekit.Link
	Pages      []pagekit.Link
}

// choice is a value that can be chosen.
type choice struct {
	Value, Text, Href string
	Current           bool
}

// gathered collects what is drawn of a trace.
type gathered struct {
	nodes []lineage.Node
	index map[string]int
	edges []lineage.Edge
	plots map[string]*folded // of harvests
	left  int                // how many nodes and edges are not drawn
}

// sources returns the lots that a lot was made from, as far as the trace contains them, nearest
// first.
func (g *gathered) sources(code string) (codes []string) {
	made := map[string][]string{}
	for i := range g.edges {
		made[g.edges[i].To] = append(made[g.edges[i].To], g.edges[i].From)
	}
	start := (&lineage.Node{Type: lineage.LotNode, Code: code}).Key()
	seen := map[string]bool{start: true}
	for next := []string{start}; len(next) > 0; next = next[1:] {
		for _, from := range made[next[0]] {
			at, drawn := g.index[from]
			if !drawn || seen[from] || g.nodes[at].Type != lineage.LotNode {
				continue
			}
			seen[from] = true
			codes, next = append(codes, g.nodes[at].Code), append(next, from)
		}
	}
	return codes
}

// folded counts the plots of a harvest.
type folded struct {
	n, more int
	moreHa  float64
}

// Node implements lineage.Sink.
func (g *gathered) Node(n *lineage.Node) error {
	if n.Type == lineage.PlotNode {
		f := g.plots[n.Plot.Record.HarvestID]
		if f == nil {
			f = &folded{}
			g.plots[n.Plot.Record.HarvestID] = f
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

// Edge implements lineage.Sink.
func (g *gathered) Edge(e *lineage.Edge) error {
	if len(g.edges) == maxDrawnEdges {
		g.left++
		return nil
	}
	g.edges = append(g.edges, *e)
	return nil
}

// within leaves out the edges whose ends are not drawn.
func (g *gathered) within() {
	g.edges = slices.DeleteFunc(g.edges, func(e lineage.Edge) bool {
		_, from := g.index[e.From]
		_, to := g.index[e.To]
		return !from || !to
	})
}

func (c *Controller) Trace(on *pagekit.Call) (pagekit.Reply, error) {
	q, err := c.traceQuery(on, maxDrawn)
	if err != nil {
		return pagekit.Reply{}, err
	}
	g := &gathered{index: map[string]int{}, plots: map[string]*folded{}}
	var head lineage.Head
	end, err := c.service.Trace(on.Ctx, on.Key, q, func(h lineage.Head) (lineage.Sink, error) {
		head = h
		return g, nil
	})
	if err != nil {
		return c.noLot(on, q.Lot, err)
	}
	g.within()
	owners, err := c.lotOwners(on, g)
	if err != nil {
		return pagekit.Reply{}, err
	}
	v := &traceView{Name: head.Lot, Depth: on.Request.URL.Query().Get("profundidade"), At: on.Request.URL.Query().Get("em")}
	kept := keptQuery(on)
	here := pagekit.LotHref(on, head.Lot, "")
	if q.HarvestID != "" {
		v.Name, v.Harvest = q.HarvestID, pagekit.HarvestHref(on, q.HarvestID)
		here = v.Harvest + "/rastreio"
	} else {
		if v.Standing, err = c.lotStanding(on, head.Lot); err != nil {
			return pagekit.Reply{}, err
		}
		if v.Recalls, err = c.recallsOf(on, head.Lot, g.sources(head.Lot)); err != nil {
			return pagekit.Reply{}, err
		}
		v.Pages = []pagekit.Link{
			{Text: traceTexts["balance"].In(on.Lang), Href: pagekit.WithQuery(pagekit.LotHref(on, head.Lot, "/balanco"), only(kept, "em"))},
		}
		v.Pages = append(v.Pages, pagekit.Link{Text: traceTexts["events"].In(on.Lang), Href: pagekit.LotHref(on, head.Lot, "/eventos")})
		if on.Key.May(right.Personal) {
			v.Pages = append(v.Pages, pagekit.Link{Text: traceTexts["eudr"].In(on.Lang), Href: pagekit.LotHref(on, head.Lot, "/eudr")})
		}
		if on.Key.Need(trace.Write) == nil {
			v.Pages = append(v.Pages, pagekit.Link{Text: traceTexts["recall"].In(on.Lang), Href: pagekit.Root(on.Request) + "console/recall?" + url.Values{"lote": {head.Lot}}.Encode()})
		}
	}
	v.Title = v.Name
	v.choices(on, q)
	v.notes(on, q, g, end)
	titles := pagekit.NewTitles(c.records, on, "")
	draw := newTraceDrawing(on, titles, g, owners, "lote:"+head.Lot, kept)
	v.Nodes, v.Edges, v.Start = draw.rows(), draw.proofs(), draw.anchor("lote:"+head.Lot)
	if len(g.nodes) > 0 {
		nodes, edges := draw.graph()
		v.Drawing = template.HTML(graph.Lay(nodes, edges).SVG(graph.Options{Label: traceTexts["drawing"].Fill(on.Lang, lang.Args{"nome": v.Name}), Zoom: zoomOf(on)}))
	}
	v.Counts = counted(countTexts["node"], countTexts["nodes"], len(v.Nodes), on.Lang) + ", " + counted(countTexts["edge"], countTexts["edges"], len(v.Edges), on.Lang)
	for _, f := range tracefile.Formats {
		query := url.Values{"formato": {f.Name}}
		for name := range kept {
			query.Set(name, kept.Get(name))
		}
		v.Downloads = append(v.Downloads, pagekit.Link{Text: formatNames[f.Name], Href: pagekit.WithQuery(here+"/baixar", query)})
	}
	v.Curl = on.Curl(http.MethodGet, pagekit.WithQuery(tracePath(&q), kept), "")
	return pagekit.Reply{Page: "lot", View: v}, titles.Err()
}

// only returns one parameter of several.
func only(query url.Values, name string) url.Values {
	if !query.Has(name) {
		return nil
	}
	return url.Values{name: {query.Get(name)}}
}

// formatNames are the names of a trace's formats on all pages.
var formatNames = map[string]string{"json": "JSON", "csv": "CSV", "mermaid": "Mermaid", "graphviz": "Graphviz", "geojson": "GeoJSON"}

// zooms are the sizes that links offer, in percent; 0 is as wide as the page.
var zooms = []int{0, 50, 75, 100, 150, 200}

const usualZoom = 100

// zoomOf returns the size in the address.
func zoomOf(on *pagekit.Call) int {
	n, err := strconv.Atoi(on.Request.URL.Query().Get("zoom"))
	if err != nil || !slices.Contains(zooms, n) {
		return usualZoom
	}
	return n
}

func (v *traceView) choices(on *pagekit.Call, q lineage.Query) {
	for _, d := range []lineage.Direction{lineage.BothWays, lineage.ToOrigin, lineage.ToDestination} {
		v.Directions = append(v.Directions, choice{Value: string(d), Text: traceTexts[string(d)].In(on.Lang), Current: d == q.Direction})
	}
	for _, z := range zooms {
		text := strconv.Itoa(z) + " %"
		if z == 0 {
			text = traceTexts["fit"].In(on.Lang)
		}
		v.Zooms = append(v.Zooms, choice{Value: strconv.Itoa(z), Text: text, Href: pagekit.WithParameter(on.Request, "zoom", strconv.Itoa(z)) + "#desenho", Current: z == zoomOf(on)})
	}
}

// notes say what is left out.
func (v *traceView) notes(on *pagekit.Call, q lineage.Query, g *gathered, end lineage.End) {
	add := func(name string, args lang.Args) {
		v.Notes = append(v.Notes, on.Text(traceTexts, name).Fill(on.Lang, args))
	}
	if !q.At.IsZero() {
		add("past", lang.Args{"em": pagekit.DayText(q.At, on.Lang)})
	}
	switch {
	case g.left > 0 || end.Next != "":
		add("toomany", lang.Args{"n": pagekit.CountText(int64(maxDrawn), on.Lang)})
	case end.Truncated:
		add("truncated", nil)
	}
	if end.Restricted {
		add("restricted", nil)
	}
}

// DownloadTrace sends a trace as a file. It is complete before it is sent: a slow reader must
// not block the store.
func (c *Controller) DownloadTrace(on *pagekit.Call) (pagekit.Reply, error) {
	q, err := c.traceQuery(on, lineage.DefaultTraceLots)
	if err != nil {
		return pagekit.Reply{}, err
	}
	written := on.Request.URL.Query().Get("formato")
	i := slices.IndexFunc(tracefile.Formats, func(f tracefile.Format) bool { return f.Name == written })
	if i < 0 {
		return pagekit.Reply{}, trace.Fail(trace.CodeFormatUnsupported, "formato", lang.Clip(written, 40), "formatos", "json, mermaid, graphviz, csv, geojson")
	}
	format := &tracefile.Formats[i]
	var out bytes.Buffer
	var writer tracefile.Writer
	name := q.HarvestID
	end, err := c.service.Trace(on.Ctx, on.Key, q, func(head lineage.Head) (lineage.Sink, error) {
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
	return pagekit.Reply{Raw: func(w http.ResponseWriter) error {
		pagekit.SaveAs(w.Header(), format.Media, tracefile.FileName("rastreio", name, format.Ext))
		_, _ = w.Write(out.Bytes()) // a caller who hung up needs no answer
		return nil
	}}, nil
}
