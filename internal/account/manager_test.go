package account_test

import (
	"testing"

	"rastro/internal/account"
	"rastro/internal/account/credential"
	"rastro/internal/right"
	"rastro/internal/trace"
)

// manager is somebody of Alfa who invites people and administers nothing.
func (s *site) manager() (*trace.Key, account.Opened) {
	s.Helper()
	d := draft("Gil Paz", "gil@alfa.example", "GERENTE")
	d.Organization = "Alfa"
	opened := s.invited(&s.root, d)
	return s.acting(opened.Token), opened
}

// A manager invites people and manages their accounts, with roles that allow no more than his own.
func TestManagerInvites(t *testing.T) {
	onBoth(t, func(t *testing.T, s *site) {
		gil, _ := s.manager()
		clerk := s.invited(gil, draft("Caio Lima", "caio@alfa.example", "BALANCA"))
		if clerk.Person.Organization != "Alfa" || clerk.Person.Role.ID != "BALANCA" {
			t.Errorf("invited %+v", clerk.Person)
		}
		id := clerk.Person.ID.String()
		if p, err := s.Change(t.Context(), gil, id, draft("Caio Lima", "caio@alfa.example", "CAMPO"), nil); err != nil || p.Role.ID != "CAMPO" {
			t.Errorf("%+v, %v", p, err)
		}
		if _, _, err := s.Reset(t.Context(), gil, id); err != nil {
			t.Error(err)
		}
		if _, err := s.SetActive(t.Context(), gil, id, false); err != nil {
			t.Error(err)
		}
		roles, _, err := s.Grantable(t.Context(), gil, "")
		if err != nil || len(roles) != len(account.Roles)-1 {
			t.Errorf("may give %d roles, %v", len(roles), err)
		}
		for i := range roles {
			if roles[i].ID == account.Administrator {
				t.Error("may make administrators")
			}
		}
	})
}

// A manager cannot grant a role or a right that he lacks, whether through a role that an
// organisation made, a pending invitation, or a change to somebody who has less.
func TestAttackManagerGivesWhatHeLacks(t *testing.T) {
	onBoth(t, func(t *testing.T, s *site) {
		admin := s.acting(s.admin("Alfa").Token)
		gil, _ := s.manager()
		made := map[string]string{} // roles with one thing that a manager lacks
		for name, d := range map[string]account.RoleDraft{
			"erases":      {Scopes: []string{"leitura"}, Rights: []string{string(right.Erase)}},
			"administers": {Scopes: []string{"leitura", "admin"}},
		} {
			d.Title = name
			role, err := s.SaveRole(t.Context(), admin, "", d, nil)
			if err != nil {
				t.Fatal(err)
			}
			made[name] = role.ID
		}
		made["administrator"] = account.Administrator
		clerk := s.invited(gil, draft("Caio Lima", "caio@alfa.example", "BALANCA"))
		for name, role := range made {
			_, _, err := s.Invite(t.Context(), gil, draft("Eva", "eva@alfa.example", role))
			s.want("invites somebody who "+name, err, trace.CodeForbiddenRight)
			_, err = s.Change(t.Context(), gil, clerk.Person.ID.String(), draft("Caio Lima", "caio@alfa.example", role), nil)
			s.want("makes a clerk somebody who "+name, err, trace.CodeForbiddenRight)
		}
		for name, d := range map[string]account.RoleDraft{
			"with less": {Title: "Portaria", Scopes: []string{"leitura"}},
			"with more": {Title: "Diretoria", Scopes: []string{"leitura", "admin"}},
		} {
			_, err := s.SaveRole(t.Context(), gil, "", d, nil)
			s.want("makes a role "+name, err, trace.CodeForbiddenScope)
			_, err = s.SaveRole(t.Context(), gil, made["erases"], d, nil)
			s.want("changes a role to one "+name, err, trace.CodeForbiddenScope)
		}
		s.want("removes a role", s.RemoveRole(t.Context(), gil, made["erases"], nil), trace.CodeForbiddenScope)

		// The link of somebody who was invited as an administrator and has not accepted must not be
		// obtainable by inviting the same person again.
		d := draft("Olga Reis", "olga@alfa.example", account.Administrator)
		if _, _, err := s.Invite(t.Context(), admin, d); err != nil {
			t.Fatal(err)
		}
		_, _, err := s.Invite(t.Context(), gil, d)
		s.want("invites an administrator again", err, trace.CodeForbiddenRight)
		d.Role = "GERENTE"
		_, _, err = s.Invite(t.Context(), gil, d)
		s.want("invites her as a manager", err, trace.CodeLoginTaken)
	})
}

