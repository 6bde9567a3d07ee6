package account

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"

	"rastro/internal/account/credential"
	"rastro/internal/canon"
	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/naming"
	"rastro/internal/right"
	"rastro/internal/trace"
)

// maxRoles bounds the roles that an organisation makes.
const maxRoles = 100

// roleDocument is the journal's document of a role that an organisation made. Built-in roles are in
// the program.
type roleDocument struct {
	Title        string        `json:"nome"`
	Organization string        `json:"organizacao"`
	Scopes       []trace.Scope `json:"escopos"`
	Phases       []string      `json:"fases"`
	Rights       right.Set     `json:"direitos"`
}

// RoleDraft is what a caller may state about a role.
type RoleDraft struct {
	Title  string
	Scopes []string
	Phases []string
	Rights []string
}

// readRole finds a role, built-in or made by an organisation; false if there is none.
func readRole(ctx context.Context, r EndReader, id string) (Role, bool, error) {
	if role, known := RoleByID(id); known {
		return role, true, nil
	}
	parsed, ok := trace.ParseID(id)
	if !ok {
		return Role{}, false, nil
	}
	found, err := r.NewestVersions(ctx, []trace.ID{parsed})
	if err != nil || len(found) == 0 {
		return Role{}, false, err
	}
	role, ok := roleOf(&found[0])
	return role, ok, nil
}

// roleOf reads a role from the newest version of its record; false if it was removed.
func roleOf(v *trace.Record) (Role, bool) {
	var d roleDocument
	if v.Kind != kind.Role || v.Operation.Ends() || !v.Intact() || canon.Unmarshal(v.Payload, &d) != nil {
		return Role{}, false
	}
	return Role{
		ID: v.ID.String(), Version: v.Version, Title: lang.Same(d.Title), Organization: d.Organization,
		Scopes: d.Scopes, Phases: d.Phases, Rights: d.Rights, record: *v,
	}, true
}

// called reports whether a role has a name, in any language.
func (r *Role) called(name string) bool {
	folded := lang.Fold(name)
	return slices.ContainsFunc(lang.All, func(l lang.Lang) bool { return lang.Fold(r.Title.In(l)) == folded })
}

// of reports whether people of an organisation with these folded names may have the role.
func (r *Role) of(names []string) bool {
	return r.Organization == "" || slices.Contains(names, lang.Fold(r.Organization))
}

// role finds a role that the caller may give to people of an organisation.
func (k *Keeper) role(ctx context.Context, by *trace.Key, id, organization string) (Role, error) {
	type found struct {
		role  Role
		known bool
	}
	got, err := read(ctx, &k.store, func(r Reader) (f found, err error) {
		f.role, f.known, err = readRole(ctx, r, id)
		return f, err
	})
	var m trace.Members
	switch {
	case err != nil:
		return Role{}, err
	case !got.known || !got.role.of(k.namesLike(organization)):
		m.Report("papel", ruleRole, nil)
		return Role{}, m.Err()
	case !mayGrant(by, got.role):
		return Role{}, trace.Fail(trace.CodeForbiddenRight, "direito", id)
	}
	return got.role, nil
}

// MaxGrantable limits the roles that a page offers in addition to the built-in ones. Only
// administrators of servers with many organisations reach it.
const MaxGrantable = 200

// Grantable returns the roles that a caller may give to people of an organisation, "" for any:
// built-in ones, then those that organisations made, by organisation and name. more reports whether
// there are others.
func (k *Keeper) Grantable(ctx context.Context, by *trace.Key, organization string) (roles []Role, more bool, err error) {
	var names []string
	switch {
	case !by.Administers():
		names = namesOf(by)
	case organization != "":
		names = k.namesLike(organization)
	}
	own, err := read(ctx, &k.store, func(r Reader) ([]Role, error) { return ownRoles(ctx, r, r, names, MaxGrantable+1) })
	if err != nil {
		return nil, false, err
	}
	more = len(own) > MaxGrantable
	roles = append(slices.Clone(Roles), own[:min(len(own), MaxGrantable)]...)
	return slices.DeleteFunc(roles, func(r Role) bool { return !mayGrant(by, r) }), more, nil
}

