// Package plotfile makes the GeoJSON file of a lot's plots for the EU's system, and says what that
// system would refuse. It reads no store: a Collector receives the plots one by one and never holds
// more than one part of a file.
package plotfile

import (
	"crypto/sha256"
	"hash"
	"slices"
	"strings"

	"rastro/internal/finding"
	"rastro/internal/geo"
	"rastro/internal/lineage"
	"rastro/internal/trace"
)

// Collector makes the file of a lot from plots that it receives one by one. It keeps the bytes of
// one part only, and totals for the others.
type Collector struct {
	limits Limits
	keep   int
	found  findings
	// cutSteps is the remaining work for cutting plots with holes; 0 means that they are not cut.
	cutSteps int
	holesCut bool

	parts     []Part
	file      []byte
	hash      hash.Hash
	producers map[producer]bool // of the current part
	statement struct{ bytes, producers, parts int }

	everybody map[producer]bool
	ground    map[[16]byte][]grower
	feature   []byte

	records         []trace.RecordRef
	profiles        []trace.RecordRef // from which plots may inherit, one for each harvest
	plots, repeated int
	areaHa          float64
	placed          []Placed
	landKept        bool // plots will be compared with public layers at the end
	landBytes       int
	waiting         []landPlot
	land            Land

	give func(Given) // nil: single plots are not needed
}

// Given is a single plot of the file: its grower, and its Feature.
type Given struct {
	ID, Name, Country string
	Ha                float64 // 0: a point that does not say
	Feature           []byte  // valid until the next call; several if the plot was cut because of holes
}

type producer struct{ name, country string }

// grower is who is known to grow a piece of land.
type grower struct {
	producer
	placed int32 // index in placed
}

// Placed says where a record's plot is in the files.
type Placed struct {
	Ref  Ref
	ID   string // of the Feature
	Part int    // 0: in none, because it cannot be written
	// Repeats is the id of the Feature that is the same plot; "" if it is new.
	Repeats string
}

// NewCollector returns a collector that keeps the bytes of a part, 0 for none.
func NewCollector(limits Limits, keep int) *Collector {
	return &Collector{
		limits: limits, keep: keep, hash: sha256.New(),
		producers: map[producer]bool{}, everybody: map[producer]bool{}, ground: map[[16]byte][]grower{},
	}
}

// Give sets the function that receives each plot of the file.
func (c *Collector) Give(to func(Given)) { c.give = to }

// CutHoles makes it cut plots with holes into parts without holes, if possible.
func (c *Collector) CutHoles() { c.holesCut, c.cutSteps = true, geo.CutSteps }

// Add adds a record's plot. It keeps nothing of its argument.
func (c *Collector) Add(p *lineage.OriginPlot) error {
	r := p.Record
	c.records = append(c.records, trace.RecordRef{Kind: r.Kind, ID: r.ID, Version: r.Version, HarvestID: r.HarvestID})
	if p.Profile != nil && !slices.Contains(c.profiles[max(0, len(c.profiles)-1):], *p.Profile) { // plots come by harvest
		c.profiles = append(c.profiles, *p.Profile)
	}
	plotsOf(p, c.add, func(p *plot) { c.found.about(p, notJSON) })
	return nil
}

func (c *Collector) add(p *plot) {
	p.producer.Country = strings.ToUpper(strings.TrimSpace(p.producer.Country))
	p.producer.Name = strings.TrimSpace(p.producer.Name)
	cut, geometry := p.judge(&c.found, &c.cutSteps)
	placed := Placed{Ref: *p.ref, ID: p.id}
	if geometry == nil {
		c.placed = append(c.placed, placed)
		return
	}
	by := producer{p.producer.Name, p.producer.Country}
	mark := ground(cut)
	growers := c.ground[mark]
	for _, g := range growers {
		if g.producer == by {
			c.repeated++
			placed.Repeats, placed.Part = c.placed[g.placed].ID, c.placed[g.placed].Part
			c.placed = append(c.placed, placed)
			return
		}
	}
	if len(growers) > 0 {
		c.found.about(p, sharedPlot)
	}
	c.ground[mark] = append(growers, grower{by, int32(len(c.placed))})
	c.feature = appendFeatures(c.feature[:0], p, cut, geometry)
	c.put(by)
	placed.Part = len(c.parts)
	c.placed = append(c.placed, placed)
	c.plots++
	c.keepLand(p, cut)
	c.areaHa += cut.AreaHa
	c.everybody[by] = true
	if c.give != nil {
		ha := cut.AreaHa
		if ha == 0 {
			ha = p.stated.area
		}
		c.give(Given{ID: p.id, Name: by.name, Country: by.country, Ha: ha, Feature: c.feature})
	}
}

