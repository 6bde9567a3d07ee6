package dds

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"rastro/internal/brdoc"
	"rastro/internal/finding"
	"rastro/internal/lang"
)

// Check finds what the EU's system would refuse. Pointers refer to the statement as AppendJSON
// writes it. The findings are bounded: of many similar ones it returns the first.
func Check(s *Statement, limits *Limits) []finding.Finding {
	c := checker{limits: limits}
	c.statement(s)
	return c.found
}

// maxFound bounds the findings of one statement.
const maxFound = 100

type checker struct {
	limits *Limits
	found  []finding.Finding
}

// add adds a finding; args are names and values.
func (c *checker) add(rule *finding.Rule, pointer string, args ...any) {
	if len(c.found) == maxFound {
		return
	}
	f := finding.Finding{Rule: rule, Pointer: pointer}
	for i := 0; i+1 < len(args); i += 2 {
		f.Say(args[i].(string), args[i+1])
	}
	c.found = append(c.found, f)
}

func (c *checker) lacks(pointer string, what lang.Text) { c.add(missing, pointer, "campo", what) }

// text checks a text of at most limit characters.
func (c *checker) text(pointer, text string, limit int) {
	if n := utf8.RuneCountInString(text); n > limit {
		c.add(tooLong, pointer, "n", strconv.Itoa(n), "max", strconv.Itoa(limit))
	}
	if !utf8.ValidString(text) || strings.ContainsFunc(text, notXML) {
		c.add(badText, pointer)
	}
}

// notXML reports whether XML 1.0 cannot represent a character at all.
func notXML(r rune) bool {
	return r < ' ' && r != '\t' && r != '\n' && r != '\r' || r == 0xFFFE || r == 0xFFFF
}

func (c *checker) count(pointer string, n, limit int) {
	if n > limit {
		c.add(tooMany, pointer, "n", strconv.Itoa(n), "max", strconv.Itoa(limit))
	}
}

func oneOf[T ~string](c *checker, pointer string, value T, accepted ...T) {
	if !slices.Contains(accepted, value) {
		texts := make([]string, len(accepted))
		for i := range accepted {
			texts[i] = string(accepted[i])
		}
		c.add(unknownValue, pointer, "valor", short(string(value)), "aceitos", strings.Join(texts, ", "))
	}
}

// short returns as much of a value as a message repeats.
func short(value string) string {
	if runes := []rune(value); len(runes) > finding.MaxQuoted {
		return string(runes[:finding.MaxQuoted]) + "…"
	}
	return value
}

func (c *checker) statement(s *Statement) {
	oneOf(c, "/operatorRole", s.Role, Operator, Representative)
	oneOf(c, "/statement/activityType", s.Activity, Domestic, Import, Export)
	c.text("/statement/internalReferenceNumber", s.InternalReference, c.limits.InternalReference)
	c.text("/statement/comment", s.Comment, c.limits.Comment)
	if s.Role == Representative {
		c.party(s.Represented)
	}
	c.union("/statement/countryOfActivity", s.CountryOfActivity)
	c.union("/statement/borderCrossCountry", s.BorderCountry)
	if s.BorderCountry == "" && s.Activity != Domestic {
		c.lacks("/statement/borderCrossCountry", theBorder)
	}
	c.count("/statement/commodities", len(s.Commodities), c.limits.Commodities)
	if len(s.Commodities) == 0 {
		c.lacks("/statement/commodities", theCommodity)
	}
	producers, bytes := 0, 0
	for i := range s.Commodities {
		one := &s.Commodities[i]
		c.commodity("/statement/commodities/"+strconv.Itoa(i), one, s.Activity, len(s.Grouped) > 0)
		producers += len(one.Producers)
		for j := range one.Producers {
			bytes += len(one.Producers[j].GeoJSON)
		}
	}
	if producers > c.limits.StatementProducers {
		c.count("/statement/commodities", producers, c.limits.StatementProducers)
	}
	if bytes > c.limits.GeometryBytes {
		c.add(largeGeometry, "/statement/commodities", "n", strconv.Itoa(bytes), "max", strconv.Itoa(c.limits.GeometryBytes))
	}
	c.grouped(s.Grouped)
}

// union checks that a stated country belongs to the Union.
func (c *checker) union(pointer, country string) {
	if country != "" && !brdoc.InEU(country) && country != northernIreland {
		c.add(outsideUnion, pointer, "valor", short(country))
	}
}

// northernIreland counts as in the Union for goods.
const northernIreland = "XI"

func (c *checker) party(p *Party) {
	const at = "/statement/representedOperator"
	if p == nil {
		c.lacks(at, theRepresented)
		return
	}
	if p.Name == "" {
		c.lacks(at+"/operatorName", theName)
	}
	c.text(at+"/operatorName", p.Name, c.limits.PartyName)
	c.count(at+"/operatorReferenceNumber", len(p.Identifiers), c.limits.Identifiers)
	for i, id := range p.Identifiers {
		pointer := at + "/operatorReferenceNumber/" + strconv.Itoa(i)
		oneOf(c, pointer+"/identifierType", id.Type, IdentifierTypes...)
		c.text(pointer+"/identifierValue", id.Value, c.limits.IdentifierValue)
	}
}

