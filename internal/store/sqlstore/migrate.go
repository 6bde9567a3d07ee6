package sqlstore

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

// CheckVersion refuses a schema version beyond the last migration.
func CheckVersion(migrations fs.FS, version int64) error {
	entries, err := fs.ReadDir(migrations, "migrations")
	if err != nil {
		return err
	}
	var last int64
	for _, e := range entries {
		number, err := goose.NumericComponent(e.Name())
		if err != nil {
			return fmt.Errorf("migration %s: %w", e.Name(), err)
		}
		last = max(last, number)
	}
	if version > last {
		return ErrNewer
	}
	return nil
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
		locker, err := lock.NewPostgresSessionLocker()
		if err != nil {
			return err
		}
		options = append(options, goose.WithSessionLocker(locker))
	}
	provider, err := goose.NewProvider(dialect, db, files, options...)
	if err != nil {
		return err
	}
	const tries = 5 // SQLite has no lock to wait for: who loses the race looks again
	for try := 1; ; try++ {
		_, err := provider.Up(ctx)
		if err == nil {
			return markReader(ctx, db)
		}
		if try == tries || ctx.Err() != nil {
			return err
		}
		if pending, pendingErr := provider.HasPending(ctx); pendingErr == nil && !pending {
			return markReader(ctx, db)
		}
	}
}
