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

// If a database's tables are distributed while this server uses it, it accepts no versions from it
// any more, and not all of its queries: then the engine of package citus has to open it.

// suspects are the SQLSTATEs with which such a database refuses a statement: a missing value, an
// unsupported query, and a general error.
var suspects = []string{"23502", "0A000", "XX000"}

// lookPatience bounds the check whether the tables were spread.
const lookPatience = 5 * time.Second

// moving detects that the tables were distributed.
type moving struct {
	pool *pgxpool.Pool // nil: the engine is aware of the distribution
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

// look reports whether the tables were distributed: then versions have no transaction number.
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

// classify is like the function classify, for errors that distribution may cause: the store works
// again after it is reopened.
func (m *moving) classify(err error) error {
	if failed, ok := errors.AsType[*pgconn.PgError](err); ok && m != nil && m.pool != nil && slices.Contains(suspects, failed.Code) && m.look(context.Background()) {
		return &trace.Error{Code: trace.CodeUnavailable, Cause: err}
	}
	return classify(err)
}

// Moved is closed when the tables were spread over servers by another program: the store must be
// opened again, and refuses writes until then.
func (s *Store) Moved() <-chan struct{} { return s.moving.told }