// Inviting returns the roles that organisations made whose people invite others without the scope
// admin, and manage the accounts of those who may do less.
func Inviting(ctx context.Context, store trace.Store) ([]Role, error) {
	port := NewPort(store)
	own, err := read(ctx, &port, func(r Reader) ([]Role, error) { return ownRoles(ctx, r, r, nil, MaxGrantable) })
	return slices.DeleteFunc(own, func(r Role) bool { return !r.Rights.Has(invite) || slices.Contains(r.Scopes, trace.Admin) }), err
}

// ownRoles returns the roles made by organisations with these folded names, or by all organisations
// if there are no names.
func ownRoles(ctx context.Context, index credential.RoleReader, r EndReader, names []string, limit int) (roles []Role, err error) {
	found, err := index.OwnRoles(ctx, names, limit)
	if err != nil {
		return nil, err
	}
	ids := make([]trace.ID, len(found))
	for i := range found {
		ids[i] = found[i].ID
	}
	newest, err := r.NewestVersions(ctx, ids)
	for i := range newest {
		if role, ok := roleOf(&newest[i]); ok {
			roles = append(roles, role)
		}
	}
	slices.SortFunc(roles, func(a, b Role) int {
		return cmp.Or(strings.Compare(lang.Fold(a.Organization), lang.Fold(b.Organization)), strings.Compare(lang.Fold(a.Title.PT), lang.Fold(b.Title.PT)), strings.Compare(a.ID, b.ID))
	})
	return roles, err
}

// stillThere fails if a role was removed since it was looked up. Removing an organisation's role
// waits for this transaction, so nobody keeps a role that no longer exists.
func stillThere(ctx context.Context, w Writers, role *Role) error {
	if role.Version == 0 {
		return nil
	}
	if err := w.Journal.LockKeys(ctx); err != nil {
		return err
	}
	_, known, err := readRole(ctx, w.Journal, role.ID)
	if err == nil && !known {
		var m trace.Members
		m.Report("papel", ruleRole, nil)
		err = m.Err()
	}
	return err
}

// needRoom fails if the organisation of a role has another with that name, or too many for a new
// one.
func (k *Keeper) needRoom(ctx context.Context, w Writers, id string, role *Role) error {
	names := k.namesLike(role.Organization)
	for _, name := range names {
		other, taken, err := w.Roles.OwnRole(ctx, name, lang.Fold(role.Title.PT))
		if err != nil {
			return err
		}
		if taken && trace.ID(other.ID).String() != id {
			return trace.Fail(trace.CodeRoleTaken, "nome", role.Title.PT)
		}
	}
	if id != "" {
		return nil
	}
	made, err := w.Roles.OwnRoles(ctx, names, maxRoles)
	if err == nil && len(made) >= maxRoles {
		err = trace.Fail(trace.CodeTooManyRoles, "max", strconv.Itoa(maxRoles))
	}
	return err
}

// needRoles fails unless a caller may make and change roles: whoever only invites can only assign
// existing roles.
func needRoles(by *trace.Key) error {
	if err := by.NeedRight(invite); err != nil {
		return err
	}
	return by.Need(trace.Admin)
}

// SaveRole makes a role of the caller's organisation, or changes one; id is "" for a new one.
// Those who have it have the new rights at once. Nobody puts into a role what they may not do
// themselves.
func (k *Keeper) SaveRole(ctx context.Context, by *trace.Key, id string, d RoleDraft, ifMatch trace.IfMatch) (out Role, err error) {
	if err := needRoles(by); err != nil {
		return Role{}, err
	}
	role, err := d.check(by)
	if err != nil {
		return Role{}, err
	}
	if !mayGrant(by, role) {
		return Role{}, trace.Fail(trace.CodeForbiddenRight, "direito", strings.Join(d.Rights, ", "))
	}
	err = k.store.Update(ctx, func(w Writers) error {
		out = role
		if err := w.Journal.LockKeys(ctx); err != nil { // two concurrent calls must not share a name or the last place
			return err
		}
		return k.writeRole(ctx, w, by, id, &out, ifMatch)
	})
	return out, err
}

