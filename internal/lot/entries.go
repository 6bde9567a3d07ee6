package lot

import "rastro/internal/kind"

// MaxEntries bounds the graph entries of one record: its lots, and which of them became which.
// That is 100 000 lots, or 300 that each went into 300 others.
const MaxEntries = 100_000

// MaxSuspects bounds the codes that a record may mention without naming them as lots. A longer list
// belongs in a field of lots.
const MaxSuspects = 1_000

// Entries returns how many lots the record names, and how often it states that one became
// another, each counted at every mention.
func (r *Reading) Entries() int {
	if r == nil {
		return 0
	}
	n := len(r.parts) + len(r.suspects)
	for _, lots := range r.named {
		n += len(lots)
	}
	n += len(r.named[kind.LotConsumed]) * len(r.named[kind.LotProduced])
	n += len(r.named[kind.LotProcessed]) * len(r.named[kind.LotMade])
	return n + len(r.parts)*len(r.wholes()) + r.mergedParts()
}

// TooMany reports whether the record has more entries than allowed. Writers refuse such a
// record. One stored before this limit keeps its lots, and its rows note that Others is
// incomplete (Fact.Cut): a walk that reaches them fails with ErrTooLarge instead of skipping the
// rest.
func (r *Reading) TooMany() bool {
	return r.Entries() > MaxEntries || r != nil && len(r.suspects) > MaxSuspects
}

// mergedParts counts the lots that the record says were merged into others.
func (r *Reading) mergedParts() (n int) {
	for i := range r.merges {
		n += len(r.merges[i].Parts)
	}
	return n
}
