//go:build unix

package logkey

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"syscall"
)

// private: the permissions of a file say who can read it.
const private = true

// lock prevents other servers on the machine, which may share the files, from changing them until
// unlock is called. It waits for the holder of the lock.
func (f *Files) lock() (unlock func(), err error) {
	path := f.base + ".lock"
	file, err := f.openLock(path)
	if err != nil {
		return nil, fmt.Errorf("cannot write the lock of the log's files: %w", whose(path, err, os.Geteuid()))
	}
	if err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX); err != nil {
		_ = file.Close()
		return nil, fmt.Errorf("cannot lock %s: %w", path, err)
	}
	return func() { _ = file.Close() }, nil // which ends the lock
}

// Serve says that a server uses the files, until release is called or the process ends.
// Several servers of one machine may.
func (f *Files) Serve() (release func(), err error) {
	release, _, err = f.hold(syscall.LOCK_SH)
	return release, err
}

// Alone keeps servers of this machine from starting until release is called. ok is false if one is
// running.
func (f *Files) Alone() (release func(), ok bool, err error) {
	return f.hold(syscall.LOCK_EX)
}

func (f *Files) hold(how int) (release func(), ok bool, err error) {
	path := f.base + ".serving"
	file, err := f.openLock(path)
	if err != nil {
		return nil, false, fmt.Errorf("cannot write the mark of a running server: %w", whose(path, err, os.Geteuid()))
	}
	err = syscall.Flock(int(file.Fd()), how|syscall.LOCK_NB)
	if err == nil {
		return func() { _ = file.Close() }, true, nil // which ends the lock
	}
	_ = file.Close()
	if how == syscall.LOCK_EX && errors.Is(err, syscall.EWOULDBLOCK) {
		return nil, false, nil
	}
	return nil, false, fmt.Errorf("cannot lock %s, is 'rastro log adopt' running: %w", path, err)
}

// openLock opens the lock file, and creates it if necessary. The folder belongs to the server's
// user, who must not gain anything else from root: only a file created here changes its owner, and
// nothing is opened that may be a planted link.
func (f *Files) openLock(path string) (*os.File, error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL|syscall.O_NOFOLLOW, 0o600)
	if err == nil {
		if err = f.give(file); err != nil {
			_ = file.Close()
			return nil, err
		}
		return file, nil
	}
	if !errors.Is(err, fs.ErrExist) {
		return nil, err
	}
	file, err = os.OpenFile(path, os.O_RDWR|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, 0) // a pipe must not block it
	if errors.Is(err, syscall.ELOOP) || errors.Is(err, syscall.EMLINK) {              // EMLINK on FreeBSD
		return nil, notPlain(path)
	}
	if err != nil {
		return nil, err
	}
	if err = plain(file); err != nil {
		_ = file.Close()
		return nil, err
	}
	return file, nil
}

// plain fails if an open file is not a regular file, or has another name.
func plain(file *os.File) error {
	info, err := file.Stat()
	if err != nil {
		return err
	}
	if stat, ok := info.Sys().(*syscall.Stat_t); !ok || !info.Mode().IsRegular() || stat.Nlink > 1 {
		return notPlain(file.Name())
	}
	return nil
}

func notPlain(path string) error {
	return fmt.Errorf("%s is a link or no regular file: find out who put it there, then remove it", path)
}
