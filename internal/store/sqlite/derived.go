package sqlite

import (
	"context"

	"rastro/internal/derive"
	"rastro/internal/store/sqlstore"
	"rastro/internal/store/stray"
	"rastro/internal/trace"
)

// derived describes how the derived tables are stored here, where that does not follow from their
// columns. A mention refers to its version by its place in the journal; one without a version has
// the zero id, and its place as the version.
func derived(w *writer) sqlstore.DerivedDialect {
	// Two looks, one for each index.
	const unused = `NOT EXISTS (SELECT 1 FROM journal WHERE journal.harvest = harvest.num AND until IS NULL)
		AND NOT EXISTS (SELECT 1 FROM journal WHERE journal.harvest = harvest.num AND until IS NOT NULL)`
	const noID = `x'00000000000000000000000000000000'`
	return sqlstore.DerivedDialect{
		Place: `seq - 1`, // the next ones get the next places
		Tables: map[string]sqlstore.DerivedTable{
			"lot_mention": {
				From:  `lot_mention LEFT JOIN (SELECT seq AS place, id, version FROM journal) ON place = lot_mention.seq`,
				Read:  map[string]string{"id": `coalesce(id, ` + noID + `)`, "version": `coalesce(version, seq)`},
				Order: []derive.Column{{Name: "lot", Type: derive.Text}, {Name: "role", Type: derive.Int}, {Name: "seq", Type: derive.Int}},
				Put:   `INSERT INTO lot_mention (lot, role, seq) SELECT $1, $2, seq FROM journal WHERE id = $3 AND version = $4 ON CONFLICT DO NOTHING`,
				Drop: `DELETE FROM lot_mention WHERE lot = $1 AND role = $2 AND seq = CASE WHEN $3 = ` + noID + ` THEN $4
					ELSE (SELECT seq FROM journal WHERE id = $3 AND version = $4) END`,
			},
			"plot_cell": {
				Read: map[string]string{"safra_id": `coalesce((SELECT safra_id FROM harvest WHERE num = plot_cell.harvest), '')`},
				Put: `INSERT INTO plot_cell (season, cell, id, kind, harvest, west, south, east, north) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
					ON CONFLICT (season, cell, id) DO UPDATE SET kind = excluded.kind, harvest = excluded.harvest, west = excluded.west,
					south = excluded.south, east = excluded.east, north = excluded.north`,
			},
			"log_predecessor": sqlstore.DerivedPredecessors,
			"log_checkpoint":  stray.Checkpoints,
			"log_tile":        stray.Tiles,
			"log_leaf":        {From: `(SELECT seq AS num FROM journal WHERE false) log_leaf`}, // a version's row is its place
			"harvest": {
				From: `(SELECT safra_id FROM harvest WHERE ` + unused + `)`,
				Drop: `DELETE FROM harvest WHERE safra_id = $1 AND ` + unused,
			},
			"report": stray.Reports(`journal.harvest = (SELECT num FROM harvest WHERE harvest.safra_id = report.safra_id)`),
			"cover":  stray.Covers(),
			"tally":  {From: `(SELECT kind, sum(n) AS n FROM tally GROUP BY kind HAVING sum(n) <> 0)`},
		},
		PutArgs: func(ctx context.Context, _ sqlstore.Tx, t *derive.Table, args []any) ([]any, error) {
			if t.Name != "plot_cell" {
				return args, nil
			}
			num, err := w.harvest(ctx, args[4].(string))
			args[4] = num
			return args, err
		},
	}
}

// ViewRows implements derive.Store.
func (s *Store) ViewRows(ctx context.Context, fn func(derive.Reader) error) error {
	return s.View(ctx, func(r trace.Reader) error { return fn(r.(derive.Reader)) })
}

// UpdateRows implements derive.Store.
func (s *Store) UpdateRows(ctx context.Context, fn func(derive.Writer) error) error {
	return s.Update(ctx, func(w trace.Writer) error { return fn(w.(derive.Writer)) })
}
