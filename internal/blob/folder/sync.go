package folder

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"sync"

	"rastro/internal/wholefile"
)

// synced remembers the folders whose names are known to be on disk. There are at most 65 792. A
// folder made by another process may not be on disk yet, so it is not included.
type synced struct {
	mu      sync.Mutex
	folders map[string]bool
}

func (s *synced) has(folder string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.folders[folder]
}

func (s *synced) note(folder string, is bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.folders == nil {
		s.folders = map[string]bool{}
	}
	if is {
		s.folders[folder] = true
	} else {
		delete(s.folders, folder)
	}
}

// place moves a file to its place, and makes the folders there if they are missing or have been
// removed.
func (s *Store) place(from, to string) error {
	err := os.Rename(from, to)
	if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	dir := filepath.Dir(to)
	s.synced.note(dir, false)
	s.synced.note(filepath.Dir(dir), false)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	return os.Rename(from, to)
}

// sync makes the names in a folder durable, then its own name and that of the folder above, unless
// this process did that before: each sync waits for the disk.
func (s *Store) sync(folder string) error {
	if err := wholefile.SyncFolder(folder); err != nil || folder == s.root || s.synced.has(folder) {
		return err
	}
	if err := s.sync(filepath.Dir(folder)); err != nil {
		return err
	}
	s.synced.note(folder, true)
	return nil
}
