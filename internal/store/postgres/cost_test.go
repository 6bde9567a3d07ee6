package postgres

import (
	"context"
	"testing"

	"github.com/jackc/pgx/v5"

	"rastro/internal/store/sqlstore"
	"rastro/internal/store/storetest"
	"rastro/internal/trace"
)

// counting is a connection that counts its statements and their rows.
type counting struct {
	querier
	cost *storetest.Cost
}

func (c counting) Query(ctx context.Context, query string, args ...any) (sqlstore.Rows, error) {
	c.cost.Statements++
	found, err := c.querier.Query(ctx, query, args...)
	return countedRows{found, c.cost}, err
}

type countedRows struct {
	sqlstore.Rows
	cost *storetest.Cost
}

func (r countedRows) Next() bool {
	more := r.Rows.Next()
	if more {
		r.cost.Rows++
	}
	return more
}

func TestReadCosts(t *testing.T) {
	storetest.ReadCosts(t, open, func(ctx context.Context, s trace.Store, cost *storetest.Cost, fn func(trace.Reader) error) error {
		store := s.(*Store)
		tx, err := store.pool.BeginTx(ctx, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly})
		if err != nil {
			return err
		}
		defer tx.Rollback(ctx) // nothing was written
		return fn(sqlstore.NewReader(counting{store.querier(tx), cost}, dialect))
	})
}
