package account_test

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"rastro/internal/account"
	"rastro/internal/account/credential"
	"rastro/internal/account/password"
	"rastro/internal/author"
	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/right"
	"rastro/internal/store/postgres/pgtest"
	"rastro/internal/testkit"
	"rastro/internal/testkit/stores"
	"rastro/internal/trace"
	"rastro/internal/trace/tracetest"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) }

const good, other = "três pássaros na cerca", "quatro bois no pasto azul"

// site is people over one store, with a clock that the test moves.
type site struct {
	testing.TB
	*account.Keeper
	store trace.Store
	past  *atomic.Int64 // how much later it is than the clock's own time, in nanoseconds
	root  trace.Key
}

func onBoth(t *testing.T, run func(t *testing.T, s *site)) {
	t.Helper()
	stores.Each(t, func(t *testing.T, d *stores.Database) { run(t, newSite(t, d.Store(t))) })
}

func newSite(t testing.TB, store trace.Store) *site {
	s := &site{TB: t, store: store, past: new(atomic.Int64), root: trace.Key{AccessKey: "rk_root", Organization: "Coopervale", Scopes: trace.Scopes}}
	clock := testkit.Ticking()
	now := func() time.Time {
		return clock.Now().Add(time.Duration(s.past.Load())).UTC().Truncate(time.Millisecond)
	}
	s.Keeper = account.New(account.NewPort(store), trace.NewJournal(now, rand.Reader), anyOrganization{}, now, rand.Reader, password.Least)
	return s
}

func (s *site) later(d time.Duration) { s.past.Add(int64(d)) }

func draft(name, login, role string) account.Draft {
	return account.Draft{Name: name, Login: login, Role: role, Lang: lang.PT}
}

// invited invites a person, who accepts.
func (s *site) invited(by *trace.Key, d account.Draft) account.Opened {
	s.Helper()
	_, link, err := s.Invite(s.Context(), by, d)
	if err != nil {
		s.Fatal(err)
	}
	opened, err := s.SetPassword(s.Context(), link, good, "Chrome, Android")
	if err != nil {
		s.Fatal(err)
	}
	return opened
}

// admin returns an administrator of an organisation.
func (s *site) admin(organization string) account.Opened {
	s.Helper()
	d := draft("Ada de "+organization, "ada@"+lang.Fold(organization)+".example", account.Administrator)
	d.Organization = organization
	return s.invited(&s.root, d)
}

func (s *site) acting(token string) *trace.Key {
	s.Helper()
	signed, err := s.Acting(s.Context(), token)
	if err != nil {
		s.Fatal(err)
	}
	return signed.Key
}

// credential reads how a person signs in.
func (s *site) credential(id trace.ID) (c credential.Credential, err error) {
	err = s.store.View(s.Context(), func(r trace.Reader) error {
		c, err = r.(credential.Reader).CredentialOf(s.Context(), id)
		return err
	})
	return c, err
}

func (s *site) want(what string, err error, code trace.Code) {
	s.Helper()
	if !trace.Is(err, code) {
		s.Errorf("%s: %v, want %s", what, err, code)
	}
}

