package cli

import (
	"bufio"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"rastro/internal/config"
	"rastro/internal/wholefile"
)

// forceHelp is the help of --force, of every command that writes a file.
const forceHelp = "write over a file that is there; never over the files of the store itself"

// outFile is a file that a command writes.
type outFile struct {
	flag  string // that names it
	path  string
	force bool
}

// check refuses to overwrite what the operator would miss: the files of the store in cfg, always,
// and any other file unless force is set.
func (o outFile) check(e *env, cfg config.Config) error {
	place, err := realPlace(o.path)
	if err != nil {
		return fmt.Errorf("cannot write %s: %w", o.path, err)
	}
	if e.ownFile(cfg, place) {
		return fmt.Errorf("%s belongs to the store itself: name another file with %s", o.path, o.flag)
	}
	info, err := os.Stat(place)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return fmt.Errorf("cannot write %s: %w", o.path, err)
	case !info.Mode().IsRegular():
		return fmt.Errorf("%s is not a file: name a new one with %s", o.path, o.flag)
	case !o.force:
		return fmt.Errorf("%s is there already: name another file with %s, or write over it with --force", o.path, o.flag)
	}
	return nil
}

// realPlace resolves the links in a path, even if nothing exists there yet.
func realPlace(path string) (string, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real, nil
	}
	folder, err := filepath.EvalSymlinks(filepath.Dir(path))
	return filepath.Join(folder, filepath.Base(path)), err
}

// The files of a store by what follows its name, also those that are not there at
// the moment: the database with SQLite's files next to it, and every file whose name begins like
// a file of the log's key.
var (
	databaseFiles = []string{"", "-wal", "-shm", "-journal"}
	vaultFiles    = []string{".logkey", ".checkpoint", ".lock"}
)

// ownFile reports whether a path is one of the store's own files. SQLite keeps its files next to a
// link's target; those of the log are next to the link itself.
func (e *env) ownFile(cfg config.Config, place string) bool {
	if path, ok := fileOf(cfg.DB); ok {
		if real, err := realPlace(path); err == nil && slices.Contains(databaseFiles, strings.TrimPrefix(place, real)) {
			return true
		}
	}
	folder, name := e.vaultPlace(cfg)
	folder, err := realPlace(folder)
	return err == nil && filepath.Dir(place) == folder &&
		slices.ContainsFunc(vaultFiles, func(suffix string) bool { return strings.HasPrefix(filepath.Base(place), name+suffix) })
}

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
