// Package stores gives tests databases of both engines whose tables are there, and
// services on them. Databases are copies of a template, which a package may fill. A package whose tests use PostgreSQL ends its server:
//
//	func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) }
package stores

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib"
	_ "modernc.org/sqlite"

	"rastro/internal/access"
	"rastro/internal/account/password"
	"rastro/internal/app"
	"rastro/internal/blob"
	"rastro/internal/blob/folder"
	"rastro/internal/blob/pgblob"
	"rastro/internal/store/postgres"
	"rastro/internal/store/postgres/pgtest"
	"rastro/internal/store/sqlite"
	"rastro/internal/testkit"
	"rastro/internal/trace"
)

// Database is a test's database. Several stores may be open on it at once, like several servers.
type Database struct {
	Name string // SQLite or PostgreSQL
	Path string // the file of SQLite; "" on PostgreSQL

	open        func(ctx context.Context) (trace.Store, error)
	driver, dsn string
	id          func(trace.ID) any
}

// Template is the initial content of databases. Creating and filling tables takes longer than
// most tests do, so it is done once for each engine and copied.
type Template struct {
	fill func(context.Context, trace.Store) error

	file   func() ([]byte, error) // of SQLite
	tables pgtest.Template        // of PostgreSQL
}

// NewTemplate returns a template with a function's writes to a store, which has its tables and
// is closed afterwards; nil: the tables alone.
func NewTemplate(fill func(context.Context, trace.Store) error) *Template {
	t := &Template{fill: fill}
	t.file = sync.OnceValues(t.sqliteFile)
	t.tables.Prepare = func(ctx context.Context, dsn string) error {
		store, err := postgres.Open(ctx, dsn)
		if err != nil {
			return err
		}
		return t.filled(ctx, store)
	}
	return t
}

// filled fills a store and closes it.
func (t *Template) filled(ctx context.Context, store trace.Store) (err error) {
	if t.fill != nil {
		err = t.fill(ctx, store)
	}
	return errors.Join(err, store.Close())
}

func (t *Template) sqliteFile() ([]byte, error) {
	folder, err := os.MkdirTemp("", "rastro-stores-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	path := filepath.Join(folder, "rastro.db")
	store, err := sqlite.Open(context.Background(), path)
	if err != nil {
		return nil, err
	}
	if err := t.filled(context.Background(), store); err != nil {
		return nil, err
	}
	return os.ReadFile(path)
}

// SQLite returns a new database in a file.
func (t *Template) SQLite(tb testing.TB) *Database {
	tb.Helper()
	file, err := t.file()
	if err != nil {
		tb.Fatal(err)
	}
	path := filepath.Join(tb.TempDir(), "rastro.db")
	if err := os.WriteFile(path, file, 0o600); err != nil {
		tb.Fatal(err)
	}
	return &Database{
		Name: "SQLite", Path: path, driver: "sqlite", dsn: "file:" + path + "?_pragma=busy_timeout(60000)",
		open: func(ctx context.Context) (trace.Store, error) { return sqlite.Open(ctx, path) },
		id:   func(id trace.ID) any { return id[:] },
	}
}

// PostgreSQL returns a new database on the server that the tests of a package share.
func (t *Template) PostgreSQL(tb testing.TB) *Database {
	tb.Helper()
	dsn := t.tables.DSN(tb)
	return &Database{
		Name: "PostgreSQL", driver: "pgx", dsn: dsn,
		open: func(ctx context.Context) (trace.Store, error) { return postgres.Open(ctx, dsn) },
		id:   func(id trace.ID) any { return id.String() },
	}
}

var empty = NewTemplate(nil)

// SQLite returns a new database in a file, with its tables alone.
func SQLite(tb testing.TB) *Database {
	tb.Helper()
	return empty.SQLite(tb)
}

// PostgreSQL returns a new database on the server that the tests of a package share,
// with its tables alone.
func PostgreSQL(tb testing.TB) *Database {
	tb.Helper()
	return empty.PostgreSQL(tb)
}

// Engines are both engines.
var Engines = []struct {
	Name string
	New  func(testing.TB) *Database
}{{"SQLite", SQLite}, {"PostgreSQL", PostgreSQL}}

// Each runs a test on a new database of each engine.
func Each(t *testing.T, run func(t *testing.T, d *Database)) {
	t.Helper()
	for _, e := range Engines {
		t.Run(e.Name, func(t *testing.T) { run(t, e.New(t)) })
	}
}

// Open opens a store on the database, which the caller closes.
func (d *Database) Open(tb testing.TB) trace.Store {
	tb.Helper()
	store, err := d.open(context.Background())
	if err != nil {
		tb.Fatal(err)
	}
	return store
}

// Store opens a store on the database, which is closed when the test ends.
func (d *Database) Store(tb testing.TB) trace.Store {
	tb.Helper()
	store := d.Open(tb)
	tb.Cleanup(func() {
		if err := store.Close(); err != nil {
			tb.Error(err)
		}
	})
	return store
}

// Blobs opens the place of attached files that belongs to the database, as a server does.
func (d *Database) Blobs(tb testing.TB) blob.Store {
	tb.Helper()
	if d.Path != "" {
		return folder.Open(d.Path+"-anexos", time.Now)
	}
	files, err := pgblob.Open(context.Background(), d.dsn)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { _ = files.Close() })
	return files
}

// SQL opens the database behind the back of its stores.
func (d *Database) SQL(tb testing.TB) *sql.DB {
	tb.Helper()
	db, err := sql.Open(d.driver, d.dsn)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		if err := db.Close(); err != nil {
			tb.Error(err)
		}
	})
	return db
}

// ID returns an id as the engine keeps it, for statements of SQL.
func (d *Database) ID(id trace.ID) any { return d.id(id) }

// Service makes a service on a store, with the usual options, and starts its log. files is the
// folder for attached files, if any.
func Service(tb testing.TB, store trace.Store, now func() time.Time, origin string, files ...blob.Store) *app.App {
	tb.Helper()
	options := app.Options{Now: now, Random: rand.Reader, Log: testkit.Silent(), PasswordWork: password.Least}
	if len(files) > 0 {
		options.Blobs = files[0]
	}
	service, err := app.New(tb.Context(), store, options)
	if err == nil {
		err = service.StartLog(tb.Context(), origin)
	}
	if err != nil {
		tb.Fatal(err)
	}
	return service
}

// Rooted is Service on a store that gets a first key.
func Rooted(tb testing.TB, store trace.Store, now func() time.Time, files ...blob.Store) (*app.App, *access.NewKey) {
	tb.Helper()
	service := Service(tb, store, now, "", files...)
	root, err := service.Bootstrap(tb.Context(), "", "")
	if err == nil && root == nil {
		err = errors.New("the store has a key already")
	}
	if err != nil {
		tb.Fatal(err)
	}
	return service, root
}

// Integrate adds everything that is committed to the public log. On PostgreSQL the log waits for all
// transactions that began earlier, also those of other tests in the same cluster.
func Integrate(tb testing.TB, service *app.App) {
	tb.Helper()
	testkit.Eventually(tb, "the log has everything", func() bool {
		if err := service.IntegrateAll(tb.Context()); err != nil {
			tb.Fatal(err)
		}
		waiting := 0
		err := service.LogKeeper.Store().View(tb.Context(), func(r trace.Reader) error {
			waiting = 0
			return r.Unplaced(tb.Context(), true, func(*trace.Record) error { waiting++; return nil })
		})
		if err != nil {
			tb.Fatal(err)
		}
		return waiting == 0
	})
}
