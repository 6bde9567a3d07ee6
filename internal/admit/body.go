package admit

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
)

// Free is how much of a body is read without a claim: most requests are smaller and claim nothing.
// What all connections may hold in this way is limited by their number.
const Free = 16 << 10

// inMemory is how much of a body is collected in memory. A longer one, or one for which no memory
// is left, is stored on disk as it arrives and read back in its turn, so that a slow sender
// occupies disk space rather than memory.
const inMemory = 1 << 20

// ReadBody reads a body to its end and claims the memory for handling it: multiple bytes per byte
// of the body. length is the sender's claim, -1 if there is none, and is not trusted. The caller
// must bound the body.
//
// A short body is admitted as it arrives. Any other waits until there is room for all of it at
// once.
func (c *Claim) ReadBody(ctx context.Context, r io.Reader, length, multiple int64) ([]byte, error) {
	buffer := make([]byte, 0, max(0, min(length, Free))+bytes.MinRead)
	for {
		n, err := r.Read(buffer[len(buffer):cap(buffer)])
		buffer = buffer[:len(buffer)+n]
		switch {
		case errors.Is(err, io.EOF):
			return buffer, nil
		case err != nil:
			return nil, err
		case len(buffer) < cap(buffer):
			continue
		}
		room := 2 * cap(buffer)
		if length > int64(len(buffer)) {
			room = min(room, int(length)+bytes.MinRead)
		}
		if c != nil && (room > inMemory || c.Grow((beyondFree(room)-beyondFree(cap(buffer)))*multiple) != nil) {
			return c.spool(ctx, buffer, r, multiple)
		}
		buffer = append(make([]byte, 0, room), buffer...)
	}
}

func beyondFree(size int) int64 { return int64(max(0, size-Free-bytes.MinRead)) }

// spool stores a body on disk, returns its memory, and reads it when there is room for all of it.
func (c *Claim) spool(ctx context.Context, begun []byte, r io.Reader, multiple int64) ([]byte, error) {
	file, err := Scratch()
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrBusy, err)
	}
	s := &spooled{budget: c.budget, holder: c.holder, file: file}
	defer s.close()
	if _, err := s.Write(begun); err != nil {
		return nil, err
	}
	begun = nil
	c.Release()
	if _, err := io.CopyBuffer(struct{ io.Writer }{s}, struct{ io.Reader }{r}, make([]byte, Free)); err != nil {
		return nil, err
	}
	if err := c.WaitUpTo(ctx, s.size*multiple); err != nil {
		return nil, err
	}
	body := make([]byte, s.size)
	if _, err = file.ReadAt(body, 0); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrBusy, err)
	}
	return body, nil
}

// Limits on what waits on disk: in total, and for one holder. A request has 32 MiB at most.
const (
	maxSpooled      = 4 << 30
	maxSpooledOfOne = maxSpooled / 2
)

// spooled is a body on disk. It counts as it arrives.
type spooled struct {
	budget *Budget
	holder string
	file   *os.File
	size   int64
}

// Write implements io.Writer.
func (s *spooled) Write(p []byte) (int, error) {
	if !s.budget.spool(s.holder, int64(len(p))) {
		return 0, ErrBusy
	}
	s.size += int64(len(p))
	n, err := s.file.Write(p)
	if err != nil {
		err = fmt.Errorf("%w: %w", ErrBusy, err) // the disk is full
	}
	return n, err
}

func (s *spooled) close() {
	s.budget.spool(s.holder, -s.size)
	_ = s.file.Close() // it has no name, so nothing is left
	_ = os.Remove(s.file.Name())
}

// spool counts bytes on disk, and reports whether there is room for them.
func (b *Budget) spool(name string, bytes int64) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	h := b.of(name)
	if bytes > 0 && (b.onDisk+bytes > maxSpooled || h.onDisk+bytes > maxSpooledOfOne) {
		b.forget(h)
		return false
	}
	b.onDisk += bytes
	h.onDisk += bytes
	b.forget(h)
	return true
}

// largeTemporary is the folder for large temporary files. The usual folder is in memory on many
// systems, so it would not save any.
const largeTemporary = "/var/tmp"

// Scratch creates a file without a name, so that nothing of it remains, however the process ends.
func Scratch() (*os.File, error) {
	if os.Getenv("TMPDIR") == "" {
		if file, err := os.CreateTemp(largeTemporary, "rastro-"); err == nil {
			_ = os.Remove(file.Name())
			return file, nil
		}
	}
	file, err := os.CreateTemp("", "rastro-")
	if err == nil {
		_ = os.Remove(file.Name()) // on systems that keep the name of an open file, close removes it
	}
	return file, err
}
