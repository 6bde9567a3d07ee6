package organization_test

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"sync"
	"testing"
	"time"

	"rastro/internal/access"
	"rastro/internal/app"
	"rastro/internal/harvests"
	"rastro/internal/kind"
	"rastro/internal/organization"
	"rastro/internal/reach"
	"rastro/internal/store/postgres/pgtest"
	"rastro/internal/testkit"
	"rastro/internal/testkit/stores"
	"rastro/internal/trace"
	"rastro/internal/trace/tracetest"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) }

var planting = kind.ByPrefix(kind.Planting)

// scene is a server with its administrator.
type scene struct {
	*testing.T
	*app.App
	clock *testkit.Clock
	store trace.Store
	root  *trace.Key
}

func each(t *testing.T, run func(s *scene)) {
	t.Helper()
	stores.Each(t, func(t *testing.T, d *stores.Database) {
		store := d.Store(t)
		clock := testkit.Ticking()
		service, root := stores.Rooted(t, store, clock.Now)
		run(&scene{t, service, clock, store, &root.Key})
	})
}

// register registers an organisation.
func (s *scene) register(name string) organization.Organization {
	s.Helper()
	made, _, err := s.RegisterOrganization(s.Context(), s.root, organization.Request{Name: &name}, nil)
	if err != nil {
		s.Fatal(err)
	}
	return made
}

// key makes a key, and returns what signs in with it.
func (s *scene) key(name string, req access.Request) func() *trace.Key {
	s.Helper()
	req.Organization = name
	if req.Scopes == nil {
		req.Scopes = trace.Scopes
	}
	made, err := s.CreateKey(s.Context(), s.root, req, nil)
	if err != nil {
		s.Fatal(err)
	}
	return func() *trace.Key {
		s.Helper()
		key, err := s.Authenticate(made.Key.AccessKey, made.Key.SecretKey)
		if err != nil {
			s.Fatal(err)
		}
		return key
	}
}

func (s *scene) create(by *trace.Key, harvestID string) error {
	_, err := s.Create(s.Context(), by, planting, trace.Envelope{HarvestID: harvestID, Payload: []byte(`{}`)}, nil)
	return err
}

func (s *scene) want(what string, err error, code trace.Code) {
	s.Helper()
	if code == "" && err != nil || code != "" && !trace.Is(err, code) {
		s.Errorf("%s: %v, want %q", what, err, code)
	}
}

// A key belongs to the organisation that its text names, by a current or former name in any
// spelling, as soon as that organisation is registered.
func TestMembership(t *testing.T) {
	each(t, func(s *scene) {
		before := s.key("COOPERATIVA  sao joao", access.Request{})
		if by := before(); by.Member() != nil || !by.Administers() {
			s.Error("a key is limited by a name that no organisation has")
		}
		made := s.register("Cooperativa São João")
		after := s.key("Cooperativa São João", access.Request{})
		other, none := s.key("Cooperativa São José", access.Request{}), s.key("", access.Request{})
		inside := func(when string, want bool, keys ...func() *trace.Key) {
			s.Helper()
			for _, key := range keys {
				by := key()
				if got := by.Member() != nil && by.Member().ID == reach.ID(made.ID); got != want {
					s.Errorf("%s: %q is inside: %t", when, by.Organization, got)
				}
				if by.Administers() == want {
					s.Errorf("%s: %q administers the server: %t", when, by.Organization, !want)
				}
			}
		}
		inside("registered", true, before, after)
		inside("registered", false, other, none)

		name := "SJ Grãos"
		renamed, err := s.ChangeOrganization(s.Context(), s.root, made.ID.String(), organization.Request{Name: &name}, trace.AnyVersion)
		if err != nil || renamed.Version != 2 || !slices.Equal(renamed.Former, []string{"Cooperativa São João"}) {
			s.Fatalf("renamed %+v, %v", renamed, err)
		}
		inside("renamed", true, before, after, s.key("sj graos", access.Request{}))

		for _, taken := range []string{"SJ GRÃOS", "cooperativa sao joao"} {
			_, _, err := s.RegisterOrganization(s.Context(), s.root, organization.Request{Name: &taken}, nil)
			s.want("registering "+taken, err, trace.CodeOrganizationTaken)
		}
		_, err = s.ChangeOrganization(s.Context(), s.root, made.ID.String(), organization.Request{}, trace.IfMatch{1})
		s.want("changing an older version", err, trace.CodeStale)
		back := "Cooperativa São João"
		if again, err := s.ChangeOrganization(s.Context(), s.root, made.ID.String(), organization.Request{Name: &back}, trace.AnyVersion); err != nil || !slices.Equal(again.Former, []string{"SJ Grãos"}) {
			s.Errorf("back to the first name: %+v, %v", again, err)
		}
	})
}

