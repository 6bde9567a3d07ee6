package postgres

import (
	"context"
	"database/sql"
	"testing"

	"rastro/internal/store/storetest"
	"rastro/internal/trace"
)

// openEngine opens a new store and a second door to its database.
func openEngine(tb testing.TB) storetest.Engine {
	tb.Helper()
	return openEngineAt(tb, tables.DSN(tb))
}

func openEngineAt(tb testing.TB, dsn string) storetest.Engine {
	tb.Helper()
	s, err := Open(context.Background(), dsn)
	if err != nil {
		tb.Fatal(err)
	}
	db, err := sql.Open("pgx", dsn)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		for _, closer := range []interface{ Close() error }{db, s} {
			if err := closer.Close(); err != nil {
				tb.Error(err)
			}
		}
	})
	return storetest.Engine{
		Store: s,
		Exec: func(tb testing.TB, query string, args ...any) {
			tb.Helper()
			if _, err := db.Exec(query, args...); err != nil {
				tb.Fatalf("%s: %v", query, err)
			}
		},
		Value: func(tb testing.TB, query string, args ...any) (value any) {
			tb.Helper()
			if err := db.QueryRow(query, args...).Scan(&value); err != nil {
				tb.Fatalf("%s: %v", query, err)
			}
			return value
		},
		ID:     func(id trace.ID) any { return id.String() },
		Move:   `UPDATE journal SET safra_id = $1 WHERE id = $2 AND version = $3`,
		Next:   `xid = pg_current_xact_id()`,
		Hidden: `xid = '3'`,
	}
}

func TestTamper(t *testing.T) { storetest.Tamper(t, openEngine(t)) }
