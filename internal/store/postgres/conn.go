package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"rastro/internal/store/sqlstore"
)

// conn is a pool, a connection or a transaction.
type conn interface {
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
	Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error)
}

// querier adapts one to sqlstore.Conn.
type querier struct {
	on conn
	// timeout bounds a query, from asking to the last row: a server that froze,
	// or a network that swallows packets, never answers. 0: the context alone.
	timeout time.Duration
	engine  *Engine
	moving  *moving // nil: no tables were distributed
}

// Query implements sqlstore.Conn.
func (q querier) Query(ctx context.Context, sql string, args ...any) (sqlstore.Rows, error) {
	cancel := func() {}
	if q.timeout > 0 {
		ctx, cancel = context.WithTimeout(ctx, q.timeout)
	}
	found, err := q.on.Query(ctx, q.engine.rewrite(sql), args...)
	if err != nil {
		cancel()
		return nil, q.moving.classify(err)
	}
	return rows{found, cancel, q.moving}, nil
}

// Exec implements sqlstore.Conn.
func (q querier) Exec(ctx context.Context, sql string, args ...any) (int64, error) {
	tag, err := q.on.Exec(ctx, q.engine.rewrite(sql), args...)
	return tag.RowsAffected(), q.moving.classify(err)
}

type rows struct {
	pgx.Rows
	cancel context.CancelFunc
	moving *moving
}

func (r rows) Scan(dest ...any) error { return classify(r.Rows.Scan(dest...)) }

func (r rows) Err() error { return r.moving.classify(r.Rows.Err()) }

func (r rows) Close() {
	r.Rows.Close()
	r.cancel()
}
