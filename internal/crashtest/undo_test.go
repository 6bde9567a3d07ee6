package crashtest

import (
	"database/sql"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"

	"rastro/internal/store/postgres/pgtest"
	"rastro/internal/testkit"
	"rastro/internal/testkit/drive"
)

// undoRows is the number of rows of the import to undo.
const undoRows = 3000

// TestUndoKilled kills the undo of an import while it deletes: everything is deleted or nothing,
// and asking again finishes.
func TestUndoKilled(t *testing.T) {
	t.Parallel()
	t.Run("sqlite", func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "rastro.db")
		size := func() int64 {
			if info, err := os.Stat(path + "-wal"); err == nil {
				return info.Size()
			}
			return 0
		}
		undoKilled(t, "sqlite:"+path, "sqlite", "file:"+path+"?_pragma=busy_timeout(5000)", func(*sql.DB) (midway func() bool, end func()) {
			had := size()
			const some = 256 << 10 // of what a transaction writes before it commits
			return func() bool { return size() > had+some }, func() {}
		})
	})
	t.Run("postgres", func(t *testing.T) {
		dsn := pgtest.New(t).DSN(t)
		undoKilled(t, dsn, "pgx", dsn, func(at *sql.DB) (midway func() bool, end func()) {
			// The marks of its rows are deleted last: a lock on them keeps the transaction at its
			// end.
			tx, err := at.Begin()
			if err == nil {
				_, err = tx.Exec(`LOCK TABLE imported IN SHARE MODE`)
			}
			if err != nil {
				t.Fatal(err)
			}
			return func() bool {
				var waiting int
				err := tx.QueryRow(`SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`).Scan(&waiting)
				return err == nil && waiting > 0
			}, func() { _ = tx.Rollback() }
		})
	})
}

func undoKilled(t *testing.T, db, driver, source string, watch func(*sql.DB) (midway func() bool, end func())) {
	binary := drive.Program(t)
	out, err := exec.Command(binary, "import", importFile(t, undoRows), "--db", db).CombinedOutput()
	named := regexp.MustCompile(`--undo ([0-9a-f-]+)`).FindSubmatch(out)
	if err != nil || named == nil {
		t.Fatalf("%v: %.500s", err, out)
	}
	at, err := sql.Open(driver, source)
	if err != nil {
		t.Fatal(err)
	}
	defer at.Close()
	at.SetMaxOpenConns(1)
	count := func(query string) (n int) {
		t.Helper()
		if err := at.QueryRow(query).Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	const second, marks = `SELECT count(*) FROM journal WHERE kind < 200 AND version = 2`, `SELECT count(*) FROM imported`
	for range 2 {
		if driver == "sqlite" {
			count(marks) // the file is open, so its log stays
		}
		midway, end := watch(at)
		cmd := exec.Command(binary, "import", "--undo", string(named[1]), "--db", db)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		ended := make(chan struct{})
		go func() { _ = cmd.Wait(); close(ended) }()
		testkit.Eventually(t, "it deletes", func() bool {
			select {
			case <-ended:
				return true
			default:
				return midway()
			}
		})
		_ = cmd.Process.Kill()
		<-ended
		end()
		if driver == "pgx" {
			testkit.Eventually(t, "its connections end", func() bool {
				return count(`SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`) == 0
			})
		}
		gone, marked := count(second), count(marks)
		if gone+marked != undoRows || gone != 0 && gone != undoRows {
			t.Fatalf("killed, %d records are deleted and %d rows marked", gone, marked)
		}
	}
	if out, err := exec.Command(binary, "import", "--undo", string(named[1]), "--db", db).CombinedOutput(); err != nil {
		t.Fatalf("%v: %.500s", err, out)
	}
	if gone, marked := count(second), count(marks); gone != undoRows || marked != 0 {
		t.Errorf("%d records are deleted and %d rows marked", gone, marked)
	}
}
