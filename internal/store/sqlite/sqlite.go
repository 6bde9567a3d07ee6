// Package sqlite is the store on one SQLite file. It is the default and needs no
// installation. One writer commits in groups and answers after the sync to disk; a
// pool of readers sees snapshots in parallel (WAL).
package sqlite

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/pressly/goose/v3"
	_ "modernc.org/sqlite" // the driver, without cgo

	"rastro/internal/store/schema"
	"rastro/internal/store/sqlite/native"
	"rastro/internal/store/sqlstore"
	"rastro/internal/trace"
)

//go:embed migrations/*.sql
var migrations embed.FS

// maxReaders is the maximum number of concurrently reading connections. SQLite readers never wait
// for each other; more than two per core only cost memory.
const maxReaders = 8

// points returns the number of connections that read single records: one per core, since such reads
// never wait.
func points() int { return min(runtime.GOMAXPROCS(0), maxReaders) }

func readers() int { return max(4, min(2*runtime.GOMAXPROCS(0), maxReaders)) }

// How many pages of 4 KiB are remembered: by each connection of the pool, by
// those that read single records together, by the writer, and by a process.
// Enough for the upper levels of the trees of ten million records; thousands of
// harvests each have a page that the writer writes to.
const (
	poolPages     = 1500
	pointPages    = 4000
	writerPages   = 2000
	reservedPages = 4*poolPages + pointPages + writerPages
)

// pragmas apply to every connection. FULL makes a commit wait for the disk. The
// WAL file is cut back to 64 MiB after a burst. Checkpoints are ours: see checkpoint.go.
var pragmas = []string{
	"busy_timeout(5000)", "journal_mode(WAL)", "synchronous(FULL)",
	// The writer takes a harvest's number from the harvest's row itself; looking it up again took
	// an eighth of the time of a create.
	"foreign_keys(OFF)",
	fmt.Sprintf("cache_size(%d)", poolPages), "journal_size_limit(67108864)", "wal_autocheckpoint(0)", "temp_store(MEMORY)", "trusted_schema(OFF)",
	"secure_delete(ON)", // an erased payload leaves no copy in free space
}

// Store implements trace.Store.
type Store struct {
	trace.Reader // over the pool: each read its own snapshot

	uri       string
	setup     []string
	committer *sqlstore.Committer
	writer    *writer
	pool      *pool // for everything but single records
	points    *pool // for single records
	dialect   *sqlstore.Dialect
	places    *rowidHints
	erasures  erasureTurn
	// byID and byPlace read a version: the newest of an id with its place, and
	// the one at a place.
	byID, byPlace string

	path     string
	damage   damage
	harvests harvests
	counting *conn // maps the count of changes
	closing  chan struct{}
	house    sync.WaitGroup
}

