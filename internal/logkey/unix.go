//go:build unix

package logkey

import (
	"fmt"
	"os"
	"syscall"
)

// private says that the rights on a file tell who can read it.
const private = true

// lock takes the lock of a file, which it makes, and waits for who holds it.
func lock(path string) (unlock func(), err error) {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, fmt.Errorf("cannot write %s: %w", path, err)
	}
	if err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX); err != nil {
		_ = file.Close()
		return nil, fmt.Errorf("cannot lock %s: %w", path, err)
	}
	return func() { _ = file.Close() }, nil // which ends the lock
}
