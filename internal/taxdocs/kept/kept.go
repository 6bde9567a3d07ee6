// Package kept defines what the store keeps of tax documents, so that each becomes a record once
// per harvest, however often and on however many servers it is imported.
package kept

import (
	"context"

	"rastro/internal/reach"
)

// Mark is a keyed digest of what is marked: the key of a document, or one of its proposals.
type Mark = [16]byte

// Row says that something was imported into a harvest, and as which record.
type Row struct {
	Mark      Mark
	HarvestID string
	ID        [16]byte // of the record
	// Waiting is the number of undecided proposals of the document.
	Waiting int
	// Again: a row of the same mark and harvest, whose record was erased, ends with this one.
	Again bool
}

// The most marks of one query, and the most rows that it returns of all of them together.
const (
	MaxMarks = 500
	MaxRows  = 4 * MaxMarks
)

// Reader reads the rows.
type Reader interface {
	// TaxDocuments returns the rows of up to MaxMarks marks in the harvests within reach, up to
	// MaxRows for all marks together, in no particular order: a caller that gets that many must
	// query fewer marks. Rows of other harvests do not count. A row stays whatever happens to its
	// record; with unerased, those of erased records are left out.
	TaxDocuments(ctx context.Context, marks []Mark, within reach.Set, unerased bool) ([]Row, error)
	// WaitingDocuments returns the documents of a harvest with waiting proposals, the oldest record
	// first, after one. Its cost MUST depend only on what it returns.
	WaitingDocuments(ctx context.Context, harvestID string, after [16]byte, limit int) ([]Row, error)
}

// Writer writes them.
type Writer interface {
	Reader
	// LockTaxDocuments makes other transactions that lock them wait until this one ends: if one is
	// writing a document into a harvest, the other must find it, so as not to write it into another
	// harvest.
	LockTaxDocuments(ctx context.Context) error
	// PutTaxDocuments keeps rows permanently. A mark that is already there in the harvest
	// conflicts, unless the row says Again.
	PutTaxDocuments(ctx context.Context, rows []Row) error
	// Decided notes that one more proposal of the document that became a record is decided. If two
	// callers decide on different ones at once, both count.
	Decided(ctx context.Context, harvestID string, id [16]byte) error
	// SetWaiting sets the number of waiting proposals of the document that became a record.
	SetWaiting(ctx context.Context, harvestID string, id [16]byte, waiting int) error
	// ProposeAnew sets the number of waiting proposals of the document with a mark, whose proposals
	// differ from those before: they wait even if somebody had decided on the earlier ones.
	ProposeAnew(ctx context.Context, harvestID string, mark Mark, waiting int) error
	// SuspendWaiting makes none of them wait until ResumeWaiting.
	SuspendWaiting(ctx context.Context, harvestID string, id [16]byte) error
}

// Undoer takes back what imports kept.
type Undoer interface {
	// ResumeWaiting ends SuspendWaiting for the documents that became some records.
	ResumeWaiting(ctx context.Context, ids [][16]byte) error
	// WaitAgain notes that one more proposal of the document with a mark waits.
	WaitAgain(ctx context.Context, harvestID string, mark Mark) error
	// ForgetTaxDocuments removes the rows of up to MaxMarks marks in a harvest.
	ForgetTaxDocuments(ctx context.Context, harvestID string, marks []Mark) error
}
