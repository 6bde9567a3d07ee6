package organization

import (
	"context"
	"time"

	"rastro/internal/author"
	"rastro/internal/lang"
	"rastro/internal/reach"
	"rastro/internal/trace"
)

// Received is how the caller's organisation was given a harvest that it does not own.
type Received struct {
	Owner string // "": nobody owns it
	// ByOwner: the owner shared it. Otherwise the server's administrator did, whose name other
	// organisations do not see.
	ByOwner bool
	Level   reach.Level
	Since   time.Time
}

// Received returns, of some harvests, those that were shared with the caller's organisation. It has
// no entry for other harvests, and none for callers of no organisation.
func (k *OrganizationKeeper) Received(ctx context.Context, by *trace.Key, harvestIDs []string) (map[string]Received, error) {
	m := by.Member()
	if m == nil {
		return nil, nil
	}
	all := map[string]Received{}
	for _, harvestID := range harvestIDs {
		if level := m.Level(harvestID); level != reach.Read && level != reach.Write {
			continue
		}
		var one Received
		err := k.store.View(ctx, func(r Reader) (err error) {
			one, err = k.received(ctx, r, m.ID, harvestID)
			return err
		})
		if err != nil {
			return nil, err
		}
		if one.Level != reach.None { // revoked meanwhile
			all[harvestID] = one
		}
	}
	return all, nil
}

func (k *OrganizationKeeper) received(ctx context.Context, r Reader, own reach.ID, harvestID string) (out Received, err error) {
	grants, err := r.Grants(ctx, harvestID)
	if err != nil {
		return out, err
	}
	var owner Organization
	var note trace.Record
	for _, g := range grants {
		switch {
		case g.Level == reach.Owner:
			if owner, err = k.read(ctx, r, g.Organization); err != nil {
				return out, err
			}
			out.Owner = owner.Name
		case g.Organization == own:
			out.Level = g.Level
			versions, err := r.Versions(ctx, g.Note)
			if err != nil {
				return out, err
			}
			if len(versions) > 0 {
				note = versions[len(versions)-1]
			}
		}
	}
	out.Since = note.UpdatedAt
	party := note.UpdatedBy
	if _, organization, person := author.Parse(party); person {
		party = organization
	}
	member := reach.Member{Names: owner.Folded()}
	out.ByOwner = out.Owner != "" && member.Named(lang.Fold(party))
	return out, nil
}