// Only administrators of the whole server manage organisations, and the last such key cannot be
// lost by registering an organisation.
func TestWhoManages(t *testing.T) {
	each(t, func(s *scene) {
		s.register("Norte")
		name := "Sul"
		for _, c := range []struct {
			what string
			by   *trace.Key
			code trace.Code
		}{
			{"an admin inside an organisation", s.key("Norte", access.Request{})(), trace.CodeLimitedKey},
			{"an admin of some harvests", s.key("", access.Request{Harvests: []string{"H"}})(), trace.CodeLimitedKey},
			{"an admin of some phases", s.key("", access.Request{Phases: []string{"01"}})(), trace.CodeLimitedKey},
			{"a writer", s.key("", access.Request{Scopes: []trace.Scope{trace.Write}})(), trace.CodeForbiddenScope},
		} {
			_, _, err := s.RegisterOrganization(s.Context(), c.by, organization.Request{Name: &name}, nil)
			s.want(c.what, err, c.code)
			_, err = s.Organizations(s.Context(), c.by, reach.StoredOrganization{}, 10)
			s.want(c.what+" lists", err, c.code)
		}
		all, err := s.Organizations(s.Context(), s.root, reach.StoredOrganization{}, 10)
		if err != nil || len(all) != 1 || all[0].Name != "Norte" {
			s.Errorf("the administrator lists %+v, %v", all, err)
		}
	})
}

func TestLastAdministratorStaysOutside(t *testing.T) {
	each(t, func(s *scene) {
		inside := s.key("Norte", access.Request{})()
		if _, err := s.DeactivateKey(s.Context(), inside, s.root.AccessKey); err != nil {
			s.Fatal(err)
		}
		name := "Norte"
		_, _, err := s.RegisterOrganization(s.Context(), inside, organization.Request{Name: &name}, nil)
		s.want("registering the organisation of the last administrator", err, trace.CodeLastAdminInside)
		outside := s.key("", access.Request{})() // created by root, who no longer works but is not needed
		if _, _, err := s.RegisterOrganization(s.Context(), inside, organization.Request{Name: &name}, nil); err != nil {
			s.Fatal(err)
		}
		_, err = s.DeactivateKey(s.Context(), outside, outside.AccessKey)
		s.want("deactivating the last administrator outside", err, trace.CodeLastAdmin)
	})
}

// The one who writes first has the harvest. What a key began before its organisation was
// registered belongs to it; what others began does not.
func TestClaims(t *testing.T) {
	each(t, func(s *scene) {
		north, south, free := s.key("Norte", access.Request{}), s.key("Sul", access.Request{}), s.key("", access.Request{Scopes: trace.Scopes})
		s.want("before", s.create(north(), "N-0"), "")
		s.want("of nobody", s.create(free(), "F-0"), "")
		s.want("another's", s.create(south(), "N-0"), "")
		made, err := s.Create(s.Context(), north(), planting, trace.Envelope{HarvestID: "N-GONE", Payload: []byte(`{}`)}, nil)
		if err == nil {
			_, err = s.Delete(s.Context(), north(), planting, made.Record.ID.String(), trace.AnyVersion)
		}
		s.want("a harvest that is empty by now", err, "")
		s.register("Norte")
		s.register("Sul")

		s.want("what it began before", s.create(north(), "N-0"), "")
		s.want("what another began", s.create(south(), "N-0"), trace.CodeForbiddenHarvest)
		s.want("what a key of no organisation began", s.create(north(), "F-0"), trace.CodeForbiddenHarvest)
		s.want("a new one", s.create(north(), "N-1"), "")
		s.want("again", s.create(north(), "N-1"), "")
		s.want("another's new one", s.create(south(), "N-1"), trace.CodeForbiddenHarvest)
		s.want("a key of no organisation writes anywhere", s.create(free(), "N-1"), "")
		listed := s.key("Norte", access.Request{Harvests: []string{"N-1", "N-2", "F-0"}})
		s.want("in its list", s.create(listed(), "N-2"), "")
		s.want("not in its list", s.create(listed(), "N-3"), trace.CodeForbiddenHarvest)
		s.want("in its list, and of nobody's organisation", s.create(listed(), "F-0"), trace.CodeForbiddenHarvest)
		for harvestID, want := range map[string][3]bool{"N-0": {true, false, true}, "N-1": {true, false, true}, "N-GONE": {true, false, true}, "F-0": {false, false, true}, "NONE": {false, false, true}} {
			for i, key := range []func() *trace.Key{north, south, free} {
				if got := key().Reaches(harvestID); got != want[i] {
					s.Errorf("key %d reaches %s: %t", i, harvestID, got)
				}
			}
		}
	})
}

