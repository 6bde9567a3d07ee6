package sqlite

import (
	"context"
	"strings"

	"rastro/internal/store/sqlstore"
	"rastro/internal/trace"
)

func newDialect(w *writer) *sqlstore.Dialect {
	return &sqlstore.Dialect{
		Harvest: `journal.harvest`,
		// CROSS JOIN keeps SQLite from walking the harvests first.
		Named:       `journal CROSS JOIN harvest ON harvest.num = journal.harvest`,
		HarvestIs:   harvestIs,
		HarvestPage: harvestPage,
		// A name without a version is damage that a rebuild drops.
		HarvestsAfter: `SELECT safra_id FROM harvest WHERE safra_id > $1 ORDER BY safra_id LIMIT $2`,
		OfPage:        `journal.harvest = page.num`,
		Append: `INSERT INTO journal (` + sqlstore.AppendColumns + `, harvest)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)`,
		AppendArgs: func(ctx context.Context, _ sqlstore.Tx, r *trace.Record, args []any) ([]any, error) {
			if w.sure = true; r.Version > 1 { // the new version cannot be cached yet
				w.changed = append(w.changed, r.ID)
			}
			num, err := w.harvest(ctx, r.HarvestID)
			w.appended = &r.ID
			return append(args, num), err
		},
		ID:          func(id trace.ID) any { return id[:] },
		Part:        func(string) string { return "" },
		TallyShards: 1,
		Log:         logDialect(w),
		Lots:        lotDialect(w),
		ReachedInOrder: func(organization string) string {
			return `EXISTS (SELECT 1 FROM harvest h CROSS JOIN harvest_reach hr ON ` + sqlstore.Reaches(organization) + ` AND hr.safra_id = h.safra_id WHERE h.num = journal.harvest)`
		},
		LiveReached: func(conditions, organization string) string {
			return `journal INDEXED BY journal_harvest WHERE ` + conditions + ` AND ` + reached(organization)
		},
		Reached: reached,
		Owners:  ownerDialect,
		Imports: importDialect,
		Plots:   plotDialect(w),
		Search:  searchDialect,
		Derived: derived(w),
		Erased:  func() { w.erased = true },
	}
}

func logDialect(w *writer) sqlstore.LogDialect {
	return sqlstore.LogDialect{
		IndexOf:  `SELECT seq - 1 FROM journal WHERE id = $1 AND version = $2`,
		InOrder:  `FROM journal WHERE seq > $1 ORDER BY seq LIMIT $2`,
		Entries:  `SELECT seq - 1, hash FROM journal WHERE seq > $1 AND seq <= $2 ORDER BY seq`,
		Behind:   `SELECT EXISTS (SELECT 1 FROM journal WHERE seq > (SELECT size FROM log_state))`,
		Unplaced: `(seq < 1 OR seq > (SELECT size FROM log_state))`,
		Recent:   `seq > (SELECT size FROM log_state)`,
		Unlogged: unlogged,
		Waiting: func(ctx context.Context, conn sqlstore.Conn, size int64, mark string, limit int) ([]trace.Commitment, error) {
			found, _, err := unlogged(ctx, conn, size, mark, limit)
			return found, err
		},
		// The journal itself contains the places. Growth of the log changes no record.
		PutPlaces: func(context.Context, sqlstore.Tx, int64, []trace.Commitment) error {
			w.sure = true
			return nil
		},
	}
}

// reached begins with the harvests of an organisation.
func reached(organization string) string {
	return `journal.harvest IN (SELECT h.num FROM harvest_reach hr CROSS JOIN harvest h ON h.safra_id = hr.safra_id WHERE ` + sqlstore.Reaches(organization) + `)`
}

