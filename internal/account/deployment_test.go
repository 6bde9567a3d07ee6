package account_test

import (
	"sync"
	"sync/atomic"
	"testing"

	"rastro/internal/account"
	"rastro/internal/trace"
)

// first returns the first administrator of the server.
func (s *site) first() account.Opened {
	s.Helper()
	link, err := s.OpenServer(s.Context())
	if err != nil {
		s.Fatal(err)
	}
	opened, err := s.First(s.Context(), link, account.Draft{Name: "Marina Couto", Login: "m@x.example", Organization: "Coopervale"}, good, "")
	if err != nil {
		s.Fatal(err)
	}
	return opened
}

// Only server administrators appoint server administrators, and none can remove themselves if
// nobody else remains.
func TestAttackServerAdministrators(t *testing.T) {
	onBoth(t, func(t *testing.T, s *site) {
		ctx := t.Context()
		first := s.first()
		marina := s.acting(first.Token)
		caio := s.invited(marina, draft("Caio Lima", "caio@x.example", "BALANCA"))
		ada := s.admin("Coopervale")

		_, err := s.SetDeployment(ctx, s.acting(ada.Token), caio.Person.ID.String(), true)
		s.want("an organisation's administrator", err, trace.CodePathNotFound)
		_, err = s.SetDeployment(ctx, s.acting(ada.Token), ada.Person.ID.String(), true)
		s.want("an organisation's administrator, herself", err, trace.CodePathNotFound)
		_, err = s.SetDeployment(ctx, marina, first.Person.ID.String(), false)
		s.want("the last one", err, trace.CodeOwnRole)
		_, err = s.SetDeployment(ctx, marina, "x", true)
		s.want("nobody", err, trace.CodePersonNotFound)

		_, link, err := s.Reset(ctx, marina, caio.Person.ID.String())
		if err != nil {
			t.Fatal(err)
		}
		made, err := s.SetDeployment(ctx, marina, caio.Person.ID.String(), true)
		if err != nil || !made.Deployment || made.Role.ID != account.Administrator || !s.acting(caio.Token).Administers() {
			t.Fatalf("%+v, %v", made, err)
		}
		_, err = s.Linked(ctx, link)
		s.want("a link of before", err, trace.CodeLinkSpent)
		again, err := s.SetDeployment(ctx, marina, caio.Person.ID.String(), true)
		if err != nil || again.Version != made.Version {
			t.Errorf("a second click: version %d, %v", again.Version, err)
		}
		deposed, err := s.SetDeployment(ctx, s.acting(caio.Token), first.Person.ID.String(), false)
		if err != nil || deposed.Deployment || deposed.Role.ID != account.Administrator {
			t.Fatalf("%+v, %v", deposed, err)
		}
		if s.acting(first.Token).Administers() {
			t.Error("still administers")
		}
		// She can no longer do what she could do a moment ago.
		_, err = s.SetDeployment(ctx, marina, caio.Person.ID.String(), false)
		s.want("somebody who no longer does", err, trace.CodePersonNotFound)
		_, err = s.SetActive(ctx, marina, caio.Person.ID.String(), false)
		s.want("deactivating, by somebody who no longer does", err, trace.CodePersonNotFound)
	})
}

// If two administrators depose each other at once, one remains.
func TestDeposedAtOnce(t *testing.T) {
	onBoth(t, func(t *testing.T, s *site) {
		first := s.first()
		marina := s.acting(first.Token)
		other := s.invited(marina, draft("Caio Lima", "caio@x.example", "BALANCA"))
		if _, err := s.SetDeployment(t.Context(), marina, other.Person.ID.String(), true); err != nil {
			t.Fatal(err)
		}
		caio := s.acting(other.Token)
		var done atomic.Int64
		var all sync.WaitGroup
		for _, one := range []struct {
			by *trace.Key
			id trace.ID
		}{{marina, other.Person.ID}, {caio, first.Person.ID}} {
			all.Go(func() {
				switch _, err := s.SetActive(t.Context(), one.by, one.id.String(), false); {
				case err == nil:
					done.Add(1)
				case !trace.Is(err, trace.CodePersonNotFound):
					t.Errorf("%v", err)
				}
			})
		}
		all.Wait()
		if done.Load() != 1 {
			t.Errorf("%d were deposed", done.Load())
		}
	})
}