// Open opens the database at a path, which may carry "?_pragma=…" settings, and updates its schema.
// It refuses a file that is not a database, or that belongs to another program or a newer Rastro,
// and leaves it unchanged.
func Open(ctx context.Context, path string) (*Store, error) {
	path, extra, _ := strings.Cut(path, "?")
	if path == "" {
		return nil, errors.New("no file named: use sqlite:PATH")
	}
	if err := native.ReservePages(reservedPages); err != nil {
		return nil, err
	}
	if err := inspect(ctx, path); err != nil {
		return nil, err
	}
	if err := create(path); err != nil {
		return nil, fmt.Errorf("cannot write %s: check the rights on the file and its folder", path)
	}
	if err := migrate(ctx, path, extra); err != nil {
		return nil, explain(path, err)
	}
	where := new(rowidHints)
	s := &Store{path: path, places: where, uri: uri(path), setup: setup(extra), pool: newPool(readers()), points: newPool(points()), harvests: harvests{names: map[int64]string{}}, closing: make(chan struct{}), damage: damage{named: make(chan struct{})}}
	s.writer = &writer{open: s.connect, places: where, harvests: map[string]int64{}, pending: map[string]int64{}}
	s.erasures.turn = make(chan struct{}, 1)
	s.dialect = newDialect(s.writer)
	s.dialect.ErasuresHeld = func(context.Context, sqlstore.Tx) (bool, error) { return s.erasures.held.Load(), nil }
	s.byID = s.dialect.SelectRecord() + `, seq FROM journal WHERE id = $1 ORDER BY version DESC LIMIT 1`
	s.byPlace = s.dialect.SelectRecord() + `FROM journal WHERE seq = $1`
	for _, p := range []*pool{s.pool, s.points} {
		for range cap(p.free) {
			c, err := s.connect()
			if err == nil && p == s.points {
				_, err = c.Exec(ctx, fmt.Sprintf("PRAGMA cache_size = %d", pointPages/cap(p.free)))
			}
			if err != nil {
				return nil, explain(path, err)
			}
			p.give(c)
		}
	}
	s.Reader = sqlstore.NewReader(s.pool, s.dialect)
	if err := s.startCache(ctx); err != nil {
		return nil, errors.Join(explain(path, err), s.pool.close(), s.points.close())
	}
	var err error
	if s.writer.inPlace, err = newInPlace(path); err != nil {
		return nil, errors.Join(err, s.pool.close(), s.points.close(), s.counting.close())
	}
	s.committer = sqlstore.NewCommitter(1, s.dialect, s.writer.begin)
	s.house.Go(s.keepHouse)
	s.house.Go(s.learnPlaces)
	return s, nil
}

// startCache puts the cache before the reader. Its count of changes is read
// through its own connection, which stays open as long as the store is.
func (s *Store) startCache(ctx context.Context) error {
	c, err := s.connect()
	if err != nil {
		return err
	}
	s.counting = c
	// A first read maps the memory that the count is in.
	if _, err := sqlstore.NewReader(c, s.dialect).KeyRevision(ctx); err != nil {
		return err
	}
	changes, err := c.native.ChangeCounter()
	if err != nil {
		return err
	}
	s.writer.cache, err = newCache(changes)
	return err
}

func uri(path string) string { return "file:" + (&url.URL{Path: path}).EscapedPath() }

// setup returns the statements that every connection begins with; extra are those
// that came with the path.
func setup(extra string) []string {
	given, _ := url.ParseQuery(extra) // what cannot be read was refused by the migration
	var statements []string
	for _, p := range append(slices.Clone(pragmas), given["_pragma"]...) {
		statements = append(statements, "PRAGMA "+p)
	}
	return statements
}

func address(path, extra string) string {
	query := url.Values{}
	for _, p := range pragmas {
		query.Add("_pragma", p)
	}
	query.Set("_dqs", "0") // "x" is always a name, never a string
	address := uri(path) + "?" + query.Encode()
	if extra != "" {
		address += "&" + extra
	}
	return address
}

func (s *Store) connect() (*conn, error) {
	c, err := native.Open(s.uri, s.setup...)
	if err != nil {
		return nil, classify(err)
	}
	opened := &conn{native: c, statements: map[string]*statement{}, damage: &s.damage}
	c.Name = func(number int64) (string, error) { return s.harvests.name(opened, number) }
	return opened, nil
}

// create makes the file if it does not exist. It contains personal data, so only its owner may read
// it; SQLite gives its companions (-wal, -shm) the same rights.
//
// The complete file is created under another name and then linked. Creating and closing it in place
// could drop the lock that another store in this process has just taken: POSIX locks end when any
// descriptor of the file is closed.
func create(path string) error {
	if _, err := os.Stat(path); err == nil {
		return nil
	}
	file, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".new-*") // mode 0600
	if err != nil {
		return err
	}
	defer os.Remove(file.Name())
	if err := file.Close(); err != nil {
		return err
	}
	err = os.Link(file.Name(), path)
	if errors.Is(err, fs.ErrExist) {
		return nil
	}
	if err != nil { // a file system without hard links has no such lock to lose
		return os.Rename(file.Name(), path)
	}
	return nil
}

// inspect refuses a file that Open cannot take, without changing it.
func inspect(ctx context.Context, path string) error {
	version, err := schemaVersion(ctx, path, readOnly)
	if err != nil {
		return err
	}
	return schema.CheckVersion(migrations, version)
}

