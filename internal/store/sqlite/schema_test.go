package sqlite

import (
	"database/sql"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"rastro/internal/store/storetest"
)

func TestAttackChangedSchema(t *testing.T) {
	storetest.Schema(t, openEngine(t, fresh(t)), `CREATE TRIGGER hides AFTER INSERT ON journal BEGIN DELETE FROM lot_entry; END`)
}

// An index that lacks a row hides a record from every list, although the row exists and is valid.
// An intruder can do this by creating the index with a condition and then removing the condition
// from the schema.
func TestAttackFalsifiedIndex(t *testing.T) {
	path := filepath.Join(t.TempDir(), "rastro.db")
	first, err := Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	storetest.AddRecords(t, first, 3)
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	db, err := sql.Open("sqlite", uri(path))
	if err != nil {
		t.Fatal(err)
	}
	db.SetMaxOpenConns(1)
	var made string
	if err := db.QueryRow(`SELECT sql FROM sqlite_master WHERE name = 'journal_kind'`).Scan(&made); err != nil {
		t.Fatal(err)
	}
	for _, statement := range []string{
		`DROP INDEX journal_kind`,
		strings.Replace(made, "until IS NULL", "until IS NULL AND seq <> (1 + 0)", 1),
		`PRAGMA writable_schema = ON`,
		`UPDATE sqlite_master SET sql = '` + made + `' WHERE name = 'journal_kind'`,
		`PRAGMA writable_schema = RESET`,
	} {
		if _, err := db.Exec(statement); err != nil {
			t.Fatalf("%s: %v", statement, err)
		}
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	again := openAt(t, path)
	got, err := again.CheckSchema(t.Context())
	if err != nil || !slices.ContainsFunc(got, func(g string) bool { return strings.Contains(g, "journal_kind") }) {
		t.Errorf("%q, %v", got, err)
	}
}
