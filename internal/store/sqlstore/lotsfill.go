package sqlstore

import (
	"context"
	"database/sql"

	"rastro/internal/lot"
	"rastro/internal/trace"
)

// FillLots continues after the last added version, in the order of ids, which is about the order
// of writing and has an index in both engines. Versions written meanwhile add their own rows, so
// a row may already exist.
func (w *writer) FillLots(_ context.Context, limit int) (bool, error) {
	var mark [16]byte
	var version, done int64
	if err := w.one(w.ctx, trace.CodeRecordNotFound, []any{&mark, &version, &done}, `SELECT id, version, done FROM lot_state`); err != nil || done != 0 {
		return done != 0, err
	}
	versions, untils, err := w.versionsAfter(mark, version, limit)
	if err != nil {
		return false, err
	}
	for i := range versions {
		if err := w.fillOwnership(&versions[i]); err != nil {
			return false, err
		}
		rows := versions[i].GraphRows()
		for k := range rows {
			rows[k].Until = untils[i]
		}
		if err := w.insertLots(rows, w.dialect.Lots.Fill, w.dialect.Lots.FillMention); err != nil {
			return false, err
		}
	}
	all := len(versions) < limit
	args := []any{bit(all), version, w.dialect.ID(mark), version}
	if n := len(versions); n > 0 {
		args = []any{bit(all), versions[n-1].Version, w.dialect.ID(versions[n-1].ID), version}
	}
	// Another server may have done so: then this runs again on the rest.
	err = w.later(1, `UPDATE lot_state SET done = $1, version = $2, id = $3 WHERE version = $4 AND id = $5`, append(args, w.dialect.ID(mark))...)
	if w.dialect.Lots.Filled != nil {
		w.dialect.Lots.Filled()
	}
	return all, err
}

// versionsAfter reads versions with when they ended, 0 for a live one.
func (w *writer) versionsAfter(id trace.ID, version int64, limit int) (versions []trace.Record, untils []int64, err error) {
	found, err := w.conn.Query(w.ctx, `SELECT `+w.dialect.saidColumns()+` FROM journal WHERE (id, version) > ($1, $2) ORDER BY id, version LIMIT $3`,
		w.dialect.ID(id), version, int64(limit))
	if err != nil {
		return nil, nil, err
	}
	defer found.Close()
	for found.Next() {
		var r trace.Record
		until, err := scanSaid(found, &r)
		if err != nil {
			return nil, nil, err
		}
		versions = append(versions, r)
		untils = append(untils, until)
	}
	return versions, untils, found.Err()
}

// The row lot_reader of meta says which reader of lots (lot.Version) derived the
// lot graph. A store without the row has its graph from the first reader.
const setReader = `INSERT INTO meta (name, value) VALUES ('lot_reader', $1) ON CONFLICT (name) DO UPDATE SET value = excluded.value`

// MarkReader notes the reader in a store without records: its graph is complete. Any other
// store is only read here, so that opening it does not wait for writers.
func MarkReader(ctx context.Context, db *sql.DB) error {
	var marked, empty bool
	err := db.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM meta WHERE name = 'lot_reader' AND value = $1), NOT EXISTS (SELECT 1 FROM journal)`, int64(lot.Version)).Scan(&marked, &empty)
	if err != nil || marked || !empty {
		return err
	}
	_, err = db.ExecContext(ctx, setReader, int64(lot.Version))
	return err
}

// LotsFilled reports whether the lot graph has all versions, as this build reads
// them, and is not being rebuilt.
func (r reader) LotsFilled(ctx context.Context) (bool, error) {
	done, err := r.number(r.context(ctx), `SELECT count(*) FROM lot_state, meta AS rebuilding, meta AS reader WHERE done = 1
		AND rebuilding.name = 'rebuilding' AND rebuilding.value = 0 AND reader.name = 'lot_reader' AND reader.value = $1`, int64(lot.Version))
	return done != 0, err
}
