package sqlite

import (
	"context"
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

func BenchmarkStore(b *testing.B) { storetest.Bench(b, open) }
