// Package draft fills the EU's due diligence statement of one lot or of several from their
// records, or says what keeps it from being filed. What is over the limits of one statement
// becomes several, and a last one can group them.
package draft

import (
	"context"
	"errors"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"rastro/internal/crop"
	"rastro/internal/eudr"
	"rastro/internal/eudr/dds"
	"rastro/internal/eudr/plotfile"
	"rastro/internal/filings"
	"rastro/internal/lang"
	"rastro/internal/lineage"
	"rastro/internal/trace"
	"rastro/internal/tracefile"
)

// Request says which lots a statement is about, and contains what no record states.
type Request struct {
	Lots     []string // as people write them; at most MaxLots
	Activity dds.Activity
	Country  string // where the operator acts; "": where the goods cross the border
	Border   string // where the goods enter or leave the Union; "": Country
	Heading  string // of the Harmonized System; "": the crop's
	NetKg    float64
	// Description describes the goods; "": the crop and the lots.
	Description  string
	Reference    string // the operator's own; "": the code of the first lot
	Confidential bool
	// Examined: the caller examined the harvests that are too many for one answer.
	Examined bool
	// Group are reference numbers of earlier statements that this one groups; it then has no
	// producers of its own.
	Group []string
	// GroupNoted also groups the statements that are available and noted for the lots, or for what
	// went into them.
	GroupNoted bool
	// Part is the number of one of several statements, from 1; 0 is the only one.
	Part int
}

// MaxLots bounds the lots of one statement.
const MaxLots = 50

// Draft is a statement that the EU's system would take.
type Draft struct {
	Statement *dds.Statement
	Lots      []string // by code, as requested
	// Part is the number of the statement, Parts how many there are.
	Part, Parts int
}

// consignment is a lot that goes into a statement.
type consignment struct {
	code          string
	at            time.Time
	crop, heading string
	kg            float64
	plots         []sized
}

// Make drafts the statement. It fails with CodeDDSIncomplete and what is missing, with
// CodeEUDRInParts if there are several and none was selected, and with CodePartNotFound if there
// are fewer. With the last two errors it also returns the draft, without its statement, which says
// how many there are.
func Make(ctx context.Context, desk eudr.Preparer, ask *Request) (*Draft, error) {
	m := &maker{desk: desk, ask: ask, group: slices.Clone(ask.Group)}
	if err := m.collect(ctx); err != nil {
		return nil, err
	}
	if err := m.found.err(m.first()); err != nil {
		return nil, err
	}
	p := m.plan()
	out := &Draft{Part: max(ask.Part, 1), Parts: len(p.statements)}
	for i := range m.lots {
		out.Lots = append(out.Lots, m.lots[i].code)
	}
	parts := strconv.Itoa(out.Parts)
	switch {
	case ask.Part > out.Parts:
		return out, trace.Fail(trace.CodePartNotFound, "parte", strconv.Itoa(ask.Part), "partes", parts)
	case ask.Part == 0 && out.Parts > 1:
		return out, trace.Fail(trace.CodeEUDRInParts, "partes", parts)
	}
	statement := m.statement(p, out)
	if len(m.group) == 0 {
		if err := m.fill(ctx, p, out.Part-1, statement); err != nil {
			return nil, err
		}
	}
	for _, f := range dds.Check(statement, &dds.V3) {
		m.found.statement(f)
	}
	if err := m.found.err(m.first()); err != nil {
		return nil, err
	}
	out.Statement = statement
	return out, nil
}

// maker collects the content of a statement.
type maker struct {
	desk  eudr.Preparer
	ask   *Request
	lots  []consignment
	group []string // the earlier statements that this one groups
	found problems
}

func (m *maker) first() string {
	if len(m.lots) == 0 {
		return m.ask.Lots[0]
	}
	return m.lots[0].code
}

// collect looks at each lot, once.
func (m *maker) collect(ctx context.Context) error {
	seen := map[string]bool{}
	for _, written := range m.ask.Lots {
		lot, err := m.look(ctx, written)
		if err != nil {
			return err
		}
		if !seen[lot.code] {
			seen[lot.code] = true
			m.lots = append(m.lots, lot)
		}
	}
	m.headings()
	if m.ask.GroupNoted && len(m.group) == 0 {
		m.found.whole(nothingToGroup)
	}
	return nil
}

// noted adds the statements that were filed for a lot, or for what went into it, to the group.
func (m *maker) noted(ctx context.Context, origin *lineage.Origin) error {
	if !m.ask.GroupNoted {
		return nil
	}
	filed, err := m.desk.Filed(ctx, origin)
	for i := range filed {
		if f := &filed[i]; f.State == filings.Available && !slices.Contains(m.group, f.Reference) {
			m.group = append(m.group, f.Reference)
		}
	}
	return err
}

