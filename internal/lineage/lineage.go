// Package lineage follows lots: to the plots they came from, to where they were shipped,
// and how much of their mass is accounted for.
package lineage

import (
	"cmp"
	"context"
	"sync/atomic"
	"time"

	"rastro/internal/cursors"
	"rastro/internal/evidence"
	"rastro/internal/ownerbook"
	"rastro/internal/ownership"
	"rastro/internal/parked"
	"rastro/internal/trace"
)

// Reader is what the package reads.
type Reader interface {
	cursors.Reader
	ownership.OwnerReader
	trace.LotReader
	trace.PageReader
	Erasures(ctx context.Context) (int64, error)
	trace.TileReader
	// LogIndex returns a version's place in the log; CodeNotLogged while it has none.
	LogIndex(ctx context.Context, id trace.ID, version int64) (int64, error)
}

// Readers are the package's own reader, and the one of package evidence, which checks an origin
// in the same snapshot.
type Readers struct {
	Reader
	Evidence evidence.Reader
}

// Port is the store as the package sees it: it writes only what older versions say about
// lots.
type Port = trace.Port[Readers, trace.LotWriter]

// Tracer answers questions about lots. It is safe for concurrent use.
type Tracer struct {
	store    Port
	stamps   trace.Stamper
	cursors  *cursors.Sealer
	owners   *ownerbook.OwnerBook
	evidence *evidence.Checker
	now      func() time.Time
	lots     Limits
	parked   *parked.Place[*tracing] // traces that wait for their next page
	filled   atomic.Bool             // the lot graph has all records
}

// New returns a Tracer.
func New(store Port, stamps trace.Stamper, c *cursors.Sealer, o *ownerbook.OwnerBook, e *evidence.Checker, now func() time.Time, limits Limits) *Tracer {
	limits = cmp.Or(limits, usualLimits)
	return &Tracer{store: store, stamps: stamps, cursors: c, owners: o, evidence: e, now: now, lots: limits, parked: parked.New[*tracing](limits.Parked, parkedFor)}
}
