package sqlite

import (
	"errors"
	"fmt"

	sqlite3 "modernc.org/sqlite/lib"

	"rastro/internal/store/sqlstore"
	"rastro/internal/trace"
)

// sqliteError is an error from SQLite itself, whether it came through database/sql, as those of the
// migrations do, or directly.
type sqliteError interface {
	error
	Code() int
}

// classify converts a driver's error into one that the store port promises.
func classify(err error) error {
	if err == nil {
		return nil
	}
	failed, ok := errors.AsType[sqliteError](err)
	if !ok {
		return err
	}
	switch failed.Code() {
	case sqlite3.SQLITE_CONSTRAINT_UNIQUE, sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY:
		return fmt.Errorf("%w: %w", sqlstore.ErrConflict, err)
	}
	switch failed.Code() & 0xff {
	case sqlite3.SQLITE_FULL:
		return &trace.Error{Code: trace.CodeStoreFull, Cause: err}
	case sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_IOERR,
		sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_NOMEM, sqlite3.SQLITE_PROTOCOL:
		return &trace.Error{Code: trace.CodeUnavailable, Cause: err}
	case sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB:
		return &trace.Error{Code: trace.CodeStoreDamaged, Cause: err}
	}
	return err
}

// isBusy reports whether someone else has the file locked.
func isBusy(err error) bool {
	failed, ok := errors.AsType[sqliteError](err)
	return ok && failed.Code()&0xff == sqlite3.SQLITE_BUSY
}

// explain describes to the operator what is wrong with the file.
func explain(path string, err error) error {
	if failed, ok := errors.AsType[sqliteError](err); ok {
		switch failed.Code() & 0xff {
		case sqlite3.SQLITE_NOTADB:
			return fmt.Errorf("%s is not a SQLite database: name another file with --db sqlite:PATH", path)
		case sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM:
			return fmt.Errorf("cannot write %s: check the rights on the file and its folder", path)
		case sqlite3.SQLITE_CORRUPT:
			return fmt.Errorf("%s is damaged: restore a backup", path)
		}
	}
	return fmt.Errorf("opening %s: %w", path, err)
}
