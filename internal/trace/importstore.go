package trace

import "context"

// Mark tells an imported row from every other: a keyed digest of what it says.
type Mark [16]byte

// Marked is a mark, and the record that its row became.
type Marked struct {
	Mark Mark
	ID   ID
}

// ImportReader reads which rows of files were imported.
type ImportReader interface {
	// ImportSeed is the key of the store's marks, the same for ever.
	ImportSeed(ctx context.Context) ([]byte, error)
	// SomeImported returns some marks and the records of their rows, at most so many.
	SomeImported(ctx context.Context, limit int) ([]Marked, error)
	// Imported returns those of some marks that PutImported got, in no order, at
	// most MaxMarks of them, whatever became of their records since.
	Imported(ctx context.Context, marks []Mark) ([]Marked, error)
}

// ImportWriter remembers which rows of files were imported.
type ImportWriter interface {
	// PutImported keeps marks for ever: Erase leaves them. A mark that is there
	// already conflicts.
	PutImported(ctx context.Context, marks []Marked) error
}

// MaxMarks bounds the marks of one question.
const MaxMarks = 1000
