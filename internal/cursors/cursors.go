// Package cursors seals the places where lists go on, so that a caller can neither read
// nor forge them, and renews the keys that seal them.
package cursors

import (
	"io"
	"sync/atomic"
	"time"

	"rastro/internal/trace"
)

// Keeper seals and opens cursors. It is safe for concurrent use.
type Keeper struct {
	store      trace.Store
	now        func() time.Time
	random     io.Reader
	cursorKeys atomic.Pointer[heldCursorKeys]
}

// New makes a Keeper.
func New(store trace.Store, now func() time.Time, random io.Reader) *Keeper {
	return &Keeper{store: store, now: now, random: random}
}
