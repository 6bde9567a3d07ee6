package storetest

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"rastro/internal/account/credential"
	"rastro/internal/trace"
)

// seen reads something of people, who are no part of trace.Store: only its snapshots and
// transactions have them.
func seen[T any](s trace.Store, fn func(credential.Reader) (T, error)) (out T, err error) {
	err = s.View(context.Background(), func(r trace.Reader) (err error) {
		out, err = fn(r.(credential.Reader))
		return err
	})
	return out, err
}

// person is the credential of the nth person of the tests.
func person(n byte, name, organization string) credential.Credential {
	return credential.Credential{
		Person: credential.PersonID{15: n}, Login: fmt.Sprintf("p%d@example.com", n), Name: name, Organization: organization, Active: true, Password: "$hash",
	}
}

func putPeople(t *testing.T, s trace.Store, all ...credential.Credential) {
	t.Helper()
	update(t, s, func(w trace.Writer) error {
		for _, c := range all {
			if err := w.(credential.Writer).PutCredential(context.Background(), c); err != nil {
				return err
			}
		}
		return nil
	})
}

var peopleCases = []namedCase{
	{"a credential is found by its log-in and its person, and changed", func(t *testing.T, s trace.Store) {
		ctx := context.Background()
		ana := person(1, "ana", "x")
		if _, err := seen(s, func(r credential.Reader) (credential.Credential, error) { return r.Credential(ctx, ana.Login) }); !trace.Is(err, trace.CodeUnauthenticated) {
			t.Errorf("before: %v", err)
		}
		if _, err := seen(s, func(r credential.Reader) (credential.Credential, error) { return r.CredentialOf(ctx, ana.Person) }); !trace.Is(err, trace.CodePersonNotFound) {
			t.Errorf("before: %v", err)
		}
		putPeople(t, s, ana)
		before := ana.Login
		ana.Login, ana.Password, ana.Active = "ana@example.com", "", false
		putPeople(t, s, ana)
		if got, err := seen(s, func(r credential.Reader) (credential.Credential, error) { return r.Credential(ctx, ana.Login) }); err != nil || got != ana {
			t.Errorf("by log-in: %+v, %v", got, err)
		}
		if got, err := seen(s, func(r credential.Reader) (credential.Credential, error) { return r.CredentialOf(ctx, ana.Person) }); err != nil || got != ana {
			t.Errorf("by person: %+v, %v", got, err)
		}
		if _, err := seen(s, func(r credential.Reader) (credential.Credential, error) { return r.Credential(ctx, before) }); !trace.Is(err, trace.CodeUnauthenticated) {
			t.Errorf("by the log-in before: %v", err)
		}
		taken := person(2, "bia", "x")
		taken.Login = ana.Login
		if err := s.Update(ctx, func(w trace.Writer) error { return w.(credential.Writer).PutCredential(ctx, taken) }); !trace.Is(err, trace.CodeLoginTaken) {
			t.Errorf("a log-in that another has: %v", err)
		}
	}},
	{"of many who take one log-in at once, one does", func(t *testing.T, s trace.Store) {
		ctx := context.Background()
		var took atomic.Int64
		var all sync.WaitGroup
		for n := range byte(8) {
			all.Go(func() {
				c := person(n+1, "x", "")
				c.Login = "one@example.com"
				switch err := s.Update(ctx, func(w trace.Writer) error { return w.(credential.Writer).PutCredential(ctx, c) }); {
				case err == nil:
					took.Add(1)
				case !trace.Is(err, trace.CodeLoginTaken):
					t.Errorf("PutCredential: %v", err)
				}
			})
		}
		all.Wait()
		if took.Load() != 1 {
			t.Errorf("%d took it", took.Load())
		}
	}},
	{"people are listed by name, a page at a time, and by organisation", func(t *testing.T, s trace.Store) {
		ctx := context.Background()
		all := []credential.Credential{person(3, "ana", "x"), person(1, "bia", "y"), person(2, "bia", "x"), person(4, "caio", "x")}
		putPeople(t, s, all...)
		list := func(q credential.Query) (names string) {
			t.Helper()
			for q.Limit = 2; ; {
				page, err := seen(s, func(r credential.Reader) ([]credential.Credential, error) { return r.Credentials(ctx, q) })
				if err != nil {
					t.Fatal(err)
				}
				for _, c := range page {
					names += fmt.Sprintf("%s%d ", c.Name, c.Person[15])
				}
				if len(page) < q.Limit {
					return names
				}
				q.After = page[len(page)-1]
			}
		}
		for want, q := range map[string]credential.Query{
			"ana3 bia1 bia2 caio4 ": {}, "ana3 bia2 caio4 ": {Organization: "x"}, "bia1 bia2 ": {Prefix: "bi"}, "bia2 ": {Prefix: "bi", Organization: "x"}, "caio4 ": {Prefix: "p4@"}, "": {Prefix: "z"},
		} {
			if got := list(q); got != want {
				t.Errorf("%+v: %s, want %s", q, got, want)
			}
		}
	}},
	{"a ticket is kept until it is taken, ended with its person, or forgotten", func(t *testing.T, s trace.Store) {
		ctx := context.Background()
		ana, bia := person(1, "ana", ""), person(2, "bia", "")
		putPeople(t, s, ana, bia)
		ticket := func(n byte, c credential.Credential, made time.Time) credential.Ticket {
			return credential.Ticket{Digest: [32]byte{n}, Person: c.Person, Purpose: credential.Session, Device: "Chrome, Android", Kept: "x", CreatedAt: made, LastUse: made, ExpiresAt: made.Add(time.Hour)}
		}
		one, two, three, other := ticket(1, ana, start), ticket(2, ana, start.Add(time.Second)), ticket(3, ana, start.Add(time.Minute)), ticket(4, bia, start)
		update(t, s, func(w trace.Writer) error {
			for _, ticket := range []credential.Ticket{one, two, three, other} {
				if err := w.(credential.Writer).PutTicket(ctx, ticket); err != nil {
					return err
				}
			}
			return nil
		})
		want := func(when string, c credential.Credential, tickets ...credential.Ticket) {
			t.Helper()
			got, err := seen(s, func(r credential.Reader) ([]credential.Ticket, error) { return r.Tickets(ctx, c.Person) })
			if err != nil || fmt.Sprint(got) != fmt.Sprint(tickets) {
				t.Errorf("%s: %v, %v; want %v", when, got, err, tickets)
			}
		}
		want("at first", ana, three, two, one)
		if got, err := seen(s, func(r credential.Reader) (credential.Ticket, error) { return r.Ticket(ctx, one.Digest) }); err != nil || got != one {
			t.Errorf("%+v, %v", got, err)
		}
		update(t, s, func(w trace.Writer) error {
			return w.(credential.Writer).TouchTicket(ctx, two.Digest, start.Add(30*time.Minute))
		})
		update(t, s, func(w trace.Writer) error { return w.(credential.Writer).TouchTicket(ctx, two.Digest, start) }) // never back
		two.LastUse = start.Add(30 * time.Minute)
		want("after a use", ana, three, two, one)
		update(t, s, func(w trace.Writer) error { return w.(credential.Writer).TakeTicket(ctx, three.Digest) })
		if err := s.Update(ctx, func(w trace.Writer) error { return w.(credential.Writer).TakeTicket(ctx, three.Digest) }); !trace.Is(err, trace.CodeUnauthenticated) {
			t.Errorf("taking it again: %v", err)
		}
		update(t, s, func(w trace.Writer) error { return w.(credential.Writer).DropTickets(ctx, ana.Person, one.Digest) })
		want("after all but one end", ana, one)
		update(t, s, func(w trace.Writer) error {
			return w.(credential.ExpiryWriter).DropExpiredTickets(ctx, start.Add(time.Hour))
		})
		want("when it is about to expire", ana, one)
		update(t, s, func(w trace.Writer) error { return w.(credential.Writer).DropCredential(ctx, ana.Person) })
		want("after the person is forgotten", ana)
		want("of another", bia, other)
		update(t, s, func(w trace.Writer) error {
			return w.(credential.ExpiryWriter).DropExpiredTickets(ctx, start.Add(2*time.Hour))
		})
		want("after it expired", bia)
		if _, err := seen(s, func(r credential.Reader) (credential.Credential, error) { return r.CredentialOf(ctx, ana.Person) }); !trace.Is(err, trace.CodePersonNotFound) {
			t.Errorf("the forgotten person: %v", err)
		}
	}},
	{"a factor belongs to one person, is changed, and goes with the person", func(t *testing.T, s trace.Store) {
		ctx := context.Background()
		ana, bia := person(1, "ana", ""), person(2, "bia", "")
		putPeople(t, s, ana, bia)
		put := func(f credential.Factor) {
			t.Helper()
			update(t, s, func(w trace.Writer) error { return w.(credential.FactorWriter).PutFactor(ctx, f) })
		}
		one := credential.Factor{Digest: [32]byte{1}, Person: ana.Person, Kind: credential.Identity, Name: "Celular", Data: "{}", CreatedAt: start, LastUse: start}
		two := one
		two.Digest, two.CreatedAt = [32]byte{2}, start.Add(-time.Hour)
		three := one
		three.Digest, three.Person = [32]byte{3}, bia.Person
		put(one)
		put(two)
		put(three)
		one.Name, one.Data, one.LastUse = "Chave", "[]", start.Add(time.Minute)
		put(one)
		stolen := one
		stolen.Person = bia.Person
		if err := s.Update(ctx, func(w trace.Writer) error { return w.(credential.FactorWriter).PutFactor(ctx, stolen) }); err == nil {
			t.Error("a factor went to another person")
		}
		of := func(c credential.Credential) []credential.Factor {
			t.Helper()
			var found []credential.Factor
			err := s.View(ctx, func(r trace.Reader) (err error) {
				found, err = r.(credential.FactorReader).Factors(ctx, c.Person)
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
			return found
		}
		if got := of(ana); len(got) != 2 || got[0] != two || got[1] != one {
			t.Errorf("of ana: %+v", got)
		}
		update(t, s, func(w trace.Writer) error { return w.(credential.FactorWriter).DropFactor(ctx, two.Digest) })
		update(t, s, func(w trace.Writer) error { return w.(credential.FactorWriter).DropFactor(ctx, two.Digest) })
		if got := of(ana); len(got) != 1 {
			t.Errorf("after one is gone: %+v", got)
		}
		update(t, s, func(w trace.Writer) error { return w.(credential.Writer).DropCredential(ctx, ana.Person) })
		if len(of(ana)) != 0 || len(of(bia)) != 1 {
			t.Error("a person's factors stay, or another's go")
		}
		err := s.View(ctx, func(r trace.Reader) error {
			_, err := r.(credential.FactorReader).Factor(ctx, one.Digest)
			return err
		})
		if !trace.Is(err, trace.CodeUnauthenticated) {
			t.Errorf("one that is gone: %v", err)
		}
	}},
	{"of many who take one ticket at once, one does", func(t *testing.T, s trace.Store) {
		ctx := context.Background()
		link := credential.Ticket{Digest: [32]byte{1}, Purpose: credential.Reset, CreatedAt: start, LastUse: start, ExpiresAt: start.Add(time.Hour)}
		update(t, s, func(w trace.Writer) error { return w.(credential.Writer).PutTicket(ctx, link) })
		var took atomic.Int64
		var all sync.WaitGroup
		for range 8 {
			all.Go(func() {
				switch err := s.Update(ctx, func(w trace.Writer) error { return w.(credential.Writer).TakeTicket(ctx, link.Digest) }); {
				case err == nil:
					took.Add(1)
				case !trace.Is(err, trace.CodeUnauthenticated):
					t.Errorf("TakeTicket: %v", err)
				}
			})
		}
		all.Wait()
		if took.Load() != 1 {
			t.Errorf("%d took it", took.Load())
		}
	}},
}
