package sqlstore

import (
	"context"
	"slices"

	"rastro/internal/ownership"
	"rastro/internal/trace"
)

// OwnerDialect has the differences between the engines in storing owners of codes.
type OwnerDialect struct {
	// IsOf is the condition that a code is one of those in an argument made by Lots.List.
	IsOf string
	// IsAny returns the condition that a column equals one of the texts in an argument made by
	// Lots.List, given its placeholder. An index that begins with the column returns its rows in
	// order.
	IsAny func(column, list string) string
	// Own makes a harvest the owner of a code without an owner: realm, code, harvest, record,
	// since.
	Own string
	// Hold counts one more record that claims a code: realm, code, harvest, author,
	// record, since.
	Hold string
	// Take makes a harvest the owner of a code whose owner no longer claims it, and the other
	// claimants its rivals. It has the arguments of Own.
	Take string
	// Pipelined: statements are collected, so that it is cheaper to send Take than to
	// wait for the result of Own.
	Pipelined bool
}

// Free is the condition that a code's owner, o, no longer claims it. A code on which nobody decided
// has 0 in settled. The condition is "< 1", because PostgreSQL expects almost no rows for "= 0"
// until it has gathered statistics, and then joins a batch of claims with every owner.
const Free = `o.settled < 1 AND NOT EXISTS (SELECT 1 FROM code_holder h
	WHERE h.realm = o.realm AND h.code = o.code AND h.safra_id = o.safra_id AND h.live > 0)`

// appendOwnership adds the claims that are new in a version, and removes those of the previous
// version that it no longer makes.
func (w *writer) appendOwnership(r *trace.Record) error {
	if !r.MayClaim() || r.Operation == trace.Erased { // Erase handles all versions
		return nil
	}
	before := r.ClaimedBefore
	if r.Version > 1 {
		if _, known := r.Replaces(); !known {
			old, err := w.version(r.ID, r.Version-1)
			if err != nil {
				return err
			}
			before = old.Claimed
		}
	}
	for _, realm := range []ownership.Realm{ownership.Lots, ownership.GTINs} {
		gained, lost := ownership.Change(realm, before(realm), r.Claimed(realm))
		for _, code := range lost {
			if err := w.disclaim(code, r); err != nil {
				return err
			}
		}
		for _, code := range gained {
			if err := w.claimCode(code, r); err != nil {
				return err
			}
		}
	}
	return nil
}

// claimCode notes that a record claims a code from now on.
func (w *writer) claimCode(code ownership.Code, r *trace.Record) error {
	d := &w.dialect.Owners
	id, since := w.dialect.ID(r.ID), r.UpdatedAt.UnixMilli()
	own := []any{int16(code.Realm), code.Text, r.HarvestID, id, since}
	hold := []any{int16(code.Realm), code.Text, r.HarvestID, r.CreatedBy, id, since}
	if d.Pipelined {
		if err := w.later(anyRows, d.Own, own...); err != nil {
			return err
		}
		if err := w.later(anyRows, d.Hold, hold...); err != nil {
			return err
		}
		return w.later(anyRows, d.Take, own...)
	}
	w.wrote = true
	fresh, err := w.tx.Exec(w.ctx, d.Own, own...)
	if err != nil {
		return err
	}
	if err := w.later(anyRows, d.Hold, hold...); err != nil || fresh == 1 {
		return err
	}
	taken, err := w.tx.Exec(w.ctx, d.Take, own...)
	if err != nil || taken == 0 {
		return err
	}
	return w.turnRivals(code, r.HarvestID)
}

// disclaim notes that a record no longer claims a code.
func (w *writer) disclaim(code ownership.Code, r *trace.Record) error {
	return w.later(anyRows, `UPDATE code_holder SET live = live - 1 WHERE realm = $1 AND code = $2 AND safra_id = $3 AND author = $4 AND live > 0`,
		int16(code.Realm), code.Text, r.HarvestID, r.CreatedBy)
}

// turnRivals makes every holder of a code a rival of its new owner.
func (w *writer) turnRivals(code ownership.Code, harvestID string) error {
	return w.later(anyRows, `UPDATE code_holder SET against = CASE WHEN safra_id = $3 THEN '' ELSE $3 END WHERE realm = $1 AND code = $2`,
		int16(code.Realm), code.Text, harvestID)
}

func (w *writer) Settle(_ context.Context, o ownership.Owner) error {
	err := w.later(anyRows, `INSERT INTO code_owner (realm, code, safra_id, id, since, settled) VALUES ($1, $2, $3, $4, $5, $6)
		ON CONFLICT (realm, code) DO UPDATE SET safra_id = excluded.safra_id, id = excluded.id, since = excluded.since, settled = excluded.settled`,
		int16(o.Realm), o.Text, o.HarvestID, w.dialect.ID(o.ID), o.Since, o.Settled)
	if err != nil {
		return err
	}
	return w.turnRivals(o.Code, o.HarvestID)
}

