package dds

// Limits are the limits of the EU's system for a statement.
type Limits struct {
	InternalReference  int // characters, as are the others of texts
	PartyName          int
	Identifiers        int
	IdentifierValue    int
	Comment            int
	Description        int
	Commodities        int
	Species            int // of one commodity
	SpeciesName        int
	Producers          int // of one commodity
	StatementProducers int // of all commodities
	ProducerName       int
	Grouped            int
	ReferenceNumber    int
	GeometryBytes      int // of all producers, before it is encoded
}

// V3 are the limits of version 3 in the system since August 2026. Where its schema and its rules
// differ (200 commodities or 100, an internal reference of 50 characters or 35), the smaller one
// applies.
var V3 = Limits{
	InternalReference: 35, PartyName: 200, Identifiers: 12, IdentifierValue: 80, Comment: 2000, Description: 150,
	Commodities: 100, Species: 500, SpeciesName: 200, Producers: 1000, StatementProducers: 10_000, ProducerName: 500,
	Grouped: 2000, ReferenceNumber: 14, GeometryBytes: 25_000_000,
}

// Numbers of the schema: a mass has up to 16 digits, six of them after the point; a percentage
// has three after the point.
const (
	massDecimals       = 6
	maxMass            = 1e10
	percentageDecimals = 3
	maxDeviation       = 25
)

// IdentifierTypes are the types of numbers that may identify a party.
var IdentifierTypes = []string{"eori", "vat", "gln", "tin", "cbr", "cin", "duns", "comp_num", "comp_reg", "oni"}
