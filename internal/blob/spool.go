package blob

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"hash"
	"io"
	"os"
	"syscall"

	"rastro/internal/admit"
)

// Spool is a draft that waits in a file: stores whose files are elsewhere send it from there when
// it is kept.
type Spool struct {
	file *os.File
	hash hash.Hash
	size int64
	keep func(ctx context.Context, sum Sum, size int64, file io.ReaderAt) (Info, error)
}

// NewSpool begins a draft in the folder for the bodies of large requests. The file has no name, so
// nothing of it is left even if the process is killed.
func NewSpool(keep func(ctx context.Context, sum Sum, size int64, file io.ReaderAt) (Info, error)) (*Spool, error) {
	file, err := admit.Scratch()
	if err != nil {
		return nil, Failed(err)
	}
	return &Spool{file: file, hash: sha256.New(), keep: keep}, nil
}

func (s *Spool) Write(p []byte) (int, error) {
	n, err := WriteHashed(s.file, s.hash, p)
	s.size += int64(n)
	return n, Failed(err)
}

// hashedBeside is the smallest part that is worth another goroutine: hashing it takes as long as
// starting ten.
const hashedBeside = 16 << 10

// WriteHashed writes a part of a file, and hashes it meanwhile. After an error the hash is of no use.
func WriteHashed(file io.Writer, into hash.Hash, p []byte) (int, error) {
	if len(p) < hashedBeside {
		n, err := file.Write(p)
		into.Write(p[:n])
		return n, err
	}
	hashed := make(chan struct{})
	go func() {
		into.Write(p)
		close(hashed)
	}()
	n, err := file.Write(p)
	<-hashed
	return n, err
}

// ReadAt implements io.ReaderAt.
func (s *Spool) ReadAt(p []byte, at int64) (int, error) { return s.file.ReadAt(p, at) }

// Sum implements Draft.
func (s *Spool) Sum() Sum { return Sum(s.hash.Sum(nil)) }

// Written implements Draft. The file is a copy that nobody needs after a power failure.
func (s *Spool) Written() {}

// Keep implements Draft.
func (s *Spool) Keep(ctx context.Context) (Info, error) {
	return s.keep(ctx, s.Sum(), s.size, s.file)
}

// Drop implements Draft.
func (s *Spool) Drop() {
	_ = s.file.Close()
	_ = os.Remove(s.file.Name()) // on systems that keep the name of an open file
}

// Failed distinguishes a full disk from other failures.
func Failed(err error) error {
	if errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) {
		return fmt.Errorf("%w: %w", ErrFull, err)
	}
	return err
}
