package sqlstore

import (
	"context"

	"rastro/internal/kind"
	"rastro/internal/notebook"
	"rastro/internal/reach"
	"rastro/internal/taxdocs/kept"
	"rastro/internal/trace"
)

// ImportDialect is what differs between the engines in keeping the marks of
// imported rows.
type ImportDialect struct {
	// IsOf is the condition that a row has one of the marks in an argument made by List.
	IsOf string
	List func(marks []trace.Mark) any
	// Put is the statement that stores a mark and its record, Many the one that stores as many
	// as the two columns of Columns; "" if one at a time is as good.
	Put, Many string
	Columns   func(marks []trace.Marked) []any
	// Of is the condition that a row belongs to one of the records in an argument made by List.
	Of string
	// Lock blocks other writers of tax documents; "" if there is only one writer.
	Lock string
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
	b := &builder{dialect: r.dialect}
	b.bind(r.dialect.Imports.List(asMarks(marks))) // $1, which IsOf names
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

// asMarks converts marks, or ids, which have the same length, for the dialects.
func asMarks[T ~[16]byte](list []T) []trace.Mark {
	marks := make([]trace.Mark, len(list))
	for i, one := range list {
		marks[i] = trace.Mark(one)
	}
	return marks
}

// taxDocumentColumns are read by readTaxDocument, in this order.
const taxDocumentColumns = `mark, safra_id, id, waiting`

func readTaxDocument(rows Rows) (row kept.Row, err error) {
	var waiting int64
	err = rows.Scan(&row.Mark, &row.HarvestID, &row.ID, &waiting)
	row.Waiting = int(waiting)
	return row, err
}

func (w *writer) LockTaxDocuments(context.Context) error { return w.lock(w.dialect.Imports.Lock) }

func (w *writer) PutTaxDocuments(_ context.Context, rows []kept.Row) error {
	for _, row := range rows {
		again := ``
		if row.Again {
			again = ` ON CONFLICT (mark, safra_id) DO UPDATE SET id = excluded.id, waiting = excluded.waiting`
		}
		if err := w.later(anyRows, `INSERT INTO tax_document (`+taxDocumentColumns+`) VALUES ($1, $2, $3, $4)`+again,
			w.dialect.ID(row.Mark), row.HarvestID, w.dialect.ID(row.ID), int64(row.Waiting)); err != nil {
			return err
		}
	}
	return nil
}

func (w *writer) SetWaiting(_ context.Context, harvestID string, id [16]byte, waiting int) error {
	return w.later(anyRows, `UPDATE tax_document SET waiting = $3 WHERE safra_id = $1 AND id = $2 AND waiting > 0`, harvestID, w.dialect.ID(id), int64(waiting))
}

func (w *writer) ProposeAnew(_ context.Context, harvestID string, mark kept.Mark, waiting int) error {
	return w.later(anyRows, `UPDATE tax_document SET waiting = CASE WHEN waiting < 0 THEN $3 * -1 ELSE $3 END WHERE safra_id = $1 AND mark = $2`, harvestID, w.dialect.ID(mark), int64(waiting))
}

func (w *writer) Decided(_ context.Context, harvestID string, id [16]byte) error {
	return w.later(anyRows, `UPDATE tax_document SET waiting = waiting - 1 WHERE safra_id = $1 AND id = $2 AND waiting > 0`, harvestID, w.dialect.ID(id))
}

func (w *writer) SuspendWaiting(_ context.Context, harvestID string, id [16]byte) error {
	return w.later(anyRows, `UPDATE tax_document SET waiting = -waiting WHERE safra_id = $1 AND id = $2 AND waiting > 0`, harvestID, w.dialect.ID(id))
}

func (w *writer) ResumeWaiting(_ context.Context, ids [][16]byte) error {
	return w.later(anyRows, `UPDATE tax_document SET waiting = -waiting WHERE waiting < 0 AND `+w.dialect.Imports.Of, w.dialect.Imports.List(asMarks(ids)))
}

func (w *writer) WaitAgain(_ context.Context, harvestID string, mark kept.Mark) error {
	return w.later(anyRows, `UPDATE tax_document SET waiting = CASE WHEN waiting < 0 THEN waiting - 1 ELSE waiting + 1 END WHERE safra_id = $1 AND mark = $2`, harvestID, w.dialect.ID(mark))
}

func (w *writer) ForgetTaxDocuments(_ context.Context, harvestID string, marks []kept.Mark) error {
	return w.later(anyRows, `DELETE FROM tax_document WHERE safra_id = $2 AND `+w.dialect.Imports.IsOf, w.dialect.Imports.List(asMarks(marks)), harvestID)
}

// LockHarvest takes the lock that validations, statements to the EU, links of lots, undone imports and
// transactions that drop a harvest's reports need.
func (w *writer) LockHarvest(_ context.Context, harvestID string) error {
	return w.lock(w.dialect.ClaimReports, harvestID)
}

// ForgetImported looks at every mark once: an index by record would make each import more
// expensive, and an import is rarely undone.
func (w *writer) ForgetImported(_ context.Context, ids []trace.ID) error {
	if len(ids) == 0 {
		return nil
	}
	asked := asMarks(ids)
	for _, table := range [...]string{`imported`, `tax_document`} {
		if err := w.later(anyRows, `DELETE FROM `+table+` WHERE `+w.dialect.Imports.Of, w.dialect.Imports.List(asked)); err != nil {
			return err
		}
	}
	return nil
}

const entryColumns = `SELECT id, owner, kind, name, version, body FROM note_entry WHERE `

func (r reader) noteEntries(ctx context.Context, where string, args ...any) ([]notebook.Entry, error) {
	return queryAll(ctx, r, func(rows Rows) (e notebook.Entry, err error) {
		var code int64
		err = rows.Scan((*[16]byte)(&e.ID), &e.Owner, &code, &e.Name, &e.Version, &e.Body)
		e.Kind = kind.ByCode(int16(code))
		return e, err
	}, entryColumns+where, args...)
}

func (r reader) NoteEntries(ctx context.Context, q notebook.Query) ([]notebook.Entry, error) {
	where, args := `owner = $1 AND kind = $2`, []any{q.Owner, int64(q.Kind.Code), int64(q.Limit)}
	order := ` ORDER BY name LIMIT $3`
	after := ` AND name > $4`
	if q.Down {
		order, after = ` ORDER BY name DESC LIMIT $3`, ` AND name < $4`
	}
	if q.After != "" {
		where, args = where+after, append(args, q.After)
	}
	return r.noteEntries(ctx, where+order, args...)
}

func (r reader) NoteNamed(ctx context.Context, owner string, k *kind.Kind, name string) (notebook.Entry, bool, error) {
	return only(r.noteEntries(ctx, `owner = $1 AND kind = $2 AND name = $3`, owner, int64(k.Code), name))
}

func (r reader) NoteEntry(ctx context.Context, id trace.ID) (notebook.Entry, bool, error) {
	return only(r.noteEntries(ctx, `id = $1`, r.dialect.ID(id)))
}

// only returns the single result, if there is one.
func only[T any](found []T, err error) (one T, ok bool, _ error) {
	if err != nil || len(found) == 0 {
		return one, false, err
	}
	return found[0], true, nil
}

func (w *writer) PutNoteEntry(_ context.Context, e notebook.Entry) error {
	return w.later(1, `INSERT INTO note_entry (id, owner, kind, name, version, body) VALUES ($1, $2, $3, $4, $5, $6)
		ON CONFLICT (id) DO UPDATE SET name = excluded.name, version = excluded.version, body = excluded.body WHERE note_entry.version = excluded.version - 1`,
		w.dialect.ID(e.ID), e.Owner, int64(e.Kind.Code), e.Name, e.Version, e.Body)
}

func (w *writer) DropNoteEntry(_ context.Context, id trace.ID) error {
	return w.later(1, `DELETE FROM note_entry WHERE id = $1`, w.dialect.ID(id))
}
