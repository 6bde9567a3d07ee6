package trace

import (
	"context"
	"time"

	"rastro/internal/kind"
	"rastro/internal/lot"
)

// LotBalance is the mass balance of a lot and of all it was made of.
type LotBalance struct {
	Lot string
	At  time.Time
	*lot.Balance
	// Restricted and Truncated are as in Origin.
	Restricted, Truncated bool
}

// maxBalance bounds the lots that a balance is drawn over.
const maxBalance = 20_000

var storageKind = kind.ByPrefix("/armazenamento/armazenamento")

// BalanceOf draws the mass balance of a lot as of an instant, zero for now.
// CodeLotNotFound where no record that the key may see names it.
func (s *Service) BalanceOf(ctx context.Context, by *Key, codigo string, at time.Time) (*LotBalance, error) {
	if err := by.Need(Read); err != nil {
		return nil, err
	}
	out := &LotBalance{At: at}
	if at.IsZero() {
		out.At = s.now()
	}
	err := s.store.View(ctx, func(r Reader) error {
		var err error
		if out.Lot, err = s.knownLot(ctx, r, by, codigo, at); err != nil {
			return err
		}
		t := &tracing{ctx: ctx, s: s, r: r, by: by, at: at}
		var steps []lot.Step
		w := lot.Walk{Direction: lot.Back, Depth: -1, Fetch: t.fetch}
		err = w.From([]string{out.Lot}, func(step *lot.Step) error {
			if len(steps) == maxBalance {
				out.Truncated = true
				return lot.ErrStop
			}
			steps = append(steps, *step)
			return nil
		})
		if err != nil {
			return err
		}
		out.Balance = lot.NewBalance(steps, storageKind.Code, s.now().Year())
		filled, err := s.lotsFilled(ctx, r)
		out.Restricted, out.Truncated = t.restricted, out.Truncated || t.cut || !filled
		return err
	})
	return out, err
}
