package postgres

import (
	"context"
	"time"
)

// A server whose commits wait for replicas that are gone answers every read, and says nothing. So
// a server that nobody writes to tries it now and then: then readiness tells before a
// writer has to find out.

const (
	// confirmInterval is between two tries.
	confirmInterval = 2 * time.Second
	// confirmPatience is how long one may take until writes count as failing.
	confirmPatience = 3 * time.Second
	// confirmEnd is when one is given up, and its connection with it: the next one tells.
	confirmEnd = time.Minute
)

// keepConfirming looks until the context ends whether a commit would be acknowledged, and whether
// the tables were spread.
func (s *Store) keepConfirming(ctx context.Context) {
	tick := time.NewTicker(confirmInterval)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			s.tryCommit(ctx)
			if s.moving.pool != nil {
				s.moving.look(ctx)
			}
		}
	}
}

// tryCommit commits nothing, and notes whether replicas confirm that. Where none have to, it
// writes nothing.
func (s *Store) tryCommit(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, confirmEnd)
	defer cancel()
	conn, err := s.pool.Acquire(ctx)
	if err != nil {
		return // reads tell
	}
	defer conn.Release()
	late := time.AfterFunc(confirmPatience, func() { s.unconfirmed.Store(true) })
	defer late.Stop()
	if _, err = conn.Exec(ctx, confirm); err == nil {
		err = takeDoubt(conn.Conn())
	}
	if err == nil {
		late.Stop()
		s.unconfirmed.Store(false)
	}
}
