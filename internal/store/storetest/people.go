package storetest

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"rastro/internal/account/credential"
	"rastro/internal/trace"
)

// seen reads something about people, who are not part of trace.Store: only its snapshots and
// transactions have them.
func seen[T any](s trace.Store, fn func(credential.Reader) (T, error)) (out T, err error) {
	err = s.View(context.Background(), func(r trace.Reader) (err error) {
		out, err = fn(r.(credential.Reader))
		return err
	})
	return out, err
}

// person returns the credential of the nth person of the tests.
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

// endReader is account.EndReader.
type endReader interface {
	NewestVersions(ctx context.Context, ids []trace.ID) ([]trace.Record, error)
	FirstAndNewest(ctx context.Context, id trace.ID) (first, newest trace.Record, known bool, err error)
}

// peopleReads fills a store with people, and returns what of them is read at a bounded cost.
func peopleReads(tb testing.TB, s trace.Store, id trace.ID) []Read {
	tb.Helper()
	ctx := context.Background()
	err := s.Update(ctx, func(w trace.Writer) error {
		var err error
		for i := range 400 {
			c := credential.Credential{
				Person: credential.PersonID{1, 14: byte(i >> 8), 15: byte(i)}, Login: fmt.Sprintf("p%d@example.com", i), Name: fmt.Sprintf("ana %03d lima", i), Organization: fmt.Sprintf("org %02d", i%10), Role: fmt.Sprint("r", i%40), Active: true,
			}
			ticket := credential.Ticket{Digest: [32]byte{byte(i >> 8), byte(i)}, Person: c.Person, CreatedAt: start, LastUse: start, ExpiresAt: start}
			factor := credential.Factor{Digest: ticket.Digest, Person: c.Person, CreatedAt: start, LastUse: start}
			err = errors.Join(err, w.(credential.Writer).PutCredential(ctx, c), w.(credential.Writer).PutTicket(ctx, ticket), w.(credential.FactorWriter).PutFactor(ctx, factor),
				w.(credential.RoleWriter).PutOwnRole(ctx, credential.OwnRole{Organization: c.Organization, Name: c.Name, ID: c.Person}))
		}
		return err
	})
	if err != nil {
		tb.Fatal(err)
	}
	one := credential.PersonID{1, 15: 200}
	page := func(name string, q credential.Query) Read {
		q.Limit = 21
		return Read{name, func(r trace.Reader) error { _, err := r.(credential.Reader).Credentials(ctx, q); return err }}
	}
	after := credential.Credential{Name: "ana 200 lima", Login: "p200@example.com", Person: one}
	return []Read{
		page("people", credential.Query{}),
		page("people after one", credential.Query{After: after}),
		page("people of an organisation after one", credential.Query{Organization: "org 00", After: after}),
		page("people by a word", credential.Query{Prefix: "lim"}),
		page("people by a word after one", credential.Query{Prefix: "lim", After: after}),
		page("people of an organisation by a word after one", credential.Query{Organization: "org 00", Prefix: "20", After: after}),
		{"a credential by its log-in", func(r trace.Reader) error {
			_, err := r.(credential.Reader).Credential(ctx, "p200@example.com")
			return err
		}},
		{"a credential of a person", func(r trace.Reader) error { _, err := r.(credential.Reader).CredentialOf(ctx, one); return err }},
		{"a ticket", func(r trace.Reader) error {
			_, err := r.(credential.Reader).Ticket(ctx, [32]byte{0, 200})
			return err
		}},
		{"tickets of a person", func(r trace.Reader) error { _, err := r.(credential.Reader).Tickets(ctx, one); return err }},
		{"factors of a person", func(r trace.Reader) error { _, err := r.(credential.FactorReader).Factors(ctx, one); return err }},
		{"who has a role", func(r trace.Reader) error {
			_, err := r.(credential.RoleReader).HavingRole(ctx, "r7", 1)
			return err
		}},
		{"roles", func(r trace.Reader) error { _, err := r.(credential.RoleReader).OwnRoles(ctx, nil, 21); return err }},
		{"roles of organisations", func(r trace.Reader) error {
			_, err := r.(credential.RoleReader).OwnRoles(ctx, []string{"org 00", "org 01"}, 21)
			return err
		}},
		{"a role by its name", func(r trace.Reader) error {
			_, _, err := r.(credential.RoleReader).OwnRole(ctx, "org 00", "ana 200 lima")
			return err
		}},
		{"newest versions", func(r trace.Reader) error {
			_, err := r.(endReader).NewestVersions(ctx, []trace.ID{id, {}})
			return err
		}},
		{"the first and the newest version", func(r trace.Reader) error { _, _, _, err := r.(endReader).FirstAndNewest(ctx, id); return err }},
	}
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
	{"people are found by any word of their names, each once", func(t *testing.T, s trace.Store) {
		ctx := context.Background()
		putPeople(t, s, person(1, "ana lima", "x"), person(2, "lia lima limoeiro", "x"), person(3, "bia olimpia", "y"), person(4, "lima barreto", "y"), person(5, "gil", "x"))
		renamed := person(5, "gil limao", "y")
		putPeople(t, s, renamed)
		list := func(q credential.Query) (found string) {
			t.Helper()
			for q.Limit = 2; ; {
				page, err := seen(s, func(r credential.Reader) ([]credential.Credential, error) { return r.Credentials(ctx, q) })
				if err != nil {
					t.Fatal(err)
				}
				for _, c := range page {
					found += fmt.Sprint(c.Person[15])
				}
				if len(page) < q.Limit {
					return found
				}
				q.After = page[len(page)-1]
			}
		}
		for want, q := range map[string]credential.Query{
			"1425": {Prefix: "lim"}, "12": {Prefix: "lim", Organization: "x"}, "45": {Prefix: "lim", Organization: "y"}, "4": {Prefix: "lima b"}, "2": {Prefix: "lia"}, "": {Prefix: "mpia"},
		} {
			if got := list(q); got != want {
				t.Errorf("%+v: %s, want %s", q, got, want)
			}
		}
		update(t, s, func(w trace.Writer) error { return w.(credential.Writer).DropCredential(ctx, person(4, "", "").Person) })
		if got := list(credential.Query{Prefix: "lim"}); got != "125" {
			t.Errorf("after one is forgotten: %s", got)
		}
	}},
	{"the roles of organisations are found by name, and who has one", func(t *testing.T, s trace.Store) {
		ctx := context.Background()
		one, two, three := credential.OwnRole{Organization: "x", Name: "b", ID: [16]byte{1}}, credential.OwnRole{Organization: "x", Name: "a", ID: [16]byte{2}}, credential.OwnRole{Organization: "y", Name: "a", ID: [16]byte{3}}
		put := func(o credential.OwnRole) {
			t.Helper()
			update(t, s, func(w trace.Writer) error { return w.(credential.RoleWriter).PutOwnRole(ctx, o) })
		}
		put(one)
		put(two)
		put(three)
		one.Name = "c"
		put(one)
		list := func(names ...string) (found []credential.OwnRole) {
			t.Helper()
			err := s.View(ctx, func(r trace.Reader) (err error) {
				found, err = r.(credential.RoleReader).OwnRoles(ctx, names, 3)
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
			return found
		}
		if got := list(); fmt.Sprint(got) != fmt.Sprint([]credential.OwnRole{two, one, three}) {
			t.Errorf("all: %v", got)
		}
		if got := list("y", "x"); fmt.Sprint(got) != fmt.Sprint([]credential.OwnRole{three, two, one}) {
			t.Errorf("of both: %v", got)
		}
		update(t, s, func(w trace.Writer) error { return w.(credential.RoleWriter).DropOwnRole(ctx, two.ID) })
		if got := list("x"); fmt.Sprint(got) != fmt.Sprint([]credential.OwnRole{one}) {
			t.Errorf("after one is gone: %v", got)
		}
		ana := person(1, "ana", "x")
		ana.Role = "r"
		putPeople(t, s, ana, person(2, "bia", "x"))
		err := s.View(ctx, func(r trace.Reader) error {
			having, err := r.(credential.RoleReader).HavingRole(ctx, "r", 9)
			if len(having) != 1 || having[0] != ana {
				t.Errorf("having it: %v", having)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}},
	{"a ticket is kept until it is taken, ended with its person, or forgotten", func(t *testing.T, s trace.Store) {
		ctx := context.Background()
		ana, bia := person(1, "ana", ""), person(2, "bia", "")
		putPeople(t, s, ana, bia)
		ticket := func(n byte, c credential.Credential, made time.Time) credential.Ticket {
			return credential.Ticket{Digest: [32]byte{n}, Person: c.Person, Purpose: credential.Session, Device: "Chrome, Android", Kept: "x", CreatedAt: made, ShownAt: made.Add(-time.Hour), LastUse: made, ExpiresAt: made.Add(time.Hour)}
		}
		one, two, three, other := ticket(1, ana, start), ticket(2, ana, start.Add(time.Second)), ticket(3, ana, start.Add(time.Minute)), ticket(4, bia, start)
		three.ShownAt = time.Time{} // nobody knows
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
