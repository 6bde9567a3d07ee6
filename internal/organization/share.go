package organization

import (
	"context"
	"slices"

	"rastro/internal/brdoc"
	"rastro/internal/canon"
	"rastro/internal/lang"
	"rastro/internal/reach"
	"rastro/internal/right"
	"rastro/internal/trace"
)

// Share is what an organisation may do in a harvest.
type Share struct {
	ID    trace.ID // of the organisation
	Name  string
	Level reach.Level
}

// JSON returns the share as the wire shows it.
func (s *Share) JSON() []byte {
	data, err := canon.Marshal(struct {
		ID    string `json:"organizacaoId"`
		Name  string `json:"organizacao"`
		Level string `json:"nivel"`
	}{s.ID.String(), s.Name, s.Level.String()})
	if err != nil {
		panic(err) // plain strings: cannot fail
	}
	return data
}

// MayShare fails unless the caller may decide who reaches a harvest. The server's administrator
// may, and so may, in the organisation that owns it, an administrator and those whose role has the
// right. A harvest that the caller does not reach is forbidden, whether or not it exists.
func MayShare(by *trace.Key, harvestID string) error {
	if err := by.NeedRight(right.Share); err != nil {
		return err
	}
	if by.Administers() {
		return nil
	}
	if err := by.NeedHarvest(harvestID); err != nil {
		return err
	}
	if m := by.Member(); m == nil || m.Level(harvestID) != reach.Owner || len(by.Phases) > 0 {
		return trace.Fail(trace.CodeOwnerShares)
	}
	return nil
}

// Shares lists who reaches a harvest, the owner first.
func (k *OrganizationKeeper) Shares(ctx context.Context, by *trace.Key, harvestID string) ([]Share, error) {
	if err := MayShare(by, harvestID); err != nil {
		return nil, err
	}
	var all []Share
	err := k.store.View(ctx, func(r Reader) error {
		all = nil
		grants, err := r.Grants(ctx, harvestID)
		if err != nil {
			return err
		}
		for _, g := range grants {
			if g.Level == reach.None {
				continue
			}
			o, err := k.read(ctx, r, g.Organization)
			if err != nil {
				return err
			}
			all = append(all, Share{o.ID, o.Name, g.Level})
		}
		return nil
	})
	slices.SortStableFunc(all, func(a, b Share) int { return int(b.Level) - int(a.Level) })
	return all, err
}

// named finds an organisation by its id, by a name that it has or had, or by its CNPJ.
func (k *OrganizationKeeper) named(ctx context.Context, r reach.Reader, text string) (Organization, error) {
	if id, ok := trace.ParseID(text); ok {
		return k.read(ctx, r, id)
	}
	stored, ok, err := r.OrganizationNamed(ctx, lang.Fold(text))
	if err != nil {
		return Organization{}, err
	}
	if ok {
		return Read(stored)
	}
	if cnpj := brdoc.Check(brdoc.CNPJ, text, k.now().Year()); cnpj.Valid {
		found, ok, err := withCNPJ(ctx, r, cnpj.Value, trace.ID{})
		if err != nil || ok {
			return found, err
		}
	}
	return Organization{}, trace.Fail(trace.CodeNoOrganization)
}

// withCNPJ finds the organisation with a CNPJ, other than one. It reads all of them, because CNPJs
// are rarely set or asked for.
func withCNPJ(ctx context.Context, r reach.Reader, cnpj string, except trace.ID) (Organization, bool, error) {
	const page = 500
	for after := (reach.StoredOrganization{}); ; {
		stored, err := r.Organizations(ctx, after, page)
		if err != nil {
			return Organization{}, false, err
		}
		for _, s := range stored {
			o, err := Read(s)
			if err != nil || o.CNPJ == cnpj && o.ID != except {
				return o, err == nil, err
			}
		}
		if len(stored) < page {
			return Organization{}, false, nil
		}
		after = stored[len(stored)-1]
	}
}

// ShareHarvest lets an organisation read a harvest or write in it; reach.None revokes that. The
// server's administrator may also make it the owner, in place of the one before.
func (k *OrganizationKeeper) ShareHarvest(ctx context.Context, by *trace.Key, harvestID, organization string, level reach.Level) (Share, error) {
	if err := MayShare(by, harvestID); err != nil {
		return Share{}, err
	}
	if level == reach.Write && by.Person != "" { // nobody gives a right that they lack
		if err := by.Need(trace.Write); err != nil {
			return Share{}, err
		}
	}
	if level == reach.Owner && !by.Administers() {
		return Share{}, trace.Fail(trace.CodeServerAdmin)
	}
	var out Share
	err := k.store.Update(ctx, func(w Writers) error {
		o, err := k.named(ctx, w, organization)
		if err != nil {
			return err
		}
		out = Share{o.ID, o.Name, level}
		found, err := w.Claim(ctx, harvestID)
		if err != nil {
			return err
		}
		if !found.Owned && found.Author == "" {
			return trace.Fail(trace.CodeRecordNotFound) // only the server's administrator comes here
		}
		g, err := w.Grant(ctx, o.ID, harvestID)
		switch {
		case err != nil || g.Level == level:
			return err
		case g.Level == reach.Owner:
			return trace.Fail(trace.CodeOwnersAccess)
		}
		if level == reach.Owner {
			if err := k.disown(ctx, w, by, harvestID); err != nil {
				return err
			}
		}
		if err := k.grant(ctx, w, by, g, level); err != nil {
			return err
		}
		return w.ChangeShares(ctx)
	})
	return out, err
}

// disown ends the owner's rights in a harvest.
func (k *OrganizationKeeper) disown(ctx context.Context, w Writers, by *trace.Key, harvestID string) error {
	grants, err := w.Grants(ctx, harvestID)
	if err != nil {
		return err
	}
	for _, g := range grants {
		if g.Level == reach.Owner {
			return k.grant(ctx, w, by, g, reach.None)
		}
	}
	return nil
}

// ReadLevel reads the level of a share; reach.None if it cannot be.
func ReadLevel(m *trace.Members, name string, value canon.Value) reach.Level {
	written := m.Text(name, value, trace.MaxName)
	level, ok := reach.LevelNamed(written)
	if written != "" && (!ok || level == reach.None) {
		m.Report(name, ruleLevel, lang.Args{"valor": trace.Clip(written)})
		return reach.None
	}
	return level
}
