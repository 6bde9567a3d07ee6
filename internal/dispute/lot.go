package dispute

import (
	"context"

	"rastro/internal/ownerbook"
	"rastro/internal/ownership"
	"rastro/internal/trace"
)

// Standing says who owns a lot that several parties claim, as far as a key may know.
type Standing struct {
	// Claims are the claims of the key's harvests on another party's lot, at most maxRivals.
	Claims   []ownership.Holder
	Owner    string             // the owner's harvest, "" if the key may not read it
	Settled  bool               // an administrator decided it
	Decision ownerbook.Decision // as far as the key may know it
	Decides  bool               // the key may settle it
}

// Standing reports the dispute about a lot; nil if only its owner's party claims it, or the key
// reads neither side. A key without limits sees everything.
func (d Desk) Standing(ctx context.Context, code ownership.Code) (*Standing, error) {
	if err := d.By.Need(trace.Read); err != nil {
		return nil, err
	}
	var out *Standing
	err := d.Book.ViewOwnership(ctx, func(r ownership.Reader) (err error) {
		out, err = d.standing(ctx, r, code)
		return err
	})
	if err != nil || out == nil || !out.Settled {
		return out, err
	}
	decided, err := d.Book.Decisions(ctx, d.By, []ownership.Code{code})
	out.Decision = decided[code]
	return out, err
}

func (d Desk) standing(ctx context.Context, r ownership.Reader, code ownership.Code) (*Standing, error) {
	o, ok, err := ownerbook.OwnerOf(ctx, r, code)
	if err != nil || !ok {
		return nil, err
	}
	out := &Standing{Settled: o.Settled != 0}
	if out.Claims, err = d.rivals(ctx, r, ownership.RivalQuery{Code: code, HarvestIDs: d.By.Harvests, Organization: d.By.Reach().Organization}, maxRivals); err != nil {
		return nil, err
	}
	if d.By.Reaches(o.HarvestID) {
		out.Owner = o.HarvestID
	}
	if len(out.Claims) == 0 {
		if out.Owner == "" || !d.By.LimitedToHarvests() {
			return nil, nil
		}
		others, err := d.rivals(ctx, r, ownership.RivalQuery{Code: code}, 1) // whom the key may not see
		if err != nil || len(others) == 0 {
			return nil, err
		}
	}
	if d.By.MaySettle() && out.Owner != "" {
		c, err := d.contest(ctx, r, code)
		if err != nil {
			return nil, err
		}
		out.Decides = c.whole
	}
	return out, nil
}

// rivals returns the first holders of other parties than the owner's.
func (d Desk) rivals(ctx context.Context, r ownership.Reader, q ownership.RivalQuery, most int) (found []ownership.Holder, err error) {
	err = ownership.EachRival(ctx, r, q, func(h *ownership.Holder) (bool, error) {
		if !d.Book.SharesParty(h) {
			found = append(found, *h)
		}
		return len(found) < most, nil
	})
	return found, err
}
