package app

import (
	"context"

	"rastro/internal/kind"
	"rastro/internal/load"
	"rastro/internal/personal"
	"rastro/internal/trace"
)

// SameLoad finds an existing record about the same load as a new one, as an import does. A caller
// who may not read the loads of the harvest learns nothing. For a form that was saved before it
// finds none, because that record is the form's own.
func (a *App) SameLoad(ctx context.Context, by *trace.Key, k *kind.Kind, env trace.Envelope, once *trace.Idempotency) (found load.Match, ok bool, err error) {
	if !load.Is(k) || !by.Has(trace.Read) || !by.Reads(env.HarvestID) || personal.Need(by) != nil {
		return found, false, nil
	}
	r := trace.Record{Kind: k, HarvestID: env.HarvestID, Payload: env.Payload}
	if _, known := load.Of(&r); !known {
		return found, false, nil
	}
	err = a.store.View(ctx, func(s trace.Reader) error {
		found, ok = load.Match{}, false
		if reply, err := once.Replay(ctx, s, by, a.now()); reply != nil || err != nil {
			return nil // the create reports it
		}
		book, err := load.Read(ctx, s, env.HarvestID)
		if err == nil {
			found, ok = book.Repeats(&r)
		}
		return err
	})
	return found, ok, err
}
