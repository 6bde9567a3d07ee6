// Package records creates, reads, lists, finds, updates and deletes records, and makes
// validations of harvests.
package records

import (
	"context"
	"io"
	"time"

	"rastro/internal/cursors"
	"rastro/internal/review"
	"rastro/internal/trace"
)

// Reader is the port for reading, listing and searching.
type Reader interface {
	trace.LiveReader
	trace.PageReader
	trace.StateReader
	trace.LotRowReader
	Harvests(ctx context.Context, q trace.HarvestQuery) ([]trace.Harvest, error)
	Count(ctx context.Context, q trace.Query) (int64, error)
	Validation(ctx context.Context, code string) (trace.Record, error)
	CodeOwner(ctx context.Context, code string) (trace.ID, error)
}

// Writer is the port for writing any record in a transaction.
type Writer interface {
	trace.LiveReader
	trace.PageReader
	trace.StateReader
	trace.ReplyReader
	trace.Appender
	trace.ReplyWriter
}

// ValidationWriter is the port for writing a validation's record.
type ValidationWriter interface {
	trace.HarvestReader
	ReserveCode(ctx context.Context, code string, id trace.ID) error
	PutCover(ctx context.Context, id trace.ID, cover []byte) error
	LockReports(ctx context.Context, harvestID string) error
	PutReport(ctx context.Context, id trace.ID, harvestID string, report []byte) error
	PutItems(ctx context.Context, id trace.ID, harvestID string, items []trace.TradeItem) error
}

// Writers are the package's own writers, and the reader of package review, which reviews the
// harvest of a validation in the same transaction.
type Writers struct {
	Writer
	Validations ValidationWriter
	Review      review.Reader
}

// Port is the store as the package sees it.
type Port = trace.Port[Reader, Writers]

// Recorder keeps records. It is safe for concurrent use.
type Recorder struct {
	store    Port
	journal  *trace.Journal
	cursors  *cursors.Sealer
	reviewer *review.Reviewer
	now      func() time.Time
	random   io.Reader
	strict   bool // a write whose grading finds an error is refused
}

// New returns a Recorder.
func New(store Port, journal *trace.Journal, c *cursors.Sealer, r *review.Reviewer, now func() time.Time, random io.Reader, strict bool) *Recorder {
	return &Recorder{store, journal, c, r, now, random, strict}
}
