package account

import (
	"context"

	"rastro/internal/trace"
)

// SetDeployment makes a person an administrator of the server, with the role that goes with it, or
// reduces an administrator of the server to that role alone. It exists only for those who
// administer the server: anyone else gets CodePathNotFound. Nobody can do it to themselves, so the
// last administrator stays.
func (k *Keeper) SetDeployment(ctx context.Context, by *trace.Key, id string, administers bool) (out Person, err error) {
	if !by.Administers() {
		return Person{}, trace.Fail(trace.CodePathNotFound)
	}
	role, _ := RoleByID(Administrator)
	err = k.change(ctx, by, id, func(w Writers, p *Person, hash string) error {
		if p.is(by) {
			return trace.Fail(trace.CodeOwnRole)
		}
		if out = *p; p.Deployment == administers {
			return nil // a second click
		}
		if !p.Active {
			return trace.Fail(trace.CodePersonNotFound)
		}
		if err := k.stillAdministers(ctx, w, by); err != nil {
			return err
		}
		if err := dropLinks(ctx, w, p.ID); err != nil { // made for somebody with fewer rights
			return err
		}
		out.Deployment, out.Role = administers, role
		return k.write(ctx, w, by, &out, hash)
	})
	return out, err
}

// stillAdministers fails unless a server administrator remains after all concurrent changes of
// administrators: if two remove each other at once, one must remain.
func (k *Keeper) stillAdministers(ctx context.Context, w Writers, by *trace.Key) error {
	if by.Person == "" { // a key, whose end waits for the same lock
		return nil
	}
	if err := w.Journal.LockKeys(ctx); err != nil {
		return err
	}
	id, _ := trace.ParseID(by.Person)
	self, err := readPerson(ctx, w.Journal, id)
	if err == nil && (!self.Deployment || !self.Active) {
		err = trace.Fail(trace.CodePersonNotFound)
	}
	return err
}