func lotDialect(w *writer) sqlstore.LotDialect {
	return sqlstore.LotDialect{
		Append: `INSERT INTO lot_entry (` + sqlstore.LotColumns + `) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
		Fill:   `INSERT INTO lot_entry (` + sqlstore.LotColumns + `) VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING`,
		// The version is the row that was inserted last, because the lot graph's own tables have no
		// row numbers.
		Mention:     `INSERT INTO lot_mention (lot, role, seq) VALUES ($1, $2, last_insert_rowid())`,
		FillMention: `INSERT INTO lot_mention (lot, role, seq) SELECT $1, $2, seq FROM journal WHERE id = $3 AND version = $4 ON CONFLICT DO NOTHING`,
		Unmention:   `DELETE FROM lot_mention WHERE lot = $1 AND role = $2 AND seq IN (SELECT seq FROM journal WHERE id = $3)`,
		// CROSS JOIN makes SQLite look the lots up first.
		Mentions:     `lot_mention CROSS JOIN journal ON journal.seq = lot_mention.seq`,
		MentionOrder: `role, lot_mention.seq`,
		// The + makes SQLite enter the index at the pair; with a bare subquery it would only
		// compare each row.
		MentionAfter: func(role, id, version string) string {
			return `(role, lot_mention.seq) > (` + role + `, +(SELECT j.seq FROM journal j WHERE j.id = ` + id + ` AND j.version = ` + version + `))`
		},
		OfHarvest: func(list string) string {
			return `+journal.harvest IN (SELECT num FROM harvest WHERE safra_id IN (SELECT value FROM json_each(` + list + `)))`
		},
		IsOf: `lot IN (SELECT value FROM json_each($1))`,
		List: func(lots []string) any { return jsonList(lots) },

		IsErased:  `mark IN (SELECT value FROM json_each($1))`,
		PutErased: `INSERT INTO lot_erased (mark, id) SELECT value, $2 FROM json_each($1) WHERE true ON CONFLICT DO NOTHING`,
		// CROSS JOIN makes SQLite look the harvests up first.
		OfHarvests: `FROM harvest CROSS JOIN journal ON journal.harvest = harvest.num WHERE harvest.safra_id IN (SELECT value FROM json_each($1))`,
		Filled:     func() { w.sure = true }, // the graph is not a record
	}
}

var ownerDialect = sqlstore.OwnerDialect{
	IsOf:  `code IN (SELECT value FROM json_each($1))`,
	IsAny: func(column, list string) string { return column + ` IN (SELECT value FROM json_each(` + list + `))` },
	Own:   `INSERT INTO code_owner (realm, code, safra_id, id, since, settled) VALUES ($1, $2, $3, $4, $5, 0) ON CONFLICT DO NOTHING`,
	Hold: `INSERT INTO code_holder (realm, code, safra_id, author, id, since, live, against)
			SELECT $1, $2, $3, $4, $5, $6, 1, CASE WHEN o.safra_id = $3 THEN '' ELSE o.safra_id END FROM code_owner o WHERE o.realm = $1 AND o.code = $2
			ON CONFLICT DO UPDATE SET live = live + 1, against = excluded.against`,
	Take: `UPDATE code_owner AS o SET safra_id = $3, id = $4, since = $5 WHERE o.realm = $1 AND o.code = $2 AND o.safra_id <> $3 AND ` + sqlstore.Free,
}

var importDialect = sqlstore.ImportDialect{
	IsOf: `mark IN (SELECT unhex(value) FROM json_each($1))`,
	List: func(marks []trace.Mark) any { return jsonList(hexes(marks)) },
	Put:  `INSERT INTO imported (mark, id) VALUES ($1, $2)`,
	Of:   `id IN (SELECT unhex(value) FROM json_each($1))`,
}

// searchDialect names the index: without statistics SQLite would go over all harvests that
// have the term.
var searchDialect = sqlstore.SearchDialect{
	Names: func(list string) string { return `(SELECT value AS safra_id FROM json_each(` + list + `))` },
	Of: func(harvests, table, index, where, order, limit string) string {
		return `SELECT t.* FROM ` + harvests + ` h CROSS JOIN ` + table + ` t INDEXED BY ` + index + ` ON t.safra_id = h.safra_id AND ` + where + ` LIMIT ` + limit
	},
}

func plotDialect(w *writer) sqlstore.PlotDialect {
	return sqlstore.PlotDialect{
		Append: `INSERT INTO plot_cell (` + sqlstore.PlotColumns + `, harvest) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
		Fill: `INSERT INTO plot_cell (` + sqlstore.PlotColumns + `, harvest) SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9
			FROM journal WHERE id = $3 AND version = $10 AND until IS NULL ON CONFLICT DO NOTHING`,
		Args: func(ctx context.Context, _ sqlstore.Tx, c *trace.Claim) ([]any, error) {
			num, err := w.harvest(ctx, c.HarvestID)
			return []any{num}, err
		},
		Harvest: `harvest`,
		NotOf: func(mark string) string {
			return `harvest IS NOT (SELECT num FROM harvest WHERE safra_id = ` + mark + `)`
		},
		Filled: func() { w.sure = true }, // the index is not a record
	}
}

// unlogged continues in the journal, whose order is the log's.
func unlogged(ctx context.Context, conn sqlstore.Conn, size int64, mark string, limit int) ([]trace.Commitment, string, error) {
	found, err := conn.Query(ctx, `SELECT id, version, hash FROM journal WHERE seq > $1 ORDER BY seq LIMIT $2`, size, int64(limit))
	if err != nil {
		return nil, mark, err
	}
	defer found.Close()
	var list []trace.Commitment
	for found.Next() {
		var c trace.Commitment
		var hash []byte
		if err := found.Scan((*[16]byte)(&c.ID), &c.Version, &hash); err != nil {
			return nil, mark, err
		}
		copy(c.Hash[:], hash)
		list = append(list, c)
	}
	return list, mark, found.Err()
}

// harvestIs compares with the harvest's number. One harvest is compared by equality, which lets
// SQLite read the index in order; with a list it would have to sort.
func harvestIs(marks []string) string {
	if len(marks) == 1 {
		return `journal.harvest = (SELECT num FROM harvest WHERE safra_id = ` + marks[0] + `)`
	}
	return `journal.harvest IN (SELECT num FROM harvest WHERE safra_id IN (` + strings.Join(marks, ", ") + `))`
}
