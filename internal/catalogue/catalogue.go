// Package catalogue manages the phases of each crop, and which records they require.
package catalogue

import (
	"io"
	"time"

	"rastro/internal/trace"
)

// Reader is what the package reads.
type Reader interface{ trace.CatalogueReader }

// Writer reads and writes in a transaction.
type Writer interface {
	Reader
	trace.ReplayReader
	trace.Appender
	trace.PhaseWriter
	trace.ReplyWriter
}

// Port is the store as the package sees it.
type Port = trace.Port[Reader, Writer]

// PhaseKeeper reads and changes the catalogue. It is safe for concurrent use.
type PhaseKeeper struct {
	store   Port
	journal *trace.Journal
	now     func() time.Time
	random  io.Reader
}

// New returns a PhaseKeeper.
func New(store Port, journal *trace.Journal, now func() time.Time, random io.Reader) *PhaseKeeper {
	return &PhaseKeeper{store, journal, now, random}
}
