// Package citus is the store on PostgreSQL with the Citus extension, for deployments too large for
// one database server. The rows are distributed over workers (tables.go), and servers may connect
// to any node. Everything else is package postgres.
//
// The nodes share neither snapshots nor transaction numbers, and what a transaction wrote on
// several nodes becomes visible on them one after the other. So nothing here depends on either: see
// log.go.
package citus

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strconv"

	"github.com/jackc/pgx/v5"

	"rastro/internal/derive"
	"rastro/internal/store/postgres"
	"rastro/internal/trace"
)

// Open connects to the database at a postgres:// address, brings its schema up to date, and
// spreads it if it has the extension, knows workers, and is not spread yet. A database without
// the extension is opened as package postgres does.
func Open(ctx context.Context, address string) (derive.Store, error) {
	leader, err := coordinator(ctx, address)
	if err != nil {
		return nil, err
	}
	if leader == nil {
		return postgres.Open(ctx, address)
	}
	if err := postgres.Migrate(ctx, leader); err != nil {
		return nil, err
	}
	if _, err := distribute(ctx, leader); err != nil {
		return nil, err
	}
	store, err := postgres.OpenEngine(ctx, address, newEngine(leader))
	if err != nil {
		return nil, err
	}
	return &Store{store}, nil
}

// Store implements trace.Store.
type Store struct{ *postgres.Store }

// Waiting implements trace.Reader. Versions wait in the order of their places, so they get those
// first.
func (s *Store) Waiting(ctx context.Context, limit int) ([]trace.Commitment, error) {
	err := s.Update(ctx, func(w trace.Writer) error {
		if _, err := w.LockLog(ctx); err != nil {
			return err
		}
		_, err := w.Unlogged(ctx, limit)
		return err
	})
	if err != nil && !trace.Is(err, trace.CodeContended) {
		return nil, err
	}
	return s.Store.Waiting(ctx, limit)
}

// Record implements trace.Reader. It queries the node that has the record.
func (s *Store) Record(ctx context.Context, id trace.ID) (*trace.Record, error) {
	return s.Near(id.Partition()).Record(ctx, id)
}

// Current refuses a database that Open would update. It changes nothing itself.
func Current(ctx context.Context, address string) error {
	leader, err := coordinator(ctx, address)
	if err != nil {
		return err
	}
	if leader == nil {
		return postgres.Current(ctx, address)
	}
	return postgres.CurrentAt(ctx, leader)
}

// errNoExtension is why a database cannot be spread.
var errNoExtension = errors.New("the database has no workers to spread its tables over: install the extension citus and add its nodes, see docs/scale.md")

// Distribute spreads the tables of a database over its workers, and returns how many it spread:
// 0 if all are.
func Distribute(ctx context.Context, address string) (spread int, err error) {
	leader, err := coordinator(ctx, address)
	if err != nil {
		return 0, err
	}
	if leader == nil {
		return 0, errNoExtension
	}
	if err := postgres.Migrate(ctx, leader); err != nil {
		return 0, err
	}
	return distribute(ctx, leader)
}

// coordinator returns how to connect to the node that changes the schema; nil if the database has no
// extension or no workers.
func coordinator(ctx context.Context, address string) (*pgx.ConnConfig, error) {
	config, err := postgres.ReadAddress(address)
	if err != nil {
		return nil, err
	}
	conn, err := pgx.ConnectConfig(ctx, config)
	if err != nil {
		return nil, postgres.Explain(err)
	}
	defer conn.Close(context.WithoutCancel(ctx))
	var there bool
	if err := conn.QueryRow(ctx, `SELECT EXISTS (SELECT 1 FROM pg_extension WHERE extname = 'citus')`).Scan(&there); err != nil || !there {
		return nil, err
	}
	var workers, group int
	err = conn.QueryRow(ctx, `SELECT count(*) FILTER (WHERE shouldhaveshards), (SELECT groupid FROM pg_dist_local_group) FROM pg_dist_node`).Scan(&workers, &group)
	if err != nil || workers == 0 {
		return nil, err
	}
	if group == 0 {
		return config, nil
	}
	var host string
	var port int
	if err := conn.QueryRow(ctx, `SELECT nodename, nodeport FROM pg_dist_node WHERE groupid = 0`).Scan(&host, &port); err != nil {
		return nil, fmt.Errorf("looking for the coordinator: %w", err)
	}
	return postgres.Node{Host: host, Port: uint16(port)}.Toward(config), nil
}

// at returns a node's address, for messages.
func at(config *pgx.ConnConfig) string {
	return net.JoinHostPort(config.Host, strconv.Itoa(int(config.Port)))
}
