package lineage

import (
	"context"
	"time"

	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/lot"
	"rastro/internal/trace"
)

// Balance is the mass balance of a lot and of everything it was made of.
type Balance struct {
	Lot string
	At  time.Time
	*lot.Balance
	// Totals are the harvests behind it out of which more went than was weighed at harvest, as
	// their reviews say. Unreviewed: not all of them were asked.
	Totals     []HarvestTotal
	Unreviewed bool
	// Restricted is as in Origin. Truncated: older records are still being added.
	Restricted, Truncated bool
}

// HarvestTotal is what the review of a harvest says of all that left it.
type HarvestTotal struct {
	HarvestID, Rule string
	Message         lang.Text
}

// Closing is that of the lots and steps, unless a harvest behind them does not close.
func (b *Balance) Closing() lot.Closing {
	closing := b.Balance.Closing()
	switch {
	case len(b.Totals) > 0:
		return lot.Differs
	case closing == lot.Closes && b.Unreviewed:
		return lot.Unjudged
	}
	return closing
}

var storageKind = kind.ByPrefix(kind.Storage)

// BalanceOf computes the mass balance of a lot as of an instant, zero for now.
// CodeLotNotFound if no record that the key may see names it, CodeBalanceTooLarge if
// there is more behind it than fits into one balance.
func (s *Tracer) BalanceOf(ctx context.Context, by *trace.Key, code string, at time.Time) (*Balance, error) {
	if err := by.Need(trace.Read); err != nil {
		return nil, err
	}
	out := &Balance{At: at}
	if at.IsZero() {
		out.At = s.now()
	}
	err := s.store.View(ctx, func(r Readers) error {
		var err error
		if out.Lot, err = s.KnownLot(ctx, r.Reader, by, code, lot.Validated, at); err != nil {
			return err
		}
		view := s.NewLotView(ctx, r.Reader, by, at, lot.Received, rivalsOut) // lighter rows have no mass
		draft := lot.NewDraft(storageKind.Code, s.now().Year(), s.lots.Balance)
		w := view.Walk(lot.Back, -1)
		if err := w.From([]string{out.Lot}, draft.Add); err != nil {
			return tooLarge(err, trace.CodeBalanceTooLarge)
		}
		out.Balance, out.Restricted = draft.Balance(), view.Restricted()
		filled, err := r.LotsFilled(ctx)
		out.Truncated = !filled
		return err
	})
	return out, err
}
