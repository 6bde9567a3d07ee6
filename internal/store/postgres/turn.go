package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"
)

// turnLock is the class of TakeTurn's advisory locks; the number has no meaning.
const turnLock = `7266`

// TakeTurn implements derive.Store. The lock is held by its own connection, so it
// ends with the server, and takes none from the pool.
func (s *Store) TakeTurn(ctx context.Context) (release func(), ok bool, err error) {
	conn, err := pgx.ConnectConfig(ctx, s.lockConfig())
	if err != nil {
		return nil, false, classify(err)
	}
	release = func() { _ = conn.Close(context.WithoutCancel(ctx)) }
	err = conn.QueryRow(ctx, `SELECT pg_try_advisory_lock(`+turnLock+`, hashtext(current_schema()))`).Scan(&ok)
	if err != nil || !ok {
		release()
		return nil, false, classify(err)
	}
	return release, true, nil
}
