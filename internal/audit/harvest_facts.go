package audit

import (
	"rastro/internal/geo"
	"rastro/internal/lot"
	"rastro/internal/ptbr"
)

// The facts: what the checks need of each kind of record, and nothing else.

// plotFact is a plot as a record gives it.
type plotFact struct {
	said  bool // something is there
	shape *geo.Plot
	ha    float64 // 0 where it has no area
	// loose: a rectangle around the plot, so its area is the most it can be.
	loose bool
	point bool
}

type planFact struct {
	rec   int32
	plot  plotFact
	field string // where the plot stands
	gm    ptbr.Term
}

type plantingFact struct {
	rec  int32
	on   daySpan
	plot plotFact
	seed amount
	gm   ptbr.Term
}

type applicationFact struct {
	rec        int32
	on         daySpan
	ha         float64
	passes     int
	class      ptbr.Term
	pesticide  bool
	days       int // until harvest
	source     intervalSource
	active     string // the text in which an active ingredient may be named
	applicator string
}

type workerFact struct {
	rec     int32
	name    string
	trained bool
}

// reapingFact is a harvest record (colheita).
type reapingFact struct {
	rec    int32
	on     daySpan
	field  string // where the day stands
	stated bool   // the day is the harvest's own, not that of a cleaning
	mass   amount
	ha     float64
}

// namedFact is a lot's identification.
type namedFact struct {
	rec     int32
	lots    lotSet
	gm      ptbr.Term
	farming ptbr.Term
}

// workingFact is drying and cleaning (beneficiamento).
type workingFact struct {
	rec      int32
	in, out  lotSet
	from, to daySpan
	inMass   amount
	outMass  amount
	custody  int8 // rank, 0 the strictest; -1 not said
	form     coffeeForm
	green    bool // what comes out is green coffee
}

// cargoFact is the papers of a cargo, inland or for export.
type cargoFact struct {
	rec    int32
	lots   lotSet
	export bool
	plant  bool // a phytosanitary certificate is named
	paper  bool // an invoice is named
}

// invoiceFact is an invoice key that checks.
type invoiceFact struct {
	rec     int32
	key     string
	emitter string // root of the CNPJ, or the CPF
	month   int    // year*12 + month-1
	export  bool
}

type receiptFact struct {
	rec       int32
	stored    bool // armazenamento, not recebimento
	on        daySpan
	lots      lotSet
	mass      amount
	farming   ptbr.Term
	certified ptbr.Term
}

// sampleFact is a quality control, for the lots it says were mixed.
type sampleFact struct {
	rec  int32
	lots lotSet
}

type processFact struct {
	rec      int32
	from, to daySpan
	lots     lotSet
	made     lotSet // lots that the product is said to be
	in       amount
	out      outputs
	products []productKind
	blend    []blendPart
	blended  ptbr.Reading
}

type blendPart struct {
	lot   int32
	value float64
	share bool // percent, not kg
	known bool // its unit has a mass
}

// byRoad is the mode of a leg that ends at a port.
const byRoad = lot.ByRoad

type shipmentFact struct {
	rec    int32
	on     daySpan
	lots   lotSet
	mass   amount
	mode   lot.Mode
	europe bool
	bound  bool // a destination is named
}

type customsFact struct {
	rec      int32
	due      int // year of the only DU-E
	dues     int
	rucs     int
	ruc      int    // year of the only RUC
	exporter string // of the only RUC: root of the CNPJ, or the CPF
	told     bool   // the record names invoices, none of which is the exporter's
	europe   bool
}

type conformityFact struct {
	rec      int32
	nonGM    bool
	evidence bool // of sustainability or conformity
	forest   bool // evidence speaks of deforestation
	car      bool
	plant    bool
}

type inspectionFact struct {
	rec    int32
	on     daySpan
	result ptbr.Term
	lots   lotSet
	report string
	agency string
}

type closingFact struct {
	rec  int32
	lots lotSet
	gtin string // fourteen digits; "" where it names none that checks
}
