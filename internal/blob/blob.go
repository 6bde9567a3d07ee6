// Package blob is the port of stores of files. A file is named by the SHA-256 of its bytes, so it
// is kept once however often it is sent, and whoever reads it can check it.
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

// String returns the sum in hexadecimal, as it is on the wire.
func (s Sum) String() string { return hex.EncodeToString(s[:]) }

// ParseSum reads a sum as String writes it. Capital letters are another spelling, which names
// nothing.
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

// What a store fails with, besides failures of its own.
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
	// Stat says what is known of a file without reading it; ErrMissing if there is none.
	Stat(ctx context.Context, sum Sum) (Info, error)
	// Delete destroys a file. One that is not there is no error.
	Delete(ctx context.Context, sum Sum) error
	// Each calls fn with every file, in no order.
	Each(ctx context.Context, fn func(Info) error) error
	// Close ends what the store holds open.
	Close() error
}

// Draft is a file on its way: it can be read back before it is kept, and leaves nothing behind
// unless it is.
type Draft interface {
	io.Writer
	io.ReaderAt
	// Sum returns the sum of what was written so far.
	Sum() Sum
	// Keep makes the file durable: it MUST survive a power failure. A file that is already
	// there stays as it is and counts as new: see Info.At.
	Keep(ctx context.Context) (Info, error)
	// Drop leaves nothing behind of a file that was not kept. It does nothing to one that was.
	Drop()
}

// Content is a file that is read.
type Content interface {
	io.ReadSeekCloser
	Size() int64
}

// Info is what is known of a file.
type Info struct {
	Sum  Sum
	Size int64
	// At is when the file was last kept. Whoever looks for files that nothing names leaves those
	// alone that were kept a moment ago: what will name them may be on its way.
	At time.Time
}
