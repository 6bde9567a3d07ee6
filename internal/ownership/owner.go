package ownership

import "rastro/internal/lot"

// Realm is the kind of thing that a code names. The numbers are stored.
type Realm int16

// The realms.
const (
	Lots  Realm = 1 // codes are folded, see lot.Fold
	GTINs Realm = 2 // codes have fourteen digits
)

// Code is a code in its realm.
type Code struct {
	Realm Realm
	Text  string
}

// Claim is a record version's claim on a code.
type Claim struct {
	Code
	HarvestID string
	Author    string // who created the record
	ID        [16]byte
	Since     int64 // when the version was written, in Unix milliseconds
}

// Owner is the harvest that a code belongs to, and the claim that made it so.
type Owner struct {
	Code
	HarvestID string
	ID        [16]byte
	Since     int64
	// Settled is when an administrator decided, in Unix milliseconds; 0 for never.
	Settled int64
}

// Holder is a harvest and an author whose records claim a code, or did.
type Holder struct {
	Code
	HarvestID, Author string
	// ID and Since identify their first claim.
	ID    [16]byte
	Since int64
	// Live is how many of their records claim the code now.
	Live int64
	// Against is the harvest that owns the code; "" if the holder's own harvest does.
	Against string
	// Settled is when an administrator decided who owns the code, 0 for never, and Shared means
	// that an author of the same name claims it in the owner's harvest. Only Rivals sets them.
	Settled int64
	Shared  bool
}

// Claimed returns the lots that a version claims, given its rows in the lot graph: those it
// identifies or makes, each once. The rows must be in the order of lots.
func Claimed(rows []lot.Row) []string {
	var codes []string
	for i := range rows {
		r := &rows[i]
		if Claims(r.Role) && (len(codes) == 0 || codes[len(codes)-1] != r.Lot) {
			codes = append(codes, r.Lot)
		}
	}
	return codes
}

// Claims reports whether a role claims its lot. The others only refer to it.
func Claims(r lot.Role) bool { return r == lot.Identified || r == lot.Produced }
