package draft

import (
	"context"
	"math"

	"rastro/internal/eudr/dds"
	"rastro/internal/eudr/plotfile"
)

// grower is the grower of a plot, as named in the statement.
type grower struct{ name, country string }

// sized is the data about a plot that planning needs.
type sized struct {
	id    string
	by    grower
	bytes int
	ha    float64
}

func measure(g *plotfile.Given) sized {
	s := sized{id: g.ID, by: grower{g.Name, g.Country}, bytes: len(g.Feature), ha: g.Ha}
	if !(s.ha > 0) {
		s.ha = 1 // a point without an area; the value only weighs it against the others
	}
	return s
}

// What is around the plots of one producer.
const (
	head    = `{"type":"FeatureCollection","features":[`
	tail    = `]}`
	between = ","
)

// goods are the lots of one heading of the Harmonized System, with their plots by grower.
type goods struct {
	heading, crop string
	kg, ha        float64
	lots          []string
	growers       []grower
	plots         [][]sized
	index         map[grower]int
}

// plan says which plots go into which statement.
type plan struct {
	goods      []goods
	statements [][]entry
}

// entry is a commodity in a statement.
type entry struct {
	goods     int
	ha, kg    float64
	producers []share
}

// share is a range of a grower's plots in one commodity: plots from to to-1, and their size in
// bytes.
type share struct {
	grower, from, to, bytes int
}

// plan sorts the plots by heading and grower, and packs them within the limits. A plot behind two
// lots of one heading is included once.
func (m *maker) plan() *plan {
	p := &plan{}
	for i := range m.lots {
		lot := &m.lots[i]
		g := p.of(lot)
		g.lots = append(g.lots, lot.code)
		g.kg += lot.kg
	}
	for n := range p.goods {
		g := &p.goods[n]
		if m.ask.NetKg > 0 {
			g.kg = m.ask.NetKg
		}
		seen := map[string]bool{}
		for i := range m.lots {
			if m.lots[i].heading != g.heading {
				continue
			}
			for _, plot := range m.lots[i].plots {
				if !seen[plot.id] {
					seen[plot.id] = true
					g.take(plot)
				}
			}
			m.lots[i].plots = nil
		}
	}
	if len(m.group) > 0 {
		p.group()
	} else {
		p.pack(&dds.V3)
	}
	p.weigh()
	return p
}

func (p *plan) of(lot *consignment) *goods {
	for i := range p.goods {
		if p.goods[i].heading == lot.heading {
			return &p.goods[i]
		}
	}
	p.goods = append(p.goods, goods{heading: lot.heading, crop: lot.crop, index: map[grower]int{}})
	return &p.goods[len(p.goods)-1]
}

func (g *goods) take(plot sized) {
	i, known := g.index[plot.by]
	if !known {
		i = len(g.growers)
		g.index[plot.by] = i
		g.growers = append(g.growers, plot.by)
		g.plots = append(g.plots, nil)
	}
	g.plots[i] = append(g.plots[i], plot)
	g.ha += plot.ha
}

// group makes the one statement that has no producers of its own.
func (p *plan) group() {
	var entries []entry
	for n := range p.goods {
		entries = append(entries, entry{goods: n, ha: p.goods[n].ha})
	}
	p.statements = [][]entry{entries}
}

// pack fills statements one after the other. A grower's plots stay together if they fit.
func (p *plan) pack(limits *dds.Limits) {
	bytes, producers := 0, 0
	open := func(goods int, statement bool) {
		if statement {
			p.statements = append(p.statements, nil)
			bytes, producers = 0, 0
		}
		last := &p.statements[len(p.statements)-1]
		*last = append(*last, entry{goods: goods})
	}
	for n := range p.goods {
		open(n, n == 0 || len(p.statements[len(p.statements)-1]) == limits.Commodities)
		for i, plots := range p.goods[n].plots {
			for from := 0; from < len(plots); {
				last := p.statements[len(p.statements)-1]
				e := &last[len(last)-1]
				s, ha := fit(plots, from, limits.GeometryBytes-bytes, bytes == 0)
				full := producers == limits.StatementProducers || s.to == from || bytes > 0 && s.to < len(plots) && from == 0
				switch {
				case full && (bytes > 0 || producers > 0):
					open(n, true)
					continue
				case len(e.producers) == limits.Producers:
					open(n, len(last) == limits.Commodities)
					continue
				}
				s.grower = i
				e.producers = append(e.producers, s)
				e.ha += ha
				bytes += s.bytes
				producers++
				from = s.to
			}
		}
	}
	p.trim()
}

