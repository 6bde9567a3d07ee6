// Package review reviews a harvest as an auditor would, with what other harvests say of
// its lots and land.
package review

import (
	"cmp"
	"time"

	"rastro/internal/owners"
	"rastro/internal/trace"
)

// Reviewer reviews harvests. It is safe for concurrent use.
type Reviewer struct {
	store        trace.Store
	owners       *owners.OwnerBook
	now          func() time.Time
	harvestLimit int
}

// New makes a Reviewer. A limit of 0 is DefaultHarvestLimit.
func New(store trace.Store, o *owners.OwnerBook, now func() time.Time, limit int) *Reviewer {
	return &Reviewer{store, o, now, cmp.Or(limit, DefaultHarvestLimit)}
}
