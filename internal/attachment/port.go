package attachment

import "context"

// ID is the id of a record.
type ID = [16]byte

// Place is where a file is attached: the record, and the version that first lists it. It stays
// when a later version no longer does, because the history still shows the file; an erasure ends it.
type Place struct {
	Sum       string
	ID        ID
	Version   int64
	HarvestID string
	Personal  bool
}

// Reader reads where files are attached.
type Reader interface {
	// Attached returns up to limit places of a file in the order of id and version, after one.
	Attached(ctx context.Context, sum string, after Place, limit int) ([]Place, error)
	// AttachedTo returns the places in a record.
	AttachedTo(ctx context.Context, id ID) ([]Place, error)
	// AttachedSums returns the sums of up to limit files, in order, after one.
	AttachedSums(ctx context.Context, after string, limit int) ([]string, error)
}

// Writer notes where files are attached.
type Writer interface {
	// PutAttached notes places, in the transaction of the versions that list the files.
	PutAttached(ctx context.Context, places []Place) error
	// HoldFiles makes ClearFiles of other transactions wait for this one, or waits for them: a
	// file that is there after it stays until this one ends.
	HoldFiles(ctx context.Context) error
	// ClearFiles makes HoldFiles of other transactions wait for this one, or waits for them: a
	// file that nothing names after it can be deleted until this one ends.
	ClearFiles(ctx context.Context) error
}

// Store is both, in one transaction.
type Store interface {
	Reader
	Writer
}
