package sqlite

import (
	"context"

	"rastro/internal/store/sqlstore"
)

// pool lends the reading connections. As a sqlstore.Conn it gives each query a
// connection of its own, which goes back when the rows are closed.
type pool chan *conn

// take borrows a connection; the borrower gives it back with p <- c.
func (p pool) take(ctx context.Context) (*conn, error) {
	select {
	case c := <-p:
		return c, nil
	default:
	}
	select {
	case c := <-p:
		return c, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// Query implements sqlstore.Conn.
func (p pool) Query(ctx context.Context, query string, args ...any) (sqlstore.Rows, error) {
	c, err := p.take(ctx)
	if err != nil {
		return nil, err
	}
	found, err := c.Query(ctx, query, args...)
	if err != nil {
		p <- c
		return nil, err
	}
	return &lentRows{found, c, p}, nil
}

// Exec implements sqlstore.Conn.
func (p pool) Exec(ctx context.Context, query string, args ...any) (int64, error) {
	c, err := p.take(ctx)
	if err != nil {
		return 0, err
	}
	defer func() { p <- c }()
	return c.Exec(ctx, query, args...)
}

type lentRows struct {
	sqlstore.Rows
	conn *conn
	pool pool
}

func (r *lentRows) Close() {
	r.Rows.Close()
	if r.conn != nil {
		r.pool <- r.conn
		r.conn = nil
	}
}
