package evidence

import (
	"context"
	"errors"

	"rastro/internal/lot"
	"rastro/internal/trace"
)

// errNamed ends a walk over records at the first that names a lot.
var errNamed = errors.New("a record names the lot")

// LostLot is what is said of a lot that the graph does not have: unknown, or
// CodeLotsDiffer where a record that the key may read still names it. A store that is too
// large to be compared as a whole is not searched.
func (s *Checker) LostLot(ctx context.Context, r trace.Reader, by *trace.Key, written string, unknown error) error {
	code := lot.Fold(written)
	filled, err := r.LotsFilled(ctx)
	if err != nil {
		return err
	}
	if !filled || code == "" {
		return unknown
	}
	state, err := r.Log(ctx)
	if err != nil && !trace.Is(err, trace.CodeRecordNotFound) {
		return err
	}
	if state.Tree.Size > s.whole {
		return unknown
	}
	err = eachNamingLots(ctx, r, by.Safras, func(v *trace.Record) error {
		rows := v.GraphRows()
		for i := range rows {
			if rows[i].Lot == code && rows[i].Role <= lot.Validated {
				return errNamed
			}
		}
		return ctx.Err()
	})
	if errors.Is(err, errNamed) {
		return s.LotsDiffer("records name a lot that has no rows in the lot graph")
	}
	if err != nil {
		return err
	}
	return unknown
}
