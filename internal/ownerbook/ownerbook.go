// Package ownerbook says who owns a lot or a GTIN, who else names it, and how an administrator
// settled a dispute.
package ownerbook

import (
	"context"
	"time"

	"rastro/internal/ownership"
	"rastro/internal/trace"
)

// Reader is what the package reads.
type Reader interface {
	ownership.Reader
	trace.LotRowReader
	trace.NoteReader
	trace.VersionReader
	NamedBy(ctx context.Context, item trace.TradeItem, harvestID string, limit int) ([]trace.ID, error)
}

// Writer is the package's port in a transaction.
type Writer interface {
	ownership.Reader
	ownership.Writer
	trace.ReplayReader
	trace.ReplyWriter
	trace.Appender
	BlockErasures(ctx context.Context) (int64, error)
}

// Port is the store as the package sees it.
type Port = trace.Port[Reader, Writer]

// Keys are the keys of the server, with the party each writes for.
type Keys interface {
	// HeldKeys calls yield with every key, until it returns false.
	HeldKeys(yield func(*trace.Key) bool)
}

// OwnerBook looks up owners of codes. It is safe for concurrent use.
type OwnerBook struct {
	store   Port
	journal *trace.Journal
	keys    Keys
	now     func() time.Time
}

// New returns an OwnerBook.
func New(store Port, journal *trace.Journal, keys Keys, now func() time.Time) *OwnerBook {
	return &OwnerBook{store, journal, keys, now}
}
