package account

import (
	"context"
	"slices"

	"rastro/internal/canon"
	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/trace"
)

// Change is something that a version changed in an account. It has codes and ids but no personal
// data, so it stays after the person was erased.
type Change struct {
	What string `json:"o"`
	// From and To are the names of organisations, or the ids of roles.
	From string `json:"de,omitzero"`
	To   string `json:"para,omitzero"`
}

// What a version may change, in the journal's words.
const (
	ChangedName         = "nome"
	ChangedLogin        = "login"
	ChangedOrganization = "organizacao"
	ChangedRole         = "papel"
	ChangedLang         = "idioma"
	ChangedPassword     = "senha"
	PasswordDropped     = "semSenha"
	AddedPasskey        = "passkey"
	RemovedPasskey      = "semPasskey"
	PasskeyRequired     = "exigePasskey"
	PasskeyOptional     = "dispensaPasskey"
	AddedIdentity       = "provedor"
	RemovedIdentity     = "semProvedor"
	ServerGiven         = "administraServidor"
	ServerTaken         = "deixaServidor"
	Deactivated         = "desativada"
	Reactivated         = "reativada"
)

// WhatChanges lists all of them.
var WhatChanges = []string{
	ChangedName, ChangedLogin, ChangedOrganization, ChangedRole, ChangedLang, ChangedPassword, PasswordDropped, AddedPasskey, RemovedPasskey,
	PasskeyRequired, PasskeyOptional, AddedIdentity, RemovedIdentity, ServerGiven, ServerTaken, Deactivated, Reactivated,
}

// changesOf compares two versions of an account.
func changesOf(before, after *document) (all []Change) {
	add := func(changed bool, what string) {
		if changed {
			all = append(all, Change{What: what})
		}
	}
	either := func(was, is bool, on, off string) {
		add(!was && is, on)
		add(was && !is, off)
	}
	either(before.Active, after.Active, Reactivated, Deactivated)
	if before.Role != after.Role {
		all = append(all, Change{ChangedRole, before.Role, after.Role})
	}
	if before.Organization != after.Organization {
		all = append(all, Change{ChangedOrganization, before.Organization, after.Organization})
	}
	either(before.Deployment, after.Deployment, ServerGiven, ServerTaken)
	add(before.Name != after.Name, ChangedName)
	add(before.Login != after.Login, ChangedLogin)
	add(before.Lang != after.Lang, ChangedLang)
	if before.Secret != after.Secret {
		add(after.Secret != "", ChangedPassword)
		add(after.Secret == "", PasswordDropped)
	}
	lost := func(these, those []string) bool {
		return slices.ContainsFunc(these, func(c string) bool { return !slices.Contains(those, c) })
	}
	add(lost(after.Passkeys, before.Passkeys), AddedPasskey)
	add(lost(before.Passkeys, after.Passkeys), RemovedPasskey)
	either(before.NeedsPasskey, after.NeedsPasskey, PasskeyRequired, PasskeyOptional)
	add(after.Identity != "" && after.Identity != before.Identity, AddedIdentity)
	add(after.Identity == "" && before.Identity != "", RemovedIdentity)
	return all
}

// receipt is what remains of an erased account: trace.Receipt, and what each version did.
type receipt struct {
	Reason   string `json:"motivo"`
	Versions int64  `json:"versoesExpurgadas"`
	History  []past `json:"historia,omitzero"`
}

// past is what a version of an account did.
type past struct {
	Version      int64    `json:"versao"`
	Organization string   `json:"organizacao,omitzero"`
	Deployment   bool     `json:"administraServidor,omitzero"`
	Changes      []Change `json:"mudou,omitzero"`
}

// maxPast bounds how many versions a receipt describes: the newest ones.
const maxPast = 1000

// historyOf says what the versions of an account did.
func historyOf(ctx context.Context, r trace.VersionReader, id trace.ID) (all []past, err error) {
	versions, err := r.Versions(ctx, id)
	var before document
	for i := range versions {
		d, ok := documentOf(&versions[i])
		if !ok {
			continue
		}
		p := past{Version: versions[i].Version, Organization: d.Organization, Deployment: d.Deployment}
		if i > 0 {
			p.Changes = changesOf(&before, &d)
		}
		all, before = append(all, p), d
	}
	return all[max(0, len(all)-maxPast):], err
}

// PastOf is NoteOf for a version that was erased, with what the erasing version says about it.
func PastOf(v, erasing *trace.Record) Note {
	n := NoteOf(v)
	var kept receipt
	if erasing.Kind != kind.Person || erasing.Operation != trace.Erased || canon.UnmarshalLenient(erasing.Payload, &kept) != nil {
		return n
	}
	at := slices.IndexFunc(kept.History, func(p past) bool { return p.Version == v.Version })
	if at < 0 && v.Version == erasing.Version {
		at = len(kept.History) - 1 // belongs where the person was last
	}
	if at >= 0 {
		p := &kept.History[at]
		n.Organization, n.Deployment = p.Organization, p.Deployment
		if v.Version != erasing.Version {
			n.Changes = p.Changes
		}
	}
	n.Reason = kept.Reason
	return n
}

// NameRoles fills in what the roles in some changes are called now. A removed role keeps its name.
func NameRoles(ctx context.Context, r EndReader, notes []*Note) error {
	names := map[string]lang.Text{"": {}}
	var ids []trace.ID
	each := func(fn func(id string) lang.Text) {
		for _, n := range notes {
			for i := range n.Changes {
				if c := &n.Changes[i]; c.What == ChangedRole {
					n.Roles = [2]lang.Text{fn(c.From), fn(c.To)}
				}
			}
		}
	}
	each(func(id string) (none lang.Text) {
		if _, known := names[id]; known {
			return none
		}
		role, built := RoleByID(id)
		names[id] = role.Title
		if parsed, ok := trace.ParseID(id); ok && !built {
			ids = append(ids, parsed)
		}
		return none
	})
	found, err := r.NewestVersions(ctx, ids)
	if err != nil {
		return err
	}
	for i := range found {
		if title := NoteOf(&found[i]).Title; title != "" {
			names[found[i].ID.String()] = lang.Same(title)
		}
	}
	each(func(id string) lang.Text { return names[id] })
	return nil
}
