package term

import (
	"bytes"
	"cmp"
	"context"
	"strings"

	"rastro/internal/reach"
	"rastro/internal/trace"
)

// Query says which terms to look up.
type Query struct {
	Realm Realm
	Text  string // folded
	// Prefix also finds the terms that begin with the text.
	Prefix bool
	Reach  trace.Reach
	Limit  int
}

// Hit is a term that a record has.
type Hit struct {
	Text      string
	ID        trace.ID
	HarvestID string
}

// Order compares hits by term, the newest record first.
func (h Hit) Order(other Hit) int {
	return cmp.Or(strings.Compare(h.Text, other.Text), bytes.Compare(other.ID[:], h.ID[:]))
}

// Reader looks terms up.
type Reader interface {
	// Terms returns the hits of a query by term, the newest record first; so those that equal the
	// text come first. Its cost MUST depend only on what it returns and on the caller's own
	// harvests, not on what others have.
	Terms(ctx context.Context, q Query) ([]Hit, error)
	// HarvestsNamed returns the harvests within reach whose folded names begin with a text, by
	// folded name. Its cost MUST depend only on what that of Terms does. A harvest whose records
	// were all deleted may be among them.
	HarvestsNamed(ctx context.Context, text string, within trace.Reach, limit int) ([]string, error)
	// Reached returns those of some harvests that are within reach.
	Reached(ctx context.Context, within trace.Reach, names []string) ([]string, error)
	// OrganizationsNamed returns the organisations with a current or former name that begins
	// with a text, folded by lang.Fold, by name.
	OrganizationsNamed(ctx context.Context, text string, limit int) ([]reach.ID, error)
	// TermsIndexed returns how far the index has come.
	TermsIndexed(ctx context.Context) (Mark, error)
}

// Writer fills the index.
type Writer interface {
	// PutTerms replaces the terms of some records, adds the names of their harvests, and moves the
	// mark. It does nothing if the mark is no longer at from, because another server moved it.
	PutTerms(ctx context.Context, from, to Mark, entries []Entry) error
}

// Mark is the progress of the index.
type Mark struct {
	Place int64 // in the log: the index has everything before it
	// Reader is the Version that read the terms. If it changes, the index is rebuilt from the
	// start, and Renewed is the place before which it still has terms of the earlier one.
	Reader, Renewed int64
}

// Whole reports whether all that the index has was read by this build.
func (m Mark) Whole() bool { return m.Reader == Version && m.Place >= m.Renewed }

// Entry is a record in the index.
type Entry struct {
	ID        trace.ID
	HarvestID string
	// First: the index has nothing of the record yet.
	First bool
	Terms []Term
}
