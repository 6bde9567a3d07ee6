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
var ErrKeyInside = errors.New("the log's signing key is still in the database: start the server once with this build, which moves it out, then make the backup")

// Backup copies the database at a path, also beside a running server: one
// snapshot, compacted. The copy is there whole or not at all, on disk when Backup
// returns, and for its owner alone. A file that is there is left alone, unless
// replace is set.
func Backup(ctx context.Context, path, to string, replace bool) error {
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
	if err := vacuumInto(ctx, path, file.Name()); err != nil {
		return err
	}
	if replace {
		return file.Replace()
	}
	return file.New()
}

func vacuumInto(ctx context.Context, path, to string) error {
	db, err := sql.Open("sqlite", uri(path)+"?mode=rw&_pragma=busy_timeout(5000)")
	if err != nil {
		return err
	}
	defer db.Close()
	var secrets int
	if err := db.QueryRowContext(ctx, `SELECT count(*) FROM log_state WHERE secret <> ''`).Scan(&secrets); err != nil {
		return explain(path, err)
	}
	if secrets > 0 {
		return ErrKeyInside
	}
	if _, err := db.ExecContext(ctx, `VACUUM INTO ?`, to); err != nil {
		return explain(path, err)
	}
	return nil
}
