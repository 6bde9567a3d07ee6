// Package dds is the due diligence statement that operators submit to the EU's information system,
// version 3: its content, what the system would refuse, and its message as XML and as JSON. It does
// not know lots and records: its callers collect the content.
package dds

// Activity is what the operator does with the goods.
type Activity string

// The activities.
const (
	Domestic Activity = "DOMESTIC" // puts goods made in the Union on its market
	Import   Activity = "IMPORT"
	Export   Activity = "EXPORT"
)

// Role says for whom the sender submits.
type Role string

// The roles.
const (
	Operator       Role = "OPERATOR"
	Representative Role = "REPRESENTATIVE_OPERATOR"
)

// Statement is a statement, with the fields of the message.
type Statement struct {
	Role              Role
	InternalReference string // in the operator's own system; "": the EU's system makes one
	Activity          Activity
	Represented       *Party // only for a representative
	CountryOfActivity string
	BorderCountry     string // where the goods enter or leave the Union
	Comment           string
	Commodities       []Commodity
	Confidential      bool     // geometry is not shown to those who come later in the chain
	Grouped           []string // reference numbers of earlier statements that this one groups
}

// Party is an operator on whose behalf a representative submits.
type Party struct {
	Name        string
	Identifiers []Identifier
}

// Identifier is a number by which authorities know a party: its type is one of IdentifierTypes.
type Identifier struct{ Type, Value string }

// Commodity is a commodity or product.
type Commodity struct {
	Description string
	NetKg       float64  // 0: not stated
	Deviation   *float64 // the percentage by which the quantity may differ
	Units       float64  // supplementary units; 0: none
	UnitCode    string   // the supplementary unit
	Heading     string   // of the Harmonized System: two to six digits
	Species     []Species
	Producers   []Producer
}

// Species is a plant by its names.
type Species struct{ Scientific, Common string }

// Producer is a producer, with the plots that the goods come from.
type Producer struct {
	Country string
	Name    string
	GeoJSON []byte // the plots, in the form of the EU's file description
}