// A key of no organisation may have the name of one. A version does not show which of them began a
// harvest, so the organisation does not get it, neither at its registration nor when it writes; the
// server's administrator can still assign it.
func TestAttackOutsiderNamedLikeOrganization(t *testing.T) {
	each(t, func(s *scene) {
		north := s.key("Norte", access.Request{})
		named := func(name string) *trace.Key {
			made, err := s.CreateKey(s.Context(), s.root, access.Request{Name: name, Scopes: trace.Scopes}, nil)
			if err != nil {
				s.Fatal(err)
			}
			key, err := s.Authenticate(made.Key.AccessKey, made.Key.SecretKey)
			if err != nil {
				s.Fatal(err)
			}
			return key
		}
		outsider := named("NORTE")
		s.want("before", s.create(outsider, "X-0"), "")
		s.register("Norte")
		s.want("after", s.create(outsider, "X-1"), "")
		for _, harvestID := range []string{"X-0", "X-1"} {
			if north().Reaches(harvestID) {
				s.Errorf("%s: the organisation reaches what an outsider began", harvestID)
			}
			s.want(harvestID, s.create(north(), harvestID), trace.CodeForbiddenHarvest)
			if _, err := s.ShareHarvest(s.Context(), s.root, harvestID, "Norte", reach.Owner); err != nil {
				s.Error(err)
			}
			s.want(harvestID+" after it was given", s.create(north(), harvestID), "")
		}
		s.want("a new one", s.create(north(), "N-1"), "")
	})
}

// An organisation is given its earlier harvests once for each name. What was interrupted is
// completed by its next change, or when the registration is sent again.
func TestEarlierHarvestsAreClaimedOnce(t *testing.T) {
	each(t, func(s *scene) {
		north := s.key("Norte", access.Request{})
		s.want("before", s.create(north(), "N-0"), "")
		name, contact := "Norte", "norte.example"
		once := &trace.Idempotency{Name: "register", Request: [32]byte{1}}
		made, _, err := s.RegisterOrganization(s.Context(), s.root, organization.Request{Name: &name}, once)
		if err != nil {
			s.Fatal(err)
		}
		change := func() error {
			_, err := s.ChangeOrganization(s.Context(), s.root, made.ID.String(), organization.Request{Contact: &contact}, trace.AnyVersion)
			return err
		}
		replay := func() error {
			_, replay, err := s.RegisterOrganization(s.Context(), s.root, organization.Request{Name: &name}, once)
			if err == nil && replay == nil {
				err = errors.New("it was registered again")
			}
			return err
		}
		for what, c := range map[string]struct {
			interrupted bool
			then        func() error
		}{
			"a change": {false, change}, "a replay": {false, replay}, "a change after an interruption": {true, change}, "a replay after an interruption": {true, replay},
		} {
			err := s.store.Update(s.Context(), func(w trace.Writer) error {
				g, err := w.Grant(s.Context(), made.ID, "N-0")
				if err != nil {
					return err
				}
				g.Level = reach.None
				if c.interrupted {
					err = w.SetClaiming(s.Context(), made.ID, true)
				}
				return errors.Join(err, w.PutGrant(s.Context(), g))
			})
			if err == nil {
				err = c.then()
			}
			if got := north().Reaches("N-0"); err != nil || got != c.interrupted {
				s.Errorf("%s: it reaches its harvest: %t, %v", what, got, err)
			}
		}
	})
}

