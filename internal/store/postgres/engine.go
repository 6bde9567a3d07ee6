package postgres

import (
	"context"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"rastro/internal/store/sqlstore"
	"rastro/internal/trace"
)

// Engine has the differences of a database that is spread over several servers: see package
// citus. A single server uses oneServer.
type Engine struct {
	Dialect *sqlstore.Dialect
	// Bulks are the rows of a group that are inserted together, in this order.
	Bulks []Bulk
	// Rewrite turns a statement into one that this database takes; nil: it takes all of them.
	Rewrite func(sql string) string
	// Stamp is a query for a text that every commit changes.
	Stamp string
	// Touched implements trace.Store; nil: by the numbers of transactions.
	Touched func(ctx context.Context, conn sqlstore.Conn, since trace.Place, limit int) (trace.Touched, error)
	// Settings apply to every connection.
	Settings map[string]string
	// Locks is where to take locks that outlive a transaction, so that servers on different
	// nodes meet; nil: at the database's address.
	Locks *pgx.ConnConfig
	// InDoubt reports whether a notice says that a commit is decided but not visible everywhere
	// yet; nil: no notice does.
	InDoubt func(*pgconn.Notice) bool
	// Locked runs after a statement that takes an advisory lock until the end of the
	// transaction, and after a lock that defers erasures; may be nil.
	Locked func(ctx context.Context, conn sqlstore.Conn, sql string) error
	// Committing runs before a transaction with writes commits, and the done that it returns runs
	// after; may be nil.
	Committing func(ctx context.Context) (done func(), err error)
	// Whole begins a transaction whose snapshot is one state of the whole database; nil: every
	// snapshot is.
	Whole func(ctx context.Context, begin func(context.Context) (pgx.Tx, error)) (pgx.Tx, error)
	// Node returns the node that holds the harvests of a partition, as far as is known; conn reads
	// from the database. Correctness does not depend on it. Nil means that one node holds
	// everything.
	Node func(conn sqlstore.Conn, partition uint16) (node Node, known bool)
	// Close releases the engine's resources; may be nil.
	Close func()
	// Unindexed are indexes of one server that this database does without.
	Unindexed []string
}

// Node is the address of a node of a distributed database.
type Node struct {
	Host string
	Port uint16
}

// Toward returns how to connect to a node as to another one.
func (n Node) Toward(config *pgx.ConnConfig) *pgx.ConnConfig {
	config = config.Copy()
	config.Host, config.Port, config.Fallbacks = n.Host, n.Port, nil
	if config.TLSConfig != nil {
		config.TLSConfig.ServerName = n.Host
	}
	return config
}

var oneServer = &Engine{Dialect: dialect, Bulks: bulks, Stamp: `SELECT pg_current_snapshot()::text`}

// Dialect returns the dialect for a single server; others change parts of it.
func Dialect() *sqlstore.Dialect { return dialect }

// ReadAddress reads a postgres:// address.
func ReadAddress(address string) (*pgx.ConnConfig, error) {
	config, err := readAddress(address)
	if err != nil {
		return nil, err
	}
	return config.ConnConfig, nil
}

// Migrate brings the schema of a database up to date.
func Migrate(ctx context.Context, config *pgx.ConnConfig) error { return migrate(ctx, config) }

// Explain describes to the operator why a database cannot be opened.
func Explain(err error) error { return explain(err) }

func (e *Engine) rewrite(sql string) string {
	if e == nil || e.Rewrite == nil {
		return sql
	}
	return e.Rewrite(sql)
}

// locked runs the engine's step after taking a lock.
func (e *Engine) locked(ctx context.Context, conn sqlstore.Conn, sql string) error {
	if e.Locked == nil || !strings.Contains(sql, `pg_advisory_`) {
		return nil
	}
	return e.Locked(ctx, conn, sql)
}

// Over runs statements unchanged on a connection.
func Over(conn *pgx.Conn) sqlstore.Conn { return querier{on: conn} }

func (s *Store) querier(on conn) querier {
	return querier{on: on, timeout: s.timeout, engine: s.engine, moving: s.moving}
}

// lockConfig returns how to connect to where session locks are taken.
func (s *Store) lockConfig() *pgx.ConnConfig {
	if s.engine.Locks != nil {
		return s.engine.Locks
	}
	return s.pool.Config().ConnConfig
}
