package citus

import (
	"context"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"rastro/internal/store/postgres"
	"rastro/internal/store/sqlstore"
	"rastro/internal/trace"
)

// settings are those of every connection. With one connection to each worker, all statements of a
// transaction see one state of that worker, so a page and its total agree. Without the prevention
// of deadlocks, statements on several shards do not wait for each other's transactions; a deadlock
// is a conflict, and one of the transactions runs again.
var settings = map[string]string{"citus.max_adaptive_executor_pool_size": "1", "citus.enable_deadlock_prevention": "off"}

// stamp asks every node which of its transactions are over. A commit changes the answer of the node
// on which it becomes visible, whenever that is.
const stamp = `SELECT string_agg(nodeid || ' ' || success || ' ' || result, ',' ORDER BY nodeid) FROM run_command_on_all_nodes('SELECT pg_current_snapshot()::text')`

func newEngine(leader *pgx.ConnConfig) *postgres.Engine {
	d, c, p := newDialect(), newCommits(leader), &placements{}
	return &postgres.Engine{
		Dialect: d, Bulks: bulks(d), Rewrite: rewriter(), Stamp: stamp, Touched: touched, Settings: settings, Locks: leader,
		Unindexed: []string{"journal_xid"}, InDoubt: inDoubt, Locked: locked,
		Committing: c.enter, Whole: c.whole, Node: p.node,
		Close: func() {
			p.close()
			c.close()
		},
	}
}

// inDoubt reports whether a worker prepared a transaction and was lost before it was told to
// commit. It is told when it is back; until then nobody sees what it wrote, so the write is not
// acknowledged.
func inDoubt(n *pgconn.Notice) bool {
	return strings.HasPrefix(n.Message, "failed to commit transaction on ")
}

// newDialect returns the dialect of a single server with the differences of this engine.
func newDialect() *sqlstore.Dialect {
	one := postgres.Dialect()
	d := &sqlstore.Dialect{
		Harvest: one.Harvest, Named: one.Named, HarvestIs: one.HarvestIs, OfPage: one.OfPage, ID: one.ID, Part: one.Part,
		TallyShards: one.TallyShards, Log: logDialect(one.Log), Lots: one.Lots, ReachedInOrder: one.ReachedInOrder, Reached: one.Reached, Owners: one.Owners,
		Plots: one.Plots, Imports: one.Imports, Search: one.Search, Derived: derived(one.Derived), Erased: one.Erased,
		LockReports: one.LockReports, ClaimReports: one.ClaimReports, HoldFiles: one.HoldFiles, ClearFiles: one.ClearFiles,
		BlockErasures: one.BlockErasures, ErasuresHeld: erasuresHeld(one.ErasuresHeld),

		HarvestPage:   harvestPage,
		HarvestsAfter: `SELECT safra_id FROM harvest_part WHERE safra_id > $1 ORDER BY safra_id LIMIT $2`,
		ByPart:        true,
		Append: `INSERT INTO journal (` + sqlstore.AppendColumns + `, safra_id, part, xid)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19)`,
		AppendArgs: func(ctx context.Context, tx sqlstore.Tx, r *trace.Record, args []any) ([]any, error) {
			args, err := one.AppendArgs(ctx, tx, r, args)
			return append(args, uint64(0)), err // see changes
		},
	}
	d.Owners.Own, d.Owners.Hold, d.Owners.Take = own, hold, take
	d.Plots.Fill = `INSERT INTO plot_cell (` + sqlstore.PlotColumns + `, safra_id, part)
		SELECT $1, $2::bigint, $3::uuid, $4::smallint, $5::bigint, $6::bigint, $7::bigint, $8::bigint, $9, part
		FROM journal WHERE id = $3 AND version = $11 AND part = $10 AND until IS NULL FOR UPDATE ON CONFLICT DO NOTHING`
	d.Imports.Put, d.Imports.Many = `INSERT INTO imported (mark, id) VALUES ($1, $2)`, ""
	d.Search.Of = func(harvests, table, _, where, order, limit string) string {
		return `SELECT t.* FROM ` + table + ` t WHERE t.safra_id IN (SELECT h.safra_id FROM ` + harvests + ` h) AND ` + where + ` ORDER BY ` + order + ` LIMIT ` + limit
	}
	return d
}

// bulks inserts the rows of a group in statements of several rows. With each version go its
// entry in the outbox and the name of its harvest.
func bulks(d *sqlstore.Dialect) []postgres.Bulk {
	// Columns of the journal's insert.
	const id, version, harvest, part = 0, 1, 16, 17
	journal := rowsOf(d.Append)
	return []postgres.Bulk{
		{One: d.Append, Many: func(rows [][]any, queue func(string, ...any)) {
			journal(rows, queue)
			waiting, names := make([][]any, len(rows)), make([][]any, 0, 1)
			known := map[string]bool{}
			for i, row := range rows {
				waiting[i] = []any{row[part], row[id], row[version]}
				if name := row[harvest].(string); !known[name] {
					known[name] = true
					names = append(names, []any{name, row[part]})
				}
			}
			putOutbox(waiting, queue)
			slices.SortFunc(names, func(a, b []any) int { return strings.Compare(a[0].(string), b[0].(string)) }) // two groups do not wait for each other
			putHarvests(names, queue)
		}},
		{One: d.Lots.Append, Many: rowsOf(d.Lots.Append)},
		{One: d.Lots.Mention, Many: rowsOf(d.Lots.Mention)},
		{One: d.Plots.Append, Many: rowsOf(d.Plots.Append)},
		{One: d.Imports.Put, Many: rowsOf(d.Imports.Put)},
		{One: own, Many: ownMany},
		{One: hold, Many: holdMany},
		{One: take, Many: takeMany},
		{One: sqlstore.PutTally, Many: rowsOf(sqlstore.PutTally)}, // in the order of their rows: see tally
	}
}

// written is when a row of the outbox is written.
const written = `extract(epoch FROM clock_timestamp()) * 1000000`

var (
	putOutbox   = rowsOf(`INSERT INTO log_outbox (part, id, version, at) VALUES ($1, $2, $3, ` + written + `)`)
	putHarvests = rowsOf(`INSERT INTO harvest_part (safra_id, part) VALUES ($1, $2) ON CONFLICT DO NOTHING`)
)

func harvestPage(r sqlstore.HarvestRange, _ string) string {
	where := r.Where(`h.safra_id`) + r.Reached(`h.safra_id`)
	if r.Names != nil {
		where += ` AND h.safra_id IN (` + strings.Join(r.Names, ", ") + `)`
	}
	return `WITH page AS MATERIALIZED (SELECT h.safra_id, h.part FROM harvest_part h WHERE ` + where + `
			AND EXISTS (SELECT 1 FROM journal j WHERE j.part = h.part AND j.safra_id = h.safra_id AND j.until IS NULL)` + r.Order(`h.safra_id`) + r.Page + `)
		SELECT page.safra_id, least(count(*) FILTER (WHERE until IS NULL), ` + r.Most + `) + least(count(*) FILTER (WHERE until IS NOT NULL), ` + r.Most + `)
		FROM page JOIN journal ON journal.part = page.part AND journal.safra_id = page.safra_id GROUP BY page.safra_id`
}
