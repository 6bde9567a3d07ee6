package reminders_test

import (
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"rastro/internal/app"
	"rastro/internal/changes"
	"rastro/internal/kind"
	"rastro/internal/organization"
	"rastro/internal/store/postgres/pgtest"
	"rastro/internal/testkit"
	"rastro/internal/testkit/stores"
	"rastro/internal/trace"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) }

// site is a service with a key that may do everything, and a clock that the test moves.
type site struct {
	testing.TB
	app   *app.App
	root  *trace.Key
	clock *testkit.Clock
}

func onBoth(t *testing.T, run func(t *testing.T, s *site)) {
	t.Helper()
	stores.Each(t, func(t *testing.T, d *stores.Database) {
		s := &site{TB: t, clock: testkit.Ticking()}
		service, root := stores.Rooted(t, d.Store(t), s.clock.Now)
		s.app, s.root = service, &root.Key
		run(t, s)
	})
}

func (s *site) validate(by *trace.Key, harvestID, payload string) trace.Record {
	s.Helper()
	made, err := s.app.Create(s.Context(), by, kind.ByPrefix(kind.Validation), trace.Envelope{HarvestID: harvestID, Payload: []byte(payload)}, nil)
	if err != nil {
		s.Fatal(err)
	}
	return made.Record
}

// lasting returns a validation that is valid for n days, including today.
func (s *site) lasting(by *trace.Key, harvestID string, days int) trace.Record {
	s.Helper()
	last := s.clock.Now().AddDate(0, 0, days-1).Format(time.DateOnly)
	return s.validate(by, harvestID, `{"status":"APROVADO","validade":"`+last+`"}`)
}

// told returns the events about ending validations in a caller's feed.
func (s *site) told(by *trace.Key) string {
	s.Helper()
	stores.Integrate(s, s.app)
	page, err := s.app.Changes.Page(s.Context(), by.Fresh(), changes.Query{Size: 100, Types: []changes.Type{changes.CertificateEnding, changes.ValidationEnded}})
	if err != nil {
		s.Fatal(err)
	}
	return string(page.Append(nil, "\n"))
}

func (s *site) remind(want int) {
	s.Helper()
	if got, err := s.app.Reminders.Remind(s.Context()); err != nil || got != want {
		s.Errorf("%d entries, want %d: %v", got, want, err)
	}
}

const day = 24 * time.Hour

func TestRemind(t *testing.T) {
	onBoth(t, func(t *testing.T, s *site) {
		v := s.lasting(s.root, "S-1", 100)
		s.lasting(s.root, "S-2", 20) // announced 7 days before, not 60 or 30
		s.lasting(s.root, "S-3", -1) // is over when it is written
		s.validate(s.root, "S-4", `{"status":"REPROVADO","validade":"`+s.clock.Now().AddDate(0, 0, 3).Format(time.DateOnly)+`"}`)
		s.validate(s.root, "S-5", `{"status":"APROVADO"}`)
		s.remind(0)
		s.clock.Advance(15 * day) // 85 days left, 5 of the second
		s.remind(1)
		s.remind(0)
		s.clock.Advance(30 * day) // 55 days left; the second is over
		s.remind(2)
		s.remind(0)
		s.clock.Advance(50 * day) // 5 days left: missed announcements are skipped
		s.remind(1)
		s.clock.Advance(6 * day)
		s.remind(1)
		s.remind(0)
		all := s.told(s.root)
		for _, want := range []string{
			`"type":"rastro.certificado.vencendo"`, `"type":"rastro.validacao.vencida"`, `"subject":"` + kind.Validation + `/` + v.ID.String() + `"`, `"safraId":"S-1"`, `"dias":60`, `"dias":7`,
		} {
			if !strings.Contains(all, want) {
				t.Errorf("no %s in %s", want, all)
			}
		}
		if strings.Contains(all, "S-3") || strings.Contains(all, "S-4") || strings.Contains(all, `"dias":30`) {
			t.Errorf("told too much: %s", all)
		}
	})
}

// A validation that was deleted or extended is no longer announced as before.
func TestChanged(t *testing.T) {
	onBoth(t, func(t *testing.T, s *site) {
		v, w := s.lasting(s.root, "S-1", 100), s.lasting(s.root, "S-2", 100)
		s.clock.Advance(45 * day)
		if _, err := s.app.Delete(t.Context(), s.root, v.Kind, v.ID.String(), trace.AnyVersion); err != nil {
			t.Fatal(err)
		}
		s.remind(1)
		later := s.clock.Now().AddDate(0, 0, 80).Format(time.DateOnly)
		if _, err := s.app.Update(t.Context(), s.root, w.Kind, trace.Envelope{ID: w.ID.String(), HarvestID: "S-2", Payload: []byte(`{"status":"APROVADO","validade":"` + later + `"}`)}, trace.AnyVersion); err != nil {
			t.Fatal(err)
		}
		s.remind(0)
		s.clock.Advance(25 * day)
		s.remind(1) // 60 days before the new end
	})
}

// Of several servers that look at once, one writes.
func TestOnce(t *testing.T) {
	onBoth(t, func(t *testing.T, s *site) {
		for range 5 {
			s.lasting(s.root, "S-1", 100)
		}
		s.clock.Advance(50 * day)
		var wait sync.WaitGroup
		counts := make([]int, 4)
		for i := range counts {
			wait.Go(func() {
				var err error
				if counts[i], err = s.app.Reminders.Remind(t.Context()); err != nil {
					t.Error(err)
				}
			})
		}
		wait.Wait()
		if sum := counts[0] + counts[1] + counts[2] + counts[3]; sum != 5 {
			t.Errorf("%v entries, want 5 in all", counts)
		}
	})
}

// Another organisation learns nothing about a validation that ends.
func TestAttackRemindersOfOthers(t *testing.T) {
	onBoth(t, func(t *testing.T, s *site) {
		for _, name := range []string{"Alfa", "Beta"} {
			if _, _, err := s.app.RegisterOrganization(t.Context(), s.root, organization.Request{Name: &name}, nil); err != nil {
				t.Fatal(err)
			}
		}
		inside := func(name string) *trace.Key {
			by := *s.root
			by.AccessKey, by.Organization = name, name
			return s.app.Inside(&by)
		}
		mine, other := inside("Alfa"), inside("Beta")
		s.lasting(mine, "A-1", 100)
		s.clock.Advance(50 * day)
		s.remind(1)
		if all := s.told(mine); !strings.Contains(all, "A-1") {
			t.Errorf("the owner reads %q", all)
		}
		if all := s.told(other); all != "" {
			t.Errorf("another reads %s", all)
		}
		limited := *s.root
		limited.AccessKey, limited.Harvests = "rk_limited", []string{"S-1"}
		if all := s.told(&limited); all != "" {
			t.Errorf("a limited key reads %s", all)
		}
	})
}
