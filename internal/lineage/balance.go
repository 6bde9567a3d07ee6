package lineage

import (
	"context"
	"time"

	"rastro/internal/finding"
	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/lot"
	"rastro/internal/trace"
)

// Balance is the mass balance of a lot and of its sources.
type Balance struct {
	Lot string
	At  time.Time
	*lot.Balance
	// Excesses are the harvests behind the lot from which more left than was weighed, according to
	// their reviews. Unreviewed: not all of them were reviewed.
	Excesses   []HarvestExcess
	Unreviewed bool
	// Restricted is as in Origin. Truncated: older records are still being indexed.
	Restricted, Truncated bool
}

// HarvestExcess is a harvest from which more left than was weighed.
type HarvestExcess struct {
	HarvestID, Rule string
	Message         lang.Text
}

// AddReview adds a review's findings about the total that left the harvest; it does nothing for
// nil.
func (b *Balance) AddReview(harvestID string, excess *finding.Finding) {
	if excess != nil {
		b.Excesses = append(b.Excesses, HarvestExcess{HarvestID: harvestID, Rule: excess.Rule.ID, Message: excess.Text()})
	}
}

// Closing returns the closing of the lots and steps, unless a harvest behind them does not close.
func (b *Balance) Closing() lot.Closing {
	closing := b.Balance.Closing()
	switch {
	case len(b.Excesses) > 0:
		return lot.Differs
	case closing == lot.Closes && b.Unreviewed:
		return lot.Unjudged
	}
	return closing
}

var storageKind = kind.ByPrefix(kind.Storage)

// BalanceOf computes the mass balance of a lot as of an instant; zero means now. It fails with
// CodeLotNotFound if no record that the key may see names the lot, and with CodeBalanceTooLarge if
// too much is behind it for one balance.
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
		view := s.NewLotView(ctx, r.Reader, by, at, lot.Received, rivalsOut) // light rows have no mass
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
