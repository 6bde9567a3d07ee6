package postgres

import (
	"context"

	"rastro/internal/derive"
	"rastro/internal/onestate"
	"rastro/internal/store/sqlstore"
	"rastro/internal/store/stray"
	"rastro/internal/trace"
)

// derived describes how the derived tables are stored here, where that does not follow from their
// columns.
var derived = sqlstore.DerivedDialect{
	Place: `coalesce((SELECT l.num FROM log_leaf l WHERE l.id = journal.id AND l.version = journal.version), 9223372036854775807)`,
	Tables: map[string]sqlstore.DerivedTable{
		"log_predecessor": sqlstore.DerivedPredecessors,
		"log_checkpoint":  stray.Checkpoints,
		"log_tile":        stray.Tiles,
		"log_leaf": {
			From: `(SELECT num FROM log_leaf WHERE ` + strayLeaf + `) log_leaf`,
			Drop: `DELETE FROM log_leaf WHERE num = $1 AND ` + strayLeaf,
		},
		"harvest": {From: `(SELECT safra_id FROM journal WHERE false) harvest`}, // a version has the name itself
		"report":  stray.Reports(`journal.safra_id = report.safra_id`),
		"cover":   stray.Covers(),
		"tally":   {From: `(SELECT kind, sum(n)::bigint AS n FROM tally GROUP BY kind HAVING sum(n) <> 0) tally`},
	},
	// A writer of a version ends the one before it, and so waits for this; the next
	// statement sees a new version that came just before.
	Hold: []string{`SELECT 1 FROM journal WHERE id = $1 FOR UPDATE`, `SELECT 1 FROM phase WHERE id = $1 FOR UPDATE`},
	// This waits for groups that wrote their counts, and those that have not yet wait
	// for this.
	HoldCodes: `LOCK TABLE code_owner, code_holder IN SHARE ROW EXCLUSIVE MODE`,
	HoldTally: `LOCK TABLE tally IN SHARE ROW EXCLUSIVE MODE`,
}

// ViewRows implements derive.Store.
func (s *Store) ViewRows(ctx context.Context, fn func(derive.Reader) error) error {
	return s.View(onestate.Need(ctx), func(r trace.Reader) error { return fn(r.(derive.Reader)) })
}

// UpdateRows implements derive.Store.
func (s *Store) UpdateRows(ctx context.Context, fn func(derive.Writer) error) error {
	return s.Update(ctx, func(w trace.Writer) error { return fn(w.(derive.Writer)) })
}

// strayLeaf is the condition that a place is beyond the log, or of no version.
const strayLeaf = `(num < 0 OR num >= (SELECT size FROM log_state) OR NOT EXISTS (SELECT 1 FROM journal j WHERE j.id = log_leaf.id AND j.version = log_leaf.version))`
