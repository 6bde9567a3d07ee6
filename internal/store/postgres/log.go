package postgres

import (
	"context"

	"rastro/internal/store/sqlstore"
	"rastro/internal/trace"
)

// unlogged returns versions without a place in the log whose transactions, and all older ones, have
// ended, so that nothing can come between them. The mark is the oldest transaction that may still
// add some.
//
// A database restored from a dump has another server's transaction numbers, which may be ahead of
// this server's. Then every version is checked once, regardless of its number, and the search
// continues from this server's numbers.
func unlogged(ctx context.Context, conn sqlstore.Conn, _ int64, mark string, limit int) (found []trace.Commitment, next string, err error) {
	found, next, restored, err := waiting(ctx, conn, mark, limit)
	if err != nil || !restored || len(found) > 0 {
		return found, next, err
	}
	_, err = conn.Exec(ctx, `UPDATE log_state SET mark = $1`, next) // if there is nothing to place, nothing else writes it
	return nil, next, err
}

// waiting reads what unlogged returns. restored means that the mark is another server's.
func waiting(ctx context.Context, conn sqlstore.Conn, mark string, limit int) (found []trace.Commitment, next string, restored bool, err error) {
	horizon, err := text(ctx, conn, `SELECT pg_snapshot_xmin(pg_current_snapshot())::text`)
	if err != nil {
		return nil, mark, false, err
	}
	from, to := mark, horizon
	restored = older(horizon, mark)
	if restored {
		from, to = "0", lastTransaction
	}
	// Ordered by j.xid, the number: xid alone would be the text of the result. The end of
	// the page is looked up first, in the order of the index: without statistics, after a
	// restore, the planner would sort the whole table for every step.
	rows, err := conn.Query(ctx, `SELECT j.id, j.version, j.hash, j.xid::text FROM journal j
		WHERE j.xid >= $1::text::xid8 AND j.xid <= (SELECT reach.xid FROM (
			SELECT k.xid FROM journal k WHERE k.xid >= $1::text::xid8 AND k.xid < $2::text::xid8
			AND NOT EXISTS (SELECT 1 FROM log_leaf l WHERE l.id = k.id AND l.version = k.version)
			ORDER BY k.xid LIMIT $3) reach ORDER BY reach.xid DESC LIMIT 1)
		AND NOT EXISTS (SELECT 1 FROM log_leaf l WHERE l.id = j.id AND l.version = j.version)
		ORDER BY j.xid, j.id, j.version LIMIT $3`, from, to, int64(limit))
	if err != nil {
		return nil, mark, restored, err
	}
	defer rows.Close()
	next = horizon
	for rows.Next() {
		var c trace.Commitment
		var hash []byte
		var xid string
		if err := rows.Scan((*[16]byte)(&c.ID), &c.Version, &hash, &xid); err != nil {
			return nil, mark, restored, err
		}
		copy(c.Hash[:], hash)
		if found = append(found, c); len(found) == limit {
			next = xid // more of this one may follow
			if restored {
				next = mark
			}
		}
	}
	return found, next, restored, rows.Err()
}

// lastTransaction is the largest number a transaction can have.
const lastTransaction = "18446744073709551615"

// older reports whether a transaction has a smaller number than another.
func older(a, b string) bool { return len(a) < len(b) || len(a) == len(b) && a < b }

func text(ctx context.Context, conn sqlstore.Conn, sql string) (s string, err error) {
	rows, err := conn.Query(ctx, sql)
	if err != nil {
		return "", err
	}
	defer rows.Close()
	if rows.Next() {
		if err := rows.Scan(&s); err != nil {
			return "", err
		}
	}
	return s, rows.Err()
}

// putPlaces writes the places of versions in one statement.
func putPlaces(ctx context.Context, tx sqlstore.Tx, first int64, added []trace.Commitment) error {
	if len(added) == 0 {
		return nil
	}
	ids, versions, places := make([][16]byte, len(added)), make([]int64, len(added)), make([]int64, len(added))
	for i, c := range added {
		ids[i], versions[i], places[i] = c.ID, c.Version, first+int64(i)
	}
	return tx.Later(ctx, int64(len(added)), `INSERT INTO log_leaf (id, version, num) SELECT * FROM unnest($1::uuid[], $2::bigint[], $3::bigint[])`, ids, versions, places)
}
