package postgres

import (
	"context"
	"errors"
	"fmt"
)

// WipeLogSecret implements trace.Store. The database keeps a row's old content after an update
// until the table is rewritten; this table has one row.
func (s *Store) WipeLogSecret(ctx context.Context) (err error) {
	conn, err := s.pool.Acquire(ctx)
	if err != nil {
		return classify(err)
	}
	defer conn.Release()
	if _, err := conn.Exec(ctx, `SET lock_timeout = '5s'`); err != nil {
		return classify(err)
	}
	defer func() {
		if _, failed := conn.Exec(context.WithoutCancel(ctx), `RESET lock_timeout`); failed != nil {
			err = errors.Join(err, failed, conn.Conn().Close(context.WithoutCancel(ctx)))
		}
	}()
	if _, err := conn.Exec(ctx, `VACUUM (FULL) log_state`); err != nil {
		return fmt.Errorf("rewriting the table log_state: %w", err)
	}
	return nil
}
