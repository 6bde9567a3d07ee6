package sqlstore

import (
	"context"

	"rastro/internal/trace"
)

// FillLots continues after the last version that was added, in the order of ids: that is
// about the order of writing, and both engines have an index of it. Versions that are written
// meanwhile add their own rows, so what is written here may already be there.
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
