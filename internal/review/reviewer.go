// Package review reviews a harvest as an auditor would, with what other harvests say about
// its lots and land.
package review

import (
	"cmp"
	"context"
	"time"

	"rastro/internal/ownerbook"
	"rastro/internal/ownership"
	"rastro/internal/trace"
)

// Reader is what the package reads.
type Reader interface {
	ClaimReader
	trace.LiveReader
	trace.HarvestReader
	trace.CatalogueReader
	trace.FrozenReader
	EachClaim(ctx context.Context, q trace.ClaimQuery, fn func(*trace.Claim) error) error
}

// ClaimReader reads the claims of others.
type ClaimReader interface {
	ownership.OwnerReader
	ownership.RivalReader
	trace.LotRowReader
	trace.PageReader
}

// Readers are its own reader, and the one that says when the catalogue changed.
type Readers struct {
	Reader
	Catalogue trace.PhaseReader
}

// Port is the store as the package sees it.
type Port = trace.ReadPort[Readers]

// Reviewer reviews harvests. It is safe for concurrent use.
type Reviewer struct {
	store        Port
	owners       *ownerbook.OwnerBook
	now          func() time.Time
	harvestLimit int
	mandatory    mandatory
}

// New returns a Reviewer. A limit of 0 is DefaultHarvestLimit.
func New(store Port, o *ownerbook.OwnerBook, now func() time.Time, limit int) *Reviewer {
	return &Reviewer{store: store, owners: o, now: now, harvestLimit: cmp.Or(limit, DefaultHarvestLimit)}
}
