package account_test

import (
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"rastro/internal/account"
	"rastro/internal/account/credential"
	"rastro/internal/trace"
)

const issuer = "https://id.example"

func identity(subject string, logins ...string) account.Identity {
	return account.Identity{Issuer: issuer, Subject: subject, Logins: logins}
}

// by signs in through a provider, and returns whose account that opened, or the error's code.
func (s *site) by(who account.Identity) string {
	s.Helper()
	opened, err := s.SignInWithProvider(s.Context(), who, "Chrome, Android")
	if err != nil {
		return string(trace.AsError(err).Code)
	}
	return opened.Person.Name
}

// The first sign-in binds an identity to a person. From then on, neither a changed address at the
// provider nor a changed log-in here opens another account or locks anybody out.
func TestIdentityStays(t *testing.T) {
	onBoth(t, func(t *testing.T, s *site) {
		ana := s.invited(&s.root, draft("Ana", "ana@x.example", "CAMPO"))
		s.invited(&s.root, draft("Bia", "bia@x.example", "CAMPO"))
		for _, step := range []struct {
			when string
			who  account.Identity
			want string
		}{
			{"nothing is verified", identity("1"), "SEM_CONTA"},
			{"nobody has it", identity("1", "caio@x.example", "x"), "SEM_CONTA"},
			{"the first time", identity("1", "", "ANA@x.example"), "Ana"},
			{"with another's address", identity("1", "bia@x.example"), "Ana"},
			{"without an address", identity("1"), "Ana"},
			{"another subject", identity("2", "ana@x.example"), "OUTRA_IDENTIDADE"},
			{"a subject like both together", account.Identity{Issuer: issuer + "1", Subject: ""}, "SEM_CONTA"},
			{"the same subject elsewhere", account.Identity{Issuer: "https://other.example", Subject: "1"}, "SEM_CONTA"},
			{"another person", identity("2", "bia@x.example"), "Bia"},
			{"another provider now", account.Identity{Issuer: "https://other.example", Subject: "9", Logins: []string{"ana@x.example"}}, "Ana"},
			{"the one before", identity("1"), "SEM_CONTA"},
		} {
			if got := s.by(step.who); got != step.want {
				t.Errorf("%s: %s, want %s", step.when, got, step.want)
			}
		}
		if _, err := s.SignIn(t.Context(), "ana@x.example", good, ""); err != nil {
			t.Errorf("the password: %v", err)
		}
		d := draft("Ana", "nova@x.example", "CAMPO")
		d.Organization = "Coopervale"
		if _, err := s.Change(t.Context(), &s.root, ana.Person.ID.String(), d, trace.IfMatch{4}); err != nil {
			t.Fatal(err)
		}
		if got := s.by(account.Identity{Issuer: "https://other.example", Subject: "9"}); got != "Ana" {
			t.Errorf("after a change of the log-in: %s", got)
		}
		if err := s.Erase(t.Context(), &s.root, ana.Person.ID.String(), "a pedido"); err != nil {
			t.Fatal(err)
		}
		if got := s.by(account.Identity{Issuer: "https://other.example", Subject: "9"}); got != "SEM_CONTA" {
			t.Errorf("after the erasure: %s", got)
		}
	})
}

