package backup

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"rastro/internal/wholefile"
)

// Stage copies a file to a place next to its final one. Abandon removes it if it was not moved
// there.
func Stage(from, place string) (*wholefile.File, error) {
	copied, err := os.Open(from)
	if err != nil {
		return nil, fmt.Errorf("cannot read the copy: %w", err)
	}
	defer copied.Close()
	staged, err := wholefile.Create(place)
	if err != nil {
		return nil, err
	}
	if _, err := io.Copy(staged, copied); err != nil {
		staged.Abandon()
		return nil, fmt.Errorf("cannot copy %s: %w", from, err)
	}
	return staged, nil
}

// parts are the files of an SQLite database after the first, in the order in which they are moved
// away. Those with data that is not in the database yet go first: left behind, they would be
// applied to the new database.
var parts = []string{"-wal", "-shm", ""}

// Replace puts a staged file in the place of a database, renames the old files, and returns their
// new name; "" if there were none. Neither may be open.
func Replace(staged *wholefile.File, place string, now time.Time) (aside string, err error) {
	aside = place + ".replaced-" + now.UTC().Format("20060102T150405Z")
	moved := false
	for _, part := range parts {
		if _, err := os.Lstat(aside + part); err == nil {
			return "", fmt.Errorf("%s is there already: try again in a second", aside+part)
		}
		err := os.Rename(place+part, aside+part)
		switch {
		case errors.Is(err, fs.ErrNotExist):
		case err != nil:
			return "", fmt.Errorf("cannot move the present database away: %w", err)
		default:
			moved = true
		}
	}
	if err := wholefile.SyncFolder(filepath.Dir(place)); err != nil {
		return "", err
	}
	if err := staged.Replace(); err != nil {
		return "", err
	}
	if !moved {
		aside = ""
	}
	return aside, nil
}
