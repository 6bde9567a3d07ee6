package dds

import "strconv"

// space is the namespace that an element is in.
type space uint8

const (
	own    space = iota // of the service for due diligence statements
	shared              // of the types that the EU's services share
)

// writer writes a statement element by element. XML and JSON come from the same walk, so that they
// have the same content.
type writer interface {
	open(in space, name string)  // begins an element that has elements
	close(in space, name string) // ends it
	text(in space, name, value string)
	number(in space, name, value string)
	flag(in space, name string, value bool)
	binary(in space, name string, value []byte) // as base64
	list(name string, n int)                    // the next n elements form a list; 0 means none
}

// walk writes the statement for a submission or an amendment.
func walk(w writer, s *Statement) {
	w.open(own, "statement")
	optional(w, own, "internalReferenceNumber", s.InternalReference)
	w.text(own, "activityType", string(s.Activity))
	if p := s.Represented; p != nil && s.Role == Representative {
		w.open(own, "representedOperator")
		w.list("operatorReferenceNumber", len(p.Identifiers))
		for _, id := range p.Identifiers {
			w.open(shared, "operatorReferenceNumber")
			w.text(shared, "identifierType", id.Type)
			w.text(shared, "identifierValue", id.Value)
			w.close(shared, "operatorReferenceNumber")
		}
		w.text(shared, "operatorName", p.Name)
		w.close(own, "representedOperator")
	}
	optional(w, own, "countryOfActivity", s.CountryOfActivity)
	optional(w, own, "borderCrossCountry", s.BorderCountry)
	optional(w, own, "comment", s.Comment)
	w.list("commodities", len(s.Commodities))
	for i := range s.Commodities {
		w.open(own, "commodities")
		commodity(w, i+1, &s.Commodities[i])
		w.close(own, "commodities")
	}
	w.flag(own, "geoLocationConfidential", s.Confidential)
	w.list("groupedDeclarations", len(s.Grouped))
	for _, reference := range s.Grouped {
		w.open(own, "groupedDeclarations")
		w.text(shared, "groupedDeclaration", reference)
		w.close(own, "groupedDeclarations")
	}
	w.close(own, "statement")
}

func commodity(w writer, position int, c *Commodity) {
	w.number(own, "position", strconv.Itoa(position))
	w.open(own, "descriptors")
	w.text(shared, "descriptionOfGoods", c.Description)
	w.open(shared, "goodsMeasure")
	if c.Deviation != nil {
		w.number(shared, "percentageEstimationOrDeviation", decimal(*c.Deviation, percentageDecimals))
	}
	if c.NetKg != 0 {
		w.number(shared, "netWeight", decimal(c.NetKg, massDecimals))
	}
	if c.Units != 0 {
		w.number(shared, "supplementaryUnit", decimal(c.Units, massDecimals))
		w.text(shared, "supplementaryUnitQualifier", c.UnitCode)
	}
	w.close(shared, "goodsMeasure")
	w.close(own, "descriptors")
	w.text(own, "hsHeading", c.Heading)
	w.list("speciesInfo", len(c.Species))
	for _, species := range c.Species {
		w.open(own, "speciesInfo")
		optional(w, own, "scientificName", species.Scientific)
		optional(w, own, "commonName", species.Common)
		w.close(own, "speciesInfo")
	}
	w.list("producers", len(c.Producers))
	for i := range c.Producers {
		p := &c.Producers[i]
		w.open(own, "producers")
		w.number(own, "position", strconv.Itoa(i+1))
		w.text(own, "country", p.Country)
		optional(w, own, "name", p.Name)
		w.binary(own, "geometryGeojson", p.GeoJSON)
		w.close(own, "producers")
	}
}

func optional(w writer, in space, name, value string) {
	if value != "" {
		w.text(in, name, value)
	}
}