// check reads a draft of a role.
func (d *RoleDraft) check(by *trace.Key) (Role, error) {
	var m trace.Members
	title := naming.Check(&m, "nome", d.Title)
	if slices.ContainsFunc(Roles, func(r Role) bool { return r.called(title) }) {
		m.Report("nome", ruleBuiltIn, nil)
	}
	role := Role{Title: lang.Same(title), Organization: by.Party(), Scopes: m.Scopes("escopos", d.Scopes), Phases: m.Phases("fases", d.Phases)}
	if len(role.Scopes) == 0 {
		m.Required("escopos", "")
	}
	for _, text := range d.Rights {
		if x := right.Right(text); right.Known(x) && !role.Rights.Has(x) {
			role.Rights = append(role.Rights, x)
		}
	}
	validates := slices.Contains(role.Scopes, trace.Write) && trace.Within([]string{kind.ByPrefix(kind.Validation).Phase}, role.Phases)
	if role.Rights.Has(right.Validate) && !validates { // would promise what every validation then refuses
		m.Report("direitos", ruleValidates, nil)
	}
	return role, m.Err()
}

// writeRole writes the first or the next version of a role.
func (k *Keeper) writeRole(ctx context.Context, w Writers, by *trace.Key, id string, role *Role, ifMatch trace.IfMatch) error {
	var r trace.Record
	if id != "" {
		before, err := k.changeable(ctx, w, by, id, ifMatch)
		if err != nil {
			return err
		}
		role.Organization, id, r = before.Organization, before.ID, before.record
	}
	if err := k.needRoom(ctx, w, id, role); err != nil {
		return err
	}
	payload, err := canon.Marshal(roleDocument{role.Title.PT, role.Organization, role.Scopes, role.Phases, role.Rights})
	if err != nil {
		return err
	}
	if id == "" {
		if r, err = k.journal.First(by, kind.Role, trace.Envelope{Payload: payload}); err != nil {
			return err
		}
	} else {
		r.Payload = payload
		k.journal.Next(&r, trace.Updated, by)
		r.AfterEnd = true // a note is never live
	}
	if err := k.journal.Append(ctx, w.Journal, &r); err != nil {
		return err
	}
	role.ID, role.Version = r.ID.String(), r.Version
	return w.Roles.PutOwnRole(ctx, credential.OwnRole{Organization: lang.Fold(role.Organization), Name: lang.Fold(role.Title.PT), ID: r.ID})
}

// changeable finds a role that an organisation made and the caller may change.
func (k *Keeper) changeable(ctx context.Context, w Writers, by *trace.Key, id string, ifMatch trace.IfMatch) (Role, error) {
	role, known, err := readRole(ctx, w.Journal, id)
	switch {
	case err != nil:
		return Role{}, err
	case !known || role.Version == 0 || !role.of(namesOf(by)) && !by.Administers() || !mayGrant(by, role):
		return Role{}, trace.Fail(trace.CodeRoleNotFound)
	case !ifMatch.Admits(role.Version):
		return Role{}, trace.Fail(trace.CodeStale, "versao", strconv.FormatInt(role.Version, 10))
	}
	return role, nil
}

// RemoveRole removes a role that an organisation made; CodeInvalid if somebody has it.
func (k *Keeper) RemoveRole(ctx context.Context, by *trace.Key, id string, ifMatch trace.IfMatch) error {
	if err := needRoles(by); err != nil {
		return err
	}
	return k.store.Update(ctx, func(w Writers) error {
		if err := w.Journal.LockKeys(ctx); err != nil { // nobody is given the role meanwhile
			return err
		}
		role, err := k.changeable(ctx, w, by, id, ifMatch)
		if err != nil {
			return err
		}
		having, err := w.Roles.HavingRole(ctx, role.ID, 1)
		if err == nil && len(having) == 0 { // for people whose role is not indexed yet
			having, err = w.Roles.HavingRole(ctx, "", 1)
		}
		if err != nil {
			return err
		}
		if len(having) > 0 {
			var m trace.Members
			m.Report("papel", ruleRoleInUse, nil)
			return m.Err()
		}
		r := role.record
		k.journal.Next(&r, trace.Deleted, by)
		r.AfterEnd = true // a note is never live
		if err := k.journal.Append(ctx, w.Journal, &r); err != nil {
			return err
		}
		return w.Roles.DropOwnRole(ctx, r.ID)
	})
}
