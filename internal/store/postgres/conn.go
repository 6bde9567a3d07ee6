package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"rastro/internal/store/sqlstore"
)

// querier adapts a pool, a connection or a transaction to sqlstore.Conn.
type querier struct {
	on interface {
		Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
		Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error)
	}
}

// Query implements sqlstore.Conn.
func (q querier) Query(ctx context.Context, sql string, args ...any) (sqlstore.Rows, error) {
	found, err := q.on.Query(ctx, sql, args...)
	if err != nil {
		return nil, classify(err)
	}
	return rows{found}, nil
}

// Exec implements sqlstore.Conn.
func (q querier) Exec(ctx context.Context, sql string, args ...any) (int64, error) {
	tag, err := q.on.Exec(ctx, sql, args...)
	return tag.RowsAffected(), classify(err)
}

type rows struct{ pgx.Rows }

func (r rows) Scan(dest ...any) error { return classify(r.Rows.Scan(dest...)) }

func (r rows) Err() error { return classify(r.Rows.Err()) }
