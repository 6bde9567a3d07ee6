package account_test

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"

	"rastro/internal/account"
	"rastro/internal/account/credential"
	"rastro/internal/right"
	"rastro/internal/trace"
	"rastro/internal/trace/tracetest"
)

func TestOwnRole(t *testing.T) {
	onBoth(t, func(t *testing.T, s *site) {
		admin := s.acting(s.admin("Alfa").Token)
		gate := account.RoleDraft{Title: " Portaria ", Scopes: []string{"leitura", "escrita"}, Phases: []string{"5", "6"}, Rights: []string{"exportar", "voar", "exportar"}}
		role, err := s.SaveRole(t.Context(), admin, "", gate, nil)
		if err != nil || role.Title.ES != "Portaria" || role.Organization != "Alfa" || !slices.Equal(role.Rights, right.Set{right.Export}) {
			t.Fatalf("%+v, %v", role, err)
		}
		clerk := s.invited(admin, draft("Caio Lima", "caio@alfa.example", role.ID))
		if key := s.acting(clerk.Token); !slices.Equal(key.Phases, []string{"05", "06"}) || !key.May(right.Export) || key.May(right.Validate) {
			t.Errorf("%+v", key)
		}
		gate.Rights = []string{"importar"}
		if _, err := s.SaveRole(t.Context(), admin, role.ID, gate, trace.IfMatch{1}); err != nil {
			t.Fatal(err)
		}
		if key := s.acting(clerk.Token); key.May(right.Export) || !key.May(right.Import) {
			t.Error("a changed role is not seen at once")
		}
		_, err = s.SaveRole(t.Context(), admin, role.ID, gate, trace.IfMatch{1})
		s.want("an old version", err, trace.CodeStale)
		_, err = s.SaveRole(t.Context(), admin, "", account.RoleDraft{Title: "PORTARIA", Scopes: []string{"leitura"}}, nil)
		s.want("a name that is taken", err, trace.CodeRoleTaken)
		_, err = s.SaveRole(t.Context(), admin, "", account.RoleDraft{Title: " "}, nil)
		s.want("no name and no scope", err, trace.CodeInvalid)
		_, err = s.SaveRole(t.Context(), admin, account.Administrator, account.RoleDraft{Title: "Chefe", Scopes: []string{"leitura"}}, nil)
		s.want("a built-in role", err, trace.CodeRoleNotFound)
		if roles, _, err := s.Grantable(t.Context(), admin, ""); err != nil || len(roles) != len(account.Roles)+1 {
			t.Errorf("%d roles, %v", len(roles), err)
		}
	})
}

// A role that promises validations must be able to make them.
func TestRoleThatValidates(t *testing.T) {
	onBoth(t, func(t *testing.T, s *site) {
		admin := s.acting(s.admin("Alfa").Token)
		both := []string{"leitura", "escrita"}
		for i, c := range []struct {
			scopes, phases []string
			want           trace.Code
		}{{both, nil, ""}, {both, []string{"06", "10"}, ""}, {both, []string{"06"}, trace.CodeInvalid}, {[]string{"leitura"}, nil, trace.CodeInvalid}} {
			d := account.RoleDraft{Title: fmt.Sprint("Papel ", i), Scopes: c.scopes, Phases: c.phases, Rights: []string{"validar"}}
			_, err := s.SaveRole(t.Context(), admin, "", d, nil)
			if c.want == "" && err != nil || c.want != "" && !trace.Is(err, c.want) {
				t.Errorf("%v in %v: %v, want %q", c.scopes, c.phases, err, c.want)
			}
		}
	})
}

