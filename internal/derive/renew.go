package derive

import (
	"context"
	"log/slog"
	"time"
)

// renewRetry is how long Renew waits before it tries again.
const renewRetry = 5 * time.Second

// Renew derives the lot graph again where an earlier reader of lots did, or where
// a rebuild was stopped. A server runs it in the background: until it is through,
// recalls are refused and traces say that they are not whole. It returns when the
// graph is whole or the context ends; a failing store is logged and tried again.
func Renew(ctx context.Context, store Store, log *slog.Logger) {
	for {
		filled, err := store.LotsFilled(ctx)
		if err == nil && filled {
			return
		}
		if err == nil {
			var so Rebuilt
			so, err = Rebuild(ctx, store, nil, []string{"lots"}, func(Rebuilt) {})
			if err == nil {
				log.Info("the lot graph was derived again", "rows", so.Rows, "left", len(so.Left))
				return
			}
		}
		if ctx.Err() != nil {
			return
		}
		log.Warn("deriving the lot graph again failed; it will be tried again", "err", err)
		select {
		case <-ctx.Done():
			return
		case <-time.After(renewRetry):
		}
	}
}
