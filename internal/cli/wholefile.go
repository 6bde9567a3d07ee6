package cli

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"rastro/internal/logkey"
)

// wholeFile is a file that is there whole or not at all: it is written beside its
// place and moved there once it is on disk. Only its owner can read it.
type wholeFile struct {
	*bufio.Writer
	file *os.File
	path string
}

func createWhole(path string) (*wholeFile, error) {
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		return nil, fmt.Errorf("cannot write %s: %w", path, err)
	}
	return &wholeFile{bufio.NewWriterSize(f, 256<<10), f, path}, nil
}

// commit puts the file in its place.
func (w *wholeFile) commit() error {
	err := errors.Join(w.Flush(), w.file.Sync(), w.file.Close())
	if err == nil {
		err = os.Rename(w.file.Name(), w.path)
	}
	if err != nil {
		_ = os.Remove(w.file.Name())
		return fmt.Errorf("cannot write %s: %w", w.path, err)
	}
	w.file = nil
	return logkey.SyncFolder(filepath.Dir(w.path))
}

// abandon leaves nothing behind of a file that was not committed.
func (w *wholeFile) abandon() {
	if w.file != nil {
		_ = w.file.Close()
		_ = os.Remove(w.file.Name())
	}
}
