package trace

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"slices"

	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/reach"
	"rastro/internal/right"
)

// This file decides what a key may do. The API, the console and the command line all ask here. The
// first rule: what a key may not read does not exist for it. So a thing named by id or code is "not
// found", never "forbidden". Only a harvest or phase that the caller names, outside the key's
// limits, is "forbidden", whether or not it exists.

// Has reports whether the key has a scope.
func (k *Key) Has(s Scope) bool { return slices.Contains(k.Scopes, s) }

// membership is a key of an organisation.
type membership struct {
	*reach.Caller
	claim Claimer
}

// Claimer makes an organisation the owner of a harvest without an owner, in the transaction that
// first writes in it. It fails with CodeForbiddenHarvest if the harvest has an owner.
type Claimer func(ctx context.Context, w Writer, by *Key, harvestID string) error

// Join returns the key as one of an organisation, for one request: only what the organisation
// reaches is within its limits.
func (k *Key) Join(c *reach.Caller, claim Claimer) *Key {
	joined := *k
	joined.member = &membership{c, claim}
	return &joined
}

// Fresh returns the key for another request: it forgets cached look-ups and failures.
func (k *Key) Fresh() *Key {
	if k.member == nil {
		return k
	}
	return k.Join(k.member.Caller.Fresh(), k.member.claim)
}

// Member returns the caller as one of its organisation; nil: it is of none.
func (k *Key) Member() *reach.Caller {
	if k == nil || k.member == nil {
		return nil
	}
	return k.member.Caller
}

// ReachErr is why the look-up of a harvest's reach failed. Reaches then denies everything, so
// the caller MUST NOT answer or write anything: see reach.Caller.
func (k *Key) ReachErr() error {
	m := k.Member()
	if m == nil {
		return nil
	}
	err := m.Err()
	if err != nil && AsError(err).Class() != Unavailable {
		err = &Error{Code: CodeUnavailable, Cause: err}
	}
	return err
}

// Reach returns the harvests that the key reaches, for queries.
func (k *Key) Reach() reach.Set {
	set := reach.Set{HarvestIDs: k.Harvests}
	if k.member != nil {
		set.Organization = k.member.ID
	}
	return set
}

// Admit fails unless the author of a version may write in its harvest, and claims a harvest
// without an owner. Stores call it before they write a version, so that nothing bypasses the
// checks, and one of two organisations that write the first record wins.
func (r *Record) Admit(ctx context.Context, w Writer) error {
	m := r.by.Member()
	if m == nil {
		return nil
	}
	level := reach.Write
	if r.HarvestID != "" {
		level = m.Stored(r.HarvestID)
	}
	if err := r.by.ReachErr(); err != nil || level >= reach.Write {
		return err
	}
	return r.by.member.claim(ctx, w, r.by, r.HarvestID)
}

// Member returns the organisation in whose name the version is written; nil if there is none.
func (r *Record) Member() *reach.Caller { return r.by.Member() }

// LimitedToHarvests reports whether the key is limited to some harvests.
func (k *Key) LimitedToHarvests() bool { return len(k.Harvests) > 0 || k.member != nil }

// listed reports whether the key's own list admits a harvest.
func (k *Key) listed(harvestID string) bool {
	return len(k.Harvests) == 0 || slices.Contains(k.Harvests, harvestID)
}

// Administers reports whether the key administers the whole server.
func (k *Key) Administers() bool { return k.Has(Admin) && !k.Limited() && !k.Confined() }

// Confined reports whether the key decides for its own organisation only: a person's, unless the
// person administers the server, and any of a registered organisation.
func (k *Key) Confined() bool { return k.member != nil || k.Person != "" && !k.Deployment }

// Of reports whether the key belongs to the organisation that has, or had, a name.
func (k *Key) Of(organization string) bool {
	folded := lang.Fold(organization)
	return folded != "" && (folded == lang.Fold(k.Party()) || k.member != nil && k.member.Named(folded))
}

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
	right.Validate: Write, right.Import: Write, right.Export: Read, right.Invite: Admin, right.Share: Admin, right.Erase: Admin, right.Personal: Read,
}

// May reports whether the key has a right.
func (k *Key) May(r right.Right) bool {
	if k.Person == "" {
		return k.Has(scopeOf[r])
	}
	return k.Rights.Has(r) && (right.Delegated.Has(r) || k.Has(scopeOf[r]))
}

