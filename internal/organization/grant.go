package organization

import (
	"cmp"
	"context"

	"rastro/internal/canon"
	"rastro/internal/lang"
	"rastro/internal/reach"
	"rastro/internal/trace"
)

// ShareNote is the journal's note of what an organisation may do in a harvest.
type ShareNote struct {
	Organization string `json:"organizacao"`
	HarvestID    string `json:"safraId"`
	Level        string `json:"nivel"`
}

// GrantOf returns the grant that a version notes; ok is false for any other version.
func GrantOf(v *trace.Record) (g reach.Grant, ok bool) {
	var n ShareNote
	if v.Kind != shareKind || canon.Unmarshal(v.Payload, &n) != nil {
		return g, false
	}
	id, known := trace.ParseID(n.Organization)
	level, named := reach.LevelNamed(n.Level)
	return reach.Grant{Organization: id, HarvestID: n.HarvestID, Level: level, Note: v.ID}, known && named
}

// grant notes what an organisation may do in a harvest from now on. g is what it may do so far.
func (k *OrganizationKeeper) grant(ctx context.Context, w Writers, by *trace.Key, g reach.Grant, level reach.Level) error {
	g.Level = level
	body, err := canon.Marshal(ShareNote{trace.ID(g.Organization).String(), g.HarvestID, level.String()})
	if err != nil {
		return err
	}
	var id trace.ID
	if g.Note == (reach.ID{}) {
		id, err = k.journal.Noted(ctx, w.Journal, shareKind, by, body)
	} else {
		id, err = k.noteAgain(ctx, w.Journal, by, g.Note, body)
	}
	if err != nil {
		return err
	}
	g.Note = id
	return w.PutGrant(ctx, g)
}

// ClaimHarvest makes a key's organisation the owner of a harvest in which the transaction writes,
// unless it may write there already. It is the trace.Claimer of all keys.
func (k *OrganizationKeeper) ClaimHarvest(ctx context.Context, w trace.Writer, by *trace.Key, harvestID string) error {
	m := by.Member()
	if err := k.claim(ctx, Writers{w, w, w, w}, by, &m.Member, harvestID, &outsiders{}); err != nil {
		m.Unclaimed(harvestID) // a previous attempt was undone, and meanwhile somebody else was first
		return err
	}
	m.Claimed(harvestID)
	return nil
}

// outsiders are the folded names under which keys of no organisation write, including ended keys.
// They are read when first needed.
type outsiders struct{ names map[string]bool }

// has reports whether an author's text may be an outsider: a version does not distinguish such a
// name from an organisation's.
func (o *outsiders) has(ctx context.Context, w JournalWriter, author string) (bool, error) {
	if o.names == nil {
		keys, err := w.Keys(ctx)
		if err != nil {
			return false, err
		}
		o.names = map[string]bool{}
		for i := range keys {
			if keys[i].Organization == "" {
				o.names[lang.Fold(keys[i].Party())] = true
			}
		}
	}
	return o.names[lang.Fold(author)], nil
}

func (k *OrganizationKeeper) claim(ctx context.Context, w Writers, by *trace.Key, m *reach.Member, harvestID string, outside *outsiders) error {
	g, err := w.Grant(ctx, m.ID, harvestID)
	if err != nil || g.Level >= reach.Write {
		return err
	}
	if g.Level == reach.Read {
		return trace.Fail(trace.CodeForbiddenScope, "escopo", string(trace.Write))
	}
	found, err := w.Claim(ctx, harvestID)
	if err != nil {
		return err
	}
	if !m.MayClaim(found, lang.Fold) {
		return trace.Fail(trace.CodeForbiddenHarvest)
	}
	if found.Author != "" {
		if other, err := outside.has(ctx, w.Journal, found.Author); err != nil || other {
			return cmp.Or(err, error(trace.Fail(trace.CodeForbiddenHarvest)))
		}
	}
	return k.grant(ctx, w, by, g, reach.Owner)
}

// claimPage is how many harvests are processed at once, so that other writers do not wait longer.
const claimPage = 200

// claimEarlierHarvests gives an organisation the harvests whose first version names it as the
// author. Each page is a transaction of its own, and a harvest with an owner is left alone. If it
// is interrupted, the organisation's next change completes it: the store keeps a mark until then.
// What a key of the organisation writes meanwhile is claimed by the same rule.
func (k *OrganizationKeeper) claimEarlierHarvests(ctx context.Context, by *trace.Key, o *Organization) error {
	m := reach.Member{ID: o.ID, Names: o.Folded()}
	for after, more := "", true; more; {
		page, last, err := k.store.Direct().UnownedHarvests(ctx, after, claimPage)
		if err != nil {
			return err
		}
		var began []string
		for _, harvestID := range page {
			found, err := k.store.Direct().Claim(ctx, harvestID)
			if err != nil {
				return err
			}
			if found.Author != "" && m.MayClaim(found, lang.Fold) {
				began = append(began, harvestID)
			}
		}
		if err := k.claimAll(ctx, by, &m, began); err != nil {
			return err
		}
		after, more = last, last != ""
	}
	return k.store.Update(ctx, func(w Writers) error {
		// A name that the organisation got meanwhile has harvests of its own, which this walk may
		// already have passed.
		now, err := k.read(ctx, w, o.ID)
		if err != nil || len(now.Folded()) != len(m.Names) {
			return err
		}
		return w.Claims.SetClaiming(ctx, o.ID, false)
	})
}

func (k *OrganizationKeeper) claimAll(ctx context.Context, by *trace.Key, m *reach.Member, harvestIDs []string) error {
	if len(harvestIDs) == 0 {
		return nil
	}
	return k.store.Update(ctx, func(w Writers) error {
		var outside outsiders
		for _, harvestID := range harvestIDs {
			err := k.claim(ctx, w, by, m, harvestID, &outside)
			if err != nil && !trace.Is(err, trace.CodeForbiddenHarvest) && !trace.Is(err, trace.CodeForbiddenScope) {
				return err
			}
		}
		return w.ChangeShares(ctx)
	})
}
