package main

import (
	"context"
	"errors"

	"rastro/internal/store/postgres"
	"rastro/internal/trace"
)

// postgresSystem is Rastro on PostgreSQL, each store its own cluster.
type postgresSystem struct {
	binary string
	server server
	cache  cache
	work   string
}

func (postgresSystem) name() string { return postgresName }

// bulkWriters is how many transactions fill the database at once: one for each
// processor that a small machine has.
const bulkWriters = 2

func (s postgresSystem) prepare(ctx context.Context, out *console, records int) (*stored, error) {
	key, err := schemaKey("postgres")
	if err != nil {
		return nil, err
	}
	return s.cache.store(postgresName, key, records, out, func(made *stored) (err error) {
		if err := s.server.create(made.database()); err != nil {
			return err
		}
		// Nothing is durable while it is filled; the checkpoint below ends that.
		c, err := s.server.start(ctx, made.database(), "max_wal_size=4GB", "wal_recycle=off", "synchronous_commit=off", "autovacuum=off", "fsync=off")
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, c.child.stop()) }()
		err = fillRastro(ctx, made, out, postgresName, layout{records}, bulkWriters, func() (trace.Store, error) {
			return postgres.Open(ctx, c.dsn())
		})
		if err != nil {
			return err
		}
		// What autovacuum would do later, so that it does not happen in the middle of a
		// measurement.
		if err := c.exec(ctx, "VACUUM (ANALYZE)", "CHECKPOINT"); err != nil {
			return err
		}
		made.meta.DiskBytes, err = c.number(ctx, "SELECT pg_database_size(current_database())")
		return err
	})
}

func (s postgresSystem) start(ctx context.Context, made *stored, dir string, _ int) (*running, error) {
	c, err := s.server.start(ctx, dir)
	if err != nil {
		return nil, err
	}
	r, err := startRastro(ctx, rastroSpec{name: postgresName, binary: s.binary, work: s.work, db: c.dsn(), logDir: dir, first: made})
	if err != nil {
		return nil, errors.Join(err, c.child.stop())
	}
	r.database, r.also = c.child.pid(), c.child.stop
	return r, nil
}
