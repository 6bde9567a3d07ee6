package sqlite

import (
	"context"
	"testing"

	"rastro/internal/store/sqlstore"
	"rastro/internal/store/storetest"
	"rastro/internal/trace"
)

// counting is a connection that counts its statements and their rows.
type counting struct {
	*conn
	cost *storetest.Cost
}

func (c counting) Query(ctx context.Context, query string, args ...any) (sqlstore.Rows, error) {
	c.cost.Statements++
	found, err := c.conn.Query(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	return countedRows{found.(*rows), c.cost}, nil
}

type countedRows struct {
	*rows
	cost *storetest.Cost
}

func (r countedRows) Next() bool {
	more := r.rows.Next()
	if more {
		r.cost.Rows++
	}
	return more
}

func TestReadCosts(t *testing.T) {
	storetest.ReadCosts(t, open, func(ctx context.Context, s trace.Store, cost *storetest.Cost, fn func(trace.Reader) error) error {
		store := s.(*Store)
		c, err := store.pool.take(ctx)
		if err != nil {
			return err
		}
		defer store.pool.give(c)
		if _, err := c.Exec(ctx, "BEGIN"); err != nil {
			return err
		}
		defer c.Exec(ctx, "ROLLBACK")
		return fn(sqlstore.NewReader(counting{c, cost}, store.dialect))
	})
}
