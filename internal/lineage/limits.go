package lineage

// Limits bound what one answer about lots holds in memory, in bytes, or reads. What would
// need more is refused and never cut: the rows of a lot are read in pages, so there
// is no bound on how many it has.
type Limits struct {
	// Walk is for the lots that a walk met: their digests, and the codes of two levels.
	Walk int
	// Origin is for the lots behind a lot, and the records that prove the way.
	Origin int
	// Balance is for the accounts of lots and the records that made them.
	Balance int
	// Report is for the report of a recall, which is one record. Engines take far
	// more; what it takes of memory is claimed besides.
	Report int
	// Parked is for all traces together that wait for their next page; with less, or
	// none, pages walk again from the start.
	Parked int
	// Checked is up to how many versions in the log a recall compares the whole journal
	// with it. In a larger store it looks at the harvests that the report names, and
	// the report says so: what that costs grows with the recall, not with the store.
	Checked int64
}

// defaultLotLimits let a lot have a million children, and half a million records
// behind it, without one request taking a machine's memory.
var defaultLotLimits = Limits{Walk: 128 << 20, Origin: 128 << 20, Balance: 64 << 20, Report: 124 << 20, Parked: 256 << 20, Checked: 250_000}
