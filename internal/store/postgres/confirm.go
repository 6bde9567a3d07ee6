package postgres

import (
	"context"
	"time"
)

// A server whose commits wait for replicas that are gone still answers every read and reports no
// problem. So a server without writes tries a commit from time to time: then its readiness shows
// the problem before a writer meets it.

const (
	// confirmInterval is the time between two tries.
	confirmInterval = 2 * time.Second
	// confirmPatience is how long one may take until writes count as failing.
	confirmPatience = 3 * time.Second
	// confirmEnd is when an attempt is given up together with its connection; the next attempt
	// shows the state.
	confirmEnd = time.Minute
)

// keepConfirming checks regularly, until the context ends, whether a commit would be acknowledged,
// and whether the tables were spread.
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

// tryCommit makes an empty commit, and notes whether replicas confirm it. If none have to, it
// writes nothing.
func (s *Store) tryCommit(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, confirmEnd)
	defer cancel()
	conn, err := s.pool.Acquire(ctx)
	if err != nil {
		return // reads show the state
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
