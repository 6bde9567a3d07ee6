// Package erase destroys a record's content, everywhere it was copied to, and leaves a receipt that
// says who erased it and why.
package erase

import (
	"context"
	"time"

	"rastro/internal/lineage/recall"
	"rastro/internal/ownership"
	"rastro/internal/trace"
)

// Reader is what the package reads.
type Reader interface{ trace.SeedReader }

// Writer reads and writes in a transaction.
type Writer interface {
	Reader
	ownership.OwnerReader
	trace.RecordWriter
	BeginErasure(ctx context.Context) error
	DropReports(ctx context.Context, harvestID string) error
}

// Writers are the package's own writer, and that of package recall, which removes the record
// from reports and decisions in the same transaction.
type Writers struct {
	Writer
	Quotes recall.QuoteWriter
}

// Port is the store as the package sees it.
type Port = trace.Port[Reader, Writers]

// Eraser erases records. It is safe for concurrent use.
type Eraser struct {
	store    Port
	journal  *trace.Journal
	recaller *recall.Recaller
	files    Files
	now      func() time.Time
}

// Files removes files that no record lists any more.
type Files interface {
	Forget(ctx context.Context, sums []string)
}

// New returns an Eraser.
func New(store Port, journal *trace.Journal, recaller *recall.Recaller, files Files, now func() time.Time) *Eraser {
	return &Eraser{store, journal, recaller, files, now}
}
