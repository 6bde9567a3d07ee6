package recall

// Limits bound the memory of a recall, in bytes. A recall that needs more is refused, never cut.
type Limits struct {
	// Report is for the report, which is one record. Engines accept far more; its memory
	// is claimed separately.
	Report int
	// Notices is for the reports that ForeignNotices reads for one page. It names those beyond, without
	// author, reason and lots.
	Notices int64
}

var usualLimits = Limits{Report: 124 << 20, Notices: 1 << 20}
