package profiles_test

import (
	"os"
	"strings"
	"testing"

	"rastro/internal/access"
	"rastro/internal/app"
	"rastro/internal/kind"
	"rastro/internal/profile"
	"rastro/internal/profiles"
	"rastro/internal/store/postgres/pgtest"
	"rastro/internal/testkit"
	"rastro/internal/testkit/stores"
	"rastro/internal/trace"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) }

const car = "MT-5107925-0123456789ABCDEF0123456789ABCDEF"

// site is a service with a key that may do everything.
type site struct {
	testing.TB
	app  *app.App
	root *access.NewKey
}

// onBoth runs a test over a new store of each engine.
func onBoth(t *testing.T, run func(t *testing.T, s *site)) {
	t.Helper()
	stores.Each(t, func(t *testing.T, d *stores.Database) {
		s := &site{TB: t}
		s.app, s.root = stores.Rooted(t, d.Store(t), testkit.Ticking().Now)
		run(t, s)
	})
}

func (s *site) put(payload string, ifMatch trace.IfMatch, once *trace.Idempotency) (profiles.Put, error) {
	env := trace.Envelope{HarvestID: "S-1", HarvestCode: "2024/25", Payload: []byte(payload)}
	return s.app.PutProfile(s.Context(), &s.root.Key, env, ifMatch, once)
}

// want puts a profile and checks the resulting version.
func (s *site) want(payload string, version int64, created bool) trace.Record {
	s.Helper()
	put, err := s.put(payload, trace.AnyVersion, nil)
	if err != nil || put.Record.Version != version || put.Created != created {
		s.Fatalf("%s: version %d, created %t, %v; want %d, %t", payload, put.Record.Version, put.Created, err, version, created)
	}
	return put.Record
}

// A harvest has one profile. Its versions go on after a deletion, and only an erasure ends it.
func TestVersionsOfAProfile(t *testing.T) {
	onBoth(t, func(t *testing.T, s *site) {
		first := s.want(`{"nome":"Talhão de cima"}`, 1, true)
		s.want(`{"nome":"Talhão de baixo"}`, 2, false)
		if _, err := s.app.Delete(t.Context(), &s.root.Key, kind.Profile, first.ID.String(), trace.AnyVersion); err != nil {
			t.Fatal(err)
		}
		if again := s.want(`{"nome":"De novo"}`, 4, true); again.ID != first.ID {
			t.Errorf("after a deletion it has the id %s, want %s", again.ID, first.ID)
		}
		if _, err := s.app.Erase(t.Context(), &s.root.Key, kind.Profile, first.ID.String(), "pedido"); err != nil {
			t.Fatal(err)
		}
		second := s.want(`{"nome":"Outro"}`, 1, true)
		if second.ID == first.ID {
			t.Error("after an erasure the profile has the erased id")
		}
		if id, err := s.app.ProfileID(t.Context(), &s.root.Key, "S-1"); err != nil || id != second.ID.String() {
			t.Errorf("the id is %s, %v; want %s", id, err, second.ID)
		}
	})
}

func TestPutOnlyOverAVersion(t *testing.T) {
	onBoth(t, func(t *testing.T, s *site) {
		if _, err := s.put(`{"nome":"A"}`, trace.IfMatch{1}, nil); !trace.Is(err, trace.CodeStale) {
			t.Errorf("over a profile that is not there: %v", err)
		}
		if _, err := s.put(`{"nome":"A"}`, trace.IfMatch{0}, nil); err != nil {
			t.Errorf("over none: %v", err)
		}
		if _, err := s.put(`{"nome":"B"}`, trace.IfMatch{0}, nil); !trace.Is(err, trace.CodeStale) {
			t.Errorf("over none, where there is one: %v", err)
		}
		if put, err := s.put(`{"nome":"B"}`, trace.IfMatch{1}, nil); err != nil || put.Record.Version != 2 {
			t.Errorf("over the version: %d, %v", put.Record.Version, err)
		}
	})
}

func TestARepeatedPutStoresNothing(t *testing.T) {
	onBoth(t, func(t *testing.T, s *site) {
		once := &trace.Idempotency{Name: "put-1", Request: [32]byte{1}}
		if put, err := s.put(`{"nome":"A"}`, trace.AnyVersion, once); err != nil || put.Replay != nil {
			t.Fatalf("the first: %+v, %v", put.Replay, err)
		}
		if put, err := s.put(`{"nome":"A"}`, trace.AnyVersion, once); err != nil || put.Replay == nil {
			t.Errorf("the second: %+v, %v; want the first answer", put.Replay, err)
		}
		s.want(`{"nome":"B"}`, 2, false)
	})
}

