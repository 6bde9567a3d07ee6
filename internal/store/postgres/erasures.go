package postgres

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"rastro/internal/store/sqlstore"
	"rastro/internal/trace"
)

// erasureLock is the advisory lock that erasures share and a recall takes for itself; the
// number means nothing.
const erasureLock = `(7267, hashtext(current_schema()))`

// fileLock is the advisory lock that those who attach files share, and those who delete files take
// for themselves; the number means nothing.
const fileLock = `(7269, hashtext(current_schema()))`

// releasePatience bounds how long releasing the lock may take; the server releases it
// itself when the connection ends.
const releasePatience = 5 * time.Second

// DeferErasures implements trace.Store. The lock is held by its own connection, so it
// ends with the server, and takes none from the pool.
func (s *Store) DeferErasures(ctx context.Context) (release func(), err error) {
	conn, err := pgx.ConnectConfig(ctx, s.lockConfig())
	if err != nil {
		return nil, classify(err)
	}
	release = func() {
		ending, cancel := context.WithTimeout(context.WithoutCancel(ctx), releasePatience)
		defer cancel()
		// Closing alone returns before the server has released the lock.
		_, _ = conn.Exec(ending, `SELECT pg_advisory_unlock`+erasureLock)
		_ = conn.Close(ending)
	}
	waiting, cancel := context.WithTimeoutCause(ctx, trace.DeferPatience, trace.Fail(trace.CodeContended))
	defer cancel()
	// Erasures only try for the lock: those that come after this one do not get it.
	const lock = `SELECT pg_advisory_lock` + erasureLock
	_, err = conn.Exec(waiting, lock)
	if err == nil {
		err = s.engine.locked(waiting, s.querier(conn), lock)
	}
	if err != nil {
		release()
		return nil, errors.Join(context.Cause(waiting), classify(err))
	}
	return release, nil
}

// erasuresHeld shares the lock until the transaction ends. It does not wait: the transaction may
// belong to a group, and the recall that holds the lock also writes through a group.
func erasuresHeld(ctx context.Context, tx sqlstore.Tx) (bool, error) {
	rows, err := tx.Query(ctx, `SELECT pg_try_advisory_xact_lock_shared`+erasureLock)
	if err != nil {
		return false, err
	}
	defer rows.Close()
	shared := false
	if rows.Next() {
		if err := rows.Scan(&shared); err != nil {
			return false, err
		}
	}
	return !shared, rows.Err()
}
