// Package intake imports many records at once and exports them again.
package intake

import (
	"time"

	"rastro/internal/intake/runs"
	"rastro/internal/profiles"
	"rastro/internal/records"
	"rastro/internal/trace"
)

// Reader is what the package reads.
type Reader interface {
	trace.SeedReader
	trace.UnerasedImportReader
	trace.PageReader
	trace.ProfileReader
}

// Writer reads and writes in a transaction.
type Writer interface {
	Reader
	trace.ReplyReader
	trace.Appender
	trace.ImportWriter
	trace.ReplyWriter
}

// Writers are the ports of a transaction.
type Writers struct {
	Writer
	Runs runs.Writer
}

// Port is the store as the package sees it.
type Port = trace.Port[Reader, Writers]

// Importer imports and exports records. It is safe for concurrent use.
type Importer struct {
	store    Port
	journal  *trace.Journal
	recorder *records.Recorder
	profiles *profiles.ProfileKeeper
	now      func() time.Time
}

// New returns an Importer.
func New(store Port, journal *trace.Journal, recorder *records.Recorder, p *profiles.ProfileKeeper, now func() time.Time) *Importer {
	return &Importer{store, journal, recorder, p, now}
}