// What the profile omits is derived if it follows with certainty.
func TestDerivedFields(t *testing.T) {
	onBoth(t, func(t *testing.T, s *site) {
		s.want(`{"car":"`+car+`","fazenda":"Boa Vista"}`, 1, true)
		got, err := s.app.Profile(t.Context(), &s.root.Key, "S-1")
		if err != nil || got.Record == nil || got.Stated.Stated(profile.Farm) != "Boa Vista" || got.Cut {
			t.Fatalf("%+v, %v", got, err)
		}
		if uf := got.Derived[profile.State]; uf.Text != "MT" || uf.From != profile.FromCAR {
			t.Errorf("the state is %+v, want MT from the CAR", uf)
		}
		if farm, there := got.Derived[profile.Farm]; there {
			t.Errorf("the farm is stated, and derived as %+v", farm)
		}
		const wire = `"uf":{"valor":"MT","de":"`
		if text := string(profiles.AppendDerived(nil, got.Derived)); !strings.Contains(text, wire) {
			t.Errorf("%s lacks %s", text, wire)
		}
	})
}

// A harvest with records and no profile has only derived values; one without either is not found.
func TestProfileOfAHarvestWithoutOne(t *testing.T) {
	onBoth(t, func(t *testing.T, s *site) {
		if _, err := s.app.Profile(t.Context(), &s.root.Key, "S-1"); !trace.Is(err, trace.CodeRecordNotFound) {
			t.Errorf("an unknown harvest: %v", err)
		}
		if _, err := s.app.ProfileID(t.Context(), &s.root.Key, "S-1"); !trace.Is(err, trace.CodeRecordNotFound) {
			t.Errorf("the id of an unknown harvest: %v", err)
		}
		env := trace.Envelope{HarvestID: "S-1", Payload: []byte(`{"dataPlantio":"2024-10-05"}`)}
		if _, err := s.app.Create(t.Context(), &s.root.Key, kind.ByPrefix(kind.Planting), env, nil); err != nil {
			t.Fatal(err)
		}
		if got, err := s.app.Profile(t.Context(), &s.root.Key, "S-1"); err != nil || got.Record != nil {
			t.Errorf("a harvest without a profile: %+v, %v", got.Record, err)
		}
	})
}

// A key does not reach the profile of another harvest, whether or not it exists.
func TestProfileOfOthers(t *testing.T) {
	onBoth(t, func(t *testing.T, s *site) {
		s.want(`{"nome":"A"}`, 1, true)
		other := &trace.Key{AccessKey: "rk_other", Scopes: []trace.Scope{trace.Read, trace.Write}, Harvests: []string{"S-2"}}
		for _, harvest := range []string{"S-1", "S-9"} {
			_, read := s.app.Profile(t.Context(), other, harvest)
			_, id := s.app.ProfileID(t.Context(), other, harvest)
			_, put := s.app.PutProfile(t.Context(), other, trace.Envelope{HarvestID: harvest, Payload: []byte(`{}`)}, trace.AnyVersion, nil)
			for what, err := range map[string]error{"read": read, "id": id, "put": put} {
				if !trace.Is(err, trace.CodeForbiddenHarvest) {
					t.Errorf("%s of %s: %v, want %s", what, harvest, err, trace.CodeForbiddenHarvest)
				}
			}
		}
		reader := &trace.Key{AccessKey: "rk_reader", Scopes: []trace.Scope{trace.Read}}
		if _, err := s.app.PutProfile(t.Context(), reader, trace.Envelope{HarvestID: "S-1", Payload: []byte(`{}`)}, trace.AnyVersion, nil); err == nil {
			t.Error("a key that only reads has put a profile")
		}
	})
}

func TestReadEnvelope(t *testing.T) {
	env, err := profiles.ReadEnvelope(" S-1 ", []byte(`{"safraCodigo":"2024/25","dados":{"nome":"A"}}`))
	if err != nil || env.HarvestID != "S-1" || env.HarvestCode != "2024/25" || string(env.Payload) != `{"nome":"A"}` {
		t.Errorf("%+v, %v", env, err)
	}
	for _, c := range []struct {
		harvest, body string
		want          trace.Code
	}{
		{"S-1", `{"safraId":"S-2","dados":{}}`, trace.CodeOtherHarvest},
		{"S-1", `{}`, trace.CodeInvalid},
		{"S-1", `{"dados":[]}`, trace.CodeInvalid},
		{"S-1", `{"dados":{"nome":{}}}`, trace.CodeInvalid},
		{"S-1", `{"dados":{"uf":"XX"}}`, trace.CodeInvalid},
		{" ", `{"dados":{}}`, trace.CodeInvalid},
		{strings.Repeat("s", trace.MaxName+1), `{"dados":{}}`, trace.CodeInvalid},
	} {
		if _, err := profiles.ReadEnvelope(c.harvest, []byte(c.body)); !trace.Is(err, c.want) {
			t.Errorf("%q, %s: %v, want %s", c.harvest, c.body, err, c.want)
		}
	}
}