// NeedRight fails with CodeForbiddenRight if a person lacks a right, and with
// CodeForbiddenScope if a key does.
func (k *Key) NeedRight(r right.Right) error {
	switch {
	case k.May(r):
		return nil
	case k.Person != "":
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
	return k.listed(harvestID) && (k.member == nil || k.member.Level(harvestID) >= reach.Read)
}

// Outside reports whether a harvest is beyond the reach of an organisation's key: another
// organisation's, or one that does not exist yet. The key must not learn which.
func (k *Key) Outside(harvestID string) bool {
	return k.member != nil && k.listed(harvestID) && !k.Reaches(harvestID)
}

// Governs reports whether a key that administers may decide for a harvest: one that was only
// shared with its organisation is another's.
func (k *Key) Governs(harvestID string) bool {
	return k.listed(harvestID) && (k.member == nil || k.member.Level(harvestID) == reach.Owner)
}

// MayHold reports whether an id can belong to a record in the key's harvests. An id
// contains 12 bits of its harvest, so most ids of other harvests are rejected without a
// look-up: they take as long as an id that does not exist.
func (k *Key) MayHold(id ID) bool {
	return len(k.Harvests) == 0 || slices.ContainsFunc(k.Harvests, func(harvestID string) bool { return PartitionOf(harvestID) == id.Partition() })
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

// NeedWrite fails unless the key may write records of a kind in a harvest. Where an
// organisation may only read, its keys are refused like keys without the scope.
func (k *Key) NeedWrite(kd *kind.Kind, harvestID string) error {
	if err := k.NeedChange(Write, kd); err != nil {
		return err
	}
	if err := k.NeedHarvest(harvestID); err != nil || k.member == nil || k.member.Level(harvestID) >= reach.Write {
		return err
	}
	return Fail(CodeForbiddenScope, "escopo", string(Write))
}

// NeedCreate is NeedWrite for a record that may be the first of its harvest: a key of an
// organisation may begin a harvest without an owner. The transaction decides whether it does:
// see Record.Admit.
func (k *Key) NeedCreate(kd *kind.Kind, harvestID string) error {
	err := k.NeedWrite(kd, harvestID)
	if Is(err, CodeForbiddenHarvest) && k.listed(harvestID) && k.member.Free(harvestID, lang.Fold) {
		return nil
	}
	return err
}

// NeedTrial is NeedCreate without looking whether somebody has the harvest: only a write that nothing
// else would refuse may reveal that it is taken. So a write asks NeedTrial first and NeedCreate last,
// and MUST NOT read from a harvest that NeedCreate refuses. A dry run asks NeedTrial alone.
func (k *Key) NeedTrial(kd *kind.Kind, harvestID string) error {
	err := k.NeedWrite(kd, harvestID)
	if Is(err, CodeForbiddenHarvest) && k.listed(harvestID) {
		return nil
	}
	return err
}

// MayWrite reports whether the key may write records of a kind in a harvest; "" is some harvest.
func (k *Key) MayWrite(kd *kind.Kind, harvestID string) bool {
	if harvestID == "" {
		return k.NeedChange(Write, kd) == nil
	}
	return k.NeedWrite(kd, harvestID) == nil
}

// MayRead fails unless the key may read the records of a harvest that the caller named.
func (k *Key) MayRead(harvestID string) error {
	if err := k.Need(Read); err != nil {
		return err
	}
	return k.NeedHarvest(harvestID)
}

// Reads reports whether the key may read a harvest's records.
func (k *Key) Reads(harvestID string) bool { return k.MayRead(harvestID) == nil }

// NeedPhaseChange fails unless the key may change catalogue entries of some
// stages. The catalogue binds every harvest, so no key of some harvests or organisation may.
func (k *Key) NeedPhaseChange(stages ...string) error {
	if err := k.Need(Admin); err != nil {
		return err
	}
	if k.LimitedToHarvests() || k.Confined() {
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

// MaySettle reports whether the key may settle disputes, if it reaches all of their
// parties. A code does not belong to one phase. People of an organisation that is not registered
// own no harvest, so they settle none.
func (k *Key) MaySettle() bool {
	return k.Has(Admin) && len(k.Phases) == 0 && (k.member != nil || !k.Confined())
}

// MayFillDemo reports whether the key may write all that the demonstration has.
func (k *Key) MayFillDemo() bool { return k.Has(Write) && !k.Limited() }

// ReportMark separates this key's reports from those of other keys with the same name. It is "" for
// a key that reads all reports. It is a digest, because a report's reader need not learn the access
// key.
func (k *Key) ReportMark() string {
	if !k.LimitedToHarvests() {
		return ""
	}
	sum := sha256.Sum256([]byte("rastro recall\x00" + k.AccessKey))
	return hex.EncodeToString(sum[:16])
}

// ReadsOnly reports whether the key, which is limited to some harvests, may read all harvests that
// a report is listed under. It returns false for an empty list: such a key's reports are always
// listed, even those that found nothing.
func (k *Key) ReadsOnly(harvests []string) bool {
	of := reach.Covered(harvests)
	beyond := func(harvestID string) bool { return !k.Reaches(harvestID) }
	return len(harvests) > 0 && !slices.ContainsFunc(of.Marks, beyond) && !slices.ContainsFunc(of.Tells, beyond) &&
		!slices.ContainsFunc(of.Keys, func(mark string) bool { return mark != k.ReportMark() })
}

// Manages reports whether the key may see and deactivate another: one with no more rights than
// its own, whatever its expiry. nil is the server's operator, who manages all.
func (k *Key) Manages(other *Key) bool {
	if k == nil {
		return true
	}
	return other != nil && k.Has(Admin) &&
		!slices.ContainsFunc(other.Scopes, func(s Scope) bool { return !k.Has(s) }) &&
		Within(other.Phases, k.Phases) && Within(other.Harvests, k.Harvests) &&
		(!k.Confined() || k.Of(other.Organization))
}

// Within reports whether a list of limits admits no more than another; an empty list
// admits everything.
func Within(list, most []string) bool {
	if len(most) == 0 {
		return true
	}
	return len(list) > 0 && !slices.ContainsFunc(list, func(s string) bool { return !slices.Contains(most, s) })
}

// ScopeNames returns the names of scopes.
func ScopeNames(list []Scope) []string {
	names := make([]string, len(list))
	for i, s := range list {
		names[i] = string(s)
	}
	return names
}
