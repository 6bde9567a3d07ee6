// Package cursors seals positions in lists, so that a caller can neither read
// nor forge them, and renews the keys that seal them.
package cursors

import (
	"io"
	"sync/atomic"
	"time"

	"rastro/internal/trace"
)

// Reader is what the package reads.
type Reader interface{ trace.CursorReader }

// Writer is the package's port in a transaction.
type Writer interface {
	Reader
	trace.CursorWriter
}

// Port is the store as the package sees it.
type Port = trace.Port[Reader, Writer]

// Sealer seals and opens cursors. It is safe for concurrent use.
type Sealer struct {
	store      Port
	now        func() time.Time
	random     io.Reader
	cursorKeys atomic.Pointer[heldCursorKeys]
}

// New returns a Sealer.
func New(store Port, now func() time.Time, random io.Reader) *Sealer {
	return &Sealer{store: store, now: now, random: random}
}
