package account

import (
	"context"
	"slices"

	"rastro/internal/account/credential"
	"rastro/internal/right"
	"rastro/internal/trace"
)

// Need is what somebody must be allowed to do.
type Need struct {
	Any    []trace.Scope // of which one is needed; empty: none
	Scope  trace.Scope   // needed in addition; "" for none
	Rights right.Set     // all of them
	Phase  string        // in which to write; "" for any
}

// met reports whether a role meets the need.
func (n *Need) met(r *Role) bool {
	has := func(s trace.Scope) bool { return slices.Contains(r.Scopes, s) }
	switch {
	case len(n.Any) > 0 && !slices.ContainsFunc(n.Any, has), n.Scope != "" && !has(n.Scope):
		return false
	case n.Phase != "" && !(has(trace.Write) && trace.Within([]string{n.Phase}, r.Phases)):
		return false
	}
	return !slices.ContainsFunc(n.Rights, func(x right.Right) bool { return !r.Rights.Has(x) })
}

// maxAsked bounds how many accounts of an organisation are looked at for somebody who can help.
const maxAsked = 200

// Helpers returns people of an organisation, except a given one, who can do something: first those
// who can also give others a role that allows it. If there are none, it returns the organisation's
// administrators.
func (k *Keeper) Helpers(ctx context.Context, organization string, need Need, except trace.ID, limit int) (names []string, err error) {
	if organization == "" {
		return nil, nil
	}
	return read(ctx, &k.store, func(r Reader) ([]string, error) {
		found, err := k.helperRows(ctx, r, organization, need, except)
		if err != nil {
			return nil, err
		}
		var all []string
		for _, c := range found {
			p, err := readPerson(ctx, r, c.Person)
			if trace.Is(err, trace.CodePersonNotFound) || err == nil && (!p.Active || p.Role.ID != c.Role) {
				continue
			}
			if err != nil {
				return nil, err
			}
			if all = append(all, p.Name); len(all) == limit {
				break
			}
		}
		return all, nil
	})
}

// helperRows finds them, the best first.
func (k *Keeper) helperRows(ctx context.Context, r Reader, organization string, need Need, except trace.ID) ([]credential.Credential, error) {
	found, err := credentialsOf(ctx, r, credential.Query{Limit: maxAsked}, k.namesLike(organization))
	if err != nil {
		return nil, err
	}
	roles := map[string]*Role{}
	var grant, able, administer []credential.Credential
	for _, c := range found {
		if !c.Active || trace.ID(c.Person) == except {
			continue
		}
		role, known := roles[c.Role]
		if !known {
			if made, ok, err := readRole(ctx, r, c.Role); err != nil {
				return nil, err
			} else if ok {
				role = &made
			}
			roles[c.Role] = role
		}
		switch {
		case role == nil:
		case need.met(role) && role.Rights.Has(right.Invite):
			grant = append(grant, c)
		case need.met(role):
			able = append(able, c)
		case role.ID == Administrator:
			administer = append(administer, c)
		}
	}
	if all := append(grant, able...); len(all) > 0 {
		return all, nil
	}
	return administer, nil
}
