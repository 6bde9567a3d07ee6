package sqlite

import (
	"context"
	"errors"
	"sync"

	"rastro/internal/store/sqlite/native"
	"rastro/internal/store/sqlstore"
)

// pool lends the reading connections. As a sqlstore.Conn it gives each query a connection of its
// own, which returns when the rows are closed. It lends the most recently returned one first,
// because its cached pages are the warmest.
type pool struct {
	free chan struct{} // a token for each connection that is free

	mu    sync.Mutex
	conns []*conn
}

func newPool(size int) *pool { return &pool{free: make(chan struct{}, size)} }

// take borrows a connection, which the borrower returns.
func (p *pool) take(ctx context.Context) (*conn, error) {
	select {
	case <-p.free:
	default:
		select {
		case <-p.free:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	last := len(p.conns) - 1
	c := p.conns[last]
	p.conns = p.conns[:last]
	return c, nil
}

func (p *pool) give(c *conn) {
	p.mu.Lock()
	p.conns = append(p.conns, c)
	p.mu.Unlock()
	p.free <- struct{}{}
}

// close waits for every connection and closes it.
func (p *pool) close() error {
	var errs []error
	for range cap(p.free) {
		c, err := p.take(context.Background())
		if err == nil {
			err = c.close()
		}
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}

// releaseIdle ends the outdated snapshots of unused connections, or all snapshots of unused
// connections. They would keep the write-ahead log from shrinking.
func (p *pool) releaseIdle(changes native.ChangeCounter, all bool) {
	for range cap(p.free) {
		select {
		case <-p.free:
		default:
			return // all are busy, and renew their snapshots themselves
		}
		p.mu.Lock()
		c := p.conns[0] // the one that has waited longest
		p.conns = p.conns[1:]
		p.mu.Unlock()
		if c.open && (all || c.count != changes.Load()) {
			_ = c.release() // a connection that fails fails its next user
		}
		p.give(c)
	}
}

// Query implements sqlstore.Conn.
func (p *pool) Query(ctx context.Context, query string, args ...any) (sqlstore.Rows, error) {
	c, err := p.take(ctx)
	if err != nil {
		return nil, err
	}
	found, err := c.Query(ctx, query, args...)
	if err != nil {
		p.give(c)
		return nil, err
	}
	return &lentRows{found.(*rows), c, p}, nil
}

// Exec implements sqlstore.Conn.
func (p *pool) Exec(ctx context.Context, query string, args ...any) (int64, error) {
	c, err := p.take(ctx)
	if err != nil {
		return 0, err
	}
	defer p.give(c)
	return c.Exec(ctx, query, args...)
}

type lentRows struct {
	*rows
	lent *conn
	pool *pool
}

func (r *lentRows) Close() {
	if r.lent != nil {
		r.rows.Close()
		r.pool.give(r.lent)
		r.lent = nil
	}
}
