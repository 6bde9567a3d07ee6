// Package proof proves what is stored: histories, differences, inclusion in the public
// log, the trail of who did what, and the verification of a whole store.
package proof

import (
	"rastro/internal/owners"
	"rastro/internal/publiclog"
	"rastro/internal/trace"
)

// Historian proves what is stored. It is safe for concurrent use.
type Historian struct {
	store  trace.Store
	public *publiclog.LogKeeper
	owners *owners.OwnerBook
}

// New makes a Historian.
func New(store trace.Store, public *publiclog.LogKeeper, o *owners.OwnerBook) *Historian {
	return &Historian{store, public, o}
}
