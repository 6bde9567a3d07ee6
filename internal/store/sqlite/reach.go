package sqlite

import (
	"context"

	"rastro/internal/reach"
	"rastro/internal/store/sqlstore"
	"rastro/internal/trace"
)

// HarvestLevel implements reach.Lookup.
func (s *Store) HarvestLevel(ctx context.Context, organization reach.ID, harvestID string) (level reach.Level, err error) {
	err = s.lookUp(ctx, func(r trace.Reader) error {
		g, err := r.Grant(ctx, organization, harvestID)
		level = g.Level
		return err
	})
	return level, err
}

// HarvestClaim implements reach.Lookup.
func (s *Store) HarvestClaim(ctx context.Context, harvestID string) (found reach.Claim, err error) {
	err = s.lookUp(ctx, func(r trace.Reader) error {
		found, err = r.Claim(ctx, harvestID)
		return err
	})
	return found, err
}

// Shares implements reach.Lookup.
func (s *Store) Shares(ctx context.Context) (revision int64, err error) {
	err = s.lookUp(ctx, func(r trace.Reader) error {
		revision, err = r.ShareRevision(ctx)
		return err
	})
	return revision, err
}

// lookUp reads through a connection for single records. No snapshot holds such a connection for
// longer than one read, so one is always available, even to a caller that already holds a snapshot.
func (s *Store) lookUp(ctx context.Context, fn func(trace.Reader) error) error {
	c, err := s.points.take(ctx)
	if err != nil {
		return err
	}
	defer s.points.give(c)
	if err := c.refresh(s.writer); err != nil {
		return err
	}
	return fn(sqlstore.NewReader(c, s.dialect))
}
