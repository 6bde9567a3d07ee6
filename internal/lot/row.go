package lot

import "math"

// Row is one entry of the graph: one lot in one role in one version of a record. Rows are found
// by lot and role, and are valid from Since until Until.
type Row struct {
	Lot  string // folded
	Role Role
	// Kind is the record's kind (kind.Kind.Code); ID and Version identify the record.
	Kind    int16
	ID      [16]byte
	Version int64
	// Since and Until are when the version was written and when the next one took
	// its place, in Unix milliseconds; Until is 0 while it is live.
	Since, Until int64
	Fact
}

// Fact is what a record says about a lot, except its code.
type Fact struct {
	// HarvestID is the harvest of the record, By who recorded it.
	HarvestID, By string
	// Kg is the mass of the lot in its role. If the record gives one mass for several lots, it is
	// their total, and Among is their number.
	Kg    Mass
	Among int
	// In, Out and Lost are the masses of the whole record if it makes or processes lots, with
	// its moistures and impurities in percent (NaN: not stated).
	In, Out, Lost                                    Mass
	MoistureIn, MoistureOut, ImpurityIn, ImpurityOut float64
	// Share is the lot's percentage of a blend, 0 if not stated.
	Share float64
	// On are the days it happened.
	On Days
	// Place, Carrier, Destination, Product and Paper are texts of the record,
	// clipped.
	Place, Carrier, Destination, Product, Paper string
	Verdict                                     Verdict
	// Custody is the rank of the stated model of custody in ptbr.Custody, 0 the strictest; -1 if
	// none is stated.
	Custody int8
	// Errors and Alerts are how many findings of these severities the record had
	// when it was written.
	Errors, Alerts uint8
	// Others are the lots on the other side: the sources of a produced lot, the results of a
	// consumed one.
	Others []Other
	// Said is, of a suspected lot, the text around its code. Such rows are light: what
	// they say is read from the version, and Append leaves it out.
	Said string
	// Cut: the record has more such lots than it may, and the rest is missing.
	Cut bool
}

// Other is a lot on the other side of a row.
type Other struct {
	Lot string // folded
	// Kg is how much of the one lot went into the other; NaN if not stated.
	Kg float64
	// Share is the percentage of the blend, 0 if not stated.
	Share float64
}

// Unknown is a number that is not stated.
var Unknown = math.NaN()

// IsKnown reports whether a number is not Unknown.
func IsKnown(v float64) bool { return v == v }

// noFact returns a fact that states nothing.
func noFact() Fact {
	return Fact{MoistureIn: Unknown, MoistureOut: Unknown, ImpurityIn: Unknown, ImpurityOut: Unknown, On: NoDays, Custody: -1}
}

// RowKey identifies a row of a lot and determines its place in the order.
type RowKey struct {
	Role    Role
	ID      [16]byte
	Version int64
}

// Key returns the row's key.
func (r *Row) Key() RowKey { return RowKey{r.Role, r.ID, r.Version} }

// Live reports whether the row is valid now.
func (r *Row) Live() bool { return r.Until == 0 }
