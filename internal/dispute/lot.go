package dispute

import (
	"context"

	"rastro/internal/ownership"
	"rastro/internal/trace"
)

// Foreign says that records in harvests of a key claim a lot that belongs to another
// party.
type Foreign struct {
	Claims  []ownership.Holder // of the key's harvests, at most maxRivals
	Owner   string             // the owner's harvest, "" where the key may not read it
	Settled bool               // an administrator decided it
}

// Foreign tells whether a lot belongs to another party than those of the key's
// harvests that claim it; nil where it does not. A key without limits is told of all.
func (d Desk) Foreign(ctx context.Context, code ownership.Code) (*Foreign, error) {
	if err := d.By.Need(trace.Read); err != nil {
		return nil, err
	}
	var out *Foreign
	err := d.Book.ViewOwnership(ctx, func(r ownership.Reader) error {
		out = nil
		o, ok, err := trace.OwnerOf(ctx, r, code)
		if err != nil || !ok {
			return err
		}
		err = ownership.EachRival(ctx, r, ownership.RivalQuery{Code: code, SafraIDs: d.By.Safras}, func(h *ownership.Holder) (bool, error) {
			if d.Book.SharesParty(h) {
				return true, nil
			}
			if out == nil {
				out = &Foreign{Settled: o.Settled != 0}
			}
			out.Claims = append(out.Claims, *h)
			return len(out.Claims) < maxRivals, nil
		})
		if err != nil {
			return err
		}
		if out != nil && d.By.Reaches(o.SafraID) {
			out.Owner = o.SafraID
		}
		return nil
	})
	return out, err
}
