// Package records creates, reads, lists, finds, updates and deletes records, and makes
// validations of harvests.
package records

import (
	"io"
	"time"

	"rastro/internal/cursors"
	"rastro/internal/review"
	"rastro/internal/trace"
)

// Recorder keeps records. It is safe for concurrent use.
type Recorder struct {
	store    trace.Store
	journal  *trace.Journal
	cursors  *cursors.Keeper
	reviewer *review.Reviewer
	now      func() time.Time
	random   io.Reader
	strict   bool // a write whose grading finds an error is refused
}

// New makes a Recorder.
func New(store trace.Store, journal *trace.Journal, c *cursors.Keeper, r *review.Reviewer, now func() time.Time, random io.Reader, strict bool) *Recorder {
	return &Recorder{store, journal, c, r, now, random, strict}
}
