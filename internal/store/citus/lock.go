package citus

import (
	"context"
	"math/rand/v2"
	"strings"
	"time"

	"rastro/internal/store/sqlstore"
)

// Servers on all nodes take their locks on the coordinator. The coordinator releases a lock when
// the transaction ends there, which may be before another node shows what was written under the
// lock. So a transaction that shares a lock also writes on the coordinator: then the nodes prepare
// the transaction before any of them ends it. And a transaction that takes a lock exclusively waits
// until everything prepared by then is over.

// sit writes to one of a few rows: those who share a lock rarely meet.
const sit = `UPDATE cluster_pass SET n = n + 1 WHERE seat = $1`

// seats is their number.
const seats = 256

// locked runs after a statement that took a lock.
func locked(ctx context.Context, conn sqlstore.Conn, sql string) error {
	if !strings.Contains(sql, `_shared`) {
		return settle(ctx, conn)
	}
	_, err := conn.Exec(ctx, sit, rand.N(int16(seats)))
	return err
}

// erasuresHeld shares the lock of erasures.
func erasuresHeld(one func(context.Context, sqlstore.Tx) (bool, error)) func(context.Context, sqlstore.Tx) (bool, error) {
	return func(ctx context.Context, tx sqlstore.Tx) (bool, error) {
		held, err := one(ctx, tx)
		if err == nil && !held {
			_, err = tx.Exec(ctx, sit, rand.N(int16(seats)))
		}
		return held, err
	}
}

// prepared are the transactions that nodes have prepared and not ended yet.
const prepared = `SELECT result FROM run_command_on_all_nodes($$SELECT coalesce(string_agg(gid, ','), '') FROM pg_prepared_xacts WHERE database = current_database()$$)`

// settlePause is the time between two looks. A commit takes a few milliseconds.
const settlePause = 5 * time.Millisecond

// settle waits until the transactions that are prepared now are over on every node. A transaction
// whose coordinator was lost takes until the nodes ask about its outcome.
func settle(ctx context.Context, conn sqlstore.Conn) error {
	before, err := gids(ctx, conn)
	for len(before) > 0 && err == nil {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(settlePause):
		}
		var now map[string]bool
		now, err = gids(ctx, conn)
		for gid := range before {
			if !now[gid] {
				delete(before, gid)
			}
		}
	}
	return err
}

func gids(ctx context.Context, conn sqlstore.Conn) (map[string]bool, error) {
	rows, err := conn.Query(ctx, prepared)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	found := map[string]bool{}
	for rows.Next() {
		var list string
		if err := rows.Scan(&list); err != nil {
			return nil, err
		}
		for gid := range strings.SplitSeq(list, ",") {
			if gid != "" {
				found[gid] = true
			}
		}
	}
	return found, rows.Err()
}
