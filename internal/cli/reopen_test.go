package cli

import (
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"rastro/internal/store/postgres/pgtest"
	"rastro/internal/testkit"
)

// A server whose database was spread, and is out of reach when the server opens it again, tries until
// it is back.
func TestReopenWhenOutOfReach(t *testing.T) {
	db := pgtest.DSN(t)
	config, err := pgx.ParseConfig(db)
	if err != nil {
		t.Fatal(err)
	}
	name := config.Database
	connect := func() *pgx.Conn {
		conn, err := pgx.ConnectConfig(t.Context(), config)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = conn.Close(t.Context()) })
		return conn
	}
	s := serve(t, db)
	inside := connect()
	config.Database = "postgres"
	outside := connect()
	do := func(conn *pgx.Conn, statements ...string) {
		t.Helper()
		for _, statement := range statements {
			if _, err := conn.Exec(t.Context(), statement); err != nil {
				t.Fatalf("%s: %v", statement, err)
			}
		}
	}
	const column = `ALTER TABLE journal ALTER COLUMN xid `
	do(outside, `ALTER DATABASE `+name+` ALLOW_CONNECTIONS false`)
	do(inside, column+`DROP DEFAULT`) // as spreading the tables does
	testkit.Eventually(t, "the server tries again", func() bool {
		return strings.Count(s.stderr.String(), "could not be opened again") > 1
	})
	do(inside, column+`SET DEFAULT pg_current_xact_id()`)
	do(outside, `ALTER DATABASE `+name+` ALLOW_CONNECTIONS true`)
	s.create("S-1")
}
