package kind

// LotMeaning is a field's meaning for lots: which lots the record names and in which role, or how much,
// when, where and by whom. The lot graph reads records only through this column, so a new kind
// joins it by its row.
type LotMeaning uint8

// The meanings of fields. A field that names lots has one of the first; the others are about the
// lots of the same record.
const (
	_ LotMeaning = iota
	// LotIdentified: the lots come into being here, out of the harvest.
	LotIdentified
	// LotConsumed and LotProduced: all consumed lots become the produced ones.
	LotConsumed
	LotProduced
	// LotProcessed: the lots are processed in a plant. They keep their names, become those of
	// LotMade, or are made from those of LotBlended.
	LotProcessed
	// LotMade: a product, whose name may contain a new lot ("farelo, lote F-1").
	LotMade
	// LotBlended: the parts of a blend, with shares or masses.
	LotBlended
	// LotReceived: the lots arrive somewhere and do not change.
	LotReceived
	// LotShipped: the lots leave.
	LotShipped
	// LotInspected, LotSampled, LotDocumented, LotValidated: someone examines the lots, or
	// writes about them. LotSampled may name the sources of a lot.
	LotInspected
	LotSampled
	LotDocumented
	LotValidated

	// Day and LastDay: when it was.
	Day
	LastDay
	// MassIn, MassOut and MassLost: how much went in, or how much the record is about; how much
	// came out; how much was lost or removed.
	MassIn
	MassOut
	MassLost
	// MoistureIn to ImpurityOut: in percent, before and after.
	MoistureIn
	MoistureOut
	ImpurityIn
	ImpurityOut
	// Place, Carrier and Destination: where it was done, what carried it, and where to.
	Place
	Carrier
	Destination
	// Product: what came out.
	Product
	// Paper: the number of a document that accompanies the lots.
	Paper
	// Verdict: the result of an inspection.
	Verdict
	// CustodyModel: how strictly the lots are kept separate from others.
	CustodyModel
)

// NamesLots reports whether the field names lots.
func (s LotMeaning) NamesLots() bool { return s >= LotIdentified && s <= LotValidated }

// OfOneEvent reports whether a value of the field belongs to one event and is no guide to the next:
// a date, a weight or another measure, the vehicle, a document, a lot that begins there.
func (f *Field) OfOneEvent() bool {
	switch f.Shape {
	case Date, DateTime, Number, Quantity, Objects:
		return true
	}
	switch f.Says {
	case Paper, LotIdentified, LotProduced, Carrier:
		return true
	}
	return f.Measure != "" || f.Pattern != 0
}

// NamesLots reports whether records of the kind can name lots. Records of other kinds need not
// be read.
func (k *Kind) NamesLots() bool {
	for i := range k.Fields {
		if k.Fields[i].Says.NamesLots() {
			return true
		}
	}
	return false
}

// ClaimsLots reports whether records of the kind can identify lots, or make them from others.
// Records of other kinds only mention them in papers.
func (k *Kind) ClaimsLots() bool {
	for i := range k.Fields {
		if says := k.Fields[i].Says; says.NamesLots() && says != LotDocumented {
			return true
		}
	}
	return false
}
