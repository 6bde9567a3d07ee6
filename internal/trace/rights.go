package trace

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"time"

	"rastro/internal/kind"
	"rastro/internal/right"
)

// This file decides what a key may do. The API, the console and the command line ask only
// here. The first rule is: what a key may not read does not exist for it. So something
// named by its id or code is "not found", never "forbidden"; only a harvest or a phase
// that the caller names and that is outside the key's limits is "forbidden", whether or
// not it exists.

// Has reports whether the key has a scope.
func (k *Key) Has(s Scope) bool { return slices.Contains(k.Scopes, s) }

// LimitedToHarvests reports whether the key is limited to some harvests.
func (k *Key) LimitedToHarvests() bool { return len(k.Harvests) > 0 }

// Limited reports whether the key is limited to some phases or some harvests.
func (k *Key) Limited() bool { return len(k.Phases) > 0 || k.LimitedToHarvests() }

// Need fails with CodeForbiddenScope when the key has none of the scopes.
func (k *Key) Need(any ...Scope) error {
	if slices.ContainsFunc(any, k.Has) {
		return nil
	}
	return Fail(CodeForbiddenScope, "escopo", string(any[0]))
}

// scopeOf is the scope that gives a key a right. People have the rights of their roles.
var scopeOf = map[right.Right]Scope{
	right.Validate: Write, right.Import: Write, right.Export: Read, right.Invite: Admin, right.Erase: Admin,
}

// May reports whether the key has a right.
func (k *Key) May(r right.Right) bool {
	return k.Has(scopeOf[r]) && (k.Person == "" || k.Rights.Has(r))
}

// NeedRight fails with CodeForbiddenRight if a person lacks a right, and with
// CodeForbiddenScope if a key does.
func (k *Key) NeedRight(r right.Right) error {
	if k.Person != "" && !k.May(r) {
		return Fail(CodeForbiddenRight, "direito", string(r))
	}
	return k.Need(scopeOf[r])
}

// NeedHarvest fails with CodeForbiddenHarvest if the key does not reach a harvest that
// the caller named. For a record's harvest use Reaches.
func (k *Key) NeedHarvest(harvestID string) error {
	if k.Reaches(harvestID) {
		return nil
	}
	return Fail(CodeForbiddenHarvest)
}

// Reaches reports whether the key's limits admit a harvest.
func (k *Key) Reaches(harvestID string) bool {
	return !k.LimitedToHarvests() || slices.Contains(k.Harvests, harvestID)
}

// MayHold reports whether an id can belong to a record in the key's harvests. An id
// contains 12 bits of its harvest, so most ids of other harvests are rejected without a
// look-up: they take as long as an id that does not exist.
func (k *Key) MayHold(id ID) bool {
	return !k.LimitedToHarvests() || slices.ContainsFunc(k.Harvests, func(harvestID string) bool { return PartitionOf(harvestID) == id.Partition() })
}

// needPhase fails with CodeForbiddenPhase for a phase outside the key's limits.
func (k *Key) needPhase(code string) error {
	if len(k.Phases) > 0 && !slices.Contains(k.Phases, code) {
		return Fail(CodeForbiddenPhase, "fase", code)
	}
	return nil
}

// NeedChange fails unless the key may change records of a kind with a scope: Write
// to write them, Admin to erase them. It does not check the harvest.
func (k *Key) NeedChange(s Scope, kd *kind.Kind) error {
	if err := k.Need(s); err != nil {
		return err
	}
	if s == Write && kd.IsValidation() {
		if err := k.NeedRight(right.Validate); err != nil {
			return err
		}
	}
	return k.needPhase(kd.Phase)
}

// NeedWrite fails unless the key may write records of a kind in a harvest.
func (k *Key) NeedWrite(kd *kind.Kind, harvestID string) error {
	if err := k.NeedChange(Write, kd); err != nil {
		return err
	}
	return k.NeedHarvest(harvestID)
}

// MayWrite reports whether the key may write records of a kind in a harvest; "" is
// some harvest.
func (k *Key) MayWrite(kd *kind.Kind, harvestID string) bool {
	if harvestID == "" && k.LimitedToHarvests() {
		harvestID = k.Harvests[0]
	}
	return k.NeedWrite(kd, harvestID) == nil
}