func TestFromInvitationToSession(t *testing.T) {
	onBoth(t, func(t *testing.T, s *site) {
		p, link, err := s.Invite(t.Context(), &s.root, draft("  Marina   Couto ", "Marina@Coopervale.example", "BALANCA"))
		if err != nil || p.Name != "Marina Couto" || p.Login != "marina@coopervale.example" || p.Organization != "Coopervale" || !p.Active || p.HasPassword {
			t.Fatalf("%+v, %v", p, err)
		}
		if linked, err := s.Linked(t.Context(), link); err != nil || linked.Person.Name != "Marina Couto" {
			t.Errorf("the link is of %+v, %v", linked, err)
		}
		_, err = s.Acting(t.Context(), link)
		s.want("a link as a session", err, trace.CodeUnauthenticated)
		_, err = s.SignIn(t.Context(), p.Login, "", "")
		s.want("without a password", err, trace.CodeWrongPassword)
		opened, err := s.SetPassword(t.Context(), link, good, "Chrome, Android")
		if err != nil || !opened.Person.HasPassword {
			t.Fatalf("%+v, %v", opened, err)
		}
		key := s.acting(opened.Token)
		id, organization, ok := author.Parse(key.Author())
		if !ok || id != p.ID.String() || organization != "Coopervale" || key.Party() != "Coopervale" {
			t.Errorf("writes as %q for %q", key.Author(), key.Party())
		}
		if !slices.Equal(key.Phases, []string{"05", "06"}) || key.Has(trace.Admin) || key.May(right.Validate) || key.May(right.Export) || !key.May(right.Import) {
			t.Errorf("may do %+v", key)
		}
		for _, login := range []string{"marina@coopervale.example", " MARINA@coopervale.EXAMPLE "} {
			if again, err := s.SignIn(t.Context(), login, good, "Firefox, Windows"); err != nil || again.Token == opened.Token {
				t.Errorf("%s: %v", login, err)
			}
		}
		sessions, err := s.Sessions(t.Context(), opened.Token)
		if err != nil || len(sessions) != 3 || sessions[0].Device != "Firefox, Windows" || !sessions[2].Own || sessions[0].Own {
			t.Errorf("sessions: %+v, %v", sessions, err)
		}
		if err := s.SignOut(t.Context(), opened.Token); err != nil {
			t.Error(err)
		}
		_, err = s.Acting(t.Context(), opened.Token)
		s.want("signed out", err, trace.CodeUnauthenticated)
		if err := s.SignOut(t.Context(), opened.Token); err != nil {
			t.Errorf("twice: %v", err)
		}
	})
}

// A second click on the button gives a new link in place of the first, and no second account.
func TestInvitedTwice(t *testing.T) {
	onBoth(t, func(t *testing.T, s *site) {
		d := draft("Marina Couto", "m@x.example", "CAMPO")
		p, first, err := s.Invite(t.Context(), &s.root, d)
		if err != nil {
			t.Fatal(err)
		}
		again, second, err := s.Invite(t.Context(), &s.root, d)
		if err != nil || again.ID != p.ID || again.Version != 1 || second == first {
			t.Errorf("%+v, %v", again, err)
		}
		_, err = s.Linked(t.Context(), first)
		s.want("the first link", err, trace.CodeLinkSpent)
		if _, err := s.SetPassword(t.Context(), second, good, ""); err != nil {
			t.Error(err)
		}
		_, _, err = s.Invite(t.Context(), &s.root, d)
		s.want("someone who has accepted", err, trace.CodeLoginTaken)
		d.Name, d.Login = "Outra", "o@x.example"
		if _, _, err := s.Invite(t.Context(), &s.root, d); err != nil {
			t.Fatal(err)
		}
		d.Name = "Ainda outra"
		_, _, err = s.Invite(t.Context(), &s.root, d)
		s.want("another with the same log-in", err, trace.CodeLoginTaken)
	})
}

