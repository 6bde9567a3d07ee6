package citus

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"rastro/internal/store/postgres"
)

// Nodes share no snapshot: a transaction on two of them could be in the snapshot of only one. So a
// snapshot that must show one state of all nodes is opened while nobody commits. Committers share a
// lock on the coordinator (commits.go), and whoever opens such a snapshot takes it exclusively
// until the snapshot is open on every node, which takes a few milliseconds.

// committing is the advisory lock; the number has no meaning.
const committing = `(7272, hashtext(current_schema()))`

const (
	// alonePatience bounds how long others cannot commit while someone waits for running commits to
	// end, and then for prepared transactions to be over.
	alonePatience = 2 * time.Second
	// alonePause is roughly how long others can commit again before the next try.
	alonePause = 200 * time.Millisecond
)

// lockNotAvailable is the SQLSTATE of a lock timeout.
const lockNotAvailable = "55P03"

// openings open a snapshot on every node: a query of each group of tables whose shards move
// together, and one of the coordinator.
var openings = func() []string {
	all := []string{`SELECT 1 FROM ` + gate}
	for _, p := range places {
		if p.column != "" && p.with == "" {
			all = append(all, `SELECT 1 FROM `+p.table+` LIMIT 1`)
		}
	}
	return all
}()

// whole begins a transaction whose snapshot is one state of all nodes.
func (c *commits) whole(ctx context.Context, begin func(context.Context) (pgx.Tx, error)) (pgx.Tx, error) {
	for {
		tx, err := c.wholeOnce(ctx, begin)
		if err == nil || ctx.Err() != nil || !errors.Is(err, errBusy) {
			return tx, err
		}
		select {
		case <-ctx.Done():
			return nil, err
		case <-time.After(alonePause/2 + rand.N(alonePause)):
		}
	}
}

// errBusy is why a snapshot could not be opened yet.
var errBusy = errors.New("commits took too long to end")

func (c *commits) wholeOnce(ctx context.Context, begin func(context.Context) (pgx.Tx, error)) (tx pgx.Tx, err error) {
	alone, cancel := context.WithTimeout(ctx, 2*alonePatience)
	defer cancel()
	conn, err := pgx.ConnectConfig(alone, c.leader)
	if err != nil {
		return nil, err
	}
	defer conn.Close(context.WithoutCancel(ctx)) // the lock ends with it
	if _, err := conn.Exec(alone, `SELECT set_config('lock_timeout', $1, false)`, alonePatience.String()); err != nil {
		return nil, err
	}
	_, err = conn.Exec(alone, `SELECT pg_advisory_lock`+committing)
	if late, ok := errors.AsType[*pgconn.PgError](err); ok && late.Code == lockNotAvailable {
		return nil, errors.Join(errBusy, err)
	}
	if err == nil {
		// A commit that a lost server had begun may still be prepared on some node.
		err = settle(alone, postgres.Over(conn))
	}
	if err != nil {
		if ctx.Err() == nil && alone.Err() != nil {
			err = errors.Join(errBusy, err)
		}
		return nil, err
	}
	if tx, err = begin(ctx); err != nil {
		return nil, err
	}
	for _, opening := range openings {
		if _, err := tx.Exec(ctx, opening); err != nil {
			return nil, errors.Join(err, rollback(ctx, tx))
		}
	}
	return tx, nil
}
