package account

import (
	"context"
	"errors"

	"rastro/internal/account/credential"
	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/trace"
)

// FillIndexes adds what an earlier build did not store: the indexes of people and roles. It does
// nothing if they are complete.
func (k *Keeper) FillIndexes(ctx context.Context) error {
	for {
		more, err := k.fillPeople(ctx)
		if err != nil {
			return err
		}
		if !more {
			return k.fillRoles(ctx)
		}
	}
}

// fillPeople adds the roles of some people, and their search terms.
func (k *Keeper) fillPeople(ctx context.Context) (more bool, err error) {
	const page = 200
	err = k.store.Update(ctx, func(w Writers) error {
		missing, err := w.Roles.HavingRole(ctx, "", page)
		more = len(missing) == page
		for _, c := range missing {
			c.Role = "?" // of somebody unknown to the journal, whose credential opens nothing
			p, failed := readPerson(ctx, w.Journal, c.Person)
			if failed == nil {
				c.Role = p.Role.ID
			} else if !trace.Is(failed, trace.CodePersonNotFound) {
				return failed
			}
			if err := w.PutCredential(ctx, c); err != nil {
				return err
			}
		}
		return err
	})
	return more, err
}

// fillRoles indexes the roles that organisations made, if none is indexed.
func (k *Keeper) fillRoles(ctx context.Context) error {
	return k.store.Update(ctx, func(w Writers) error {
		if known, err := w.Roles.OwnRoles(ctx, nil, 1); err != nil || len(known) > 0 {
			return err
		}
		newest := map[trace.ID]*trace.Record{}
		err := w.Journal.EachNote(ctx, kind.Role, func(v *trace.Record) error {
			if before := newest[v.ID]; before == nil || v.Version > before.Version {
				kept := *v
				newest[v.ID] = &kept
			}
			return nil
		})
		for id, v := range newest {
			if role, ok := roleOf(v); ok {
				err = errors.Join(err, w.Roles.PutOwnRole(ctx, credential.OwnRole{Organization: lang.Fold(role.Organization), Name: lang.Fold(role.Title.PT), ID: id}))
			}
		}
		return err
	})
}