// If two organisations begin one harvest at once, one gets it.
func TestAttackOrganizationRace(t *testing.T) {
	each(t, func(s *scene) {
		const parties, names = 4, 5
		var keys []func() *trace.Key
		for _, name := range []string{"A", "B", "C", "D"}[:parties] {
			keys = append(keys, s.key(name, access.Request{}))
			s.register(name)
		}
		for _, harvestID := range []string{"R-1", "R-2", "R-3", "R-4", "R-5"}[:names] {
			var group sync.WaitGroup
			errs := make([]error, parties)
			for i := range keys {
				by := keys[i]()
				group.Go(func() { errs[i] = s.create(by, harvestID) })
			}
			group.Wait()
			won := 0
			for i, err := range errs {
				if err == nil {
					won++
				} else if !trace.Is(err, trace.CodeForbiddenHarvest) {
					s.Errorf("%s: party %d: %v", harvestID, i, err)
				}
			}
			if won != 1 {
				s.Errorf("%s was begun by %d organisations", harvestID, won)
			}
		}
	})
}

// What is shared is read or written, and no longer once the share is revoked.
func TestShares(t *testing.T) {
	each(t, func(s *scene) {
		north, south := s.key("Norte", access.Request{}), s.key("Sul", access.Request{})
		s.register("Norte")
		buyer := s.register("Sul")
		s.want("begin", s.create(north(), "H"), "")
		share := func(by *trace.Key, level reach.Level) error {
			_, err := s.ShareHarvest(s.Context(), by, "H", buyer.ID.String(), level)
			return err
		}
		reads := func(when string, want bool) {
			s.Helper()
			by := south()
			page, err := s.List(s.Context(), by, planting, trace.NewestFirst, trace.Paging{Size: 10, Total: true})
			if err != nil || (page.Total > 0) != want || by.Reaches("H") != want {
				s.Errorf("%s: %d records, %v, reaches %t", when, page.Total, err, by.Reaches("H"))
			}
		}
		reads("before", false)
		s.want("not the owner", share(south(), reach.Read), trace.CodeForbiddenHarvest)
		s.want("to read", share(north(), reach.Read), "")
		reads("shared to read", true)
		s.want("a reader writes", s.create(south(), "H"), trace.CodeForbiddenScope)
		s.want("a reader shares", share(south(), reach.Write), trace.CodeOwnerShares)
		page, err := s.List(s.Context(), north(), planting, trace.NewestFirst, trace.Paging{Size: 1})
		if err != nil {
			s.Fatal(err)
		}
		id := page.Records[0].ID.String()
		_, err = s.Update(s.Context(), south(), planting, trace.Envelope{ID: id, HarvestID: "H", Payload: []byte(`{}`)}, trace.AnyVersion)
		s.want("a reader updates", err, trace.CodeForbiddenScope)
		_, err = s.Delete(s.Context(), south(), planting, id, trace.AnyVersion)
		s.want("a reader deletes", err, trace.CodeForbiddenScope)
		_, err = s.Erase(s.Context(), south(), planting, id, "pedido")
		s.want("a reader erases", err, trace.CodeOwnerErases)
		_, err = s.PutProfile(s.Context(), south(), trace.Envelope{HarvestID: "H", Payload: []byte(`{}`)}, trace.AnyVersion, nil)
		s.want("a reader states the profile", err, trace.CodeForbiddenScope)
		s.want("to write", share(north(), reach.Write), "")
		s.want("a writer writes", s.create(south(), "H"), "")
		_, err = s.Erase(s.Context(), south(), planting, id, "pedido")
		s.want("a writer erases", err, trace.CodeOwnerErases)
		s.want("a writer shares", share(south(), reach.None), trace.CodeOwnerShares)
		s.want("the owner gives it away", share(north(), reach.Owner), trace.CodeServerAdmin)
		text := "11222333000181"
		for name, tc := range map[string]struct {
			req  organization.Request
			want trace.Code
		}{
			"its CNPJ": {organization.Request{CNPJ: &text}, trace.CodeServerAdmin}, "its legal name": {organization.Request{LegalName: &text}, trace.CodeServerAdmin},
			"its contact": {organization.Request{Contact: &text}, ""},
		} {
			_, err := s.ChangeOrganization(s.Context(), south(), buyer.ID.String(), tc.req, trace.AnyVersion)
			s.want("an organisation changes "+name, err, tc.want)
		}
		all, err := s.Shares(s.Context(), north(), "H")
		if err != nil || len(all) != 2 || all[0].Name != "Norte" || all[0].Level != reach.Owner || all[1].Level != reach.Write {
			s.Errorf("shares %+v, %v", all, err)
		}
		s.want("revoke", share(north(), reach.None), "")
		s.want("revoke again", share(north(), reach.None), "")
		reads("revoked", false)
		s.want("write after that", s.create(south(), "H"), trace.CodeForbiddenHarvest)
		s.want("the owner's own", func() error {
			_, err := s.ShareHarvest(s.Context(), north(), "H", "norte", reach.Read)
			return err
		}(), trace.CodeOwnersAccess)
		s.want("the administrator moves it", share(s.root, reach.Owner), "")
		reads("moved", true)
		s.want("the owner before", s.create(north(), "H"), trace.CodeForbiddenHarvest)
		_, err = s.ShareHarvest(s.Context(), s.root, "NONE", "Sul", reach.Owner)
		s.want("a harvest that does not exist", err, trace.CodeRecordNotFound)
		_, err = s.ShareHarvest(s.Context(), s.root, "H", "Oeste", reach.Read)
		s.want("an organisation that does not exist", err, trace.CodeNoOrganization)
	})
}

