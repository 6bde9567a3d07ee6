// Package lineage follows lots: to the plots they came from, to where they were shipped,
// and how much of their mass is accounted for.
package lineage

import (
	"sync/atomic"
	"time"

	"rastro/internal/cursors"
	"rastro/internal/evidence"
	"rastro/internal/owners"
	"rastro/internal/parked"
	"rastro/internal/trace"
)

// Tracer answers questions about lots. It is safe for concurrent use.
type Tracer struct {
	store    trace.Store
	cursors  *cursors.Keeper
	owners   *owners.OwnerBook
	evidence *evidence.Checker
	now      func() time.Time
	lots     Limits
	parked   *parked.Place[*tracing] // traces that wait for their next page
	filled   atomic.Bool             // the lot graph has all records
}

// New makes a Tracer.
func New(store trace.Store, c *cursors.Keeper, o *owners.OwnerBook, e *evidence.Checker, now func() time.Time, limits Limits) *Tracer {
	return &Tracer{store: store, cursors: c, owners: o, evidence: e, now: now, lots: limits, parked: parked.New[*tracing](limits.Parked, parkedFor)}
}

// OrDefault returns the limits, or what is usual in place of the zero value.
func (l Limits) OrDefault() Limits {
	if l == (Limits{}) {
		return defaultLotLimits
	}
	return l
}