// trim takes out entries that got no producer, because the first one did not fit any more.
func (p *plan) trim() {
	for i, entries := range p.statements {
		kept := entries[:0]
		for _, e := range entries {
			if len(e.producers) > 0 {
				kept = append(kept, e)
			}
		}
		p.statements[i] = kept
	}
}

// fit returns as many plots as fit into some bytes. A plot too large for any statement is returned
// alone, and refused by the check of the statement.
func fit(plots []sized, from, room int, empty bool) (s share, ha float64) {
	s = share{from: from, to: from, bytes: len(head) + len(tail)}
	for _, plot := range plots[from:] {
		more := plot.bytes
		if s.to > from {
			more += len(between)
		}
		if s.bytes+more > room && (s.to > from || !empty) {
			break
		}
		s.bytes += more
		s.to++
		ha += plot.ha
	}
	return s, ha
}

// weigh distributes the mass of goods over the entries by their land: no record says which land is
// in which bag. The sum equals the mass of the goods, to the gram.
func (p *plan) weigh() {
	last := map[int]*entry{}
	left := make([]float64, len(p.goods))
	for n := range p.goods {
		left[n] = p.goods[n].kg
	}
	for _, entries := range p.statements {
		for i := range entries {
			e := &entries[i]
			g := &p.goods[e.goods]
			e.kg = math.Floor(g.kg*e.ha/g.ha*1000) / 1000
			left[e.goods] -= e.kg
			last[e.goods] = e
		}
	}
	for n, e := range last {
		e.kg = math.Round((e.kg+left[n])*1000) / 1000
	}
}

// file is the plots of one producer on their way into a statement.
type file struct {
	share
	geometry []byte
}

// fill reads the plots of one statement again, as of the instants of the first reading, so that
// no more than one statement is held.
func (m *maker) fill(ctx context.Context, p *plan, number int, s *dds.Statement) error {
	entries := p.statements[number]
	for n := range p.goods {
		g := &p.goods[n]
		files := map[int]*file{} // by grower: each has one share of a statement
		for i := range entries {
			for _, share := range entries[i].producers {
				if entries[i].goods == n {
					files[share.grower] = &file{share, append(make([]byte, 0, share.bytes), head...)}
				}
			}
		}
		if len(files) == 0 {
			continue
		}
		if err := m.read(ctx, g, files); err != nil {
			return err
		}
		for i := range entries {
			for _, share := range entries[i].producers {
				if entries[i].goods != n {
					break
				}
				by, f := g.growers[share.grower], files[share.grower]
				if f.geometry = append(f.geometry, tail...); len(f.geometry) != share.bytes {
					return errChanged
				}
				s.Commodities[i].Producers = append(s.Commodities[i].Producers, dds.Producer{Country: by.country, Name: by.name, GeoJSON: f.geometry})
			}
		}
	}
	return nil
}

// read puts the plots of some goods into the files of their growers.
func (m *maker) read(ctx context.Context, g *goods, files map[int]*file) error {
	seen := map[string]bool{}
	counts := make([]int, len(g.growers))
	put := func(given plotfile.Given) {
		i, known := g.index[grower{given.Name, given.Country}]
		if !known || seen[given.ID] {
			return
		}
		seen[given.ID] = true
		count := counts[i]
		counts[i]++
		f := files[i]
		if f == nil || count < f.from || count >= f.to {
			return
		}
		if count > f.from {
			f.geometry = append(f.geometry, between...)
		}
		f.geometry = append(f.geometry, given.Feature...)
	}
	for n := range m.lots {
		if m.lots[n].heading != g.heading {
			continue
		}
		// With an instant given, the plots are passed only once, because nothing can be written
		// before that instant.
		if _, _, err := m.desk.Each(ctx, m.lots[n].code, 0, m.lots[n].at, func() func(plotfile.Given) { return put }); err != nil {
			return err
		}
	}
	return nil
}
