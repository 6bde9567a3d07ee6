package logkey

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// Write puts a file in its place, whole or not at all and for its owner alone.
// It is on disk, under its name, when Write returns.
func Write(path string, data []byte) error {
	file, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*") // mode 0600
	if err != nil {
		return fmt.Errorf("cannot write %s: %w", path, err)
	}
	_, err = file.Write(data)
	err = errors.Join(err, file.Sync(), file.Close())
	if err == nil {
		err = os.Rename(file.Name(), path)
	}
	if err != nil {
		_ = os.Remove(file.Name())
		return fmt.Errorf("cannot write %s: %w", path, err)
	}
	return SyncFolder(filepath.Dir(path))
}