// A manager cannot promote himself, nor reach an account that has more rights than his.
func TestAttackManagerRaisesHimself(t *testing.T) {
	onBoth(t, func(t *testing.T, s *site) {
		chief := s.admin("Alfa")
		gil, opened := s.manager()
		own, theirs := opened.Person.ID.String(), chief.Person.ID.String()
		_, err := s.Change(t.Context(), gil, own, draft("Gil Paz", "gil@alfa.example", account.Administrator), nil)
		s.want("makes himself an administrator", err, trace.CodeForbiddenRight)
		_, err = s.Change(t.Context(), gil, own, draft("Gil Paz", "gil@alfa.example", "AUDITOR"), nil)
		s.want("changes his own role", err, trace.CodeOwnRole)
		_, err = s.SetDeployment(t.Context(), gil, own, true)
		s.want("takes the server", err, trace.CodePathNotFound)
		_, err = s.SetActive(t.Context(), gil, own, false)
		s.want("deactivates himself", err, trace.CodeOwnRole)

		_, err = s.Person(t.Context(), gil, theirs)
		s.want("reads an administrator", err, trace.CodePersonNotFound)
		_, _, err = s.Reset(t.Context(), gil, theirs)
		s.want("makes a link to an administrator's account", err, trace.CodePersonNotFound)
		_, err = s.Change(t.Context(), gil, theirs, draft("Ada", "gil2@alfa.example", "CAMPO"), nil)
		s.want("changes an administrator's log-in", err, trace.CodePersonNotFound)
		_, err = s.SetActive(t.Context(), gil, theirs, false)
		s.want("deactivates an administrator", err, trace.CodePersonNotFound)
		s.want("erases an administrator", s.Erase(t.Context(), gil, theirs, "pedido"), trace.CodeForbiddenRight)
		s.want("erases a person", s.Erase(t.Context(), gil, own, "pedido"), trace.CodeForbiddenRight)
		people, _, err := s.People(t.Context(), gil, "", nil, 10)
		if err != nil || len(people) != 1 || people[0].ID != opened.Person.ID {
			t.Errorf("lists %d people, %v", len(people), err)
		}

		// An invitation is always for his own organisation, whatever he sends.
		d := draft("Eva", "eva@alfa.example", "CAMPO")
		d.Organization = "Beta"
		p, _, err := s.Invite(t.Context(), gil, d)
		if err != nil || p.Organization != "Alfa" {
			t.Errorf("invites into %s, %v", p.Organization, err)
		}
		if c, err := s.credential(chief.Person.ID); err != nil || c == (credential.Credential{}) || !c.Active {
			t.Errorf("the administrator's account: %+v, %v", c, err)
		}
	})
}

