package facts

import (
	"rastro/internal/geo"
	"rastro/internal/lot"
	"rastro/internal/ptbr"
	"rastro/internal/ptbr/words"
)

// The facts: only what the checks need of each kind of record.

// Plot is a plot as stated in a record.
type Plot struct {
	said  bool // something is there
	Shape *geo.Plot
	Ha    float64 // 0 if it has no area
	// Loose: a rectangle around the plot, so its area is the most it can be.
	Loose bool
	Point bool
}

type Plan struct {
	Rec   int32
	Plot  Plot
	Field string // where the plot is
	Gm    words.Term
	// Producer: the record names the grower of the plot.
	Producer bool
}

type Planting struct {
	Rec  int32
	On   Days
	Plot Plot
	Seed lot.Mass
	Gm   words.Term
	// Producer: the record names the grower of the plot.
	Producer bool
}

type Application struct {
	Rec        int32
	On         Days
	Ha         float64
	Passes     int
	class      words.Term
	Pesticide  bool
	Days       int // until harvest
	Source     IntervalSource
	Active     string // the text that may name an active ingredient
	Applicator string
}

type Worker struct {
	rec     int32
	Name    string
	Trained bool
}

// Reaping is a harvest record (colheita).
type Reaping struct {
	Rec    int32
	On     Days
	Field  string // where the day is
	Stated bool   // the day of harvest, not of a cleaning
	Mass   lot.Mass
	Ha     float64
}

// Identification is a lot's identification.
type Identification struct {
	Rec     int32
	Lots    LotSet
	Gm      words.Term
	Farming words.Term
}

// PostHarvest is drying and cleaning (beneficiamento).
type PostHarvest struct {
	Rec      int32
	In, Out  LotSet
	From, To Days
	InMass   lot.Mass
	OutMass  lot.Mass
	Custody  int8 // rank, 0 is the strictest; -1 if not stated
	Form     CoffeeForm
	Green    bool // the output is green coffee
}

// Cargo is the papers of a cargo, inland or for export.
type Cargo struct {
	Rec    int32
	Lots   LotSet
	Export bool
	Plant  bool // a phytosanitary certificate is named
	Paper  bool // an invoice is named
}

// Invoice is an invoice key that checks.
type Invoice struct {
	Rec     int32
	Key     string
	Emitter string // root of the CNPJ, or the CPF
	Month   int    // year*12 + month-1
	Export  bool
}

type Receipt struct {
	Rec       int32
	Stored    bool // armazenamento, not recebimento
	On        Days
	Lots      LotSet
	Mass      lot.Mass
	Farming   words.Term
	Certified words.Term
}

// Sample is a quality control that says which lots were mixed.
type Sample struct {
	rec  int32
	Lots LotSet
}

type Process struct {
	Rec      int32
	From, To Days
	Lots     LotSet
	Made     LotSet // lots that the product is said to be
	In       lot.Mass
	Out      lot.Masses
	Products []ProductKind
	Blend    []blendPart
	Blended  ptbr.Reading
}

type blendPart struct {
	Lot   int32
	Value float64
	Share bool // percent, not kg
	Known bool // its unit has a mass
}

type Shipment struct {
	Rec    int32
	On     Days
	Lots   LotSet
	Mass   lot.Mass
	Mode   lot.Mode
	Europe bool
	Bound  bool // a destination is named
}

type Customs struct {
	Rec      int32
	Due      int // year of the only DU-E
	Dues     int
	Rucs     int
	Ruc      int    // year of the only RUC
	Exporter string // of the only RUC: root of the CNPJ, or the CPF
	Told     bool   // the record names invoices, but none from the exporter
	Europe   bool
}

type Conformity struct {
	Rec      int32
	NonGM    bool
	Evidence bool // of sustainability or conformity
	Forest   bool // evidence mentions deforestation
	Car      bool
	Plant    bool
}

type Inspection struct {
	Rec    int32
	On     Days
	Result words.Term
	Lots   LotSet
	Report string
	Agency string
}

type Validation struct {
	Rec  int32
	Lots LotSet
	Gtin string // fourteen digits; "" if it names none that checks
}
