// Package erase destroys what a record says, everywhere it was copied to, and leaves a
// receipt that says who erased it and why.
package erase

import (
	"time"

	"rastro/internal/lineage/recall"
	"rastro/internal/trace"
)

// Eraser erases records. It is safe for concurrent use.
type Eraser struct {
	store    trace.Store
	journal  *trace.Journal
	recaller *recall.Recaller
	now      func() time.Time
}

// New makes an Eraser.
func New(store trace.Store, journal *trace.Journal, recaller *recall.Recaller, now func() time.Time) *Eraser {
	return &Eraser{store, journal, recaller, now}
}
