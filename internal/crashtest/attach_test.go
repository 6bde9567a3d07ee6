package crashtest

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"rastro/internal/attach"
	"rastro/internal/store/postgres/pgtest"
	"rastro/internal/testkit"
	"rastro/internal/testkit/drive"
)

// engine is a store, with the test's operations behind the server's back.
type engine struct {
	store *drive.Store
	// hold prevents attachments from being written, until release.
	hold func(t *testing.T) (release func())
	// stored reports whether the bytes of a file are there.
	stored func(t *testing.T, sum string) bool
	// age makes the bytes of a file older than the grace.
	age func(t *testing.T, sum string)
}

// TestAttachKilled kills a server that has stored a file and not yet written the record that lists
// it: the store is sound, the file can be sent again, and if nobody does, a later start removes it.
func TestAttachKilled(t *testing.T) {
	t.Parallel()
	t.Run("sqlite", func(t *testing.T) { attachKilled(t, besideSQLite(filepath.Join(t.TempDir(), "rastro.db"))) })
	t.Run("postgres", func(t *testing.T) { attachKilled(t, inPostgres(t, pgtest.New(t).DSN(t))) })
}

// besideSQLite has its files in a folder.
func besideSQLite(path string) engine {
	file := func(sum string) string { return filepath.Join(path+"-anexos", sum[:2], sum[2:4], sum) }
	return engine{
		store: drive.SQLite(path),
		hold: func(t *testing.T) func() {
			db, err := sql.Open("sqlite", "file:"+path+"?_pragma=busy_timeout(5000)")
			if err != nil {
				t.Fatal(err)
			}
			conn, err := db.Conn(context.Background())
			if err == nil {
				_, err = conn.ExecContext(context.Background(), `BEGIN IMMEDIATE`) // there is one writer
			}
			if err != nil {
				t.Fatal(err)
			}
			return func() { _ = conn.Close(); _ = db.Close() }
		},
		stored: func(t *testing.T, sum string) bool {
			_, err := os.Stat(file(sum))
			if err != nil && !errors.Is(err, fs.ErrNotExist) {
				t.Fatal(err)
			}
			return err == nil
		},
		age: func(t *testing.T, sum string) {
			old := time.Now().Add(-attach.Grace - time.Minute)
			if err := os.Chtimes(file(sum), old, old); err != nil {
				t.Fatal(err)
			}
		},
	}
}

// inPostgres has its files in the database.
func inPostgres(t *testing.T, dsn string) engine {
	db, err := sql.Open("pgx", dsn)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	db.SetMaxIdleConns(0) // none that drive waits for
	return engine{
		store: drive.Postgres(dsn),
		hold: func(t *testing.T) func() {
			tx, err := db.Begin()
			if err == nil {
				_, err = tx.Exec(`LOCK TABLE attachment IN EXCLUSIVE MODE`) // which leaves readers alone
			}
			if err != nil {
				t.Fatal(err)
			}
			// What the killed server had sent must not be written after the hold ends.
			return func() {
				_, err := tx.Exec(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`)
				if err := errors.Join(err, tx.Rollback()); err != nil {
					t.Fatal(err)
				}
			}
		},
		stored: func(t *testing.T, sum string) (there bool) {
			if err := db.QueryRow(`SELECT EXISTS (SELECT FROM blob WHERE sha256 = decode($1, 'hex'))`, sum).Scan(&there); err != nil {
				t.Fatal(err)
			}
			return there
		},
		age: func(t *testing.T, sum string) {
			if _, err := db.Exec(`UPDATE blob SET kept_at = kept_at - $2 * interval '1 second' WHERE sha256 = decode($1, 'hex')`, sum, (attach.Grace + time.Minute).Seconds()); err != nil {
				t.Fatal(err)
			}
		},
	}
}

// files is where the files of a test's record are.
type files struct {
	*testing.T
	server *drive.Server
	path   string
}

// send attaches a file, and returns the status of the answer.
func (f *files) send(body string) (int, error) {
	a, err := f.server.Do("POST", f.path, body, "Content-Type", "application/xml", "Content-Disposition", `attachment; filename="nota.xml"`)
	return a.Status, err
}

// listed returns the sums of the files in the record's list.
func (f *files) listed() string {
	f.Helper()
	a, err := f.server.Do("GET", f.path, "")
	if err != nil || a.Status != 200 {
		f.Fatalf("%d, %v: %s", a.Status, err, a.Body)
	}
	return string(a.Body)
}

func attachKilled(t *testing.T, e engine) {
	start := func() *drive.Server { return drive.Start(t, e.store, drive.How{}) }
	f := &files{T: t, server: start()}
	made, err := f.server.Do("POST", "/armazenamento/recebimento", `{"safraId":"S-1","dados":{"volume":"1 t"}}`, "Content-Type", "application/json")
	var record struct{ Data struct{ ID string } }
	if err != nil || json.Unmarshal(made.Body, &record) != nil || record.Data.ID == "" {
		t.Fatalf("%v: %s", err, made.Body)
	}
	f.path = "/armazenamento/recebimento/" + record.Data.ID + "/anexos"

	again, left := "<nota><numero>1</numero></nota>", "<nota><numero>2</numero></nota>"
	for _, body := range []string{again, left} {
		sum := sumOf(body)
		release := e.hold(t)
		answered := make(chan struct{})
		go func() {
			defer close(answered)
			if status, err := f.send(body); err == nil && status < 300 {
				t.Errorf("acknowledged with %d", status)
			}
		}()
		testkit.Eventually(t, "the bytes are stored", func() bool { return e.stored(t, sum) })
		f.server.Kill()
		<-answered
		release()
		e.store.Settled(t, true)
		if !e.stored(t, sum) {
			t.Error("the bytes are gone") // then nothing was tested
		}
		f.server = start()
		if got := f.listed(); strings.Contains(got, sum) {
			t.Errorf("the record lists a file that was never acknowledged: %s", got)
		}
		e.store.Verify(t)
	}

	if status, err := f.send(again); status != 201 || err != nil {
		t.Errorf("sent again: %d, %v", status, err)
	}
	e.age(t, sumOf(again))
	e.age(t, sumOf(left))
	f.server.Kill()
	e.store.Settled(t, true)
	f.server = start() // a start sweeps
	testkit.Eventually(t, "what nothing lists is removed", func() bool { return !e.stored(t, sumOf(left)) })
	f.server.Await(t, "it says so", func(said string) bool { return strings.Contains(said, "files that no record lists were removed") })
	if got := f.listed(); !e.stored(t, sumOf(again)) || !strings.Contains(got, sumOf(again)) {
		t.Errorf("the file that was sent again: %s", got)
	}
	if status, err := f.send(left); status != 201 || err != nil || !strings.Contains(f.listed(), sumOf(left)) {
		t.Errorf("sent after the sweep: %d, %v: %s", status, err, f.listed())
	}
	e.store.Verify(t)
}

func sumOf(body string) string {
	sum := sha256.Sum256([]byte(body))
	return hex.EncodeToString(sum[:])
}
