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

// tables is a database with the tables alone; migrations have tests of their own.
var tables = &pgtest.Template{Prepare: func(ctx context.Context, dsn string) error {
	s, err := Open(ctx, dsn)
	if err != nil {
		return err
	}
	return s.Close()
}}

func open(tb testing.TB) trace.Store {
	tb.Helper()
	return openAt(tb, tables.DSN(tb))
}

func openAt(tb testing.TB, dsn string) trace.Store {
	tb.Helper()
	s, err := Open(context.Background(), dsn)
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
	dsn := tables.DSN(t)
	storetest.SharedStamps(t, openAt(t, dsn), openAt(t, dsn))
}

func TestSharedErasures(t *testing.T) {
	dsn := tables.DSN(t)
	storetest.SharedErasures(t, openAt(t, dsn), openAt(t, dsn))
}

func TestSharedRecalls(t *testing.T) {
	dsn := tables.DSN(t)
	storetest.SharedRecalls(t, openAt(t, dsn), openAt(t, dsn))
}

func BenchmarkStore(b *testing.B) { storetest.Bench(b, open) }
