package sqlite

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"rastro/internal/store/storetest"
	"rastro/internal/trace"
)

func open(tb testing.TB) trace.Store {
	tb.Helper()
	s, err := Open(context.Background(), filepath.Join(tb.TempDir(), "rastro.db"))
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		if err := s.Close(); err != nil {
			tb.Error(err)
		}
	})
	return s
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
