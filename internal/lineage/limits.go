package lineage

// Limits bound the memory of one answer about lots, in bytes. An answer that needs more is refused,
// never cut. The rows of a lot are read in pages, so their number is not limited.
type Limits struct {
	// Walk is for the visited lots of a walk: their digests, and the codes of two levels.
	Walk int
	// Origin is for the lots behind a lot, and the records that prove the path.
	Origin int
	// Balance is for the accounts of lots and the records that made them.
	Balance int
	// Parked is for all traces that wait for their next page; without room, a page
	// walks again from the start.
	Parked int
	// Edges is how many edges a page of a trace has, unless its lots allow more: one lot
	// may have a million of them. A page ends within a lot if it must, and the next
	// continues there.
	Edges int
}

// usualLimits allow a lot with a million children and half a million records behind it,
// without one request taking all of a machine's memory.
var usualLimits = Limits{Walk: 128 << 20, Origin: 128 << 20, Balance: 64 << 20, Parked: 256 << 20, Edges: edgesALot * DefaultTraceLots}
