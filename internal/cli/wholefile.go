package cli

import (
	"bufio"
	"fmt"

	"rastro/internal/wholefile"
)

// wholeFile is a wholefile.File that is written through a buffer.
type wholeFile struct {
	*bufio.Writer
	file *wholefile.File
	path string
}

func createWhole(path string) (*wholeFile, error) {
	f, err := wholefile.Create(path)
	if err != nil {
		return nil, err
	}
	return &wholeFile{bufio.NewWriterSize(f, 256<<10), f, path}, nil
}

// commit moves the file to its place, replacing an existing one if replace is set.
func (w *wholeFile) commit(replace bool) error {
	if err := w.Flush(); err != nil {
		w.abandon()
		return fmt.Errorf("cannot write %s: %w", w.path, err)
	}
	if replace {
		return w.file.Replace()
	}
	return w.file.New()
}

// abandon deletes a file that was not committed.
func (w *wholeFile) abandon() { w.file.Abandon() }
