// Package public puts together what anyone may see of a validation.
package public

import (
	"time"

	"rastro/internal/owners"
	"rastro/internal/proof"
	"rastro/internal/publiclog"
	"rastro/internal/records"
	"rastro/internal/trace"
)

// Publisher makes public pages and proofs of validations. It is safe for concurrent use.
type Publisher struct {
	store     trace.Store
	journal   *trace.Journal
	owners    *owners.OwnerBook
	recorder  *records.Recorder
	log       *publiclog.LogKeeper
	historian *proof.Historian
	now       func() time.Time
}

// New makes a Publisher.
func New(store trace.Store, journal *trace.Journal, o *owners.OwnerBook, r *records.Recorder, log *publiclog.LogKeeper, p *proof.Historian, now func() time.Time) *Publisher {
	return &Publisher{store, journal, o, r, log, p, now}
}
