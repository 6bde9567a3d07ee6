package native

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"time"

	sqlite3 "modernc.org/sqlite/lib"
)

func open(t *testing.T, path string) *Conn {
	t.Helper()
	c, err := Open("file:"+path, "PRAGMA journal_mode(WAL)")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	})
	return c
}

func prepare(t *testing.T, c *Conn, sql string) *Stmt {
	t.Helper()
	s, err := c.Prepare(sql)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Finalize)
	return s
}

// run returns the values of one row.
func run(t *testing.T, s *Stmt, args, dest []any) error {
	t.Helper()
	defer s.Reset()
	if err := s.Bind(args); err != nil {
		return err
	}
	if more, err := s.Step(); err != nil || !more {
		return errors.Join(err, errors.New("no row"))
	}
	return s.Scan(dest)
}

func TestValuesComeBack(t *testing.T) {
	c := open(t, filepath.Join(t.TempDir(), "x.db"))
	s := prepare(t, c, `SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9`)
	id := [16]byte{1, 2, 3}
	seven := int64(7)
	for _, large := range []string{"", "ção 🌱", strings.Repeat("x", 3*maxKept)} {
		var (
			n       int64
			small   int16
			plain   int
			text    string
			blob    []byte
			empty   []byte
			null    []byte
			gotID   [16]byte
			pointer *int64
		)
		err := run(t, s, []any{int64(-1 << 60), int16(-3), 9, large, []byte(large + "b"), []byte{}, []byte(nil), id[:], &seven},
			[]any{&n, &small, &plain, &text, &blob, &empty, &null, &gotID, &pointer})
		if err != nil {
			t.Fatal(err)
		}
		if n != -1<<60 || small != -3 || plain != 9 || text != large || string(blob) != large+"b" || empty == nil || len(empty) != 0 || null != nil ||
			gotID != id || pointer == nil || *pointer != 7 {
			t.Errorf("%d bytes: got %d %d %d %d %d %v %v %v %v", len(large), n, small, plain, len(text), len(blob), empty, null, gotID, pointer)
		}
	}
}

// SQLite numbers $n by first occurrence in a statement; values are assigned by n.
func TestParametersGoByTheirNumber(t *testing.T) {
	c := open(t, filepath.Join(t.TempDir(), "x.db"))
	var a, b, again string
	if err := run(t, prepare(t, c, `SELECT $2, $1, $2`), []any{"one", "two"}, []any{&a, &b, &again}); err != nil || a+b+again != "twoonetwo" {
		t.Errorf("%q %q %q, %v", a, b, again, err)
	}
	if err := run(t, prepare(t, c, `SELECT $2`), []any{"one"}, []any{&a}); err == nil {
		t.Error("a value that is missing is not missed")
	}
	if _, err := c.Prepare(`SELECT ?`); err == nil {
		t.Error("a parameter without a number is taken")
	}
}

func TestWhatCannotBeScanned(t *testing.T) {
	c := open(t, filepath.Join(t.TempDir(), "x.db"))
	var (
		n       int64
		pointer *int64
		text    string
		id      [16]byte
	)
	for _, tc := range []struct {
		sql  string
		dest any
		ok   bool
	}{
		{`SELECT NULL`, &n, false}, {`SELECT 'x'`, &n, false}, {`SELECT NULL`, &pointer, true}, {`SELECT NULL`, &text, true},
		{`SELECT x'00'`, &id, false}, {`SELECT zeroblob(17)`, &id, false}, {`SELECT zeroblob(16)`, &id, true}, {`SELECT 1`, new(float64), false},
	} {
		if err := run(t, prepare(t, c, tc.sql), nil, []any{tc.dest}); (err == nil) != tc.ok {
			t.Errorf("%s into %T: %v, want ok %t", tc.sql, tc.dest, err, tc.ok)
		}
	}
	if err := run(t, prepare(t, c, `SELECT $1`), []any{1.5}, []any{&n}); err == nil {
		t.Error("a float is taken for a value that can be stored")
	}
	c.Name = func(number int64) (string, error) { return strings.Repeat("n", int(number)), nil }
	if err := run(t, prepare(t, c, `SELECT 3`), nil, []any{&text}); err != nil || text != "nnn" {
		t.Errorf("a number by its name: %q, %v", text, err)
	}
}

