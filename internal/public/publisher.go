// Package public assembles what anyone may see of a validation.
package public

import (
	"context"
	"time"

	"rastro/internal/filings"
	"rastro/internal/organization"
	"rastro/internal/ownerbook"
	"rastro/internal/ownership"
	"rastro/internal/proof"
	"rastro/internal/publiclog"
	"rastro/internal/records"
	"rastro/internal/trace"
)

// Reader is what the package reads.
type Reader interface {
	publiclog.SignedReader
	trace.StateReader
	trace.CatalogueReader
	ownership.OwnerReader
	LogIndex(ctx context.Context, id trace.ID, version int64) (int64, error)
	Validation(ctx context.Context, code string) (trace.Record, error)
	CodeOwner(ctx context.Context, code string) (trace.ID, error)
}

// Readers are the ports of a snapshot: the package's own, that for who validated, and that for what
// was filed with the EU.
type Readers struct {
	Reader
	Organizations organization.IdentityReader
	Notes         filings.Lister
}

// Port is the store as the package sees it.
type Port = trace.ReadPort[Readers]

// Changes reports whether anything was written since.
type Changes interface {
	trace.Stamper
	Touched(ctx context.Context, since trace.Place, limit int) (trace.Touched, error)
}

// Publisher makes public pages and proofs of validations. It is safe for concurrent use.
type Publisher struct {
	store    Port
	changes  Changes
	journal  *trace.Journal
	owners   *ownerbook.OwnerBook
	recorder *records.Recorder
	log      *publiclog.LogKeeper
	auditor  *proof.Auditor
	now      func() time.Time
}

// New returns a Publisher.
func New(store Port, changes Changes, journal *trace.Journal, o *ownerbook.OwnerBook, r *records.Recorder, log *publiclog.LogKeeper, p *proof.Auditor, now func() time.Time) *Publisher {
	return &Publisher{store, changes, journal, o, r, log, p, now}
}
