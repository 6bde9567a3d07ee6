package ownerbook

import (
	"bytes"
	"context"
	"slices"

	"rastro/internal/ownership"
	"rastro/internal/trace"
)

// Limits on what is read for an item: validations of a harvest, and harvests of the party that owns
// its GTIN.
const (
	maxCandidates   = 20
	maxItemHolders  = 200
	maxItemHarvests = 20
)

// ValidationOf returns the code of the newest validation of an item by the party that owns its
// GTIN: a live one or, if all were revoked, the newest of these, whose page shows the
// revocation. Others' validations under the same GTIN only refer to it. CodeItemNotFound if the
// owner names no such item.
func (s *OwnerBook) ValidationOf(ctx context.Context, item trace.TradeItem) (string, error) {
	found := ""
	err := s.store.View(ctx, func(r Reader) error {
		ids, err := s.validationsOf(ctx, r, item)
		if err != nil {
			return err
		}
		for _, id := range ids {
			versions, err := r.Versions(ctx, id)
			if err != nil {
				return err
			}
			if len(versions) == 0 {
				continue
			}
			// Anyone with rights on the database may have written the looked-up rows; the
			// validation's own text is what was committed to.
			v := &versions[len(versions)-1]
			switch {
			case v.ValidationCode == "" || !slices.Contains(trace.TradeItems(v.Payload), item):
			case v.Operation != trace.Deleted:
				found = v.ValidationCode
				return nil
			case found == "":
				found = v.ValidationCode
			}
		}
		return nil
	})
	if err == nil && found == "" {
		err = item.Unknown()
	}
	return found, err
}

// validationsOf returns the validations of an item by the party that owns its GTIN,
// newest first.
func (s *OwnerBook) validationsOf(ctx context.Context, r Reader, item trace.TradeItem) ([]trace.ID, error) {
	owners, err := r.Owners(ctx, ownership.GTINs, []string{item.GTIN})
	if err != nil || len(owners) == 0 {
		return nil, err
	}
	holders, err := r.Holders(ctx, owners[0].Code, "", maxItemHolders)
	if err != nil {
		return nil, err
	}
	party := partyOf(owners[0], holders)
	harvests := []string{party.HarvestID}
	for _, h := range slices.Backward(holders) { // the newest harvests first
		if len(harvests) < maxItemHarvests && s.SameParty(party, h.HarvestID, h.Author) {
			harvests = trace.AppendOnce(harvests, h.HarvestID)
		}
	}
	var ids []trace.ID
	for _, harvest := range harvests {
		some, err := r.NamedBy(ctx, item, harvest, maxCandidates)
		if err != nil {
			return nil, err
		}
		ids = append(ids, some...)
	}
	slices.SortFunc(ids, func(a, b trace.ID) int { return bytes.Compare(b[:], a[:]) })
	return ids, nil
}
