package sqlstore

import (
	"context"

	"rastro/internal/trace"
)

// ImportDialect is what differs between the engines in keeping the marks of
// imported rows.
type ImportDialect struct {
	// IsOf is the condition that a row is of one of the marks that List makes an
	// argument of.
	IsOf string
	List func(marks []trace.Mark) any
	// Put is the statement that keeps a mark and its record, Many the one that
	// keeps as many as the two columns of Columns; "" if one at a time is as good.
	Put, Many string
	Columns   func(marks []trace.Marked) []any
}

func (r reader) ImportSeed(ctx context.Context) ([]byte, error) {
	var seed []byte
	err := r.one(ctx, trace.CodeInternal, []any{&seed}, `SELECT seed FROM import_seed WHERE one = 1`)
	return seed, err
}

func (r reader) Imported(ctx context.Context, marks []trace.Mark) ([]trace.Marked, error) {
	if len(marks) == 0 {
		return nil, nil
	}
	return r.marked(ctx, `SELECT mark, id FROM imported WHERE `+r.dialect.Imports.IsOf, r.dialect.Imports.List(marks))
}

func (r reader) ImportedUnerased(ctx context.Context, marks []trace.Mark) ([]trace.Marked, error) {
	if len(marks) == 0 {
		return nil, nil
	}
	return r.marked(ctx, `SELECT mark, id FROM imported i WHERE `+r.dialect.Imports.IsOf+
		` AND NOT EXISTS (SELECT 1 FROM journal j WHERE j.id = i.id AND j.operation = $2)`, r.dialect.Imports.List(marks), int64(trace.Erased))
}

func (r reader) SomeImported(ctx context.Context, limit int) ([]trace.Marked, error) {
	return r.marked(ctx, `SELECT mark, id FROM imported LIMIT $1`, int64(limit))
}

func (r reader) marked(ctx context.Context, query string, args ...any) ([]trace.Marked, error) {
	rows, err := r.conn.Query(r.context(ctx), query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var found []trace.Marked
	for rows.Next() {
		var m trace.Marked
		if err := rows.Scan((*[16]byte)(&m.Mark), (*[16]byte)(&m.ID)); err != nil {
			return nil, err
		}
		found = append(found, m)
	}
	return found, rows.Err()
}

func (w *writer) PutImported(_ context.Context, marks []trace.Marked) error {
	if many := w.dialect.Imports.Many; many != "" && len(marks) > 0 {
		return w.later(anyRows, many, w.dialect.Imports.Columns(marks)...)
	}
	for _, m := range marks {
		if err := w.later(anyRows, w.dialect.Imports.Put, w.dialect.ID(trace.ID(m.Mark)), w.dialect.ID(m.ID)); err != nil {
			return err
		}
	}
	return nil
}
