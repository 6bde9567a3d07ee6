package account

import (
	"context"
	"maps"
	"slices"
	"strconv"
	"strings"

	"rastro/internal/canon"
	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/naming"
	"rastro/internal/right"
	"rastro/internal/trace"
)

// maxRoles bounds the roles that an organisation makes.
const maxRoles = 100

// roleDocument is a role that an organisation made, as the journal has it. Built-in roles are
// in the program.
type roleDocument struct {
	Title        string        `json:"nome"`
	Organization string        `json:"organizacao"`
	Scopes       []trace.Scope `json:"escopos"`
	Phases       []string      `json:"fases"`
	Rights       right.Set     `json:"direitos"`
}

// RoleDraft is what a caller may say about a role.
type RoleDraft struct {
	Title  string
	Scopes []string
	Phases []string
	Rights []string
}

// readRole finds a role, built-in or made by an organisation; false if there is none.
func readRole(ctx context.Context, r trace.VersionReader, id string) (Role, bool, error) {
	if role, known := RoleByID(id); known {
		return role, true, nil
	}
	parsed, ok := trace.ParseID(id)
	if !ok {
		return Role{}, false, nil
	}
	versions, err := r.Versions(ctx, parsed)
	if err != nil || len(versions) == 0 {
		return Role{}, false, err
	}
	role, ok := roleOf(&versions[len(versions)-1])
	return role, ok, nil
}

// roleOf reads a role from the newest version of its record.
func roleOf(v *trace.Record) (Role, bool) {
	var d roleDocument
	if v.Kind != kind.Role || !v.Intact() || canon.Unmarshal(v.Payload, &d) != nil {
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

// Role finds a role that the caller may give to people of an organisation.
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
	case !got.known || !got.role.of(namesLike(by, organization)):
		m.Report("papel", ruleRole, nil)
		return Role{}, m.Err()
	case !mayGrant(by, got.role):
		return Role{}, trace.Fail(trace.CodeForbiddenRight, "direito", id)
	}
	return got.role, nil
}

// Grantable are the roles that a caller may give: built-in ones, then those that organisations
// made, by name.
func (k *Keeper) Grantable(ctx context.Context, by *trace.Key) ([]Role, error) {
	roles := slices.Clone(Roles)
	own, err := k.ownRoles(ctx, by)
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(append(roles, own...), func(r Role) bool { return !mayGrant(by, r) }), nil
}

// ownRoles are the roles that the caller's organisation made; whoever administers the server
// sees those of all.
func (k *Keeper) ownRoles(ctx context.Context, by *trace.Key) ([]Role, error) {
	roles, err := read(ctx, &k.store, func(r Reader) ([]Role, error) { return madeRoles(ctx, r) })
	roles = slices.DeleteFunc(roles, func(r Role) bool { return !by.Administers() && !r.of(namesOf(by)) })
	slices.SortFunc(roles, func(a, b Role) int {
		return strings.Compare(lang.Fold(a.Title.PT)+a.ID, lang.Fold(b.Title.PT)+b.ID)
	})
	return roles, err
}

// madeRoles are the roles that organisations made, in no particular order.
func madeRoles(ctx context.Context, r trace.NoteReader) (roles []Role, err error) {
	newest := map[trace.ID]Role{}
	err = r.EachNote(ctx, kind.Role, func(v *trace.Record) error {
		if role, ok := roleOf(v); ok && v.Version > newest[v.ID].Version {
			newest[v.ID] = role
		}
		return nil
	})
	return slices.Collect(maps.Values(newest)), err
}

// needRoom fails if the organisation of a role has another with that name, or too many for a new
// one.
func needRoom(ctx context.Context, w Writers, by *trace.Key, id string, role *Role) error {
	made, err := madeRoles(ctx, w.Journal)
	if err != nil {
		return err
	}
	names := namesLike(by, role.Organization)
	made = slices.DeleteFunc(made, func(r Role) bool { return !r.of(names) })
	if slices.ContainsFunc(made, func(r Role) bool { return r.ID != id && lang.Fold(r.Title.PT) == lang.Fold(role.Title.PT) }) {
		return trace.Fail(trace.CodeRoleTaken, "nome", role.Title.PT)
	}
	if id == "" && len(made) >= maxRoles {
		return trace.Fail(trace.CodeTooManyRoles, "max", strconv.Itoa(maxRoles))
	}
	return nil
}

// SaveRole makes a role of the caller's organisation, or changes one; id is "" for a new one.
// Those who have it have the new rights at once. Nobody puts into a role what they may not do
// themselves.
func (k *Keeper) SaveRole(ctx context.Context, by *trace.Key, id string, d RoleDraft, ifMatch trace.IfMatch) (out Role, err error) {
	if err := by.NeedRight(invite); err != nil {
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
		if err := w.Journal.LockKeys(ctx); err != nil { // two at once must not share a name or the last place
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
	return role, m.Err()
}

// writeRole writes the first or the next version of a role.
func (k *Keeper) writeRole(ctx context.Context, w Writers, by *trace.Key, id string, role *Role, ifMatch trace.IfMatch) error {
	var r trace.Record
	if id != "" {
		before, known, err := readRole(ctx, w.Journal, id)
		if err != nil {
			return err
		}
		if !known || before.Version == 0 || !before.of(namesOf(by)) && !by.Administers() || !mayGrant(by, before) {
			return trace.Fail(trace.CodeRoleNotFound)
		}
		if !ifMatch.Admits(before.Version) {
			return trace.Fail(trace.CodeStale, "versao", strconv.FormatInt(before.Version, 10))
		}
		role.Organization, id, r = before.Organization, before.ID, before.record
	}
	if err := needRoom(ctx, w, by, id, role); err != nil {
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
	return nil
}
