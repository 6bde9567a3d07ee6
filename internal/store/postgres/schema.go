package postgres

import (
	"context"
	"fmt"
	"io/fs"
	"regexp"
	"slices"

	"github.com/jackc/pgx/v5"
)

// CheckSchema implements derive.Store. The program makes no triggers and no rules,
// and every index that its migrations make must be there and valid.
func (s *Store) CheckSchema(ctx context.Context) ([]string, error) {
	rows, err := s.pool.Query(ctx, `
		SELECT 'trigger ' || tgname || ' on ' || relname || ' was added' FROM pg_trigger JOIN pg_class c ON c.oid = tgrelid
		WHERE NOT tgisinternal AND c.relnamespace = current_schema()::regnamespace
		UNION ALL
		SELECT 'rule ' || rulename || ' on ' || tablename || ' was added' FROM pg_rules WHERE schemaname = current_schema()
		UNION ALL
		SELECT 'index ' || c.relname || ' is not valid' FROM pg_index JOIN pg_class c ON c.oid = indexrelid
		WHERE c.relnamespace = current_schema()::regnamespace AND NOT (indisvalid AND indisready AND indislive) ORDER BY 1`)
	if err != nil {
		return nil, err
	}
	faults, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return nil, err
	}
	rows, err = s.pool.Query(ctx, `SELECT indexname::text FROM pg_indexes WHERE schemaname = current_schema()`)
	if err != nil {
		return nil, err
	}
	there, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return nil, err
	}
	want, err := indexes()
	if err != nil {
		return nil, err
	}
	for _, name := range want {
		if !slices.Contains(there, name) && !slices.Contains(s.engine.Unindexed, name) {
			faults = append(faults, "index "+name+" is missing")
		}
	}
	for i := range faults {
		faults[i] = "schema: " + faults[i]
	}
	return faults, nil
}

var indexChange = regexp.MustCompile(`(?i)(CREATE(?: UNIQUE)? INDEX|DROP INDEX)(?: IF (?:NOT )?EXISTS)? (\w+)`)

// indexes returns the names of those that the migrations make and keep.
func indexes() (names []string, err error) {
	files, err := fs.Glob(migrations, "migrations/*.sql")
	if err != nil {
		return nil, err
	}
	slices.Sort(files)
	for _, file := range files {
		text, err := fs.ReadFile(migrations, file)
		if err != nil {
			return nil, fmt.Errorf("reading %s: %w", file, err)
		}
		for _, change := range indexChange.FindAllSubmatch(text, -1) {
			name := string(change[2])
			if change[1][0] == 'D' || change[1][0] == 'd' {
				names = slices.DeleteFunc(names, func(n string) bool { return n == name })
				continue
			}
			names = append(names, name)
		}
	}
	return names, nil
}