// If nobody used the link of one start, the next start makes another, until somebody has an
// account.
func TestServerIsOpenedAgain(t *testing.T) {
	onBoth(t, func(t *testing.T, s *site) {
		again := func() string {
			t.Helper()
			link, err := s.ReopenServer(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			return link
		}
		if again() != "" {
			t.Error("a link although none was made before")
		}
		first, err := s.OpenServer(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		second := again()
		_, err = s.First(t.Context(), first, account.Draft{}, good, "browser")
		s.want("the earlier link", err, trace.CodeLinkSpent)
		d := account.Draft{Name: "Ada Reis", Login: "ada@alfa.example", Organization: "Alfa"}
		if _, err = s.First(t.Context(), second, d, good, "browser"); err != nil {
			t.Error(err)
		}
		if again() != "" {
			t.Error("a link although somebody has an account")
		}
	})
}

// A role belongs to its organisation: others neither see, assign nor change it, and nobody adds
// rights to a role that they do not have.
func TestAttackRolesOfOthers(t *testing.T) {
	onBoth(t, func(t *testing.T, s *site) {
		ours, theirs := s.acting(s.admin("Alfa").Token), s.acting(s.admin("Beta").Token)
		role, err := s.SaveRole(t.Context(), theirs, "", account.RoleDraft{Title: "Portaria", Scopes: []string{"leitura"}}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if roles, _, err := s.Grantable(t.Context(), ours, ""); err != nil || len(roles) != len(account.Roles) {
			t.Errorf("%d roles, %v", len(roles), err)
		}
		_, _, err = s.Invite(t.Context(), ours, draft("X", "x@x.example", role.ID))
		s.want("giving it", err, trace.CodeInvalid)
		_, err = s.SaveRole(t.Context(), ours, role.ID, account.RoleDraft{Title: "X", Scopes: []string{"leitura"}}, nil)
		s.want("changing it", err, trace.CodeRoleNotFound)

		hr, err := s.SaveRole(t.Context(), ours, "", account.RoleDraft{Title: "RH", Scopes: []string{"leitura", "admin"}, Rights: []string{"convidar"}}, nil)
		if err != nil {
			t.Fatal(err)
		}
		person := s.acting(s.invited(ours, draft("Rita", "rita@alfa.example", hr.ID)).Token)
		_, err = s.SaveRole(t.Context(), person, "", account.RoleDraft{Title: "Y", Scopes: []string{"escrita"}}, nil)
		s.want("a scope that she lacks", err, trace.CodeForbiddenRight)
		_, err = s.SaveRole(t.Context(), person, hr.ID, account.RoleDraft{Title: "RH", Scopes: []string{"leitura", "admin"}, Rights: []string{"convidar", "expurgar"}}, nil)
		s.want("a right that she lacks", err, trace.CodeForbiddenRight)
		_, _, err = s.Invite(t.Context(), person, draft("Z", "z@alfa.example", account.Administrator))
		s.want("a role above hers", err, trace.CodeForbiddenRight)
	})
}

// An organisation has up to a hundred roles, each under its own name, also where several are made
// at once; those of others do not count.
func TestRoomForRoles(t *testing.T) {
	onBoth(t, func(t *testing.T, s *site) {
		admin := s.acting(s.admin("Alfa").Token)
		role := func(title string) account.RoleDraft {
			return account.RoleDraft{Title: title, Scopes: []string{"leitura"}}
		}
		for i := range 99 {
			if _, err := s.SaveRole(t.Context(), admin, "", role(fmt.Sprint("Papel ", i)), nil); err != nil {
				t.Fatal(err)
			}
		}
		errs := make([]error, 6)
		var group sync.WaitGroup
		for i := range errs {
			group.Go(func() { _, errs[i] = s.SaveRole(t.Context(), admin, "", role(fmt.Sprint("Novo ", i/2)), nil) })
		}
		group.Wait()
		made := 0
		for _, err := range errs {
			if err == nil {
				made++
			} else if !trace.Is(err, trace.CodeRoleTaken) && !trace.Is(err, trace.CodeTooManyRoles) {
				t.Error(err)
			}
		}
		if made != 1 {
			t.Errorf("%d more were made, want 1", made)
		}
		_, err := s.SaveRole(t.Context(), admin, "", role("Outro"), nil)
		s.want("one too many", err, trace.CodeTooManyRoles)
		if _, err := s.SaveRole(t.Context(), &s.root, "", role("Papel 1"), nil); err != nil {
			t.Errorf("the server's administrator, for another organisation: %v", err)
		}
	})
}

// An organisation's own role may not pass for a built-in one, in any language.
func TestNamesOfRoles(t *testing.T) {
	onBoth(t, func(t *testing.T, s *site) {
		for title, want := range map[string]string{
			"Administrador": "DADOS_INVALIDOS: PAPEL_PRONTO /nome", " weighbridge": "DADOS_INVALIDOS: PAPEL_PRONTO /nome", "BALANZA": "DADOS_INVALIDOS: PAPEL_PRONTO /nome",
			"Port\u202earia": "DADOS_INVALIDOS: NOME_COM_INVISIVEIS /nome", "Balança 2": "",
		} {
			_, err := s.SaveRole(t.Context(), &s.root, "", account.RoleDraft{Title: title, Scopes: []string{"leitura"}}, nil)
			if told := tracetest.Told(err); told != want {
				t.Errorf("%q: %s, want %s", title, told, want)
			}
		}
	})
}

// A role without people can be removed, and cannot be assigned meanwhile.
func TestRemovedRole(t *testing.T) {
	onBoth(t, func(t *testing.T, s *site) {
		ctx := t.Context()
		admin := s.acting(s.admin("Alfa").Token)
		gate := account.RoleDraft{Title: "Portaria", Scopes: []string{"leitura"}}
		role, err := s.SaveRole(ctx, admin, "", gate, nil)
		if err != nil {
			t.Fatal(err)
		}
		clerk := s.invited(admin, draft("Caio Lima", "caio@alfa.example", role.ID))
		if told := tracetest.Told(s.RemoveRole(ctx, admin, role.ID, nil)); told != "DADOS_INVALIDOS: PAPEL_EM_USO /papel" {
			t.Errorf("one that somebody has: %s", told)
		}
		s.want("of another organisation", s.RemoveRole(ctx, s.acting(s.admin("Beta").Token), role.ID, nil), trace.CodeRoleNotFound)
		s.want("by a clerk", s.RemoveRole(ctx, s.acting(clerk.Token), role.ID, nil), trace.CodeForbiddenRight)
		s.want("a built-in one", s.RemoveRole(ctx, admin, "CAMPO", nil), trace.CodeRoleNotFound)
		if _, err := s.Change(ctx, admin, clerk.Person.ID.String(), draft("Caio Lima", "caio@alfa.example", "CAMPO"), nil); err != nil {
			t.Fatal(err)
		}
		s.want("an old version", s.RemoveRole(ctx, admin, role.ID, trace.IfMatch{7}), trace.CodeStale)
		if err := s.RemoveRole(ctx, admin, role.ID, trace.IfMatch{1}); err != nil {
			t.Fatal(err)
		}
		s.want("twice", s.RemoveRole(ctx, admin, role.ID, nil), trace.CodeRoleNotFound)
		_, _, err = s.Invite(ctx, admin, draft("Bia", "bia@alfa.example", role.ID))
		s.want("giving it", err, trace.CodeInvalid)
		if roles, _, err := s.Grantable(ctx, admin, ""); err != nil || len(roles) != len(account.Roles) {
			t.Errorf("%d roles, %v", len(roles), err)
		}
		if _, err := s.SaveRole(ctx, admin, "", gate, nil); err != nil {
			t.Errorf("its name again: %v", err)
		}
	})
}

// A store of an earlier build finds its people and roles once its indexes are filled.
func TestFilledIndexes(t *testing.T) {
	onBoth(t, func(t *testing.T, s *site) {
		ctx := t.Context()
		role, err := s.SaveRole(ctx, &s.root, "", account.RoleDraft{Title: "Portaria", Scopes: []string{"leitura"}}, nil)
		if err != nil {
			t.Fatal(err)
		}
		ana := s.invited(&s.root, draft("Ana Lima", "ana@x.example", role.ID))
		err = s.store.Update(ctx, func(w trace.Writer) error { // as an earlier build left it
			c, err := w.(credential.Reader).CredentialOf(ctx, ana.Person.ID)
			c.Role = ""
			id, _ := trace.ParseID(role.ID)
			return errors.Join(err, w.(credential.Writer).PutCredential(ctx, c), w.(credential.RoleWriter).DropOwnRole(ctx, id))
		})
		if err != nil {
			t.Fatal(err)
		}
		for range 2 {
			if err := s.FillIndexes(ctx); err != nil {
				t.Fatal(err)
			}
		}
		if c, err := s.credential(ana.Person.ID); err != nil || c.Role != role.ID {
			t.Errorf("%+v, %v", c, err)
		}
		if roles, _, err := s.Grantable(ctx, &s.root, "Coopervale"); err != nil || len(roles) != len(account.Roles)+1 {
			t.Errorf("%d roles, %v", len(roles), err)
		}
		if found, _, err := s.People(ctx, &s.root, "lim", nil, 10); err != nil || len(found) != 1 {
			t.Errorf("%d people, %v", len(found), err)
		}
	})
}

// A link ends when the role of its person changes, or when whoever made it is demoted or
// deactivated. A second invitation is noted with its maker.
func TestAttackLinkOutlivesItsRights(t *testing.T) {
	onBoth(t, func(t *testing.T, s *site) {
		admin := s.acting(s.admin("Alfa").Token)
		low := account.RoleDraft{Title: "Portaria", Scopes: []string{"leitura"}}
		role, err := s.SaveRole(t.Context(), admin, "", low, nil)
		if err != nil {
			t.Fatal(err)
		}
		invited, link, err := s.Invite(t.Context(), admin, draft("Eva", "eva@alfa.example", role.ID))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.Linked(t.Context(), link); err != nil {
			t.Fatal(err)
		}
		low.Scopes = append(low.Scopes, "escrita")
		if _, err := s.SaveRole(t.Context(), admin, role.ID, low, nil); err != nil {
			t.Fatal(err)
		}
		_, err = s.SetPassword(t.Context(), link, good, "")
		s.want("a link from before the role was raised", err, trace.CodeLinkSpent)

		boss := s.invited(admin, draft("Rita", "rita@alfa.example", account.Administrator))
		for _, demote := range []bool{true, false} {
			_, link, err := s.Reset(t.Context(), s.acting(boss.Token), invited.ID.String())
			if err != nil {
				t.Fatal(err)
			}
			if _, err := s.Linked(t.Context(), link); err != nil {
				t.Fatal(err)
			}
			d := draft("Rita", "rita@alfa.example", account.Administrator)
			if demote {
				d.Role = "AUDITOR"
				_, err = s.Change(t.Context(), admin, boss.Person.ID.String(), d, nil)
			} else {
				_, err = s.SetActive(t.Context(), admin, boss.Person.ID.String(), false)
			}
			if err != nil {
				t.Fatal(err)
			}
			_, err = s.SetPassword(t.Context(), link, good, "")
			s.want("a link of somebody who may no longer make it", err, trace.CodeLinkSpent)
			if demote {
				d.Role = account.Administrator
				if _, err := s.Change(t.Context(), admin, boss.Person.ID.String(), d, nil); err != nil {
					t.Fatal(err)
				}
			}
		}
	})
}
