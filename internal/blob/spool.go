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
	n, err := s.file.Write(p)
	s.hash.Write(p[:n])
	s.size += int64(n)
	return n, Failed(err)
}

// ReadAt implements io.ReaderAt.
func (s *Spool) ReadAt(p []byte, at int64) (int, error) { return s.file.ReadAt(p, at) }

// Sum implements Draft.
func (s *Spool) Sum() Sum { return Sum(s.hash.Sum(nil)) }

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