// A manager cannot make a link to another manager's account, with which he could write in her name,
// nor lock her out or demote her. He may invite one, and look after the invitation until she
// accepts.
func TestAttackManagerTakesOverAnEqual(t *testing.T) {
	onBoth(t, func(t *testing.T, s *site) {
		admin := s.acting(s.admin("Alfa").Token)
		gil, opened := s.manager()
		role, err := s.SaveRole(t.Context(), admin, "", account.RoleDraft{Title: "Chefia", Scopes: []string{"leitura", "escrita"}, Rights: []string{"validar", "importar", "exportar", "convidar", "compartilhar", "dadosPessoais"}}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if found, err := account.Inviting(t.Context(), s.store); err != nil || len(found) != 1 || found[0].ID != role.ID {
			t.Errorf("own roles that invite: %+v, %v", found, err)
		}
		for name, id := range map[string]string{"eva": "GERENTE", "ivo": role.ID} {
			d := draft(name, name+"@alfa.example", id)
			equal, _, err := s.Invite(t.Context(), gil, d)
			if err != nil {
				t.Fatal(err)
			}
			_, link, err := s.Reset(t.Context(), gil, equal.ID.String())
			if err != nil {
				t.Errorf("another link of his own invitation: %v", err)
			}
			if _, err := s.SetPassword(t.Context(), link, good, ""); err != nil {
				t.Fatal(err)
			}
			s.untouched(gil, equal.ID, d)
		}

		waiting, _, err := s.Invite(t.Context(), admin, draft("Lia", "lia@alfa.example", "GERENTE"))
		if err != nil {
			t.Fatal(err)
		}
		s.untouched(gil, waiting.ID, draft("Lia", "lia@alfa.example", "GERENTE"))
		_, _, err = s.Invite(t.Context(), gil, draft("Lia", "lia@alfa.example", "GERENTE"))
		s.want("invites her again, for the link", err, trace.CodeLoginTaken)

		// He may change his own account, and administrators look after all accounts.
		own := opened.Person.ID.String()
		if _, err := s.Change(t.Context(), gil, own, draft("Gil Paz Reis", "gil@alfa.example", "GERENTE"), nil); err != nil {
			t.Error(err)
		}
		_, _, err = s.Reset(t.Context(), gil, own)
		s.want("a link with which he sets a password without the current one", err, trace.CodeOwnRole)
		if _, _, err := s.Reset(t.Context(), admin, own); err != nil {
			t.Error(err)
		}
	})
}

// untouched tries everything that somebody could do to an equal's account.
func (s *site) untouched(by *trace.Key, id trace.ID, d account.Draft) {
	s.Helper()
	theirs := id.String()
	if _, err := s.Person(s.Context(), by, theirs); err != nil {
		s.Error(err)
	}
	before, err := s.credential(id)
	if err != nil {
		s.Fatal(err)
	}
	_, _, err = s.Reset(s.Context(), by, theirs)
	s.want("makes a link to the account of "+d.Name, err, trace.CodeForbiddenRight)
	_, err = s.SetActive(s.Context(), by, theirs, false)
	s.want("deactivates "+d.Name, err, trace.CodeForbiddenRight)
	for what, change := range map[string]func(*account.Draft){
		"role": func(d *account.Draft) { d.Role = "BALANCA" }, "log-in": func(d *account.Draft) { d.Login = "mine@alfa.example" }, "name": func(d *account.Draft) { d.Name = "Gil" },
	} {
		changed := d
		change(&changed)
		_, err = s.Change(s.Context(), by, theirs, changed, nil)
		s.want("changes the "+what+" of "+d.Name, err, trace.CodeForbiddenRight)
	}
	if after, err := s.credential(id); err != nil || after != before {
		s.Errorf("%s: %+v became %+v, %v", d.Name, before, after, err)
	}
}

// A manager lets nobody act under the name of an administrator or another person, by an invitation or a
// change, in any spelling. An administrator may have two people of one name.
func TestAttackManagerGivesTheNameOfAnother(t *testing.T) {
	onBoth(t, func(t *testing.T, s *site) {
		chief := draft("Marina Couto", "chefe@alfa.example", account.Administrator)
		chief.Organization = "Alfa"
		admin := s.acting(s.invited(&s.root, chief).Token)
		gil, _ := s.manager()
		clerk := s.invited(gil, draft("Caio Lima", "caio@alfa.example", "BALANCA")).Person.ID.String()
		for i, name := range []string{"Marina Couto", "  marina   COUTO ", "M\u0430rina Couto", "gil paz"} {
			_, _, err := s.Invite(t.Context(), gil, draft(name, "falsa@alfa.example", "BALANCA"))
			s.want(name, err, trace.CodeInvalid)
			_, err = s.Change(t.Context(), gil, clerk, draft(name, "caio@alfa.example", "BALANCA"), nil)
			s.want(name, err, trace.CodeInvalid)
			if i == 0 {
				_, _, err = s.Invite(t.Context(), admin, draft(name, "outra@alfa.example", "BALANCA"))
				if err != nil {
					t.Error(err)
				}
			}
		}
		s.invited(gil, draft("Marina Couto Filha", "filha@alfa.example", "BALANCA"))
		if _, err := s.Change(t.Context(), gil, clerk, draft("Caio Lima", "caio@alfa.example", "CAMPO"), nil); err != nil {
			t.Error(err)
		}
	})
}