func TestErrorsHaveTheirCode(t *testing.T) {
	c := open(t, filepath.Join(t.TempDir(), "x.db"))
	if err := c.Exec(`CREATE TABLE t (a INTEGER PRIMARY KEY, b TEXT UNIQUE) STRICT`); err != nil {
		t.Fatal(err)
	}
	if err := c.Exec(`INSERT INTO t VALUES (1, 'x')`); err != nil || c.Changes() != 1 {
		t.Fatalf("%v, %d rows", err, c.Changes())
	}
	for sql, code := range map[string]int{
		`INSERT INTO t VALUES (2, 'x')`: sqlite3.SQLITE_CONSTRAINT_UNIQUE,
		`INSERT INTO t VALUES (1, 'y')`: sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY,
		`SELECT nothing FROM t`:         sqlite3.SQLITE_ERROR,
	} {
		err := c.Exec(sql)
		if failed, ok := errors.AsType[*Error](err); !ok || failed.Code() != code || failed.Error() == "" {
			t.Errorf("%s: %v, want code %d", sql, err, code)
		}
	}
	if _, err := Open("file:" + filepath.Join(t.TempDir(), "no", "folder.db")); err == nil {
		t.Error("a database in a folder that is not there was opened")
	}
}

func TestInterrupt(t *testing.T) {
	c := open(t, filepath.Join(t.TempDir(), "x.db"))
	s := prepare(t, c, `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n`)
	stop := time.AfterFunc(20*time.Millisecond, c.Interrupt)
	defer stop.Stop()
	_, err := s.Step()
	if failed, ok := errors.AsType[*Error](err); !ok || failed.Code() != sqlite3.SQLITE_INTERRUPT {
		t.Errorf("an endless statement ended with %v", err)
	}
	s.Reset()
}

// The counter increases by one with every commit, by any process, and never otherwise.
func TestChangeCounter(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.db")
	a, b := open(t, path), open(t, path)
	if err := a.Exec(`CREATE TABLE t (a INTEGER)`); err != nil {
		t.Fatal(err)
	}
	changes, err := a.ChangeCounter()
	if err != nil {
		t.Fatal(err)
	}
	for i, step := range []struct {
		conn  *Conn
		sql   string
		moves uint32
	}{
		{a, `INSERT INTO t VALUES (1)`, 1}, {b, `INSERT INTO t VALUES (2)`, 1}, {b, `SELECT count(*) FROM t`, 0},
		{b, `BEGIN IMMEDIATE`, 0}, {b, `INSERT INTO t VALUES (3)`, 0}, {b, `INSERT INTO t VALUES (4)`, 0}, {b, `COMMIT`, 1},
		{a, `BEGIN IMMEDIATE`, 0}, {a, `DELETE FROM t`, 0}, {a, `ROLLBACK`, 0}, {a, `BEGIN IMMEDIATE`, 0}, {a, `COMMIT`, 0},
		{b, `PRAGMA wal_checkpoint(TRUNCATE)`, 0}, {a, `DELETE FROM t`, 1}, {b, `INSERT INTO t VALUES (5)`, 1},
	} {
		before := changes.Load()
		if err := step.conn.Exec(step.sql); err != nil {
			t.Fatalf("%s: %v", step.sql, err)
		}
		if moved := changes.Load() - before; moved != step.moves {
			t.Errorf("step %d, %s: the count moved by %d, want %d", i, step.sql, moved, step.moves)
		}
	}
	plain, err := Open("file:" + filepath.Join(t.TempDir(), "y.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer plain.Close()
	if _, err := plain.ChangeCounter(); err == nil {
		t.Error("a database without a WAL has a counter")
	}
}