// An organisation is named by what papers call it too: its CNPJ, with or without its punctuation.
func TestShareByCNPJ(t *testing.T) {
	each(t, func(s *scene) {
		north := s.key("Norte", access.Request{})
		s.register("Norte")
		buyer, cnpj := s.register("Sul"), "11222333000181"
		if _, err := s.ChangeOrganization(s.Context(), s.root, buyer.ID.String(), organization.Request{CNPJ: &cnpj}, trace.AnyVersion); err != nil {
			s.Fatal(err)
		}
		s.want("begin", s.create(north(), "H"), "")
		for _, text := range []string{cnpj, "11.222.333/0001-81", "sul"} {
			for _, level := range []reach.Level{reach.Read, reach.None} {
				if out, err := s.ShareHarvest(s.Context(), north(), "H", text, level); err != nil || out.ID != buyer.ID {
					s.Errorf("%q: %s, %v", text, out.Name, err)
				}
			}
		}
		for _, text := range []string{"11444777000161", "11222333000182", "1"} {
			_, err := s.ShareHarvest(s.Context(), north(), "H", text, reach.Read)
			s.want(text, err, trace.CodeNoOrganization)
		}
	})
}

// A long request, such as an import, notices that a share was revoked.
func TestLongRequest(t *testing.T) {
	each(t, func(s *scene) {
		north, south := s.key("Norte", access.Request{}), s.key("Sul", access.Request{})
		s.register("Norte")
		s.register("Sul")
		s.want("begin", s.create(north(), "H"), "")
		share := func(level reach.Level) {
			s.Helper()
			if _, err := s.ShareHarvest(s.Context(), north(), "H", "Sul", level); err != nil {
				s.Fatal(err)
			}
		}
		share(reach.Write)
		by := south()
		s.want("shared", s.create(by, "H"), "")
		share(reach.None)
		s.clock.Advance(time.Second)
		s.want("revoked", s.create(by, "H"), trace.CodeForbiddenHarvest)
		if by.Reaches("H") || by.ReachErr() != nil {
			s.Errorf("reaches %t, %v", by.Reaches("H"), by.ReachErr())
		}
	})
}

// A member finds what its organisation reaches, and nothing else, in lists of every kind, however
// many harvests there are.
func TestLists(t *testing.T) {
	each(t, func(s *scene) {
		const many = trace.FewHarvests + 3
		north, south := s.key("Norte", access.Request{}), s.key("Sul", access.Request{})
		lots := kind.ByPrefix(kind.LotIdentification)
		s.register("Norte")
		s.register("Sul")
		write := func(by *trace.Key, harvestID, lot string) {
			s.Helper()
			_, err := s.Create(s.Context(), by, lots, trace.Envelope{HarvestID: harvestID, Payload: fmt.Appendf(nil, `{"codigoLote":%q}`, lot)}, nil)
			if err != nil {
				s.Fatal(err)
			}
		}
		count := func(by *trace.Key, want int) {
			s.Helper()
			for _, order := range []trace.Order{trace.NewestFirst, trace.NewOrder([]trace.Term{{Field: trace.ByHarvest}})} {
				got, paging := 0, trace.Paging{Size: 4, Total: true}
				for {
					page, err := s.List(s.Context(), by, lots, order, paging)
					if err != nil || paging.Total && page.Total != int64(want) {
						s.Fatalf("a list of %d, %v, want %d", page.Total, err, want)
					}
					if got += len(page.Records); page.Next == "" {
						break
					}
					paging = trace.Paging{Size: 4, Cursor: page.Next}
				}
				if got != want {
					s.Errorf("pages of %d records, want %d", got, want)
				}
			}
			page, err := s.Harvests(s.Context(), by, harvests.Query{}, trace.Paging{Size: 100}, harvests.NoMemory{})
			if err != nil || len(page.Cards) != want {
				s.Errorf("%d harvests, %v, want %d", len(page.Cards), err, want)
			}
			found, _, err := s.FindLots(s.Context(), by, "", "", 100)
			if err != nil || len(found) != want+1 && want > 0 {
				s.Errorf("%d lots, %v, want %d", len(found), err, want+1)
			}
			n := 0
			err = s.Export(s.Context(), by, []*kind.Kind{lots}, "", func(*trace.Record) error { n++; return nil })
			if err != nil || n != want {
				s.Errorf("an export of %d, %v, want %d", n, err, want)
			}
		}
		west := s.key("Oeste", access.Request{})
		s.register("Oeste")
		for i := range many {
			write(north(), fmt.Sprintf("N-%02d", i), fmt.Sprintf("N-L-%02d, COMMON", i))
			write(south(), fmt.Sprintf("A-%02d", i), fmt.Sprintf("S-L-%02d, COMMON", i))
			if i == 2 || i == many-1 {
				count(north(), i+1)
				count(south(), i+1)
				count(west(), 0)
			}
		}
		if _, err := s.ShareHarvest(s.Context(), s.root, "A-00", "Norte", reach.Read); err != nil {
			s.Fatal(err)
		}
		page, err := s.List(s.Context(), north(), lots, trace.NewestFirst, trace.Paging{Size: 100, Total: true, At: s.Now()})
		if err != nil || len(page.Records) != many+1 {
			s.Errorf("as of now %d records, %v", len(page.Records), err)
		}
	})
}

