package derive

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"rastro/internal/trace"
)

// renewRetry is how long Renew waits before it tries again.
const renewRetry = 5 * time.Second

// Renew derives the lot graph and the owners of its lots again, if an earlier reader of lots
// derived them or a rebuild was stopped. A server runs it in the background. Until it is done,
// recalls are refused and traces are marked incomplete. One server of a store does it; the
// others wait, and take over if it stops. It returns when it is done, when the journal differs
// from the signed or written one, or when the context ends; a failing store is logged and tried
// again.
func Renew(ctx context.Context, store Store, log *slog.Logger) {
	for {
		done, err := renew(ctx, store, log)
		if done || ctx.Err() != nil {
			return
		}
		if err != nil {
			log.Warn("deriving the lot graph again failed; it will be tried again", "err", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(renewRetry):
		}
	}
}

func renew(ctx context.Context, store Store, log *slog.Logger) (done bool, err error) {
	filled, err := store.LotsFilled(ctx)
	if err != nil || filled {
		return filled, err
	}
	release, ok, err := store.TakeTurn(ctx)
	if err != nil {
		return false, err
	}
	if !ok {
		log.Info("another server derives the lot graph again")
		return false, nil
	}
	defer release()
	if err := takeIn(ctx, store); err != nil {
		return false, err
	}
	if filled, err = store.LotsFilled(ctx); err != nil || filled {
		return filled, err
	}
	log.Info("deriving the lot graph again; recalls are refused until that is done")
	so, err := Rebuild(ctx, store, nil, []string{groupLots}, func(Rebuilt) {})
	if errors.Is(err, ErrLost) || errors.Is(err, ErrChanged) { // trying again changes nothing
		log.Error("the lot graph cannot be derived again; recalls are refused", "err", err)
		return true, nil
	}
	if err != nil {
		return false, err
	}
	if len(so.Left) > 0 {
		log.Error("the lot graph is not what the journal says and could not be restored; recalls are refused: run 'rastro verify'", "left", len(so.Left), "first", so.Left[0])
		return true, nil
	}
	log.Info("the lot graph is derived again from all records, and recalls are answered", "rows_corrected", so.Rows)
	return true, nil
}

// takeIn takes versions from before the lot graph into it. A rebuild could as well,
// in many more steps.
func takeIn(ctx context.Context, store Store) error {
	for done := false; !done; {
		err := store.Update(ctx, func(w trace.Writer) (err error) {
			done, err = w.FillLots(ctx, batch)
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}
