// Package owners says whose a lot or a GTIN is, who else names it, and how an
// administrator settled a dispute.
package owners

import (
	"time"

	"rastro/internal/trace"
)

// Keys are the keys of the server: who writes for whom.
type Keys interface {
	// HeldKeys calls yield with every key, until it returns false.
	HeldKeys(yield func(*trace.Key) bool)
}

// OwnerBook answers who owns codes. It is safe for concurrent use.
type OwnerBook struct {
	store   trace.Store
	journal *trace.Journal
	keys    Keys
	now     func() time.Time
}

// New makes an OwnerBook.
func New(store trace.Store, journal *trace.Journal, keys Keys, now func() time.Time) *OwnerBook {
	return &OwnerBook{store, journal, keys, now}
}