// The journal contains every invitation, change and sign-in, and neither passwords nor tokens.
func TestJournalOfPeople(t *testing.T) {
	onBoth(t, func(t *testing.T, s *site) {
		opened := s.invited(&s.root, draft("Marina Couto", "66 99999-1234", "CAMPO"))
		var notes []string
		for _, k := range []*kind.Kind{kind.Person, kind.SignIn} {
			err := s.store.EachNote(t.Context(), k, func(r *trace.Record) error {
				if !r.Intact() {
					t.Errorf("%s is not intact", r.Payload)
				}
				notes = append(notes, string(r.Payload)+" by "+r.UpdatedBy)
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		text := strings.Join(notes, "\n")
		if len(notes) != 3 || strings.Contains(text, good) || strings.Contains(text, opened.Token) || strings.Contains(text, "argon2") {
			t.Errorf("%d notes:\n%s", len(notes), text)
		}
		for _, want := range []string{`"login":"+5566999991234"`, `"meio":"link"`, "by Coopervale", "by " + author.Person(opened.Person.ID.String(), "Coopervale")} {
			if !strings.Contains(text, want) {
				t.Errorf("no %s in\n%s", want, text)
			}
		}
	})
}

// If a person whom somebody else invited is invited again, the new inviter has the only link to the
// account, so the journal names them. A second click by the first inviter is not noted.
func TestAnotherInvitationIsNoted(t *testing.T) {
	onBoth(t, func(t *testing.T, s *site) {
		admin := s.acting(s.admin("Alfa").Token)
		d := draft("Maria Reis", "maria@alfa.example", "CAMPO")
		d.Organization = "Alfa"
		notes := func() (all []string) {
			t.Helper()
			err := s.store.EachNote(t.Context(), kind.SignIn, func(r *trace.Record) error {
				if strings.Contains(string(r.Payload), account.ForInvitation) {
					all = append(all, r.UpdatedBy)
				}
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
			return all
		}
		for range 2 {
			if _, _, err := s.Invite(t.Context(), &s.root, d); err != nil {
				t.Fatal(err)
			}
		}
		if by := notes(); len(by) != 0 {
			t.Errorf("a second click is noted by %q", by)
		}
		if _, _, err := s.Invite(t.Context(), admin, d); err != nil {
			t.Fatal(err)
		}
		if by := notes(); len(by) != 1 || by[0] != admin.Author() {
			t.Errorf("noted by %q, want %q", by, admin.Author())
		}
	})
}

func TestAttackReusedLinks(t *testing.T) {
	onBoth(t, func(t *testing.T, s *site) {
		p, link, err := s.Invite(t.Context(), &s.root, draft("Marina Couto", "m@x.example", "CAMPO"))
		if err != nil {
			t.Fatal(err)
		}
		var opened atomic.Int64
		var all sync.WaitGroup
		for range 4 {
			all.Go(func() {
				switch _, err := s.SetPassword(context.Background(), link, good, ""); {
				case err == nil:
					opened.Add(1)
				case !trace.Is(err, trace.CodeLinkSpent):
					t.Errorf("at once: %v", err)
				}
			})
		}
		all.Wait()
		if opened.Load() != 1 {
			t.Errorf("%d opened one invitation", opened.Load())
		}
		_, err = s.Linked(t.Context(), link)
		s.want("a used invitation", err, trace.CodeLinkSpent)
		_, first, err := s.Reset(t.Context(), &s.root, p.ID.String())
		if err != nil {
			t.Fatal(err)
		}
		_, second, err := s.Reset(t.Context(), &s.root, p.ID.String())
		if err != nil {
			t.Fatal(err)
		}
		_, err = s.SetPassword(t.Context(), first, other, "")
		s.want("the link before the newest", err, trace.CodeLinkSpent)
		if _, err := s.SignIn(t.Context(), "m@x.example", good, ""); err != nil {
			t.Errorf("a reset that nobody used keeps the person out: %v", err)
		}
		s.later(account.ResetLifetime)
		_, err = s.SetPassword(t.Context(), second, other, "")
		s.want("an expired link", err, trace.CodeLinkSpent)
		for _, token := range []string{"", "p.", "p.x", "x"} {
			_, err := s.SetPassword(t.Context(), token, other, "")
			s.want("no link: "+token, err, trace.CodeLinkSpent)
		}
	})
}

// Whatever is wrong with a log-in or a password, exactly one hash is computed, and the answer is
// the same. The tests of the hashes check that they cost the same.
func TestAttackUnknownLoginTakesAsLong(t *testing.T) {
	onBoth(t, func(t *testing.T, s *site) {
		ana := s.invited(&s.root, draft("Ana", "ana@x.example", "CAMPO"))
		gone := s.invited(&s.root, draft("Bia", "bia@x.example", "CAMPO"))
		if _, err := s.SetActive(t.Context(), &s.root, gone.Person.ID.String(), false); err != nil {
			t.Fatal(err)
		}
		if _, _, err := s.Invite(t.Context(), &s.root, draft("Caio", "caio@x.example", "CAMPO")); err != nil {
			t.Fatal(err)
		}
		var hashes []string
		s.WatchHashes(func(hash string) { hashes = append(hashes, hash) })
		for _, tc := range []struct {
			name, login, password string
			known                 bool // there is a hash to compare with
		}{
			{"a wrong password", "ana@x.example", other, true},
			{"no password", "ana@x.example", "", true},
			{"a long password", "ana@x.example", strings.Repeat("a", 1000), true},
			{"an unknown log-in", "ninguem@x.example", other, false},
			{"no log-in at all", "???", other, false},
			{"nothing", "", "", false},
			{"somebody deactivated, with the right password", "bia@x.example", good, true},
			{"somebody who has no password yet", "caio@x.example", other, false},
		} {
			hashes = nil
			_, err := s.SignIn(t.Context(), tc.login, tc.password, "")
			if told := tracetest.Told(err); told != string(trace.CodeWrongPassword) {
				t.Errorf("%s: %s", tc.name, told)
			}
			if len(hashes) != 1 || (hashes[0] != "") != tc.known {
				t.Errorf("%s: compared with %q", tc.name, hashes)
			}
		}
		hashes = nil
		if _, err := s.SignIn(t.Context(), ana.Person.Login, good, ""); err != nil || len(hashes) != 1 {
			t.Errorf("the right one: %v, %d hashes", err, len(hashes))
		}
	})
}

func TestAttackSessionsEndWithThePassword(t *testing.T) {
	onBoth(t, func(t *testing.T, s *site) {
		phone := s.invited(&s.root, draft("Marina Couto", "m@x.example", "CAMPO"))
		desk, err := s.SignIn(t.Context(), "m@x.example", good, "")
		if err != nil {
			t.Fatal(err)
		}
		s.want("a wrong old password", s.ChangePassword(t.Context(), desk.Token, other, other), trace.CodeWrongPassword)
		if got := tracetest.Told(s.ChangePassword(t.Context(), desk.Token, good, "Senha@2026")); got != "DADOS_INVALIDOS: SENHA_COMUM /senha" {
			t.Errorf("a common password: %s", got)
		}
		s.acting(phone.Token)
		if err := s.ChangePassword(t.Context(), desk.Token, good, other); err != nil {
			t.Fatal(err)
		}
		_, err = s.Acting(t.Context(), phone.Token)
		s.want("the other session", err, trace.CodeUnauthenticated)
		s.acting(desk.Token)
		_, err = s.SignIn(t.Context(), "m@x.example", good, "")
		s.want("the old password", err, trace.CodeWrongPassword)

		_, link, err := s.Reset(t.Context(), &s.root, phone.Person.ID.String())
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.SetPassword(t.Context(), link, good, ""); err != nil {
			t.Fatal(err)
		}
		_, err = s.Acting(t.Context(), desk.Token)
		s.want("a session from before the reset", err, trace.CodeUnauthenticated)
	})
}

// A deactivated person is signed out at once on every server, because each reads the store on every
// request.
func TestAttackDeactivatedPeople(t *testing.T) {
	onBoth(t, func(t *testing.T, s *site) {
		opened := s.invited(&s.root, draft("Marina Couto", "m@x.example", "CAMPO"))
		elsewhere := newSite(t, s.store)
		elsewhere.acting(opened.Token)
		id := opened.Person.ID.String()
		_, link, err := s.Reset(t.Context(), &s.root, id)
		if err != nil {
			t.Fatal(err)
		}
		for range 2 { // a second click changes nothing
			if p, err := s.SetActive(t.Context(), &s.root, id, false); err != nil || p.Active || p.Version != 3 {
				t.Errorf("%+v, %v", p, err)
			}
		}
		_, err = elsewhere.Acting(t.Context(), opened.Token)
		s.want("a session on another server", err, trace.CodeUnauthenticated)
		_, err = elsewhere.SignIn(t.Context(), "m@x.example", good, "")
		s.want("signing in", err, trace.CodeWrongPassword)
		if !errors.Is(err, account.ErrDeactivated) {
			t.Errorf("with the right password somebody deactivated is told %v", err)
		}
		if _, err = elsewhere.SignIn(t.Context(), "m@x.example", other, ""); errors.Is(err, account.ErrDeactivated) {
			t.Error("a stranger learns that the account was deactivated")
		}
		_, err = elsewhere.SetPassword(t.Context(), link, other, "")
		s.want("a link from before", err, trace.CodeLinkSpent)
		_, _, err = s.Reset(t.Context(), &s.root, id)
		s.want("a new link", err, trace.CodePersonNotFound)
		if _, err := s.SetActive(t.Context(), &s.root, id, true); err != nil {
			t.Fatal(err)
		}
		if _, err := s.SignIn(t.Context(), "m@x.example", good, ""); err != nil {
			t.Errorf("active again: %v", err)
		}
	})
}

// Nobody can grant a right that they do not have, change their own role, or reach the people of
// another organisation.
func TestAttackRaisedRole(t *testing.T) {
	onBoth(t, func(t *testing.T, s *site) {
		ours, theirs := s.admin("Alfa"), s.admin("Beta")
		admin := s.acting(ours.Token)
		clerk := s.invited(admin, draft("Caio Lima", "caio@alfa.example", "BALANCA"))
		caio := s.acting(clerk.Token)

		_, _, err := s.Invite(t.Context(), caio, draft("X", "x@x.example", "BALANCA"))
		s.want("a clerk invites", err, trace.CodeForbiddenRight)
		_, err = s.Change(t.Context(), caio, clerk.Person.ID.String(), draft("Caio Lima", "caio@alfa.example", account.Administrator), nil)
		s.want("a clerk raises himself", err, trace.CodeForbiddenRight)
		for _, id := range []string{ours.Person.ID.String(), strings.ToUpper(ours.Person.ID.String())} {
			_, err = s.Change(t.Context(), admin, id, draft("Ada", "ada@alfa.example", "CAMPO"), nil)
			s.want("an administrator's own role", err, trace.CodeOwnRole)
			_, err = s.SetActive(t.Context(), admin, id, false)
			s.want("an administrator deactivates herself", err, trace.CodeOwnRole)
			s.want("an administrator erases herself", s.Erase(t.Context(), admin, id, "pedido"), trace.CodeOwnRole)
		}

		limited := trace.Key{AccessKey: "rk_l", Organization: "Alfa", Scopes: trace.Scopes, Phases: []string{"06"}}
		_, _, err = s.Invite(t.Context(), &limited, draft("X", "x@x.example", "GERENTE"))
		s.want("a key of one phase gives all", err, trace.CodeForbiddenRight)

		narrow := trace.Key{AccessKey: "rk_n", Organization: "Alfa", Scopes: trace.Scopes, Harvests: []string{"S-1"}}
		_, _, err = s.Invite(t.Context(), &narrow, draft("X", "x@x.example", "CAMPO"))
		s.want("a key of one harvest gives all", err, trace.CodeForbiddenRight)
		_, _, err = s.Reset(t.Context(), &narrow, clerk.Person.ID.String())
		s.want("a key of one harvest makes a link", err, trace.CodePersonNotFound)

		id := theirs.Person.ID.String()
		_, err = s.Person(t.Context(), admin, id)
		s.want("reads another organisation's person", err, trace.CodePersonNotFound)
		_, err = s.Change(t.Context(), admin, id, draft("X", "x@x.example", "CAMPO"), nil)
		s.want("changes one", err, trace.CodePersonNotFound)
		_, err = s.SetActive(t.Context(), admin, id, false)
		s.want("deactivates one", err, trace.CodePersonNotFound)
		_, _, err = s.Reset(t.Context(), admin, id)
		s.want("resets one", err, trace.CodePersonNotFound)
		s.want("erases one", s.Erase(t.Context(), admin, id, "pedido"), trace.CodePersonNotFound)

		d := draft("Eva", "eva@alfa.example", "CAMPO")
		d.Organization = "Beta"
		if p, _, err := s.Invite(t.Context(), admin, d); err != nil || p.Organization != "Alfa" {
			t.Errorf("invites into %s, %v", p.Organization, err)
		}
		people, more, err := s.People(t.Context(), admin, "", nil, 10)
		if err != nil || more || len(people) != 3 {
			t.Errorf("lists %d people, %v", len(people), err)
		}
		for _, p := range people {
			if p.Organization != "Alfa" {
				t.Errorf("lists %s of %s", p.Name, p.Organization)
			}
		}
		if people, _, err := s.People(t.Context(), &s.root, "", nil, 10); err != nil || len(people) != 4 {
			t.Errorf("the server's administrator lists %d people, %v", len(people), err)
		}
	})
}

// An invitation is for one person of one organisation, whatever is sent with it.
func TestAttackInvitationOfAnotherOrganisation(t *testing.T) {
	onBoth(t, func(t *testing.T, s *site) {
		admin := s.acting(s.admin("Alfa").Token)
		opened := s.invited(admin, draft("Caio Lima", "caio@alfa.example", "BALANCA"))
		if key := s.acting(opened.Token); key.Organization != "Alfa" || key.Deployment {
			t.Errorf("%+v", key)
		}
		_, link, err := s.Invite(t.Context(), admin, draft("Eva", "eva@alfa.example", "CAMPO"))
		if err != nil {
			t.Fatal(err)
		}
		_, err = s.First(t.Context(), link, account.Draft{Name: "Eva", Login: "e@b.example", Organization: "Beta"}, good, "")
		s.want("an invitation as the first account", err, trace.CodeLinkSpent)
	})
}

func TestFirstAdministrator(t *testing.T) {
	onBoth(t, func(t *testing.T, s *site) {
		link, err := s.OpenServer(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		wrong := account.Draft{Name: " ", Login: "x"}
		if _, err := s.First(t.Context(), link, wrong, "123", ""); tracetest.Told(err) != "DADOS_INVALIDOS: OBRIGATORIO /nome, OBRIGATORIO /organizacao, LOGIN_INVALIDO /login, SENHA_CURTA /senha" {
			t.Errorf("%s", tracetest.Told(err))
		}
		d := account.Draft{Name: "Marina Couto", Login: "m@x.example", Organization: "Coopervale"}
		opened, err := s.First(t.Context(), link, d, good, "")
		if err != nil {
			t.Fatal(err)
		}
		if key := s.acting(opened.Token); !key.Administers() || key.Author() != author.Person(opened.Person.ID.String(), "Coopervale") {
			t.Errorf("%+v", key)
		}
		_, err = s.First(t.Context(), link, d, good, "")
		s.want("twice", err, trace.CodeLinkSpent)
		_, err = s.SetPassword(t.Context(), link, good, "")
		s.want("as an invitation", err, trace.CodeLinkSpent)
	})
}

// Erasing a person leaves a pseudonym and a journal that still verifies.
func TestErasedPerson(t *testing.T) {
	onBoth(t, func(t *testing.T, s *site) {
		opened := s.invited(&s.root, draft("Marina Couto", "m@x.example", "CAMPO"))
		id := opened.Person.ID.String()
		names, err := s.Names(t.Context(), []string{id, "x", id})
		if err != nil || len(names) != 1 || names[id] != "Marina Couto" {
			t.Errorf("%v, %v", names, err)
		}
		if got := tracetest.Told(s.Erase(t.Context(), &s.root, id, "a marina COUTO pediu")); got != "DADOS_INVALIDOS: MOTIVO_CITA_O_EXPURGADO /motivo" {
			t.Errorf("a reason with the name: %s", got)
		}
		if err := s.Erase(t.Context(), &s.root, id, "a pedido"); err != nil {
			t.Fatal(err)
		}
		_, err = s.Acting(t.Context(), opened.Token)
		s.want("the session", err, trace.CodeUnauthenticated)
		_, err = s.SignIn(t.Context(), "m@x.example", good, "")
		s.want("signing in", err, trace.CodeWrongPassword)
		if names, err := s.Names(t.Context(), []string{id}); err != nil || len(names) != 0 {
			t.Errorf("%v, %v", names, err)
		}
		versions, err := s.store.Versions(t.Context(), opened.Person.ID)
		if err != nil || len(versions) != 3 {
			t.Fatalf("%d versions, %v", len(versions), err)
		}
		for _, v := range versions {
			if strings.Contains(string(v.Payload), "Marina") || strings.Contains(string(v.Payload), "m@x") {
				t.Errorf("version %d still says %s", v.Version, v.Payload)
			}
		}
		if !versions[2].Intact() {
			t.Error("the erasure does not verify")
		}
		if again := s.invited(&s.root, draft("Outra Pessoa", "m@x.example", "CAMPO")); again.Person.ID == opened.Person.ID {
			t.Error("the log-in gives the erased account")
		}
	})
}

// A row that was changed behind the server's back opens nothing.
func TestAttackReplacedPassword(t *testing.T) {
	onBoth(t, func(t *testing.T, s *site) {
		opened := s.invited(&s.root, draft("Marina Couto", "m@x.example", account.Administrator))
		mine := s.invited(&s.root, draft("Caio Lima", "c@x.example", "CAMPO"))
		c, err := s.credential(mine.Person.ID)
		if err != nil {
			t.Fatal(err)
		}
		target, err := s.credential(opened.Person.ID)
		if err != nil {
			t.Fatal(err)
		}
		target.Password = c.Password // a password that the attacker knows
		if err := s.store.Update(t.Context(), func(w trace.Writer) error { return w.(credential.Writer).PutCredential(t.Context(), target) }); err != nil {
			t.Fatal(err)
		}
		_, err = s.SignIn(t.Context(), "m@x.example", good, "")
		s.want("the hash of another", err, trace.CodeWrongPassword)
		// Nor does it open anything after the person's next version, which must not commit to that
		// row.
		if err := s.SetOwn(t.Context(), opened.Token, "Marina Lima", lang.PT); err != nil {
			t.Fatal(err)
		}
		_, err = s.SignIn(t.Context(), "m@x.example", good, "")
		s.want("the hash of another, after a change", err, trace.CodeWrongPassword)
		_, link, err := s.Reset(t.Context(), &s.root, opened.Person.ID.String())
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.SetPassword(t.Context(), link, other, ""); err != nil {
			t.Errorf("a new password after that: %v", err)
		}
	})
}

func TestOwnAccount(t *testing.T) {
	onBoth(t, func(t *testing.T, s *site) {
		opened := s.invited(&s.root, draft("Marina Couto", "m@x.example", "CAMPO"))
		if err := s.SetOwn(t.Context(), opened.Token, "Marina C. Lima", lang.ES); err != nil {
			t.Fatal(err)
		}
		signed, err := s.Acting(t.Context(), opened.Token)
		if err != nil || signed.Person.Name != "Marina C. Lima" || signed.Person.Lang != lang.ES || signed.Person.Role.ID != "CAMPO" {
			t.Errorf("%+v, %v", signed.Person, err)
		}
		s.want("an empty name", s.SetOwn(t.Context(), opened.Token, " ", lang.PT), trace.CodeInvalid)
		if _, err := s.SignIn(t.Context(), "m@x.example", good, ""); err != nil {
			t.Errorf("the password is lost: %v", err)
		}
		if err := s.SignOutEverywhere(t.Context(), opened.Token); err != nil {
			t.Fatal(err)
		}
		if sessions, err := s.Sessions(t.Context(), opened.Token); err != nil || len(sessions) != 1 || !sessions[0].Own {
			t.Errorf("%+v, %v", sessions, err)
		}
		s.later(trace.SessionLifetime)
		_, err = s.Acting(t.Context(), opened.Token)
		s.want("the next day", err, trace.CodeUnauthenticated)
	})
}

func TestChangedPerson(t *testing.T) {
	onBoth(t, func(t *testing.T, s *site) {
		opened := s.invited(&s.root, draft("Marina Couto", "m@x.example", "CAMPO"))
		s.invited(&s.root, draft("Caio Lima", "c@x.example", "CAMPO"))
		id := opened.Person.ID.String()
		d := draft("Marina Couto", "+55 (66) 99999-1234", "GERENTE")
		d.Organization = "Coopervale"
		_, err := s.Change(t.Context(), &s.root, id, d, trace.IfMatch{1})
		s.want("an old version", err, trace.CodeStale)
		if p, err := s.Change(t.Context(), &s.root, id, d, trace.IfMatch{2}); err != nil || p.Role.ID != "GERENTE" || p.Login != "+5566999991234" {
			t.Fatalf("%+v, %v", p, err)
		}
		if key := s.acting(opened.Token); !key.May(right.Validate) {
			t.Error("the new role is not seen at once")
		}
		if _, err := s.SignIn(t.Context(), "66 99999 1234", good, ""); err != nil {
			t.Errorf("the new log-in: %v", err)
		}
		d.Login = "c@x.example"
		_, err = s.Change(t.Context(), &s.root, id, d, nil)
		s.want("another's log-in", err, trace.CodeLoginTaken)
		d.Role = "REI"
		_, err = s.Change(t.Context(), &s.root, id, d, nil)
		s.want("no such role", err, trace.CodeInvalid)
	})
}

// anyOrganization is a server without registered organisations.
type anyOrganization struct{}

func (anyOrganization) Registered(context.Context, string) (bool, error) { return true, nil }
func (anyOrganization) NamesOf(string) []string                          { return nil }
func (anyOrganization) CurrentName(organization string) string           { return organization }

// Links were sent to the log-in that the person had: a new one ends them.
func TestLinksEndWithTheLogin(t *testing.T) {
	onBoth(t, func(t *testing.T, s *site) {
		p, link, err := s.Invite(t.Context(), &s.root, draft("Caio Lima", "cai@x.example", "CAMPO"))
		if err != nil {
			t.Fatal(err)
		}
		change := func(d account.Draft) {
			t.Helper()
			d.Organization = "Coopervale"
			if _, err := s.Change(t.Context(), &s.root, p.ID.String(), d, nil); err != nil {
				t.Fatal(err)
			}
		}
		change(draft("Caio P. Lima", "cai@x.example", "CAMPO"))
		if _, err := s.Linked(t.Context(), link); err != nil {
			t.Errorf("with another name: %v", err)
		}
		change(draft("Caio P. Lima", "caio@x.example", "CAMPO"))
		_, err = s.Linked(t.Context(), link)
		s.want("with another log-in", err, trace.CodeLinkSpent)
		s.want("a long reason", s.Erase(t.Context(), &s.root, p.ID.String(), strings.Repeat("x", trace.MaxReason+1)), trace.CodeInvalid)
	})
}

// A page is full even if some people are left out because the caller does not manage them.
func TestFullPagesOfPeople(t *testing.T) {
	onBoth(t, func(t *testing.T, s *site) {
		for i := range 9 {
			role := "BALANCA"
			if i < 6 {
				role = account.Administrator // more than a key limited to some phases may grant
			}
			d := draft(fmt.Sprint("Pessoa ", i), fmt.Sprintf("p%d@alfa.example", i), role)
			d.Organization = "Alfa"
			if _, _, err := s.Invite(t.Context(), &s.root, d); err != nil {
				t.Fatal(err)
			}
		}
		limited := trace.Key{AccessKey: "rk_l", Organization: "Alfa", Scopes: trace.Scopes, Phases: []string{"05", "06"}}
		first, more, err := s.People(t.Context(), &limited, "", nil, 2)
		if err != nil || !more || len(first) != 2 || first[0].Name != "Pessoa 6" {
			t.Fatalf("%d people, more %t, %v", len(first), more, err)
		}
		rest, more, err := s.People(t.Context(), &limited, "", &first[1], 2)
		if err != nil || more || len(rest) != 1 || rest[0].Name != "Pessoa 8" {
			t.Errorf("then %d people, more %t, %v", len(rest), more, err)
		}
	})
}

// Nobody can take the name of somebody else in their organisation, however it is spelled: others
// would mistake what they write for that person's.
func TestAttackNameOfAnother(t *testing.T) {
	onBoth(t, func(t *testing.T, s *site) {
		s.invited(&s.root, draft("Marina Couto", "chefe@x.example", "ADMINISTRADOR"))
		for _, name := range []string{"Ana Marina Couto", "Bia Marina Couto"} { // not the same name
			s.invited(&s.root, draft(name, lang.Fold(name[:3])+"@x.example", "CAMPO"))
		}
		mallory := s.invited(&s.root, draft("Mal Reis", "mal@x.example", "CAMPO"))
		for _, name := range []string{"Marina Couto", "  marina   COUTO ", "Márína Coutó", "\uff2darina Couto", "M\u0430rina Couto"} {
			s.want(name, s.SetOwn(t.Context(), mallory.Token, name, lang.PT), trace.CodeInvalid)
		}
		for _, name := range []string{"Marina Couto Filha", "Couto", "Mal Reis", "MAL REIS"} {
			if err := s.SetOwn(t.Context(), mallory.Token, name, lang.PT); err != nil {
				t.Errorf("%q: %v", name, err)
			}
		}
	})
}
