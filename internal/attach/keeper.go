// Package attach manages the files attached to records: photos, invoices, certificates. A file is
// stored before the version of the record that lists it, so that what a record lists always exists.
package attach

import (
	"context"
	"crypto/sha512"
	"io"
	"log/slog"
	"time"

	"rastro/internal/attachment"
	"rastro/internal/blob"
	"rastro/internal/bounded"
	"rastro/internal/trace"
)

// Readers are the readers that the package needs.
type Readers struct {
	trace.LiveReader
	Files attachment.Reader // only in a snapshot: see FilesOf
}

// Writer reads and writes records in a transaction.
type Writer interface {
	trace.LiveReader
	trace.ReplyReader
	trace.Appender
	trace.ReplyWriter
}

// Writers are the writer of records, and that of the places of files.
type Writers struct {
	Writer
	Files attachment.Store
}

// Port is the store as the package sees it.
type Port = trace.Port[Readers, Writers]

// NewPort returns the port of a store. Places of files are not part of trace.Store, since little
// else uses them: the engine's snapshots and transactions have them.
func NewPort(store trace.Store) Port {
	read := func(r trace.Reader) Readers {
		files, _ := r.(attachment.Reader) // a store outside a snapshot is not queried
		return Readers{r, files}
	}
	return trace.Narrow(store, read, func(w trace.Writer) Writers { return Writers{w, FilesOf(w)} })
}

// FilesOf returns the part of a transaction that notes where files are attached.
func FilesOf(w trace.Writer) attachment.Store { return w.(attachment.Store) }

// Finisher grades a version and commits to it, as for any write of a record.
type Finisher interface {
	Finish(r *trace.Record, claim func(bytes int64) error) error
}

// Limits on concurrency. A sender on a slow line keeps its slot for minutes, so there are many
// slots, and each key and each organisation has only a share of them. Storing a file that has
// arrived takes moments. Making a small copy takes most of a processor for up to a second.
const (
	maxArriving               = 512
	maxArrivingOfKey          = 16
	maxArrivingOfOrganization = 32
	maxStoring                = 64
	maxCopying                = 2
	cachedCopies              = 32 << 20 // bytes of small copies
)

// How long to wait for a slot. A sender's own files take minutes, so a sender without a slot had
// better come back later; storing is soon done.
const (
	arrivalPatience = 5 * time.Second
	storagePatience = 30 * time.Second
)

// Keeper keeps files. It is safe for concurrent use.
type Keeper struct {
	store    Port
	blobs    blob.Store // nil: files are not kept
	journal  *trace.Journal
	finisher Finisher
	now      func() time.Time
	random   io.Reader
	log      *slog.Logger

	arriving, storing *slots
	patience          time.Duration // with an arrival
	copying           chan struct{}
	copies            bounded.Cache[copyOf, []byte]
}

// copyOf names a small copy of a picture.
type copyOf struct {
	sum  blob.Sum
	side int
}

// New returns a Keeper. Without a place for files it refuses every file: only for tests.
func New(store Port, blobs blob.Store, journal *trace.Journal, finisher Finisher, now func() time.Time, random io.Reader, log *slog.Logger) (*Keeper, error) {
	copies, err := bounded.ByWeight(cachedCopies, func(_ copyOf, body []byte) uint32 { return uint32(len(body)) + 128 })
	return &Keeper{
		store: store, blobs: blobs, journal: journal, finisher: finisher, now: now, random: random, log: log,
		arriving: newSlots(maxArriving), storing: newSlots(maxStoring), patience: arrivalPatience,
		copying: make(chan struct{}, maxCopying), copies: copies,
	}, err
}

// Close releases what the file store holds open.
func (k *Keeper) Close() error {
	if k.blobs == nil {
		return nil
	}
	return k.blobs.Close()
}

// turn takes one of a few places, waiting until one is free. It returns a function that gives it
// back.
func turn(ctx context.Context, places chan struct{}) (release func(), err error) {
	select {
	case places <- struct{}{}:
		return func() { <-places }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// Upload is a file on its way in.
type Upload struct {
	// From is the sender, who may be slow; nil: all of it is here already.
	From *trace.Key
	Name string
	// Personal reports whether the file may have personal data; nil: as its type usually does.
	Personal *bool
	// Digest is the sum that the file must have; nil: any.
	Digest *blob.Sum
	// Digest512 is the SHA-512 that it must have; nil: any.
	Digest512 *[sha512.Size]byte
	// Body fails with an error of package trace, or with another if the file does not arrive whole.
	Body io.Reader
}
