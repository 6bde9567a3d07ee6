package sqlite

import (
	"context"
	"sync/atomic"

	"rastro/internal/trace"
)

// erasureTurn defers erasures. A database file has one server, so it need not be in the file.
type erasureTurn struct {
	turn chan struct{}
	held atomic.Bool
}

// DeferErasures implements trace.Store. There is one writer, so a transaction that claimed
// erasures before has ended when the next one begins.
func (s *Store) DeferErasures(ctx context.Context) (release func(), err error) {
	ctx, cancel := context.WithTimeoutCause(ctx, trace.DeferPatience, trace.Fail(trace.CodeContended))
	defer cancel()
	select {
	case s.erasures.turn <- struct{}{}:
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
	s.erasures.held.Store(true)
	return func() {
		s.erasures.held.Store(false)
		<-s.erasures.turn
	}, nil
}