// put adds the current feature to a part, and starts a new one if it would exceed a limit.
func (c *Collector) put(by producer) {
	const around = len(fileHead) + len(fileTail)
	size := len(between) + len(c.feature)
	more := 1
	if c.producers[by] {
		more = 0
	}
	s := &c.statement
	switch {
	case len(c.parts) == 0,
		s.bytes+size > c.limits.Bytes,
		s.producers+more > c.limits.StatementProducers:
		c.open(true)
		more = 1
	case len(c.producers)+more > c.limits.Producers:
		c.open(s.bytes+around+size > c.limits.Bytes || s.producers+1 > c.limits.StatementProducers || s.parts+1 > c.limits.StatementParts)
		more = 1
	}
	c.producers[by] = true
	s.producers += more
	part := &c.parts[len(c.parts)-1]
	if part.Plots > 0 {
		c.write([]byte(between))
	}
	c.write(c.feature)
	part.Plots++
	part.Producers = len(c.producers)
}

// open ends the current part and begins the next, of a new statement or of the
// same.
func (c *Collector) open(statement bool) {
	c.close()
	part := Part{Number: len(c.parts) + 1, Statement: 1}
	if len(c.parts) > 0 {
		part.Statement = c.parts[len(c.parts)-1].Statement
		if statement {
			part.Statement++
		}
	}
	if statement {
		c.statement.bytes, c.statement.producers, c.statement.parts = 0, 0, 0
	}
	c.statement.parts++
	c.statement.bytes += len(fileTail)
	c.parts = append(c.parts, part)
	clear(c.producers)
	c.hash.Reset()
	c.write([]byte(fileHead))
}

func (c *Collector) close() {
	if len(c.parts) == 0 {
		return
	}
	part := &c.parts[len(c.parts)-1]
	c.write([]byte(fileTail))
	c.statement.bytes -= len(fileTail) // it was set aside
	part.SHA256 = [32]byte(c.hash.Sum(nil))
}

func (c *Collector) write(s []byte) {
	part := &c.parts[len(c.parts)-1]
	part.Bytes += len(s)
	c.statement.bytes += len(s)
	c.hash.Write(s)
	if part.Number == c.keep {
		c.file = append(c.file, s...)
	}
}

// Report is the result of collecting the plots of a lot.
type Report struct {
	Lot      string
	Harvests int
	// Plots counts the plots in the files, Repeated those that were already there.
	Plots, Repeated, Producers int
	AreaHa                     float64
	// Parts are the files; none if nothing could be written.
	Parts    []Part
	Findings []Finding // at most maxFindings, errors rather than others
	Summary  finding.Summary
	// Placed says where each plot is. Records are their records, in the order in which they were
	// added.
	Placed  []Placed
	Records []trace.RecordRef
	// Profiles are the profiles of the plots' harvests, if they have one.
	Profiles []trace.RecordRef
	// Land is what was checked against public layers.
	Land Land
	// File is the part that the collector was told to keep.
	File []byte
	// HolesCut: plots with holes were to be cut.
	HolesCut bool

	count map[*finding.Rule]int
}

// weight orders findings, the most severe first.
var weight = map[finding.Severity]int{finding.Error: 2, finding.Alert: 1, finding.Info: 0}

// Holes returns how many shapes with holes prevent the file from being written, Cut how many plots
// were cut because of their holes.
func (r *Report) Holes() int { return r.count[hole] }
func (r *Report) Cut() int   { return r.count[holeCut] }

// AssumedProducers returns how many plots do not say who their producer is, BadCountries how many
// name no country.
func (r *Report) AssumedProducers() int { return r.count[assumedProducer] }
func (r *Report) BadCountries() int     { return r.count[badCountry] }

// Ready reports whether the files are complete and would be accepted.
func (r *Report) Ready() bool { return r.Summary.Errors == 0 && r.Plots > 0 }

// Finish ends the collection with what trace reported about a lot.
func (c *Collector) Finish(o *lineage.Origin) *Report {
	c.close()
	c.found.incomplete(o)
	if len(c.placed) == 0 && !ForeignLots(o)[o.Lot] {
		c.found.whole(noPlots)
	}
	slices.SortStableFunc(c.found.kept, func(a, b Finding) int { return weight[b.Severity()] - weight[a.Severity()] })
	return &Report{
		Lot: o.Lot, Harvests: len(o.Harvests), Plots: c.plots, Repeated: c.repeated, Producers: len(c.everybody), AreaHa: c.areaHa,
		HolesCut: c.holesCut, Parts: c.parts, Findings: c.found.kept, Summary: c.found.summary, Placed: c.placed, Records: c.records, Profiles: c.profiles, Land: c.land, File: c.file, count: c.found.count,
	}
}
