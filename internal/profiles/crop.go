package profiles

import (
	"context"

	"rastro/internal/crop"
	"rastro/internal/profile"
	"rastro/internal/trace"
)

// StatedCrop returns the crop that the profile of a harvest states; "" if it states none, or the key may
// not read the harvest.
func (s *ProfileKeeper) StatedCrop(ctx context.Context, by *trace.Key, harvestID string) (crop.Crop, error) {
	if harvestID == "" || by.MayRead(harvestID) != nil {
		return "", nil
	}
	r, err := newest(ctx, s.store.Direct(), harvestID)
	if err != nil || r == nil || r.Operation.Ends() {
		return "", err
	}
	stated := profile.Read(r.Payload)
	of, _ := crop.Parse(stated.Stated(profile.Crop))
	return of, nil
}

// HarvestCrop returns the crop of a harvest: as stated in its profile, else as its records show. It
// is "" if neither does, or the key may not read the harvest.
func (s *ProfileKeeper) HarvestCrop(ctx context.Context, by *trace.Key, harvestID string) (crop.Crop, error) {
	of, err := s.StatedCrop(ctx, by, harvestID)
	if of != "" || err != nil || harvestID == "" || by.MayRead(harvestID) != nil {
		return of, err
	}
	found, err := s.Profile(ctx, by, harvestID)
	if err != nil && !trace.Is(err, trace.CodeRecordNotFound) {
		return "", err
	}
	of, _ = crop.Parse(found.Derived[profile.Crop].Text)
	return of, nil
}
