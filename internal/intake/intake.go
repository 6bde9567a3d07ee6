// Package intake imports many records at once and exports them again.
package intake

import (
	"time"

	"rastro/internal/records"
	"rastro/internal/trace"
)

// Importer imports and exports records. It is safe for concurrent use.
type Importer struct {
	store    trace.Store
	journal  *trace.Journal
	recorder *records.Recorder
	now      func() time.Time
}

// New makes an Importer.
func New(store trace.Store, journal *trace.Journal, recorder *records.Recorder, now func() time.Time) *Importer {
	return &Importer{store, journal, recorder, now}
}