// eraseOwnership removes a record from everything that any of its versions claimed; the last
// version is the erasure. A code that nothing else in the harvest claims loses every trace of the
// harvest, and goes to the earliest remaining claimant, unless an administrator settled it. A code
// without any claims, past or present, is deleted, even if it was settled.
func (w *writer) eraseOwnership(versions []trace.Record) error {
	n := len(versions)
	if n == 0 || !versions[0].MayClaim() {
		return nil
	}
	done := map[ownership.Code]bool{}
	for i := n - 1; i >= 0; i-- {
		v := &versions[i]
		for _, realm := range []ownership.Realm{ownership.Lots, ownership.GTINs} {
			for _, text := range v.Claimed(realm) {
				code := ownership.Code{Realm: realm, Text: text}
				if done[code] {
					continue
				}
				done[code] = true
				if err := w.eraseClaim(code, v, v.Version == versions[n-1].Version-1); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// eraseClaim removes a record from one code. live means that it claimed the code until now.
func (w *writer) eraseClaim(code ownership.Code, v *trace.Record, live bool) error {
	if live {
		if err := w.disclaim(code, v); err != nil {
			return err
		}
	}
	args := []any{int16(code.Realm), code.Text, v.HarvestID}
	for _, statement := range []string{
		`DELETE FROM code_holder WHERE realm = $1 AND code = $2 AND safra_id = $3 AND live <= 0`,
		`DELETE FROM code_owner WHERE realm = $1 AND code = $2 AND safra_id = $3 AND settled = 0
			AND NOT EXISTS (SELECT 1 FROM code_holder h WHERE h.realm = $1 AND h.code = $2 AND h.safra_id = $3)`,
	} {
		if err := w.later(anyRows, statement, args...); err != nil {
			return err
		}
	}
	err := w.later(anyRows, `DELETE FROM code_owner WHERE realm = $1 AND code = $2 AND NOT EXISTS (SELECT 1 FROM code_holder h WHERE h.realm = $1 AND h.code = $2)`, args[:2]...)
	if err != nil {
		return err
	}
	err = w.later(anyRows, `INSERT INTO code_owner (realm, code, safra_id, id, since, settled)
		SELECT realm, code, safra_id, id, since, 0 FROM code_holder WHERE realm = $1 AND code = $2 AND live > 0 ORDER BY since, id LIMIT 1
		ON CONFLICT DO NOTHING`, args[:2]...)
	if err != nil {
		return err
	}
	return w.later(anyRows, `UPDATE code_holder SET against = CASE WHEN safra_id = o.owner THEN '' ELSE o.owner END
		FROM (SELECT safra_id AS owner FROM code_owner WHERE realm = $1 AND code = $2) o WHERE realm = $1 AND code = $2`, args[:2]...)
}

// fillOwnership indexes a version from before the lot graph. It adds what the version was the first
// of its record to claim, if the record still claims it. Versions that are already in the graph
// were counted when they were written.
func (w *writer) fillOwnership(v *trace.Record) error {
	claimed := v.Claimed(ownership.Lots)
	if len(claimed) == 0 {
		return nil
	}
	n, err := w.number(w.ctx, `SELECT count(*) FROM lot_entry WHERE lot = $1 AND role IN (1, 2) AND id = $2 AND version = $3`, claimed[0], w.dialect.ID(v.ID), v.Version)
	if err != nil || n > 0 {
		return err
	}
	versions, err := w.Versions(w.ctx, v.ID)
	if err != nil {
		return err
	}
	at := slices.IndexFunc(versions, func(r trace.Record) bool { return r.Version == v.Version })
	var before []string
	if at > 0 {
		before = versions[at-1].Claimed(ownership.Lots)
	}
	gained, _ := ownership.Change(ownership.Lots, before, claimed)
	for _, code := range gained {
		if slices.ContainsFunc(versions[at:], func(r trace.Record) bool { return !slices.Contains(r.Claimed(ownership.Lots), code.Text) }) {
			continue
		}
		if err := w.fillClaim(code, v); err != nil {
			return err
		}
	}
	return nil
}

// fillClaim counts a claim, and gives its harvest the code if the claim is the earliest: claims
// written while older versions waited for indexing are newer than they are.
func (w *writer) fillClaim(code ownership.Code, v *trace.Record) error {
	if err := w.claimCode(code, v); err != nil {
		return err
	}
	older, err := w.tx.Exec(w.ctx, `UPDATE code_owner SET safra_id = $3, id = $4, since = $5 WHERE realm = $1 AND code = $2 AND settled = 0 AND since > $5`,
		int16(code.Realm), code.Text, v.HarvestID, w.dialect.ID(v.ID), v.UpdatedAt.UnixMilli())
	if err != nil || older == 0 {
		return err
	}
	return w.turnRivals(code, v.HarvestID)
}
