package postgres

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
)

// servingLock is the class of the advisory lock that servers share; the number means
// nothing, but no other lock may have it.
const servingLock = `7270`

// Who takes the lock: servers, which share it, and Alone.
const (
	lockShared = `pg_try_advisory_lock_shared`
	lockAlone  = `pg_try_advisory_lock`
)

// servingInterval is how often a server checks whether it still has its lock: the database may have
// been restarted. It also limits how long a server may then run unnoticed.
const servingInterval = 10 * time.Second

// keepalives make the database notice within half a minute that the machine of a server
// is gone. A killed process is noticed at once.
const keepalives = `SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3`

// errAdopting is why a server does not start.
var errAdopting = errors.New("'rastro log adopt' is running on this database: start the server when it is done")

// Serve marks the database as used by a server, until release is called or the process ends.
// Several servers may use it. It fails while Alone is held.
func (s *Store) Serve(ctx context.Context) (release func(), err error) {
	conn, ok, err := s.lockServing(ctx, lockShared)
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, errAdopting
	}
	keeping, stop := context.WithCancel(context.WithoutCancel(ctx))
	var kept sync.WaitGroup
	kept.Go(func() { s.keepServing(keeping, conn) })
	kept.Go(func() { s.keepConfirming(keeping) })
	return func() {
		stop()
		kept.Wait()
	}, nil
}

// Alone keeps servers from starting until release is called. ok is false if one runs, on any
// machine.
func (s *Store) Alone(ctx context.Context) (release func(), ok bool, err error) {
	conn, ok, err := s.lockServing(ctx, lockAlone)
	if err != nil || !ok {
		return nil, false, err
	}
	return func() { unlock(conn) }, true, nil
}

// unlock releases the lock of a connection and then closes it. The database takes a moment to
// notice a closed connection, during which it would still hold the lock.
func unlock(conn *pgx.Conn) {
	ctx, cancel := context.WithTimeout(context.Background(), servingInterval)
	defer cancel()
	_, _ = conn.Exec(ctx, `SELECT pg_advisory_unlock_all()`) // the lock ends with the connection in any case
	_ = conn.Close(ctx)
}

// lockServing takes the lock on a connection of its own; the lock ends with the connection.
func (s *Store) lockServing(ctx context.Context, lock string) (conn *pgx.Conn, ok bool, err error) {
	if conn, err = pgx.ConnectConfig(ctx, s.lockConfig()); err != nil {
		return nil, false, classify(err)
	}
	if _, err = conn.Exec(ctx, keepalives); err == nil {
		err = conn.QueryRow(ctx, `SELECT `+lock+`(`+servingLock+`, hashtext(current_schema()))`).Scan(&ok)
	}
	if err != nil || !ok {
		_ = conn.Close(context.WithoutCancel(ctx))
		return nil, false, classify(err)
	}
	return conn, true, nil
}

// keepServing keeps the lock until the context ends.
func (s *Store) keepServing(ctx context.Context, conn *pgx.Conn) {
	tick := time.NewTicker(servingInterval)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			if conn != nil {
				unlock(conn)
			}
			return
		case <-tick.C:
			conn = s.lockAgain(ctx, conn)
		}
	}
}

// lockAgain returns a connection that holds the lock: the given one, or a new one if that was lost;
// nil if the database is unreachable or a log is being adopted.
func (s *Store) lockAgain(ctx context.Context, conn *pgx.Conn) *pgx.Conn {
	ctx, cancel := context.WithTimeout(ctx, servingInterval)
	defer cancel()
	if conn != nil {
		if conn.Ping(ctx) == nil {
			return conn
		}
		_ = conn.Close(context.WithoutCancel(ctx))
	}
	conn, _, _ = s.lockServing(ctx, lockShared) // the next tick tries again
	return conn
}
