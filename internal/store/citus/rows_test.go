package citus

import (
	"fmt"
	"slices"
	"testing"
)

func TestRowsOf(t *testing.T) {
	t.Parallel()
	insert := rowsOf(`INSERT INTO t (a, b, c) VALUES ($1, $2, 0) ON CONFLICT DO NOTHING`)
	var got []string
	rows := make([][]any, 6)
	for i := range rows {
		rows[i] = []any{i, "x"}
	}
	insert(rows, func(sql string, args ...any) { got = append(got, fmt.Sprint(sql, args)) })
	want := []string{
		`INSERT INTO t (a, b, c) VALUES ($1, $2, 0), ($3, $4, 0), ($5, $6, 0), ($7, $8, 0) ON CONFLICT DO NOTHING[0 x 1 x 2 x 3 x]`,
		`INSERT INTO t (a, b, c) VALUES ($1, $2, 0) ON CONFLICT DO NOTHING[4 x]`,
		`INSERT INTO t (a, b, c) VALUES ($1, $2, 0) ON CONFLICT DO NOTHING[5 x]`,
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
