package evidence

import (
	"context"
	"fmt"
	"slices"

	"rastro/internal/ownership"
	"rastro/internal/trace"
)

// ownerCheck computes from the journal who owns lots that several harvests claim, because the lots
// behind such a lot depend on its owner. A nil ownerCheck covers no lot.
type ownerCheck struct {
	lots   []string
	replay *OwnershipReplay
}

func newOwnerCheck(lots []string) *ownerCheck {
	if len(lots) == 0 {
		return nil
	}
	slices.Sort(lots)
	return &ownerCheck{slices.Compact(lots), NewOwnershipReplay()}
}

// take takes the next version in the order of the log, if it may concern the lots.
func (o *ownerCheck) take(v *trace.Record) {
	if o == nil {
		return
	}
	if code, _, ok := v.Settled(); ok {
		if code.Realm == ownership.Lots && o.has(code.Text) {
			o.replay.Add(v)
		}
		return
	}
	if !v.MayClaim() {
		return
	}
	_, before := o.replay.Claims[v.ID]
	if before || v.Gone() || v.Operation == trace.Erased || slices.ContainsFunc(v.Claimed(ownership.Lots), o.has) {
		o.replay.Add(v)
	}
}

func (o *ownerCheck) has(lot string) bool {
	_, found := slices.BinarySearch(o.lots, lot)
	return found
}

// compare compares the stored owners, and who claims the lots in their harvests, with the
// journal. It fails with differs.
func (o *ownerCheck) compare(ctx context.Context, r ownership.OwnerReader) error {
	if o == nil {
		return nil
	}
	for some := range slices.Chunk(o.lots, ownership.MaxCodes) {
		owners, err := r.Owners(ctx, ownership.Lots, some)
		if err != nil {
			return err
		}
		holders, err := r.OwnHolders(ctx, ownership.Lots, some)
		if err != nil {
			return err
		}
		if err := o.compareSome(some, owners, holders); err != nil {
			return err
		}
	}
	return nil
}

func (o *ownerCheck) compareSome(lots []string, owners []ownership.Owner, holders []ownership.Holder) error {
	stored := make(map[string]string, len(owners))
	for _, owner := range owners {
		if !o.replay.Explains(owner) {
			return differs(fmt.Sprintf("the owner of the lot %q (code_owner) is not the one that the journal gives it", owner.Text))
		}
		stored[owner.Text] = owner.HarvestID
	}
	told := map[ownership.Code]int{}
	for i := range holders {
		h := &holders[i]
		if !o.replay.Holds(h.Code, ownership.Party{HarvestID: h.HarvestID, Author: h.Author}) {
			return differs(fmt.Sprintf("the journal does not say that %q claims the lot %q (code_holder)", h.HarvestID, h.Text))
		}
		told[h.Code]++
	}
	for _, text := range lots {
		code := ownership.Code{Realm: ownership.Lots, Text: text}
		harvest, ok := stored[text]
		switch {
		case !ok && o.replay.Needs(code):
			return differs(fmt.Sprintf("the lot %q has no owner (code_owner), and the journal gives it one", text))
		case ok && told[code] != o.replay.Holding(code, harvest):
			return differs(fmt.Sprintf("those who claim the lot %q (code_holder) are not those of the journal", text))
		}
	}
	return nil
}