// Current refuses a database that Open would change: one that is not there, is
// empty, or has the schema of an earlier version. It changes nothing itself.
func Current(ctx context.Context, path string) error {
	path, _, _ = strings.Cut(path, "?")
	if err := native.ReservePages(reservedPages); err != nil { // Open follows, and could not any more
		return err
	}
	// Opening a file that nobody else has open, even for reading, would leave -wal and -shm behind.
	if _, err := os.Stat(path + "-wal"); errors.Is(err, fs.ErrNotExist) {
		if version, err := schemaVersion(ctx, path, readOnly+"&immutable=1"); err == nil {
			return schema.CheckCurrent(migrations, version)
		} // a server may have begun to write meanwhile
	}
	version, err := schemaVersion(ctx, path, readOnly)
	if err != nil {
		return err
	}
	return schema.CheckCurrent(migrations, version)
}

// readOnly opens a file to look at it.
const readOnly = "?mode=ro&_pragma=busy_timeout(5000)"

// schemaVersion reads the version of a file's schema, 0 if the file is missing or has no tables.
// way says how to open the file.
func schemaVersion(ctx context.Context, path, way string) (version int64, err error) {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if _, err := os.Stat(filepath.Dir(path)); err != nil {
			return 0, fmt.Errorf("folder %s does not exist: create it, or name another file with --db sqlite:PATH", filepath.Dir(path))
		}
		return 0, nil
	case err != nil:
		return 0, fmt.Errorf("cannot read %s: %w", path, err)
	case info.IsDir():
		return 0, fmt.Errorf("%s is a folder: name a file with --db sqlite:PATH", path)
	case info.Size() == 0:
		return 0, nil
	}
	db, err := sql.Open("sqlite", uri(path)+way)
	if err != nil {
		return 0, err
	}
	defer db.Close()
	var tables int
	var ours bool
	err = db.QueryRowContext(ctx, `SELECT count(*), coalesce(max(name = 'schema_version'), 0) FROM sqlite_master WHERE type = 'table'`).Scan(&tables, &ours)
	if err != nil {
		return 0, explain(path, err)
	}
	if tables == 0 {
		return 0, nil
	}
	if !ours {
		return 0, fmt.Errorf("%s belongs to another program: name another file with --db sqlite:PATH", path)
	}
	if err := db.QueryRowContext(ctx, `SELECT coalesce(max(version_id), 0) FROM schema_version`).Scan(&version); err != nil {
		return 0, explain(path, err)
	}
	return version, nil
}

// migrate brings the schema up to date, through database/sql because that is
// what the migrations' library uses.
func migrate(ctx context.Context, path, extra string) error {
	db, err := sql.Open("sqlite", address(path, extra))
	if err != nil {
		return err
	}
	err = schema.Migrate(ctx, goose.DialectSQLite3, db, migrations)
	if err == nil {
		err = sqlstore.MarkReader(ctx, db)
	}
	return errors.Join(err, db.Close())
}

// Close finishes the writers that wait and closes the file.
func (s *Store) Close() error {
	s.committer.Close()
	close(s.closing)
	s.house.Wait()
	s.writer.close()
	defer s.writer.inPlace.close() // last of all
	return errors.Join(s.pool.close(), s.points.close(), s.counting.close())
}

// Update implements trace.Store.
func (s *Store) Update(ctx context.Context, fn func(trace.Writer) error) error {
	return s.committer.Do(ctx, fn)
}

// View implements trace.Store.
func (s *Store) View(ctx context.Context, fn func(trace.Reader) error) error {
	c, err := s.pool.take(ctx)
	if err != nil {
		return err
	}
	defer s.pool.give(c)
	// The caller's context must not end this statement: the driver would report an error although
	// the transaction is open, and the connection would keep its snapshot forever.
	steady := context.WithoutCancel(ctx)
	if _, err := c.Exec(steady, "BEGIN"); err != nil {
		return err
	}
	defer c.Exec(steady, "ROLLBACK") // nothing was written
	return fn(sqlstore.NewReader(c, s.dialect))
}
