// Package schema brings the tables of a database up to date, and refuses one that a newer Rastro
// wrote.
package schema

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"

	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"
)

// VersionTable is where the schema's version is kept.
const VersionTable = "schema_version"

// ErrNewer is a database whose schema a later Rastro wrote.
var ErrNewer = errors.New("the database was written by a newer Rastro: install that version, or name another database with --db")

// ErrOlder is a database with the schema of an earlier Rastro, which may not be changed now.
var ErrOlder = errors.New("the database is of an earlier version of Rastro and was left as it is: back it up, start 'rastro serve', which upgrades it, then run this command again")

// ErrEmpty is a database without tables, which may not be created now.
var ErrEmpty = errors.New("the database is empty: restore a backup, or name another with --db; 'rastro key create' and 'rastro serve' make a new one")

// CheckVersion refuses a schema version beyond the last migration.
func CheckVersion(migrations fs.FS, version int64) error {
	last, err := lastVersion(migrations)
	if err == nil && version > last {
		err = ErrNewer
	}
	return err
}

// CheckCurrent refuses every schema version except the last. Version 0 is a database
// without tables.
func CheckCurrent(migrations fs.FS, version int64) error {
	last, err := lastVersion(migrations)
	switch {
	case err != nil:
		return err
	case version > last:
		return ErrNewer
	case version == 0:
		return ErrEmpty
	case version < last:
		return ErrOlder
	}
	return nil
}

// lastVersion returns the schema version that the migrations lead to.
func lastVersion(migrations fs.FS) (last int64, err error) {
	entries, err := fs.ReadDir(migrations, "migrations")
	if err != nil {
		return 0, err
	}
	for _, e := range entries {
		number, err := goose.NumericComponent(e.Name())
		if err != nil {
			return 0, fmt.Errorf("migration %s: %w", e.Name(), err)
		}
		last = max(last, number)
	}
	return last, nil
}

// Migrate applies the migrations that are missing. Of several servers starting
// at once, one does; the others find it done.
func Migrate(ctx context.Context, dialect goose.Dialect, db *sql.DB, migrations fs.FS) error {
	files, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return err
	}
	options := []goose.ProviderOption{goose.WithTableName(VersionTable)}
	if dialect == goose.DialectPostgres {
		// Look every second for five minutes: servers that start together need not wait the usual five seconds.
		locker, err := lock.NewPostgresSessionLocker(lock.WithLockTimeout(1, 300))
		if err != nil {
			return err
		}
		options = append(options, goose.WithSessionLocker(locker))
	}
	provider, err := goose.NewProvider(dialect, db, files, options...)
	if err != nil {
		return err
	}
	const tries = 5 // SQLite has no lock to wait for: whoever loses the race tries again
	for try := 1; ; try++ {
		_, err := provider.Up(ctx)
		if err == nil {
			return nil
		}
		if try == tries || ctx.Err() != nil {
			return err
		}
		if pending, pendingErr := provider.HasPending(ctx); pendingErr == nil && !pending {
			return nil
		}
	}
}
