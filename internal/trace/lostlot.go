package trace

import (
	"context"
	"errors"

	"rastro/internal/lot"
)

// errNamed ends a walk over records at the first that names a lot.
var errNamed = errors.New("a record names the lot")

// lostLot is what is said of a lot that the graph does not have: unknown, or
// CodeLotsDiffer where a record that the key may read still names it. A store that is too
// large to be compared as a whole is not searched.
func (s *Service) lostLot(ctx context.Context, r Reader, by *Key, written string, unknown error) error {
	code := lot.Fold(written)
	filled, err := r.LotsFilled(ctx)
	if err != nil {
		return err
	}
	if !filled || code == "" {
		return unknown
	}
	state, err := r.Log(ctx)
	if err != nil && !Is(err, CodeRecordNotFound) {
		return err
	}
	if state.Tree.Size > s.lots.Checked {
		return unknown
	}
	err = eachNamingLots(ctx, r, by.Safras, func(v *Record) error {
		rows := v.GraphRows()
		for i := range rows {
			if rows[i].Lot == code && rows[i].Role <= lot.Validated {
				return errNamed
			}
		}
		return ctx.Err()
	})
	if errors.Is(err, errNamed) {
		return s.lotsDiffer("records name a lot that has no rows in the lot graph")
	}
	if err != nil {
		return err
	}
	return unknown
}
