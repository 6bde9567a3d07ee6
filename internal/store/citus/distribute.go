package citus

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// distributing is the class of the advisory lock that is held while the tables are spread; the
// number means nothing.
const distributing = `7268`

// Limits on waiting for those who use the tables. New users have to wait behind us, so each try is
// short, and there are many.
const (
	lockPatience = `2s`
	lockPause    = time.Second
	lockTries    = 100
)

// distribute spreads the tables that are not spread yet, in one transaction: it is done or not
// begun. The caller brought the schema up to date.
func distribute(ctx context.Context, leader *pgx.ConnConfig) (spread int, err error) {
	for try := 1; ; try++ {
		spread, err = distributeOnce(ctx, leader)
		busy, ok := errors.AsType[*pgconn.PgError](err)
		if !ok || try == lockTries || busy.Code != lockNotAvailable && busy.Code != deadlockDetected {
			return spread, err
		}
		select {
		case <-ctx.Done():
			return 0, ctx.Err()
		case <-time.After(lockPause):
		}
	}
}

// deadlockDetected is the SQLSTATE of one of two transactions that wait for each other.
const deadlockDetected = "40P01"

func distributeOnce(ctx context.Context, leader *pgx.ConnConfig) (spread int, err error) {
	conn, err := pgx.ConnectConfig(ctx, leader)
	if err != nil {
		return 0, fmt.Errorf("connecting to the coordinator %s: %w", at(leader), err)
	}
	defer conn.Close(context.WithoutCancel(ctx))
	tx, err := conn.Begin(ctx)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, rollback(ctx, tx)) }()
	// One at a time, and the next finds it done.
	if _, err := tx.Exec(ctx, `SELECT pg_advisory_xact_lock(`+distributing+`, hashtext(current_schema()))`); err != nil {
		return 0, err
	}
	waiting, err := undistributed(ctx, tx)
	if err != nil || len(waiting) == 0 {
		return 0, err
	}
	if err := reshape(ctx, tx, waiting); err != nil {
		return 0, err
	}
	for _, p := range waiting {
		if err := p.spread(ctx, tx); err != nil {
			return 0, fmt.Errorf("spreading the table %s: %w", p.table, err)
		}
	}
	return len(waiting), tx.Commit(ctx)
}

func rollback(ctx context.Context, tx pgx.Tx) error {
	if err := tx.Rollback(context.WithoutCancel(ctx)); !errors.Is(err, pgx.ErrTxClosed) {
		return err
	}
	return nil
}

// undistributed returns the entries of tables that are still only on the coordinator.
func undistributed(ctx context.Context, tx pgx.Tx) ([]place, error) {
	rows, err := tx.Query(ctx, `SELECT c.relname::text FROM pg_dist_partition p JOIN pg_class c ON c.oid = p.logicalrelid WHERE c.relnamespace = current_schema()::regnamespace`)
	if err != nil {
		return nil, err
	}
	there, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return nil, err
	}
	known := map[string]bool{}
	for _, name := range there {
		known[name] = true
	}
	var waiting []place
	for _, p := range places {
		if !known[p.table] {
			waiting = append(waiting, p)
		}
	}
	return waiting, nil
}

// reshape changes the schema of one server into one that can be spread, unless the journal is
// spread already.
func reshape(ctx context.Context, tx pgx.Tx, waiting []place) error {
	if waiting[0].table != journal {
		return nil // a later build added a table
	}
	if err := lockAll(ctx, tx, waiting); err != nil {
		return err
	}
	for _, statement := range changes {
		if _, err := tx.Exec(ctx, statement); err != nil {
			return fmt.Errorf("%s: %w", statement, err)
		}
	}
	return nil
}

// lockAll waits for all users of the tables. From then on, everything that is written is either in
// the log or seen by the next statements.
func lockAll(ctx context.Context, tx pgx.Tx, waiting []place) error {
	var names []string
	for _, p := range waiting {
		names = append(names, p.table)
	}
	rows, err := tx.Query(ctx, `SELECT quote_ident(name) FROM unnest($1::text[]) WITH ORDINALITY n(name, i) WHERE to_regclass(name) IS NOT NULL ORDER BY i`, names)
	if err != nil {
		return err
	}
	there, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return err
	}
	for _, statement := range []string{`SET LOCAL lock_timeout = '` + lockPatience + `'`, `LOCK TABLE ` + strings.Join(there, ", ") + ` IN ACCESS EXCLUSIVE MODE`, `SET LOCAL lock_timeout = 0`} {
		if _, err := tx.Exec(ctx, statement); err != nil {
			return err
		}
	}
	return nil
}

// journal is the table that is spread first.
const journal = "journal"

// spread spreads one table, with the rows that it has.
func (p place) spread(ctx context.Context, tx pgx.Tx) (err error) {
	switch {
	case p.table == gate || p.table == pass:
		_, err = tx.Exec(ctx, `SELECT citus_add_local_table_to_metadata($1::text::regclass)`, p.table)
	case p.column == "":
		_, err = tx.Exec(ctx, `SELECT create_reference_table($1::text::regclass)`, p.table)
	case p.with != "":
		_, err = tx.Exec(ctx, `SELECT create_distributed_table($1::text::regclass, $2, colocate_with := $3)`, p.table, p.column, p.with)
	default:
		_, err = tx.Exec(ctx, `SELECT create_distributed_table($1::text::regclass, $2, colocate_with := 'none')`, p.table, p.column)
	}
	return err
}

// gate and pass are tables that are on the coordinator and known to all nodes.
const gate, pass = "cluster_gate", "cluster_pass"
