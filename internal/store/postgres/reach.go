package postgres

import (
	"context"

	"github.com/jackc/pgx/v5/pgxpool"

	"rastro/internal/reach"
	"rastro/internal/store/sqlstore"
	"rastro/internal/trace"
)

// lookupConns is how many connections answer reach.Lookup. Each is used for one look-up of an
// index at a time.
const lookupConns = 4

// openLookups opens the pool of reach.Lookup. Callers use it in the middle of a snapshot, which
// holds a connection of the other pool. If they waited there for a second one, all could wait for
// each other. It connects on first use, so a deployment without organisations has no connections
// here.
func openLookups(ctx context.Context, config *pgxpool.Config) (*pgxpool.Pool, error) {
	config = config.Copy()
	config.MaxConns, config.MinConns, config.MinIdleConns = lookupConns, 0, 0
	return pgxpool.NewWithConfig(ctx, config)
}

func (s *Store) lookUp() trace.Reader {
	return sqlstore.NewReader(s.querier(s.lookups), s.engine.Dialect)
}

// HarvestLevel implements reach.Lookup.
func (s *Store) HarvestLevel(ctx context.Context, organization reach.ID, harvestID string) (reach.Level, error) {
	g, err := s.lookUp().Grant(ctx, organization, harvestID)
	return g.Level, err
}

// HarvestClaim implements reach.Lookup.
func (s *Store) HarvestClaim(ctx context.Context, harvestID string) (reach.Claim, error) {
	return s.lookUp().Claim(ctx, harvestID)
}

// Shares implements reach.Lookup.
func (s *Store) Shares(ctx context.Context) (int64, error) { return s.lookUp().ShareRevision(ctx) }
