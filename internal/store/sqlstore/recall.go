package sqlstore

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"slices"

	"rastro/internal/kind"
	"rastro/internal/reach"
	"rastro/internal/trace"
)

func (r reader) RecallsAmong(ctx context.Context, within trace.Reach) (map[trace.ID][]string, error) {
	b := &builder{dialect: r.dialect, conds: []string{`true`}}
	if len(within.HarvestIDs) > 0 {
		b.conds = append(b.conds, r.dialect.Owners.IsAny(`safra_id`, b.bind(r.dialect.Lots.List(within.HarvestIDs))))
	}
	if within.Organization != (reach.ID{}) {
		b.conds = append(b.conds, b.reaches(`recall_harvest.safra_id`, within.Organization))
	}
	rows, err := r.conn.Query(r.context(ctx), `SELECT id, safra_id FROM recall_harvest WHERE `+b.where(), b.args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	found := map[trace.ID][]string{}
	for rows.Next() {
		var id [16]byte
		var harvestID string
		if err := rows.Scan(&id, &harvestID); err != nil {
			return nil, fmt.Errorf("scanning a recall of a harvest: %w", err)
		}
		found[id] = append(found[id], harvestID)
	}
	return found, rows.Err()
}

func (r reader) ErasedNaming(ctx context.Context, marks []string) ([]trace.ID, error) {
	return r.ids(ctx, `SELECT DISTINCT id FROM lot_erased WHERE `+r.dialect.Lots.IsErased, r.dialect.Lots.List(marks))
}

func (r reader) RecallHarvests(ctx context.Context, id trace.ID) ([]string, error) {
	rows, err := r.conn.Query(r.context(ctx), `SELECT safra_id FROM recall_harvest WHERE id = $1`, r.dialect.ID(id))
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var found []string
	for rows.Next() {
		var harvestID string
		if err := rows.Scan(&harvestID); err != nil {
			return nil, fmt.Errorf("scanning the harvests of a recall: %w", err)
		}
		found = append(found, harvestID)
	}
	return found, rows.Err()
}

// NewestNotes also asks for live versions, as EachNote does. Neither engine reads a payload
// to find its length.
func (r reader) NewestNotes(ctx context.Context, k *kind.Kind) ([]trace.NoteVersion, error) {
	var found []trace.NoteVersion
	for _, ended := range []string{`until IS NOT NULL`, `until IS NULL`} {
		var err error
		if found, err = r.appendNotes(ctx, found, `SELECT id, version, length(dados) FROM journal WHERE kind = $1 AND `+ended, k.Code); err != nil {
			return nil, err
		}
	}
	slices.SortFunc(found, func(a, b trace.NoteVersion) int {
		return cmp.Or(bytes.Compare(a.ID[:], b.ID[:]), cmp.Compare(b.Version, a.Version))
	})
	return slices.CompactFunc(found, func(a, b trace.NoteVersion) bool { return a.ID == b.ID }), nil
}

func (r reader) appendNotes(ctx context.Context, found []trace.NoteVersion, sql string, args ...any) ([]trace.NoteVersion, error) {
	rows, err := r.conn.Query(r.context(ctx), sql, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var id [16]byte
		var note trace.NoteVersion
		if err := rows.Scan(&id, &note.Version, &note.Bytes); err != nil {
			return nil, fmt.Errorf("scanning a version of a note: %w", err)
		}
		note.ID = id
		found = append(found, note)
	}
	return found, rows.Err()
}

func (r reader) ids(ctx context.Context, sql string, args ...any) ([]trace.ID, error) {
	rows, err := r.conn.Query(r.context(ctx), sql, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var found []trace.ID
	for rows.Next() {
		var id [16]byte
		if err := rows.Scan(&id); err != nil {
			return nil, fmt.Errorf("scanning an id: %w", err)
		}
		found = append(found, id)
	}
	return found, rows.Err()
}

const erasureCount = `SELECT value FROM meta WHERE name = 'erasures'`

func (r reader) Erasures(ctx context.Context) (int64, error) {
	return r.number(r.context(ctx), erasureCount)
}

// rewritten also counts the erasures of earlier builds, which may write beside this one.
const rewritten = `(SELECT CAST(coalesce(sum(value), 0) AS bigint) FROM meta WHERE name IN ('rewritten', 'erasures'))`

// rewrite notes that a version, or what follows from it, says something else from now on.
func (w *writer) rewrite() error {
	return w.later(anyRows, `INSERT INTO meta (name, value) VALUES ('rewritten', 1) ON CONFLICT (name) DO UPDATE SET value = meta.value + 1`)
}

func (w *writer) PutRecall(_ context.Context, id trace.ID, harvestIDs []string) error {
	for _, harvestID := range harvestIDs {
		if err := w.later(anyRows, `INSERT INTO recall_harvest (safra_id, id) VALUES ($1, $2) ON CONFLICT DO NOTHING`, harvestID, w.dialect.ID(id)); err != nil {
			return err
		}
	}
	return nil
}

func (w *writer) BlockErasures(context.Context) (int64, error) {
	return w.number(w.ctx, erasureCount+w.dialect.BlockErasures)
}

func (w *writer) BeginErasure(context.Context) error {
	held, err := w.dialect.ErasuresHeld(w.ctx, w.tx)
	switch {
	case err != nil:
		return err
	case held:
		return trace.ErrErasuresHeld
	}
	w.wrote = true
	// Do it now rather than later: what is read next must be what the others left.
	n, err := w.tx.Exec(w.ctx, `UPDATE meta SET value = value + 1 WHERE name = 'erasures'`)
	if err == nil && n != 1 {
		err = fmt.Errorf("the store has lost its count of erasures")
	}
	return err
}
