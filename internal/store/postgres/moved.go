package postgres

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"rastro/internal/trace"
)

// A database whose tables were spread over servers while this one was using it takes no versions
// from it any more, nor all of its queries: see package citus, whose engine has to open it then.

// suspects are the SQLSTATEs with which such a database refuses a statement: a column without a
// value, a query that it does not support, and an error that has no other number.
var suspects = []string{"23502", "0A000", "XX000"}

// lookPatience bounds the look whether the tables were spread.
const lookPatience = 5 * time.Second

// moving tells once that the tables were spread.
type moving struct {
	pool *pgxpool.Pool // nil: the engine knows
	once sync.Once
	told chan struct{}
}

func newMoving(pool *pgxpool.Pool, engine *Engine) *moving {
	m := &moving{told: make(chan struct{})}
	if engine == oneServer {
		m.pool = pool
	}
	return m
}

// look reports whether the tables were spread: then versions have no number of their transaction.
func (m *moving) look(ctx context.Context) bool {
	ctx, cancel := context.WithTimeout(ctx, lookPatience)
	defer cancel()
	var moved bool
	err := m.pool.QueryRow(ctx, `SELECT EXISTS (SELECT 1 FROM pg_attribute WHERE attrelid = to_regclass('journal') AND attname = 'xid' AND NOT atthasdef)`).Scan(&moved)
	if err == nil && moved {
		m.once.Do(func() { close(m.told) })
	}
	return err == nil && moved
}

// classify is classify of an error that may come of it: the store works again when it was opened
// again.
func (m *moving) classify(err error) error {
	if failed, ok := errors.AsType[*pgconn.PgError](err); ok && m != nil && m.pool != nil && slices.Contains(suspects, failed.Code) && m.look(context.Background()) {
		return &trace.Error{Code: trace.CodeUnavailable, Cause: err}
	}
	return classify(err)
}

// Moved is closed when the tables were spread over servers by another program: the store must be
// opened again, and refuses writes until then.
func (s *Store) Moved() <-chan struct{} { return s.moving.told }
