package ownership

import (
	"context"
	"slices"
)

// Reader reads owners of and claims on codes. The store writes both with the versions that
// claim.
type Reader interface {
	RivalReader
	OwnerReader
	// Holders returns who claims a code now, the first claimant first; with a harvest,
	// only those of that harvest.
	Holders(ctx context.Context, code Code, harvestID string, limit int) ([]Holder, error)
}

// RivalReader reads claims on codes that another harvest owns.
type RivalReader interface {
	// Rivals returns holders that claim what another harvest owns, with Settled and Shared, in the
	// order of realm, code, harvest and author; for several harvests the harvest comes first. Its
	// cost MUST depend only on the result.
	Rivals(ctx context.Context, q RivalQuery) ([]Holder, error)
}

// OwnerReader reads who owns codes.
type OwnerReader interface {
	// Owners returns the owners of at most MaxCodes codes of a realm, in no particular order. A
	// code without claims has none.
	Owners(ctx context.Context, realm Realm, codes []string) ([]Owner, error)
	// OwnHolders returns the claimants of codes of a realm in the harvest that owns them, at
	// most MaxCodes codes at once, in no order.
	OwnHolders(ctx context.Context, realm Realm, codes []string) ([]Holder, error)
}

// Stands reports whether somebody still claims a lot in the harvest that owns it, or its owner was
// decided: the records that an owner is stored for may be gone.
func Stands(ctx context.Context, r OwnerReader, o *Owner) (bool, error) {
	if o.Settled != 0 {
		return true, nil
	}
	held, err := r.OwnHolders(ctx, o.Realm, []string{o.Text})
	return slices.ContainsFunc(held, func(h Holder) bool { return h.Live > 0 }), err
}

// Writer settles disputes.
type Writer interface {
	// Settle gives a code to a harvest permanently. Holders in other harvests become its rivals.
	Settle(ctx context.Context, o Owner) error
}

// RivalQuery selects rivals. At most one of Code, HarvestIDs and Against is set, or Code with
// HarvestIDs; if none is set, it selects all.
type RivalQuery struct {
	Code       Code     // those that claim a code
	HarvestIDs []string // only these harvests
	Against    []string // those that claim what some harvests own
	// Organization limits them to harvests that it reaches; zero is all.
	Organization [16]byte
	// After is the last rival of the previous page, or the zero value for the start. A query for
	// several harvests has no After, unless it has a code: see EachRival.
	After Holder
	Limit int
}

// MaxCodes bounds the codes of one call of Owners and OwnHolders.
const MaxCodes = 256