func (c *checker) commodity(at string, one *Commodity, activity Activity, grouped bool) {
	if strings.TrimSpace(one.Description) == "" {
		c.lacks(at+"/descriptors/descriptionOfGoods", theDescription)
	}
	c.text(at+"/descriptors/descriptionOfGoods", one.Description, c.limits.Description)
	c.measure(at+"/descriptors/goodsMeasure", one, activity)
	if !isHeading(one.Heading) {
		c.add(badHeading, at+"/hsHeading", "valor", short(one.Heading))
	}
	c.count(at+"/speciesInfo", len(one.Species), c.limits.Species)
	for i, species := range one.Species {
		pointer := at + "/speciesInfo/" + strconv.Itoa(i)
		c.text(pointer+"/scientificName", species.Scientific, c.limits.SpeciesName)
		c.text(pointer+"/commonName", species.Common, c.limits.SpeciesName)
	}
	c.count(at+"/producers", len(one.Producers), c.limits.Producers)
	if len(one.Producers) == 0 && !grouped {
		c.lacks(at+"/producers", theProducer)
	}
	for i := range one.Producers {
		c.producer(at+"/producers/"+strconv.Itoa(i), &one.Producers[i])
	}
}

func (c *checker) measure(at string, one *Commodity, activity Activity) {
	if one.NetKg == 0 && activity != Domestic {
		c.lacks(at+"/netWeight", theMass)
	}
	if one.NetKg == 0 && one.Units == 0 && activity == Domestic {
		c.lacks(at, theMass)
	}
	c.deviation(at+"/percentageEstimationOrDeviation", one.Deviation, activity)
	for _, quantity := range []struct {
		name  string
		value float64
	}{{"netWeight", one.NetKg}, {"supplementaryUnit", one.Units}} {
		if v := quantity.value; v != 0 && !(v > 0 && v < maxMass) {
			c.add(badQuantity, at+"/"+quantity.name, "valor", decimal(v, massDecimals))
		}
	}
	if n := len(one.UnitCode); one.Units != 0 && (n < 3 || n > 4) {
		c.lacks(at+"/supplementaryUnitQualifier", theUnit)
	}
	c.text(at+"/supplementaryUnitQualifier", one.UnitCode, 4)
}

// deviation checks the percentage, which is only for goods made in the Union.
func (c *checker) deviation(at string, percent *float64, activity Activity) {
	switch {
	case activity == Domestic && percent == nil:
		c.lacks(at, theDeviation)
	case percent != nil && (activity != Domestic || !(*percent >= 0 && *percent <= maxDeviation)):
		c.add(badDeviation, at, "valor", decimal(*percent, percentageDecimals), "max", strconv.Itoa(maxDeviation))
	}
}

func (c *checker) producer(at string, p *Producer) {
	if !brdoc.IsCountry(p.Country) {
		c.add(badCountry, at+"/country", "valor", short(p.Country))
	}
	c.text(at+"/name", p.Name, c.limits.ProducerName)
	if len(p.GeoJSON) == 0 {
		c.lacks(at+"/geometryGeojson", theGeometry)
	}
}

func (c *checker) grouped(references []string) {
	c.count("/statement/groupedDeclarations", len(references), c.limits.Grouped)
	seen := make(map[string]bool, min(len(references), c.limits.Grouped))
	for i, reference := range references {
		at := "/statement/groupedDeclarations/" + strconv.Itoa(i)
		switch {
		case !IsReference(reference):
			c.add(badReference, at, "valor", short(reference), "max", strconv.Itoa(c.limits.ReferenceNumber))
		case seen[reference]:
			c.add(twice, at, "valor", reference)
		}
		seen[reference] = true
	}
}

// IsReference reports whether a text has the form of a reference number of the EU: capitals
// and digits.
func IsReference(text string) bool {
	return text != "" && len(text) <= V3.ReferenceNumber && !strings.ContainsFunc(text, func(r rune) bool { return !(r >= '0' && r <= '9' || r >= 'A' && r <= 'Z') })
}

func isHeading(code string) bool {
	return len(code) >= 2 && len(code) <= 6 && !strings.ContainsFunc(code, func(r rune) bool { return r < '0' || r > '9' })
}

// decimal formats a number with a maximum number of decimals, as XML Schema requires.
func decimal(v float64, digits int) string {
	text := strconv.FormatFloat(v, 'f', digits, 64)
	if strings.Contains(text, ".") {
		text = strings.TrimRight(strings.TrimRight(text, "0"), ".")
	}
	return text
}
