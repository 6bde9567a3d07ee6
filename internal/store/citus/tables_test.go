package citus

import (
	"slices"
	"testing"

	"github.com/jackc/pgx/v5"

	"rastro/internal/store/schema"
)

// Every table of the schema has a place: one that is left out would be on the coordinator alone,
// and servers on other nodes would not see it.
func TestEveryTableHasAPlace(t *testing.T) {
	conn, err := pgx.Connect(t.Context(), tables.DSN(t)[0])
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	rows, err := conn.Query(t.Context(), `SELECT relname::text FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
		AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = pg_class.oid AND d.deptype = 'e') AND relname !~ '_[0-9]{6,}$'`)
	if err != nil {
		t.Fatal(err)
	}
	there, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	var known []string
	for _, p := range places {
		known = append(known, p.table)
		if !slices.Contains(there, p.table) {
			t.Errorf("there is no table %s", p.table)
		}
	}
	for _, table := range there {
		if table != schema.VersionTable && !slices.Contains(known, table) { // the coordinator alone changes the schema
			t.Errorf("the table %s has no place in tables.go", table)
		}
	}
}

// Distributing again changes nothing, from any node.
func TestDistributeTwice(t *testing.T) {
	for _, dsn := range tables.DSN(t) {
		if spread, err := Distribute(t.Context(), dsn); err != nil || spread != 0 {
			t.Errorf("Distribute again: %d tables, %v", spread, err)
		}
	}
}
