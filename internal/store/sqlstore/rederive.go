package sqlstore

import (
	"context"
	"errors"
	"strings"

	"rastro/internal/derive"
	"rastro/internal/lot"
	"rastro/internal/trace"
)

func (w *writer) Hold(_ context.Context, id trace.ID) error {
	for _, statement := range w.dialect.Derived.Hold {
		if err := w.lock(statement, w.dialect.ID(id)); err != nil {
			return err
		}
	}
	return nil
}

func (w *writer) HoldCodes(context.Context) error { return w.lock(w.dialect.Derived.HoldCodes) }

func (w *writer) PutRow(_ context.Context, t *derive.Table, row derive.Row) error {
	d := w.dialect
	args := append(d.storedArgs(t.Key, row.Key), d.storedArgs(t.Value, row.Value)...)
	if d.Derived.PutArgs != nil {
		var err error
		if args, err = d.Derived.PutArgs(w.ctx, w.tx, t, args); err != nil {
			return err
		}
	}
	statement := d.Derived.Tables[t.Name].Put
	if statement == "" {
		statement = d.putRow(t)
	}
	return errors.Join(w.noteRow(t), w.later(anyRows, statement, args...))
}

// noteRow notes that the harvests of a recall change: its event is for their readers.
func (w *writer) noteRow(t *derive.Table) error {
	if t.Name != "recall_harvest" {
		return nil
	}
	return w.rewrite()
}

// putRow returns the statement that writes a row in place of one with its key.
func (d *Dialect) putRow(t *derive.Table) string {
	key, value := d.stored(t.Key), d.stored(t.Value)
	columns := append(names(key), names(value)...)
	statement := `INSERT INTO ` + t.Name + ` (` + strings.Join(columns, ", ") + `) VALUES (` + marks(1, len(columns)) + `) ON CONFLICT (` + strings.Join(names(key), ", ") + `) DO `
	if len(value) == 0 {
		return statement + `NOTHING`
	}
	var sets []string
	for _, c := range value {
		sets = append(sets, c.Name+` = excluded.`+c.Name)
	}
	return statement + `UPDATE SET ` + strings.Join(sets, ", ")
}

func (w *writer) DropRow(_ context.Context, t *derive.Table, key []any) error {
	d := w.dialect
	statement := d.Derived.Tables[t.Name].Drop
	if statement == "" {
		columns := d.stored(t.Key)
		statement = `DELETE FROM ` + t.Name + ` WHERE (` + strings.Join(names(columns), ", ") + `) = (` + marks(1, len(columns)) + `)`
	}
	return errors.Join(w.noteRow(t), w.later(anyRows, statement, d.storedArgs(t.Key, key)...))
}

// Recount adds the difference to one shard, so that it does not overwrite what others add to theirs
// at the same time.
func (w *writer) Recount(_ context.Context, kind int16) error {
	w.wrote = true
	if err := w.lock(w.dialect.Derived.HoldTally); err != nil {
		return err
	}
	live, err := w.number(w.ctx, `SELECT count(*) FROM journal WHERE kind = $1 AND until IS NULL`, kind)
	if err != nil {
		return err
	}
	counted, err := w.number(w.ctx, `SELECT coalesce(sum(n), 0) FROM tally WHERE kind = $1`, kind)
	if err != nil || live == counted {
		return err
	}
	return w.later(anyRows, PutTally, kind, int64(0), live-counted)
}

func (w *writer) Mend(_ context.Context, v *derive.Version) error {
	var until *int64
	if v.Until != 0 {
		until = &v.Until
	}
	args := []any{v.Created, until, v.Findings, w.dialect.ID(v.ID), v.Version}
	part := w.dialect.Part("$6")
	if part != "" {
		args = append(args, int16(v.ID.Partition()))
	}
	if err := w.rewrite(); err != nil {
		return err
	}
	return w.later(anyRows, `UPDATE journal SET created_at = $1, until = $2, findings = $3 WHERE id = $4 AND version = $5`+part, args...)
}

func (w *writer) Rebuilding(_ context.Context, on bool) error {
	return w.later(1, `UPDATE meta SET value = $1 WHERE name = 'rebuilding'`, bit(on))
}

// fillMarks are the marks for tables that index versions of older builds.
var fillMarks = map[string]string{"lots": "lot_state", "plots": "plot_state"}

func (w *writer) Filled(_ context.Context, group string) error {
	table, ok := fillMarks[group]
	if !ok {
		return nil
	}
	if group == "lots" {
		if err := w.later(1, setReader, int64(lot.Version)); err != nil {
			return err
		}
	}
	return w.later(anyRows, `UPDATE `+table+` SET done = 1 WHERE done = 0`)
}
