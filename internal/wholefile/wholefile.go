// Package wholefile writes files atomically: a file is complete and on disk, or
// absent. Only its owner can read it.
package wholefile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// File is a file being written: it lies next to its place, with mode 0600, until it is moved there.
type File struct {
	*os.File
	path string
}

// Create begins a file for a path.
func Create(path string) (*File, error) {
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*") // mode 0600
	if err != nil {
		return nil, fmt.Errorf("cannot write %s: %w", path, err)
	}
	return &File{f, path}, nil
}

// Replace moves the file to its place, replacing an existing one.
func (f *File) Replace() error { return f.put(os.Rename) }

// Add moves the file to its place. It fails with fs.ErrExist if there is one: if several add one at
// once, one succeeds.
func (f *File) Add() error { return f.put(os.Link) }

// New is like Add, but also works on file systems without hard links, such as those of memory
// sticks. There, if several files are put in one place at the same moment, the last one stays.
func (f *File) New() error {
	return f.put(func(from, to string) error {
		err := os.Link(from, to)
		if err == nil || errors.Is(err, fs.ErrExist) {
			return err
		}
		if _, err := os.Lstat(to); err == nil {
			return &fs.PathError{Op: "rename", Path: to, Err: fs.ErrExist}
		}
		return os.Rename(from, to)
	})
}

func (f *File) put(move func(from, to string) error) error {
	defer f.Abandon()
	err := f.Sync()
	if err == nil {
		err = f.Close()
	}
	if err == nil {
		err = move(f.Name(), f.path)
	}
	if err != nil {
		return fmt.Errorf("cannot write %s: %w", f.path, err)
	}
	return SyncFolder(filepath.Dir(f.path))
}

// Abandon removes a file that was not put in its place. It does nothing to one that was.
func (f *File) Abandon() {
	_ = f.Close()
	_ = os.Remove(f.Name())
}

// Write writes data to a file, replacing an existing one.
func Write(path string, data []byte) error {
	f, err := Create(path)
	if err != nil {
		return err
	}
	if _, err := f.Write(data); err != nil {
		f.Abandon()
		return fmt.Errorf("cannot write %s: %w", path, err)
	}
	return f.Replace()
}
