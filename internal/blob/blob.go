// Package blob is the port of file stores. A file is named by the SHA-256 of its bytes, so it is
// stored once however often it is sent, and its readers can check it.
package blob

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"time"
)

// Sum names a file: the SHA-256 of its bytes.
type Sum [sha256.Size]byte

// String returns the sum in hexadecimal, as on the wire.
func (s Sum) String() string { return hex.EncodeToString(s[:]) }

// ParseSum reads a sum as String writes it. Upper-case digits are not accepted.
func ParseSum(text string) (Sum, bool) {
	var s Sum
	if len(text) != 2*len(s) {
		return s, false
	}
	if _, err := hex.Decode(s[:], []byte(text)); err != nil {
		return Sum{}, false
	}
	return s, s.String() == text
}

// The errors of a store, other than its own failures.
var (
	// ErrMissing: there is no such file.
	ErrMissing = errors.New("the file is not there")
	// ErrFull: there is no room for the file. Nothing of it is left.
	ErrFull = errors.New("there is no room for the file")
)

// Store keeps files. It is safe for concurrent use, also by several servers.
type Store interface {
	// Draft begins a file.
	Draft(ctx context.Context) (Draft, error)
	// Open reads a file; ErrMissing if there is none.
	Open(ctx context.Context, sum Sum) (Content, error)
	// Stat returns what is known about a file without reading it; ErrMissing if there is none.
	Stat(ctx context.Context, sum Sum) (Info, error)
	// Delete destroys a file. A missing file is not an error.
	Delete(ctx context.Context, sum Sum) error
	// Each calls fn with every file, in no particular order.
	Each(ctx context.Context, fn func(Info) error) error
	// Close releases what the store holds open.
	Close() error
}

// Draft is a file being written: it can be read back before it is kept, and leaves nothing behind
// unless it is.
type Draft interface {
	io.Writer
	io.ReaderAt
	// Sum returns the sum of what has been written so far.
	Sum() Sum
	// Written says that nothing more will be written, so that what takes time may begin while the
	// file is looked at. It is for speed alone: Keep reports what goes wrong.
	Written()
	// Keep makes the file durable: it MUST survive a power failure. A file that is already
	// there stays as it is and counts as new: see Info.At.
	Keep(ctx context.Context) (Info, error)
	// Drop removes a file that was not kept. It does nothing to one that was.
	Drop()
}

// Content is a file that is read.
type Content interface {
	io.ReadSeekCloser
	Size() int64
}

// Info is what is known about a file.
type Info struct {
	Sum  Sum
	Size int64
	// At is when the file was last kept. A sweep of unlisted files must skip those that were kept a
	// moment ago, because the record that will list them may not be written yet.
	At time.Time
}