// look collects what the records say about a lot, and its problems.
func (m *maker) look(ctx context.Context, written string) (consignment, error) {
	var c consignment
	report, origin, err := m.desk.Each(ctx, written, 0, time.Time{}, func() func(plotfile.Given) {
		c.plots = nil
		return func(g plotfile.Given) { c.plots = append(c.plots, measure(&g)) }
	})
	if err != nil {
		return c, err
	}
	article9, harvests, err := m.desk.Judge(ctx, report, origin)
	if err != nil {
		return c, err
	}
	c.code, c.at = origin.Lot, origin.At
	c.crop, c.heading = eudr.Product(harvests)
	if origin.ShippedKg > 0 {
		c.kg = origin.ShippedKg
	}
	m.found.lot(m.ask, report, article9)
	return c, m.noted(ctx, origin)
}

// headings sets the goods' heading if one was requested.
func (m *maker) headings() {
	if m.ask.Heading == "" && m.ask.NetKg == 0 {
		return
	}
	for i := range m.lots {
		if m.lots[i].crop != m.lots[0].crop {
			m.found.whole(severalCrops)
			return
		}
		if m.ask.Heading != "" {
			m.lots[i].heading = m.ask.Heading
		}
	}
	if m.ask.Heading != "" && !covered(m.lots[0].crop, m.ask.Heading) {
		m.found.whole(otherProduct, "sh", m.ask.Heading, "cultura", m.lots[0].crop)
	}
}

// statement returns the statement without its producers.
func (m *maker) statement(p *plan, d *Draft) *dds.Statement {
	ask := m.ask
	s := &dds.Statement{
		Role: dds.Operator, InternalReference: reference(ask.Reference, d), Activity: ask.Activity,
		CountryOfActivity: ask.Country, BorderCountry: ask.Border, Confidential: ask.Confidential, Grouped: m.group,
	}
	if s.CountryOfActivity == "" {
		s.CountryOfActivity = s.BorderCountry
	}
	if s.BorderCountry == "" {
		s.BorderCountry = s.CountryOfActivity
	}
	for _, entry := range p.statements[d.Part-1] {
		goods := &p.goods[entry.goods]
		one := dds.Commodity{Description: ask.Description, NetKg: entry.kg, Heading: goods.heading, Species: species[goods.crop]}
		if one.Description == "" {
			one.Description = describe(goods)
		}
		s.Commodities = append(s.Commodities, one)
	}
	return s
}

// reference returns the operator's own number. However long it is, it ends with the number of the
// part.
func reference(stated string, d *Draft) string {
	if stated == "" {
		stated = d.Lots[0]
		if more := len(d.Lots) - 1; more > 0 {
			stated += "+" + strconv.Itoa(more)
		}
	}
	suffix := ""
	if d.Parts > 1 {
		suffix = " " + strconv.Itoa(d.Part) + "/" + strconv.Itoa(d.Parts)
	}
	return lang.Clip(stated, dds.V3.InternalReference-len(suffix)-1) + suffix
}

// describe names the goods in English, which the EU's system shows to all authorities.
func describe(g *goods) string {
	text := crop.Crop(g.crop).Name().EN + ", lot"
	if len(g.lots) > 1 {
		text += "s"
	}
	for i, lot := range g.lots {
		text += ", "[min(i, 1)^1:] + lot
	}
	return lang.Clip(text, dds.V3.Description-1)
}

// errChanged means that records were erased while a statement was drafted.
var errChanged = errors.New("the records behind the lots changed while the statement was drafted")

// FileName returns the file name of the statement.
func (d *Draft) FileName(ext string) string {
	if d.Parts > 1 {
		ext = "-declaracao-" + strconv.Itoa(d.Part) + "-de-" + strconv.Itoa(d.Parts) + ext
	}
	return tracefile.FileName("dds", d.Lots[0], ext)
}

// Links lead from a statement, served at a path, to the others and to the pre-flight of its lots.
func (d *Draft) Links(path string, query url.Values) string {
	var links []string
	for _, lot := range d.Lots {
		links = append(links, "<"+eudr.Path(lot)+`/conferencia>; rel="describedby"`)
	}
	link := func(rel string, part int) {
		if d.Parts > 1 && part >= 1 && part <= d.Parts {
			query = maps.Clone(query)
			if query == nil {
				query = url.Values{}
			}
			query.Set(ParamPart, strconv.Itoa(part))
			links = append(links, "<"+(&url.URL{Path: path, RawQuery: query.Encode()}).String()+`>; rel="`+rel+`"`)
		}
	}
	link("first", 1)
	if d.Statement != nil {
		link("prev", d.Part-1)
		link("next", d.Part+1)
	}
	link("last", d.Parts)
	return strings.Join(links, ", ")
}
