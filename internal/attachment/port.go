package attachment

import (
	"context"

	"rastro/internal/reach"
)

// ID is the id of a record.
type ID = [16]byte

// Place is where a file is attached: the record, and the version that first lists it, or marks it
// differently. It stays when a later version no longer lists the file, because the history still
// shows it; an erasure ends it.
type Place struct {
	Sum       string
	ID        ID
	Version   int64
	HarvestID string
	Personal  bool
}

// Mark says that an unlisted file was going to be deleted. File stores are slow, so they are not
// used inside transactions: a sweep marks, deletes, and ends the mark. Whoever stores a file reads
// its mark first, and its record is written only if the mark is unchanged then.
type Mark struct {
	Times int64 // how often it was made: 0 for never
	At    int64 // when, in milliseconds
	Ended bool  // nobody is deleting the file any more
}

// Reader reads where files are attached.
type Reader interface {
	// Attached returns up to limit places of a file within some harvests, in the order of id and
	// version, after one.
	Attached(ctx context.Context, sum string, within reach.Set, after Place, limit int) ([]Place, error)
	// AttachedAmong returns up to limit places of some files in some harvests, in the order of sum, id
	// and version.
	AttachedAmong(ctx context.Context, sums []string, within reach.Set, limit int) ([]Place, error)
	// AttachedSums returns the sums of up to limit files, in order, after one.
	AttachedSums(ctx context.Context, after string, limit int) ([]string, error)
	// FileMark returns the mark of a file; the zero Mark if it has none.
	FileMark(ctx context.Context, sum string) (Mark, error)
}

// Noter notes where files are attached, as a use case of another package does that writes a record
// with its files.
type Noter interface {
	// PutAttached notes places, in the transaction of the versions that list the files.
	PutAttached(ctx context.Context, places []Place) error
	// HoldFiles makes ClearFiles of other transactions wait for this one, or waits for them: a
	// file without a mark gets none until this one ends.
	HoldFiles(ctx context.Context) error
	// FileMark is the same as in Reader.
	FileMark(ctx context.Context, sum string) (Mark, error)
}

// Writer also marks files that are going to be deleted.
type Writer interface {
	Noter
	// ClearFiles makes HoldFiles of other transactions wait for this one, or waits for them: a file
	// that nothing lists stays unlisted until this transaction ends.
	ClearFiles(ctx context.Context) error
	// MarkFiles marks files, including those that already had a mark.
	MarkFiles(ctx context.Context, sums []string, at int64) error
	// EndMarks ends the marks of files that were made at an instant, and forgets those of all files
	// that were made before another.
	EndMarks(ctx context.Context, sums []string, at, before int64) error
}

// Store is both, in one transaction.
type Store interface {
	Reader
	Writer
}
