package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"rastro/internal/wholefile"
)

// ErrKeyInside is a database that an older build wrote: the log's signing key is
// still in it, and would be in every copy.
var ErrKeyInside = errors.New("the log's signing key is still in this database of an earlier version, and would be in the copy: add --with-log-key to copy it all the same, and keep the copy as safe as a key; or start the server once, which moves the key out")

// Backup writes one compacted snapshot of a database to a path, even while a server is running. A
// database of an earlier version is copied without being changed. The copy either is complete or
// does not exist; when Backup returns it is on disk, readable only by its owner. An existing file
// is not overwritten unless replace is set. A database that contains the log's signing key is
// copied only if keyToo is set.
func Backup(ctx context.Context, path, to string, replace, keyToo bool) error {
	if err := inspect(ctx, path); err != nil {
		return err
	}
	from, err := os.Stat(path)
	if err != nil {
		return fmt.Errorf("cannot read %s: %w", path, err)
	}
	if there, err := os.Stat(to); err == nil && os.SameFile(from, there) {
		return fmt.Errorf("%s is the database itself: name another file with --out", to)
	}
	if _, err := os.Lstat(to); err == nil && !replace {
		return fmt.Errorf("cannot write %s: %w", to, fs.ErrExist) // before the work
	}
	// SQLite writes into an empty file that is there, and leaves its mode alone.
	file, err := wholefile.Create(to)
	if err != nil {
		return err
	}
	defer file.Abandon()
	if !keyToo {
		inside, err := KeyInside(ctx, path)
		if err == nil && inside {
			err = ErrKeyInside
		}
		if err != nil {
			return err
		}
	}
	if err := vacuumInto(ctx, path, file.Name()); err != nil {
		return err
	}
	if replace {
		return file.Replace()
	}
	return file.New()
}

// KeyInside reports whether the log's signing key is in the database at a path, as
// an earlier version kept it.
func KeyInside(ctx context.Context, path string) (bool, error) {
	db, err := sql.Open("sqlite", uri(path)+"?mode=rw&_pragma=busy_timeout(5000)")
	if err != nil {
		return false, err
	}
	defer db.Close()
	var there, inside bool // the first schema versions had no log
	err = db.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM sqlite_master WHERE name = 'log_state')`).Scan(&there)
	if err == nil && there {
		err = db.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM log_state WHERE secret <> '')`).Scan(&inside)
	}
	if err != nil {
		return false, explain(path, err)
	}
	return inside, nil
}

func vacuumInto(ctx context.Context, path, to string) error {
	db, err := sql.Open("sqlite", uri(path)+"?mode=rw&_pragma=busy_timeout(5000)")
	if err != nil {
		return err
	}
	defer db.Close()
	if _, err := db.ExecContext(ctx, `VACUUM INTO ?`, to); err != nil {
		return explain(path, err)
	}
	return nil
}
