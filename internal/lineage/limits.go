package lineage

// Limits bound what one answer about lots keeps in memory, in bytes, or reads. An answer
// that needs more is refused and never cut. The rows of a lot are read in pages, so their
// number has no bound.
type Limits struct {
	// Walk is for the lots that a walk met: their digests, and the codes of two levels.
	Walk int
	// Origin is for the lots behind a lot, and the records that prove the path.
	Origin int
	// Balance is for the accounts of lots and the records that made them.
	Balance int
	// Report is for the report of a recall, which is one record. Engines accept far
	// more; its memory is claimed separately.
	Report int
	// Parked is for all traces that wait for their next page; without room, a page
	// walks again from the start.
	Parked int
	// Checked is up to how many versions in the log a recall compares the whole journal
	// with the log. In a larger store it compares only the harvests that the report
	// names, and the report says so: the cost grows with the recall, not with the store.
	Checked int64
	// Edges is how many edges a page of a trace has, unless its lots allow more: one lot
	// may have a million of them. A page ends within a lot if it must, and the next
	// continues there.
	Edges int
}

// defaultLotLimits allow a lot with a million children and half a million records behind
// it, without one request taking all of a machine's memory.
var defaultLotLimits = Limits{Walk: 128 << 20, Origin: 128 << 20, Balance: 64 << 20, Report: 124 << 20, Parked: 256 << 20, Checked: 250_000, Edges: edgesALot * DefaultTraceLots}
