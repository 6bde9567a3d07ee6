// Package proof proves what is stored: histories, differences, inclusion in the public log, the
// audit trail, and the verification of a whole store.
package proof

import (
	"context"

	"rastro/internal/ledger"
	"rastro/internal/ownerbook"
	"rastro/internal/publiclog"
	"rastro/internal/reach"
	"rastro/internal/trace"
)

// Reader is what histories, proofs and the trail read.
type Reader interface {
	publiclog.SignedReader
	trace.LiveReader
	trace.PageReader
	trace.LoggedReader
	LogIndex(ctx context.Context, id trace.ID, version int64) (int64, error)
	LogBehind(ctx context.Context) (bool, error)
	RecallHarvests(ctx context.Context, id trace.ID) ([]string, error)
	Organization(ctx context.Context, id reach.ID) (found reach.StoredOrganization, ok bool, err error)
}

// Port is the store as the package sees it.
type Port = trace.ReadPort[Reader]

// StoreReader is the port for verifying a store: nearly everything except the records, so it has
// three parts.
type StoreReader interface {
	checkpointReader
	checkedReader
	validationReader
}

// checkpointReader reads the log's signed checkpoints.
type checkpointReader interface {
	publiclog.SignedReader
	Predecessors(ctx context.Context) ([]ledger.Predecessor, error)
	NewestCheckpoints(ctx context.Context, limit int) ([]trace.KeptCheckpoint, error)
}

// checkedReader reads the journal and the places of its versions in the log.
type checkedReader interface {
	trace.LoggedReader
	trace.SeedReader
	Logged(ctx context.Context, from int64, limit int) ([]trace.Record, error)
	LogIndex(ctx context.Context, id trace.ID, version int64) (int64, error)
	Unplaced(ctx context.Context, recent bool, fn func(*trace.Record) error) error
	Misended(ctx context.Context, within trace.Reach, fn func(*trace.Record) error) error
}

// validationReader reads the data stored with validations.
type validationReader interface {
	trace.FrozenReader
	CodeOwner(ctx context.Context, code string) (trace.ID, error)
}

// servedReader reads what the last served checkpoint is compared with.
type servedReader interface {
	publiclog.SignedReader
	Waiting(ctx context.Context, limit int) ([]trace.Commitment, error)
}

// Auditor proves and verifies stored data. It is safe for concurrent use.
type Auditor struct {
	store     Port
	publicLog *publiclog.LogKeeper
	owners    *ownerbook.OwnerBook
}

// New returns an Auditor.
func New(store Port, publicLog *publiclog.LogKeeper, o *ownerbook.OwnerBook) *Auditor {
	return &Auditor{store, publicLog, o}
}
