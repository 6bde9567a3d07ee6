package sqlstore

import (
	"context"
	"database/sql"

	"rastro/internal/lot"
)

// The row lot_reader of meta says which reader of lots (lot.Version) derived the
// lot graph. A store without the row has its graph from the first reader.
const setReader = `INSERT INTO meta (name, value) VALUES ('lot_reader', $1) ON CONFLICT (name) DO UPDATE SET value = excluded.value`

// markReader notes the reader in a store without records: its graph is complete. Any other
// store is only read here, so that opening it does not wait for writers.
func markReader(ctx context.Context, db *sql.DB) error {
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
