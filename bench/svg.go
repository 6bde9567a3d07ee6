package main

import (
	"fmt"
	"html"
	"strings"
)

// panel is a part of the chart: groups of bars on one scale.
type panel struct {
	title, note string
	groups      []barGroup
}

// barGroup is the bars of a load.
type barGroup struct {
	label string
	bars  []bar
}

// bar is a ratio; target is drawn across it if it is not 0.
type bar struct {
	size          string // which store, for the colour and the legend
	value, target float64
}

// Measures of the chart in pixels.
const (
	chartWidth  = 960
	labelWidth  = 230
	plotWidth   = 620
	barHeight   = 13
	groupGap    = 10
	panelTop    = 58
	panelGap    = 22
	chartMargin = 24
)

// colours of the stores, from small to large; colour-blind readers distinguish them by their
// lightness.
var colours = []string{"#9ccc9c", "#3f9b6c", "#14532d", "#0f172a"}

// chart draws the ratios: to the limit, to the peers, and of large stores to
// the smallest.
func (r *report) chart() string {
	titles := map[string]string{}
	var names []string
	for _, l := range loads() {
		titles[l.name] = l.title
		names = append(names, l.name)
	}
	panels := []panel{
		r.panel("Share of the limit", "Rastro on SQLite against a bare net/http server that answers a constant of the same size", names, titles, sqliteName, limitName),
		r.panel("Times PocketBase", "Rastro on SQLite, every commit synced to disk; PocketBase as it comes", names, titles, sqliteName, pocketbaseName),
		r.panel("Creates on PostgreSQL as a share of pgbench", "pgbench inserts one row of the same size a transaction", names, titles, postgresName, pgbenchName),
		r.growth(titles, sqliteName, "Rastro on SQLite"),
		r.growth(titles, postgresName, "Rastro on PostgreSQL"),
	}
	legend := map[string]string{}
	var b strings.Builder
	for i, records := range r.Sizes {
		name := grouped(int64(records))
		legend[name] = colours[min(i, len(colours)-1)]
		x := chartMargin + i*190
		fmt.Fprintf(&b, `<rect x="%d" y="66" width="14" height="14" fill="%s"/><text x="%d" y="78" class="n">%s records</text>`+"\n", x, legend[name], x+20, name)
	}
	y := 96
	for _, p := range panels {
		y = p.draw(&b, y, legend)
	}
	head := fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" role="img" aria-label="Benchmark of Rastro">
<style>text{font-family:system-ui,sans-serif;fill:#1f2937}.t{font-size:20px;font-weight:600}.h{font-size:15px;font-weight:600}.n{font-size:12px;fill:#4b5563}.l{font-size:12px}.v{font-size:11px}.g{font-size:11px;fill:#b91c1c}</style>
<rect width="100%%" height="100%%" fill="#fff"/>
<text x="%d" y="36" class="t">Rastro: speed as ratios of one run</text>
<text x="%d" y="54" class="n">%s</text>
`, chartWidth, y, chartWidth, y, chartMargin, chartMargin, html.EscapeString(fmt.Sprintf(
		"%s, %d connections on %d processors shared with the load generator; median of %d rounds of %g s; red: what is promised",
		r.Date, r.Connections, r.Machine.Processors, r.Rounds, r.Seconds)))
	return head + b.String() + "</svg>\n"
}

// panel collects the ratios of one system to another.
func (r *report) panel(title, note string, names []string, titles map[string]string, system, other string) panel {
	p := panel{title: title, note: note}
	for _, name := range names {
		g := barGroup{label: titles[name]}
		for _, records := range r.Sizes {
			ratio, ok := r.ratio(point{name, system, records}, point{name, other, records})
			if !ok {
				continue
			}
			made := bar{size: grouped(int64(records)), value: ratio}
			for _, f := range floors {
				if f.load == name && f.system == system && f.other == other && f.promised(records) {
					made.target = f.target
				}
			}
			g.bars = append(g.bars, made)
		}
		if g.bars != nil {
			p.groups = append(p.groups, g)
		}
	}
	return p
}

// growth collects how well a system keeps its speed as its store grows.
func (r *report) growth(titles map[string]string, system, name string) panel {
	base := r.Sizes[0]
	p := panel{title: name + ", share of its speed with " + grouped(int64(base)) + " records", note: "1 is no slower at all"}
	for _, load := range steady {
		g := barGroup{label: titles[load]}
		for _, records := range r.Sizes[1:] {
			if ratio, ok := r.ratio(point{load, system, records}, point{load, system, base}); ok {
				g.bars = append(g.bars, bar{grouped(int64(records)), ratio, steadyTarget(records)})
			}
		}
		if g.bars != nil {
			p.groups = append(p.groups, g)
		}
	}
	return p
}

// draw writes a panel starting at a height and returns where it ends.
func (p panel) draw(b *strings.Builder, y int, legend map[string]string) int {
	if len(p.groups) == 0 {
		return y
	}
	top := 0.0
	for _, g := range p.groups {
		for _, bar := range g.bars {
			top = max(top, bar.value, bar.target)
		}
	}
	fmt.Fprintf(b, `<text x="%d" y="%d" class="h">%s</text><text x="%d" y="%d" class="n">%s</text>`+"\n",
		chartMargin, y+22, html.EscapeString(p.title), chartMargin, y+40, html.EscapeString(p.note))
	scale := plotWidth / (top * 1.02)
	y += panelTop
	x := chartMargin + labelWidth
	for _, g := range p.groups {
		height := len(g.bars) * barHeight
		fmt.Fprintf(b, `<text x="%d" y="%d" class="l" text-anchor="end">%s</text>`+"\n", x-8, y+height/2+4, html.EscapeString(g.label))
		for i, bar := range g.bars {
			at, width := y+i*barHeight, max(1, int(bar.value*scale))
			fmt.Fprintf(b, `<rect x="%d" y="%d" width="%d" height="%d" fill="%s"/>`, x, at, width, barHeight-2, legend[bar.size])
			value := x + width + 5
			if bar.target > 0 {
				mark := x + int(bar.target*scale)
				fmt.Fprintf(b, `<path d="M%d %dv%d" stroke="#fff" stroke-width="4"/><path d="M%[1]d %[2]dv%[3]d" stroke="#b91c1c" stroke-width="2"/><text x="%[4]d" y="%[5]d" class="g" text-anchor="end">≥ %[6]s</text>`,
					mark, at-1, barHeight, chartWidth-chartMargin, at+barHeight-3, short(bar.target))
				if mark >= value-5 && mark < value+30 { // not through the figure
					value = mark + 5
				}
			}
			fmt.Fprintf(b, `<text x="%d" y="%d" class="v">%s</text>`+"\n", value, at+barHeight-3, short(bar.value))
		}
		y += height + groupGap
	}
	return y + panelGap
}