// What a read and a create of a key cost, by whether it is inside an organisation.
func BenchmarkReach(b *testing.B) {
	for _, engine := range stores.Engines {
		store := engine.New(b).Store(b)
		service, root := stores.Rooted(b, store, testkit.Ticking().Now)
		name := "Norte"
		if _, _, err := service.RegisterOrganization(b.Context(), &root.Key, organization.Request{Name: &name}, nil); err != nil {
			b.Fatal(err)
		}
		for _, organization := range []string{"", "Norte"} {
			made, err := service.CreateKey(b.Context(), &root.Key, access.Request{Organization: organization, Scopes: trace.Scopes}, nil)
			if err != nil {
				b.Fatal(err)
			}
			key := func() *trace.Key {
				by, err := service.Authenticate(made.Key.AccessKey, made.Key.SecretKey)
				if err != nil {
					b.Fatal(err)
				}
				return by
			}
			env := trace.Envelope{HarvestID: "H" + organization, Payload: []byte(`{}`)}
			first, err := service.Create(b.Context(), key(), planting, env, nil)
			if err != nil {
				b.Fatal(err)
			}
			id := first.Record.ID.String()
			b.Run(engine.Name+"/read/in="+organization, func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					if _, err := service.Get(b.Context(), key(), planting, id); err != nil {
						b.Fatal(err)
					}
				}
			})
			b.Run(engine.Name+"/create/in="+organization, func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					if _, err := service.Create(b.Context(), key(), planting, env, nil); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

// Papers and public pages show a CNPJ as who somebody is, so no two organisations have the same.
func TestAttackCNPJOfAnother(t *testing.T) {
	each(t, func(s *scene) {
		cnpj, other, none := "11222333000181", "11444777000161", ""
		norte, sul := s.register("Norte"), s.register("Sul")
		change := func(o organization.Organization, cnpj *string) error {
			_, err := s.ChangeOrganization(s.Context(), s.root, o.ID.String(), organization.Request{CNPJ: cnpj}, trace.AnyVersion)
			return err
		}
		const taken = "DADOS_INVALIDOS: CNPJ_DE_OUTRA /cnpj"
		for i, step := range []struct {
			o    organization.Organization
			cnpj *string
			want string
		}{{norte, &cnpj, ""}, {sul, &cnpj, taken}, {norte, &cnpj, ""}, {sul, &other, ""}, {norte, &other, taken}, {norte, &none, ""}, {sul, &none, ""}, {sul, &cnpj, ""}} {
			if told := tracetest.Told(change(step.o, step.cnpj)); told != step.want {
				s.Errorf("step %d: %s, want %s", i, told, step.want)
			}
		}
		name := "Leste"
		if _, _, err := s.RegisterOrganization(s.Context(), s.root, organization.Request{Name: &name, CNPJ: &cnpj}, nil); tracetest.Told(err) != taken {
			s.Errorf("a new one: %v", err)
		}
	})
}
