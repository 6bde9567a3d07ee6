package postgres

import (
	"context"
	"os"
	"testing"

	"rastro/internal/store/postgres/pgtest"
	"rastro/internal/store/storetest"
	"rastro/internal/trace"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) }

func open(tb testing.TB) trace.Store {
	tb.Helper()
	s, err := Open(context.Background(), pgtest.DSN(tb))
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
