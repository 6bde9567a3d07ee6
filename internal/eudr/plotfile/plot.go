package plotfile

import (
	"errors"
	"strconv"

	"rastro/internal/brdoc"
	"rastro/internal/canon"
	"rastro/internal/finding"
	"rastro/internal/geo"
	"rastro/internal/geo/euproperty"
	"rastro/internal/lineage"
)

// plot is a plot being added to the file: a record's plot, or one Feature of a record's collection.
type plot struct {
	ref      *Ref
	id       string // of the Feature in the file, stable
	pointer  string // of the value, in the record
	value    string // for geo.Read
	producer lineage.Producer
	stated   stated
	pieces   []*geo.Plot // the parts into which it was cut because of holes; nil if it was not
}

// plotsOf passes on the plots of a record. A FeatureCollection has several: each of its Features
// may belong to a different producer. Features beyond a limit are left out and reported.
func plotsOf(p *lineage.OriginPlot, each, over func(*plot)) {
	id := p.Record.ID.String()
	one := plot{
		ref: &Ref{p.Record.Kind.Prefix, id, p.Record.HarvestID}, id: id, pointer: "/dados/" + canon.PointerToken(p.Field),
		value: exactly(p.Geometry), producer: p.Producer,
	}
	features, isCollection := euproperty.Features(one.value)
	if !isCollection {
		one.state(one.value)
		each(&one)
		return
	}
	n := 0
	canon.Each(features, func(_, value string) bool {
		if n == geo.MaxFeatures {
			over(&one)
			return false
		}
		feature := one
		at := "/features/" + strconv.Itoa(n)
		feature.id += "#" + at
		feature.pointer += at
		feature.value = value
		feature.state(value)
		each(&feature)
		n++
		return true
	})
	if n == 0 {
		each(&one) // it has no shape, which is reported
	}
}

// exactDigits is how many digits of a number every reader keeps.
const exactDigits = 15

// exactly returns a geometry as in the canonical form of its record. That form rounds numbers with
// more digits than a double, and proofs cover it: the file must be the same whichever form it is
// made from.
func exactly(geometry []byte) string {
	run := 0
	for _, c := range geometry {
		switch {
		case c >= '0' && c <= '9':
			if run++; run > exactDigits {
				if canonical, err := canon.Canonical(geometry); err == nil {
					return string(canonical)
				}
				return string(geometry)
			}
		case c != '.':
			run = 0
		}
	}
	return string(geometry)
}

// stated holds the properties of a Feature that the EU's description defines, and their problems.
type stated struct {
	area  float64 // hectares; 0: none
	wrong []wrong
}

type wrong struct {
	rule        *finding.Rule
	name, right string
}

// state reads the properties of a Feature. A producer stated there has priority over the record's,
// because it is about this very plot.
func (p *plot) state(feature string) {
	euproperty.Each(feature, func(name, value string) {
		right := euproperty.Meant(name)
		switch {
		case right == "" || value == "null":
		case right != name:
			p.wrong(misspelt, name, right)
		case name == euproperty.Area:
			ha, err := strconv.ParseFloat(value, 64)
			if err != nil {
				p.wrong(wrongProperty, name, name)
				break
			}
			p.stated.area = ha
		case canon.KindOf(value) != '"':
			p.wrong(wrongProperty, name, name)
		default:
			p.say(name, euproperty.Text(value))
		}
	})
}

// say applies a property, unless it is blank.
func (p *plot) say(name, text string) {
	switch {
	case text == "":
	case name == euproperty.Producer:
		p.producer.Name, p.producer.Stated = text, true
	case name == euproperty.Country:
		p.producer.Country = text
	case name == euproperty.Place:
		p.producer.Place = text
	}
}

// maxWrong limits the problems reported of a Feature's properties.
const maxWrong = 10

func (p *plot) wrong(r *finding.Rule, name, right string) {
	if len(p.stated.wrong) < maxWrong {
		p.stated.wrong = append(p.stated.wrong, wrong{r, name, right})
	}
}

// judge collects the findings on the plot, and returns its geometry for the file; nil if it has
// none. cutSteps is the remaining work for cutting holes.
func (p *plot) judge(all *findings, cutSteps *int) (cut *geo.Plot, geometry []byte) {
	for _, w := range p.stated.wrong {
		all.about(p, w.rule, "nome", w.name, "certo", w.right)
	}
	if !brdoc.IsCountry(p.producer.Country) {
		all.about(p, badCountry, "pais", p.producer.Country)
	}
	if !p.producer.Stated {
		all.about(p, assumedProducer, "nome", p.producer.Name)
	}
	if p.producer.Place == "" {
		all.about(p, noPlace)
	}
	read, err := geo.Read([]byte(p.value))
	if err != nil {
		if e, ok := errors.AsType[*geo.Error](err); ok {
			all.unreadable(p, e)
			return nil, nil
		}
		all.about(p, notGeoJSON)
		return nil, nil
	}
	whole := true
	cut = read.Truncate6()
	for _, r := range read.Judge() {
		if r.Code == geo.Hole && p.withoutHoles(cut, cutSteps) {
			continue
		}
		whole = whole && r.Mended
		all.remark(p, ofCode[r.Code], r.Remark, r.Mended)
	}
	if p.pieces != nil {
		all.about(p, holeCut, "partes", strconv.Itoa(len(p.pieces)))
	}
	p.remarks(read, all)
	if geometry = cut.GeoJSON(); geometry == nil && whole {
		all.about(p, noShape)
	}
	return cut, geometry
}

// withoutHoles cuts the plot, once, and reports whether it could.
func (p *plot) withoutHoles(cut *geo.Plot, steps *int) bool {
	if p.pieces == nil && *steps > 0 {
		if pieces, ok := cut.WithoutHoles(steps); ok {
			p.pieces = pieces
		}
	}
	return p.pieces != nil
}

// remarks notes what the EU's system does not check: where the plot is, how precisely it was
// measured, and how its parts are arranged.
func (p *plot) remarks(read *geo.Plot, all *findings) {
	for _, r := range read.NumberRemarks(p.producer.Country) {
		all.remark(p, ofCode[r.Code], r, false)
	}
	for _, r := range read.NeighbourRemarks() {
		all.remark(p, ofCode[r.Code], r, false)
	}
	switch read.Interpretation {
	case geo.Rectangle:
		if geo.SizeOf(read.AreaHa) == geo.PolygonDue {
			all.about(p, looseOutline, "ha", hectares(read.AreaHa))
		}
	case geo.Point, geo.Points:
		p.point(all)
	}
}

// point compares the hectares of a point with what a point may represent.
func (p *plot) point(all *findings) {
	ha := p.stated.area
	switch {
	case ha == 0:
		all.about(p, unstatedArea)
	case ha > 0 && geo.SizeOf(ha) == geo.PolygonDue:
		all.about(p, largePoint, "ha", hectares(ha))
	case ha < minPointHa:
		all.about(p, smallPoint, "ha", strconv.FormatFloat(ha, 'g', -1, 64))
	}
}
