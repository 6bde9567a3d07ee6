//go:build unix

package logkey

import (
	"fmt"
	"os"
	"syscall"
)

// private says that the rights on a file tell who can read it.
const private = true

// lock keeps other servers of the machine, which may share the files, from changing
// them until unlock is called. It waits for the one that holds the lock.
func (f *Files) lock() (unlock func(), err error) {
	path := f.base + ".lock"
	file, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, fmt.Errorf("cannot write the lock of the log's files: %w", whose(path, err, os.Geteuid()))
	}
	if err := f.give(file); err != nil {
		_ = file.Close()
		return nil, err
	}
	if err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX); err != nil {
		_ = file.Close()
		return nil, fmt.Errorf("cannot lock %s: %w", path, err)
	}
	return func() { _ = file.Close() }, nil // which ends the lock
}