// MayRead fails unless the key may read the records of a harvest that the caller
// named.
func (k *Key) MayRead(harvestID string) error {
	if err := k.Need(Read); err != nil {
		return err
	}
	return k.NeedHarvest(harvestID)
}

// Reads reports whether the key may read a harvest's records.
func (k *Key) Reads(harvestID string) bool { return k.MayRead(harvestID) == nil }

// NeedPhaseChange fails unless the key may change catalogue entries of some
// stages. The catalogue says what every harvest must have, so a key that is limited to
// some harvests never may.
func (k *Key) NeedPhaseChange(stages ...string) error {
	if err := k.Need(Admin); err != nil {
		return err
	}
	if k.LimitedToHarvests() {
		return Fail(CodeLimitedKey)
	}
	for _, stage := range stages {
		if err := k.needPhase(stage); err != nil {
			return err
		}
	}
	return nil
}

// MayChangeCatalogue reports whether the key may change some of the catalogue.
func (k *Key) MayChangeCatalogue() bool { return k.NeedPhaseChange() == nil }

// ManagesDeployment reports whether the key administers the whole server.
func (k *Key) ManagesDeployment() bool {
	return k.Has(Admin) && !k.Limited() && (k.Person == "" || k.Deployment)
}

// MaySettle reports whether the key may settle disputes, if it reaches all of their
// parties. A code does not belong to one phase.
func (k *Key) MaySettle() bool { return k.Has(Admin) && len(k.Phases) == 0 }

// MayFillDemo reports whether the key may write all that the demonstration has.
func (k *Key) MayFillDemo() bool { return k.Has(Write) && !k.Limited() }

// ReportMark distinguishes reports of this key from those of another with the same name; ""
// for a key that reads all reports. It is a digest: a reader of the report need not
// learn which access key made it.
func (k *Key) ReportMark() string {
	if !k.LimitedToHarvests() {
		return ""
	}
	sum := sha256.Sum256([]byte("rastro recall\x00" + k.AccessKey))
	return hex.EncodeToString(sum[:16])
}

// MarkedHarvest takes the place of a harvest where a report covers none. Names of harvests
// do not begin with a space.
func MarkedHarvest(mark string) string { return " " + mark }

// ReadsOnly reports whether the key, which is limited to some harvests, may read all that
// a report is listed under. If the list is empty, it may not: every report of such a key
// is listed, even one that found nothing.
func (k *Key) ReadsOnly(harvests []string) bool {
	return len(harvests) > 0 && !slices.ContainsFunc(harvests, func(harvestID string) bool {
		return !k.Reaches(harvestID) && harvestID != MarkedHarvest(k.ReportMark())
	})
}

// Manages reports whether the key may see and deactivate another: one with no more rights
// than it has itself. How long that one is valid does not matter. nil is the server's
// operator, who manages all.
func (k *Key) Manages(other *Key) bool {
	if k == nil {
		return true
	}
	return other != nil && k.Has(Admin) &&
		!slices.ContainsFunc(other.Scopes, func(s Scope) bool { return !k.Has(s) }) &&
		Within(other.Phases, k.Phases) && Within(other.Harvests, k.Harvests)
}

// outlives reports whether the key works longer than another.
func (k *Key) outlives(other *Key) bool {
	return !other.ExpiresAt.IsZero() && (k.ExpiresAt.IsZero() || k.ExpiresAt.After(other.ExpiresAt))
}

// Within reports whether a list of limits admits no more than another; an empty list
// admits everything.
func Within(list, most []string) bool {
	if len(most) == 0 {
		return true
	}
	return len(list) > 0 && !slices.ContainsFunc(list, func(s string) bool { return !slices.Contains(most, s) })
}

// ScopeNames are the names of scopes.
func ScopeNames(list []Scope) []string {
	names := make([]string, len(list))
	for i, s := range list {
		names[i] = string(s)
	}
	return names
}

// Replaceable reports whether a key may be deactivated at an instant: it is not an
// admin without limits, or another such admin stays for as long. Otherwise nobody could
// make one again.
func (k *Key) Replaceable(all []Key, at time.Time) bool {
	if !k.Has(Admin) || k.Limited() || !k.ActiveAt(at) {
		return true
	}
	return slices.ContainsFunc(all, func(other Key) bool {
		return other.AccessKey != k.AccessKey && other.ActiveAt(at) && other.Has(Admin) && !other.Limited() && !k.outlives(&other)
	})
}
