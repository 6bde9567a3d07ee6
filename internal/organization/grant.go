package organization

import (
	"context"

	"rastro/internal/canon"
	"rastro/internal/lang"
	"rastro/internal/reach"
	"rastro/internal/trace"
)

// Note is what the journal says an organisation may do in a harvest.
type Note struct {
	Organization string `json:"organizacao"`
	HarvestID    string `json:"safraId"`
	Level        string `json:"nivel"`
}

// GrantOf returns the grant that a version notes; ok is false for any other version.
func GrantOf(v *trace.Record) (g reach.Grant, ok bool) {
	var n Note
	if v.Kind != shareKind || canon.Unmarshal(v.Payload, &n) != nil {
		return g, false
	}
	id, known := trace.ParseID(n.Organization)
	level, named := reach.LevelNamed(n.Level)
	return reach.Grant{Organization: id, HarvestID: n.HarvestID, Level: level, Note: v.ID}, known && named
}

// grant notes what an organisation may do in a harvest from now on. g is what it may do so
// far.
func (k *OrganizationKeeper) grant(ctx context.Context, w Writers, by *trace.Key, g reach.Grant, level reach.Level) error {
	g.Level = level
	body, err := canon.Marshal(Note{trace.ID(g.Organization).String(), g.HarvestID, level.String()})
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
	return k.claim(ctx, Writers{w, w, w}, by, &by.Member().Member, harvestID, by.Member().Claimed)
}

func (k *OrganizationKeeper) claim(ctx context.Context, w Writers, by *trace.Key, m *reach.Member, harvestID string, claimed func(string)) error {
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
	if err := k.grant(ctx, w, by, g, reach.Owner); err != nil {
		return err
	}
	claimed(harvestID)
	return nil
}

// fillPage is how many harvests are looked at in one transaction: others who write wait for
// no more.
const fillPage = 200

// fill gives an organisation the harvests whose first version names it as the author. Each
// page is its own transaction, and a harvest that it has is left alone, so an interrupted fill
// is completed by the next change of the organisation. What a key of the organisation writes
// meanwhile is claimed by the same rule.
func (k *OrganizationKeeper) fill(ctx context.Context, by *trace.Key, o *Organization) error {
	m := reach.Member{ID: o.ID, Names: o.Folded()}
	for after := ""; ; {
		page, err := k.store.Direct().UnownedHarvests(ctx, after, fillPage)
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
		if err := k.own(ctx, by, &m, began); err != nil || len(page) < fillPage {
			return err
		}
		after = page[len(page)-1]
	}
}

func (k *OrganizationKeeper) own(ctx context.Context, by *trace.Key, m *reach.Member, harvestIDs []string) error {
	if len(harvestIDs) == 0 {
		return nil
	}
	return k.store.Update(ctx, func(w Writers) error {
		for _, harvestID := range harvestIDs {
			err := k.claim(ctx, w, by, m, harvestID, func(string) {})
			if err != nil && !trace.Is(err, trace.CodeForbiddenHarvest) && !trace.Is(err, trace.CodeForbiddenScope) {
				return err
			}
		}
		return w.ChangeShares(ctx)
	})
}
