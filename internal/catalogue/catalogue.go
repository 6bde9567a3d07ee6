// Package catalogue keeps the phases that each crop has, and which records they ask for.
package catalogue

import (
	"io"
	"time"

	"rastro/internal/trace"
)

// PhaseKeeper reads and changes the catalogue. It is safe for concurrent use.
type PhaseKeeper struct {
	store   trace.Store
	journal *trace.Journal
	now     func() time.Time
	random  io.Reader
}

// New makes a PhaseKeeper.
func New(store trace.Store, journal *trace.Journal, now func() time.Time, random io.Reader) *PhaseKeeper {
	return &PhaseKeeper{store, journal, now, random}
}
