package sqlstore

import (
	"context"

	"rastro/internal/reach"
	"rastro/internal/taxdocs/kept"
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

func (r reader) TaxDocuments(ctx context.Context, marks []kept.Mark, within reach.Set, unerased bool) ([]kept.Row, error) {
	if len(marks) == 0 {
		return nil, nil
	}
	asked := make([]trace.Mark, len(marks))
	for i, m := range marks {
		asked[i] = m
	}
	b := &builder{dialect: r.dialect}
	b.bind(r.dialect.Imports.List(asked)) // $1, which IsOf names
	b.conds = append(b.conds, r.dialect.Imports.IsOf)
	if len(within.HarvestIDs) > 0 {
		b.conds = append(b.conds, r.dialect.Owners.IsAny(`safra_id`, b.bind(r.dialect.Lots.List(within.HarvestIDs))))
	}
	if within.Organization != (reach.ID{}) {
		b.conds = append(b.conds, b.reaches(`tax_document.safra_id`, within.Organization))
	}
	if unerased {
		b.conds = append(b.conds, `NOT EXISTS (SELECT 1 FROM journal j WHERE j.id = tax_document.id AND j.operation = `+b.bind(int64(trace.Erased))+`)`)
	}
	sql := `SELECT ` + taxDocumentColumns + ` FROM tax_document WHERE ` + b.where() + ` LIMIT ` + b.bind(int64(kept.MaxRows))
	return queryAll(ctx, r, readTaxDocument, sql, b.args...)
}

func (r reader) WaitingDocuments(ctx context.Context, harvestID string, after [16]byte, limit int) ([]kept.Row, error) {
	return queryAll(ctx, r, readTaxDocument, `SELECT `+taxDocumentColumns+` FROM tax_document WHERE waiting > 0 AND safra_id = $1 AND id > $2 ORDER BY id LIMIT $3`,
		harvestID, r.dialect.ID(after), int64(limit))
}

// taxDocumentColumns are read by readTaxDocument, in this order.
const taxDocumentColumns = `mark, safra_id, id, waiting`

func readTaxDocument(rows Rows) (row kept.Row, err error) {
	var waiting int64
	err = rows.Scan(&row.Mark, &row.HarvestID, &row.ID, &waiting)
	row.Waiting = int(waiting)
	return row, err
}

func (w *writer) PutTaxDocuments(_ context.Context, rows []kept.Row) error {
	for _, row := range rows {
		if err := w.later(anyRows, `INSERT INTO tax_document (`+taxDocumentColumns+`) VALUES ($1, $2, $3, $4)`,
			w.dialect.ID(row.Mark), row.HarvestID, w.dialect.ID(row.ID), int64(row.Waiting)); err != nil {
			return err
		}
	}
	return nil
}

func (w *writer) SetWaiting(_ context.Context, harvestID string, id [16]byte, waiting int) error {
	return w.later(anyRows, `UPDATE tax_document SET waiting = $3 WHERE safra_id = $1 AND id = $2 AND waiting > 0`, harvestID, w.dialect.ID(id), int64(waiting))
}