// A row that is moved to another person in the database opens nothing, and neither does a moved
// log-in.
func TestAttackMovedIdentity(t *testing.T) {
	onBoth(t, func(t *testing.T, s *site) {
		ana := s.invited(&s.root, draft("Ana", "ana@x.example", "ADMINISTRADOR"))
		mal := s.invited(&s.root, draft("Mal", "mal@x.example", "CAMPO"))
		if got := s.by(identity("mal", "mal@x.example")); got != "Mal" {
			t.Fatal(got)
		}
		change := func(fn func(w trace.Writer) error) {
			t.Helper()
			if err := s.store.Update(t.Context(), fn); err != nil {
				t.Fatal(err)
			}
		}
		var f credential.Factor
		change(func(w trace.Writer) error {
			factors, err := w.(credential.FactorReader).Factors(t.Context(), mal.Person.ID)
			if err != nil || len(factors) != 1 {
				t.Fatalf("%+v, %v", factors, err)
			}
			f = factors[0]
			return w.(credential.FactorWriter).DropFactor(t.Context(), f.Digest)
		})
		f.Person = ana.Person.ID
		change(func(w trace.Writer) error { return w.(credential.FactorWriter).PutFactor(t.Context(), f) })
		if got := s.by(identity("mal", "mal@x.example")); got != "SEM_CONTA" {
			t.Errorf("a moved row opens %s", got)
		}
		c, err := s.credential(ana.Person.ID)
		if err != nil {
			t.Fatal(err)
		}
		c.Login = "eva@x.example"
		change(func(w trace.Writer) error { return w.(credential.Writer).PutCredential(t.Context(), c) })
		if got := s.by(identity("eva", "eva@x.example")); got != "SEM_CONTA" {
			t.Errorf("a changed log-in opens %s", got)
		}
	})
}

// What is remembered of a sign-in elsewhere is returned once, to the holder of its token.
func TestCeremony(t *testing.T) {
	onBoth(t, func(t *testing.T, s *site) {
		token, err := s.BeginCeremony(t.Context(), "here", "lembrete", time.Minute)
		if err != nil {
			t.Fatal(err)
		}
		_, err = s.Acting(t.Context(), token)
		s.want("as a session", err, trace.CodeUnauthenticated)
		_, err = s.Linked(t.Context(), token)
		s.want("as a link", err, trace.CodeLinkSpent)
		var took atomic.Int64
		var all sync.WaitGroup
		for range 4 {
			all.Go(func() {
				if kept, err := s.TakeCeremony(t.Context(), token); err == nil && kept == "lembrete" {
					took.Add(1)
				} else if !trace.Is(err, trace.CodeLinkSpent) {
					t.Errorf("at once: %q, %v", kept, err)
				}
			})
		}
		all.Wait()
		if took.Load() != 1 {
			t.Errorf("%d took it", took.Load())
		}
		opened := s.invited(&s.root, draft("Ana", "ana@x.example", "CAMPO"))
		_, err = s.TakeCeremony(t.Context(), opened.Token)
		s.want("a session as a ceremony", err, trace.CodeLinkSpent)
		late, err := s.BeginCeremony(t.Context(), "here", "", time.Minute)
		if err != nil {
			t.Fatal(err)
		}
		s.later(time.Minute)
		_, err = s.TakeCeremony(t.Context(), late)
		s.want("too late", err, trace.CodeLinkSpent)
	})
}

// A session counts as fresh from when the provider asked for the identity, not from when it
// reported that.
func TestAttackProviderAskedLongAgo(t *testing.T) {
	onBoth(t, func(t *testing.T, s *site) {
		s.invited(&s.root, draft("Ana", "ana@x.example", "CAMPO"))
		who := identity("1", "ana@x.example")
		who.Age, who.AskedKnown = time.Hour, true
		opened, err := s.SignInWithProvider(t.Context(), who, "")
		if err != nil {
			t.Fatal(err)
		}
		signed, err := s.Acting(t.Context(), opened.Token)
		if age := opened.ExpiresAt.Add(-trace.SessionLifetime).Sub(signed.Since); err != nil || age.Round(time.Minute) != time.Hour {
			t.Errorf("asked %s before the session, %v", age, err)
		}
		// The session itself has just begun, and its start says so.
		sessions, err := s.Sessions(t.Context(), opened.Token)
		if err != nil || sessions[0].CreatedAt != opened.ExpiresAt.Add(-trace.SessionLifetime) {
			t.Errorf("%+v, %v", sessions, err)
		}
		who.Age, who.AskedKnown = 0, false
		if opened, err = s.SignInWithProvider(t.Context(), who, ""); err != nil {
			t.Fatal(err)
		}
		if signed, err = s.Acting(t.Context(), opened.Token); err != nil || !signed.Since.IsZero() {
			t.Errorf("of a provider that does not say, since %s, %v", signed.Since, err)
		}
	})
}
