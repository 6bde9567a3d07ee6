package drive

import (
	"database/sql"
	"os/exec"
	"strings"
	"testing"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib"
	_ "modernc.org/sqlite"

	"rastro/internal/testkit"
)

// Store is a database, with access to it behind the server's back.
type Store struct {
	DB   string // as passed to the server
	open func() (*sql.DB, error)
	// id is a record's id as 32 hexadecimal digits, from the journal as a table expression.
	id, from string
	server   bool // it is a database server
}

// SQLite returns the store in a file.
func SQLite(path string) *Store {
	return &Store{
		DB:   "sqlite:" + path,
		open: func() (*sql.DB, error) { return sql.Open("sqlite", "file:"+path+"?_pragma=busy_timeout(5000)") },
		id:   "hex(id)", from: "journal JOIN harvest ON harvest.num = journal.harvest",
	}
}

// Postgres returns the store in a database of PostgreSQL. Servers get few connections, so that
// writers share commits.
func Postgres(dsn string) *Store {
	return &Store{
		DB:   dsn + "&pool_max_conns=6",
		open: func() (*sql.DB, error) { return sql.Open("pgx", dsn) },
		id:   "replace(id::text, '-', '')", from: "journal", server: true,
	}
}

// Connections of a killed server, or that a server gave up, may still commit what they received.
// Settled is called after that: it waits until the current connections are gone, or those of a live
// server are idle.
func (s *Store) Settled(tb testing.TB, killed bool) {
	tb.Helper()
	if !s.server {
		return // a file: nobody else writes to it
	}
	db, err := s.open()
	if err != nil {
		tb.Fatal(err)
	}
	defer db.Close()
	db.SetMaxOpenConns(1)
	var until time.Time
	if err := db.QueryRow(`SELECT clock_timestamp()`).Scan(&until); err != nil {
		tb.Fatal(err)
	}
	testkit.Eventually(tb, "earlier connections end", func() bool {
		var busy int
		err := db.QueryRow(`SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
			AND backend_type = 'client backend' AND application_name NOT LIKE 'citus_internal%' AND backend_start < $1 AND ($2 OR xact_start < $1)`, until, killed).Scan(&busy)
		if err != nil {
			tb.Fatal(err)
		}
		return busy == 0
	})
}

// Run runs a command of the program on the store, and returns its output.
func (s *Store) Run(tb testing.TB, args ...string) (string, error) {
	tb.Helper()
	cmd := exec.Command(Program(tb), append(args, "--db", s.DB)...)
	cmd.Env = environ()
	said, err := cmd.CombinedOutput()
	return string(said), err
}

// LogKey returns the key that the store's log is signed with, for those who verify it.
func (s *Store) LogKey(tb testing.TB) string {
	tb.Helper()
	said, err := s.Run(tb, "log", "key")
	if err != nil {
		tb.Fatalf("log key: %v: %s", err, said)
	}
	lines := strings.Split(strings.TrimSpace(said), "\n")
	return lines[len(lines)-1]
}

// Verify checks all promises of the store, with the program's own command, when everything written
// is in the log.
func (s *Store) Verify(tb testing.TB) {
	tb.Helper()
	testkit.Eventually(tb, "the log has everything", func() bool {
		said, err := s.Run(tb, "verify")
		if err != nil {
			tb.Fatalf("rastro verify: %v: %s", err, said)
		}
		return strings.Contains(said, " 0 waiting for it")
	})
}
