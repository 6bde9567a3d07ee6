package sqlstore

import (
	"context"
	"database/sql"

	"rastro/internal/lot"
)

// The row lot_reader of meta says which reader of lots (lot.Version) derived the
// lot graph. A store without the row had its graph from the first reader.
const setReader = `INSERT INTO meta (name, value) VALUES ('lot_reader', $1) ON CONFLICT (name) DO UPDATE SET value = excluded.value`

// markReader notes the reader in a store without records, which needs no other.
func markReader(ctx context.Context, db *sql.DB) error {
	_, err := db.ExecContext(ctx, `INSERT INTO meta (name, value) SELECT 'lot_reader', CAST($1 AS BIGINT) WHERE NOT EXISTS (SELECT 1 FROM journal)
		ON CONFLICT (name) DO UPDATE SET value = excluded.value WHERE meta.value <> excluded.value`, int64(lot.Version))
	return err
}

// LotsFilled reports whether the lot graph has all versions, as this build reads
// them, and nobody is rebuilding it.
func (r reader) LotsFilled(ctx context.Context) (bool, error) {
	done, err := r.number(r.context(ctx), `SELECT count(*) FROM lot_state, meta AS rebuilding, meta AS reader WHERE done = 1
		AND rebuilding.name = 'rebuilding' AND rebuilding.value = 0 AND reader.name = 'lot_reader' AND reader.value = $1`, int64(lot.Version))
	return done != 0, err
}

// renewLots begins to derive the graph of an earlier reader again: every version
// is taken in once more, which adds the lots that only this reader finds and notes
// who claims them. It stays marked as being rebuilt until a rebuild has corrected
// the rows that the earlier reader left. Nothing is deleted here, so that who owns
// which lot stays as it was.
func (w *writer) renewLots() (begun bool, err error) {
	same, err := w.number(w.ctx, `SELECT count(*) FROM meta WHERE name = 'lot_reader' AND value = $1`, int64(lot.Version))
	if err != nil || same != 0 {
		return false, err
	}
	if err := w.Rebuilding(w.ctx, true); err != nil {
		return false, err
	}
	if err := w.later(1, `UPDATE lot_state SET done = 0, version = 0, id = $1`, w.dialect.ID([16]byte{})); err != nil {
		return false, err
	}
	return true, w.later(1, setReader, int64(lot.Version))
}
