package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
)

// maxFaults limits the faults that a check of a file reports.
const maxFaults = 100

// CheckSchema implements derive.Store. SQLite's own check finds rows that an index
// lacks, and pages that are damaged; the schema must be the one that the migrations
// make in an empty file.
func (s *Store) CheckSchema(ctx context.Context) ([]string, error) {
	db, err := sql.Open("sqlite", s.uri+"?mode=ro&_pragma=busy_timeout(5000)")
	if err != nil {
		return nil, err
	}
	defer db.Close()
	faults, err := texts(ctx, db, fmt.Sprintf(`PRAGMA integrity_check(%d)`, maxFaults))
	if err != nil {
		return nil, explain(s.path, err)
	}
	if slices.Equal(faults, []string{"ok"}) {
		faults = nil
	}
	for i := range faults {
		faults[i] = "file: " + faults[i]
	}
	stored, err := objects(ctx, db)
	if err != nil {
		return nil, explain(s.path, err)
	}
	want, err := emptySchema(ctx)
	if err != nil {
		return nil, err
	}
	for _, name := range slices.Sorted(maps.Keys(want)) {
		if got, ok := stored[name]; !ok {
			faults = append(faults, fmt.Sprintf("schema: %s is missing", name))
		} else if got != want[name] {
			faults = append(faults, fmt.Sprintf("schema: %s is not as the program made it", name))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(stored)) {
		if _, ok := want[name]; !ok {
			faults = append(faults, fmt.Sprintf("schema: %s was added", name))
		}
	}
	return faults, nil
}

// emptySchema returns the schema that the migrations create in an empty file.
func emptySchema(ctx context.Context) (found map[string]string, err error) {
	folder, err := os.MkdirTemp("", "rastro-schema-")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	path := filepath.Join(folder, "empty.db")
	if err := migrate(ctx, path, ""); err != nil {
		return nil, err
	}
	db, err := sql.Open("sqlite", uri(path)+"?mode=ro")
	if err != nil {
		return nil, err
	}
	defer db.Close()
	return objects(ctx, db)
}

// objects returns the tables, indexes, triggers and views of a database, each with the
// statement that made it. SQLite's own are left out.
func objects(ctx context.Context, db *sql.DB) (map[string]string, error) {
	rows, err := db.QueryContext(ctx, `SELECT type || ' ' || name, coalesce(sql, '') FROM sqlite_master WHERE name NOT LIKE 'sqlite\_%' ESCAPE '\'`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	found := map[string]string{}
	for rows.Next() {
		var name, statement string
		if err := rows.Scan(&name, &statement); err != nil {
			return nil, err
		}
		found[name] = statement
	}
	return found, rows.Err()
}

func texts(ctx context.Context, db *sql.DB, query string) (found []string, err error) {
	rows, err := db.QueryContext(ctx, query)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var text string
		if err := rows.Scan(&text); err != nil {
			return nil, err
		}
		found = append(found, text)
	}
	return found, rows.Err()
}
