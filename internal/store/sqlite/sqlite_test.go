package sqlite

import (
	"context"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"rastro/internal/store/storetest"
	"rastro/internal/trace"
)

// tables is a database that has its tables and nothing else. Making them takes longer than
// most tests do, so it is done once and copied.
var tables = sync.OnceValues(func() ([]byte, error) {
	folder, err := os.MkdirTemp("", "rastro-sqlite-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	path := filepath.Join(folder, "rastro.db")
	s, err := Open(context.Background(), path)
	if err != nil {
		return nil, err
	}
	if err := s.Close(); err != nil {
		return nil, err
	}
	return os.ReadFile(path)
})

// fresh returns the path of a new database with its tables alone.
func fresh(tb testing.TB) string {
	tb.Helper()
	file, err := tables()
	path := filepath.Join(tb.TempDir(), "rastro.db")
	if err == nil {
		err = os.WriteFile(path, file, 0o600)
	}
	if err != nil {
		tb.Fatal(err)
	}
	return path
}

func open(tb testing.TB) trace.Store {
	tb.Helper()
	return openAt(tb, fresh(tb))
}

func TestStore(t *testing.T) { storetest.Run(t, open) }

func TestStoreConcurrent(t *testing.T) { storetest.RunConcurrent(t, open) }

func TestStoreVolume(t *testing.T) { storetest.RunVolume(t, open) }

func TestSharedStamps(t *testing.T) {
	path := filepath.Join(t.TempDir(), "rastro.db")
	storetest.SharedStamps(t, openAt(t, path), openAt(t, path))
}

func BenchmarkStore(b *testing.B) { storetest.Bench(b, open) }

func TestFileIsTheOwnersAlone(t *testing.T) {
	path := filepath.Join(t.TempDir(), "rastro.db")
	s, err := Open(context.Background(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for _, name := range []string{path, path + "-wal"} {
		info, err := os.Stat(name)
		if err != nil {
			t.Fatal(err)
		}
		if mode := info.Mode().Perm(); mode != 0o600 {
			t.Errorf("%s has mode %o, want 600", filepath.Base(name), mode)
		}
	}
}
