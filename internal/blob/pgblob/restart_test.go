package pgblob_test

import (
	"bytes"
	"io"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"

	"rastro/internal/blob"
	"rastro/internal/blob/pgblob"
	"rastro/internal/store/postgres"
	"rastro/internal/store/postgres/pgtest"
)

// After the database ended its connections, as a restart does, the first read of a file succeeds:
// no dead connection is in the way.
func TestFilesAfterARestart(t *testing.T) {
	dsn := pgtest.DSN(t)
	records, err := postgres.Open(t.Context(), dsn) // makes the tables
	if err != nil {
		t.Fatal(err)
	}
	defer records.Close()
	files, err := pgblob.Open(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer files.Close()
	draft, err := files.Draft(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	want := []byte("nota;peso\n1;1000\n")
	if _, err := draft.Write(want); err != nil {
		t.Fatal(err)
	}
	kept, err := draft.Keep(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var at sync.WaitGroup
	for range 8 { // so that several connections are open
		at.Go(func() { read(t, files, kept.Sum) })
	}
	at.Wait()
	operator, err := pgx.Connect(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer operator.Close(t.Context())
	if _, err := operator.Exec(t.Context(), `SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`); err != nil {
		t.Fatal(err)
	}
	if got := read(t, files, kept.Sum); !bytes.Equal(got, want) {
		t.Errorf("%q from a database that ended its connections, want %q", got, want)
	}
}

func read(t *testing.T, files *pgblob.Store, sum blob.Sum) []byte {
	t.Helper()
	content, err := files.Open(t.Context(), sum)
	if err != nil {
		t.Errorf("opening: %v", err)
		return nil
	}
	defer content.Close()
	got, err := io.ReadAll(content)
	if err != nil {
		t.Errorf("reading: %v", err)
	}
	return got
}
