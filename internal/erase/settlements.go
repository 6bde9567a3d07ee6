package erase

import (
	"context"
	"slices"

	"rastro/internal/ownership"
	"rastro/internal/trace"
)

// settledCodes returns those codes that any version of a record claims and an
// administrator has decided about.
func settledCodes(ctx context.Context, r ownership.OwnerReader, versions []trace.Record) (settled []ownership.Code, err error) {
	for _, realm := range []ownership.Realm{ownership.Lots, ownership.GTINs} {
		var codes []string
		for i := range versions {
			if versions[i].MayClaim() {
				codes = append(codes, versions[i].Claimed(realm)...)
			}
		}
		slices.Sort(codes)
		for chunk := range slices.Chunk(slices.Compact(codes), ownership.MaxCodes) {
			owners, err := r.Owners(ctx, realm, chunk)
			if err != nil {
				return nil, err
			}
			for i := range owners {
				if owners[i].Settled != 0 {
					settled = append(settled, owners[i].Code)
				}
			}
		}
	}
	return settled, nil
}

// stillClaimed returns those of some codes that are still claimed.
func stillClaimed(ctx context.Context, r ownership.OwnerReader, codes []ownership.Code) (map[ownership.Code]bool, error) {
	claimed := map[ownership.Code]bool{}
	for _, code := range codes {
		owners, err := r.Owners(ctx, code.Realm, []string{code.Text})
		if err != nil {
			return nil, err
		}
		claimed[code] = len(owners) > 0
	}
	return claimed, nil
}
