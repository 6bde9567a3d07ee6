package harvests_test

import (
	"crypto/rand"
	"os"
	"strings"
	"testing"

	"rastro/internal/access"
	"rastro/internal/app"
	"rastro/internal/harvests"
	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/store/postgres/pgtest"
	"rastro/internal/testkit"
	"rastro/internal/testkit/stores"
	"rastro/internal/trace"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) }

// site is a service with a key that may do everything.
type site struct {
	testing.TB
	app  *app.App
	root *access.NewKey
}

// onBoth runs a test over a new store of each engine.
func onBoth(t *testing.T, limits harvests.Limits, run func(t *testing.T, s *site)) {
	t.Helper()
	stores.Each(t, func(t *testing.T, d *stores.Database) {
		store, now := d.Store(t), testkit.Ticking().Now
		s := &site{TB: t}
		_, s.root = stores.Rooted(t, store, now)
		var err error
		if s.app, err = app.New(t.Context(), store, app.Options{Now: now, Random: rand.Reader, Log: testkit.Silent(), Harvests: limits, Blobs: d.Blobs(t)}); err != nil {
			t.Fatal(err)
		}
		run(t, s)
	})
}

func (s *site) create(prefix, harvestID, payload string) trace.ID {
	s.Helper()
	env := trace.Envelope{HarvestID: harvestID, HarvestCode: "2024/25", Payload: []byte(payload)}
	made, err := s.app.Create(s.Context(), &s.root.Key, kind.ByPrefix(prefix), env, nil)
	if err != nil {
		s.Fatal(err)
	}
	return made.Record.ID
}

func (s *site) card(harvestID string, memory harvests.Memory) *harvests.Card {
	s.Helper()
	card, err := s.app.HarvestCard(s.Context(), &s.root.Key, harvestID, "", memory)
	if err != nil {
		s.Fatal(err)
	}
	return card
}

// memory remembers every card, and counts those that were made.
type memory struct {
	cards map[harvests.State]*harvests.Card
	made  int
}

func newMemory() *memory { return &memory{cards: map[harvests.State]*harvests.Card{}} }

func (m *memory) Get(s harvests.State) (*harvests.Card, bool) {
	card, ok := m.cards[s]
	return card, ok
}

func (m *memory) Put(s harvests.State, card *harvests.Card) {
	m.made++
	m.cards[s] = card
}

// namesOf returns the harvests of some cards, with why one was not reviewed.
func namesOf(cards []*harvests.Card) string {
	var all []string
	for _, card := range cards {
		all = append(all, strings.TrimSuffix(card.HarvestID+":"+string(card.Unreviewed), ":"))
	}
	return strings.Join(all, " ")
}

func TestNames(t *testing.T) {
	onBoth(t, harvests.Limits{}, func(t *testing.T, s *site) {
		for _, name := range []string{"S-2", "S-10", "S-1"} {
			s.create(kind.Planting, name, `{"dataPlantio":"2024-10-05"}`)
		}
		gone := s.create(kind.Planting, "S-GONE", `{"dataPlantio":"2024-10-05"}`)
		if _, err := s.app.Delete(t.Context(), &s.root.Key, kind.ByPrefix(kind.Planting), gone.String(), trace.AnyVersion); err != nil {
			t.Fatal(err)
		}
		limited := &trace.Key{AccessKey: "rk_limited", Scopes: []trace.Scope{trace.Read}, Harvests: []string{"S-2", "S-9"}}
		for _, c := range []struct {
			by   *trace.Key
			most int
			want string
			more bool
		}{{&s.root.Key, 10, "S-1 S-10 S-2", false}, {&s.root.Key, 3, "S-1 S-10 S-2", false}, {&s.root.Key, 2, "S-1 S-10", true}, {limited, 10, "S-2", false}} {
			names, more, err := s.app.Names(t.Context(), c.by, c.most)
			if got := strings.Join(names, " "); err != nil || got != c.want || more != c.more {
				t.Errorf("%d names for %s: %s, %t, %v; want %s, %t", c.most, c.by.AccessKey, got, more, err, c.want, c.more)
			}
		}
		writer := &trace.Key{AccessKey: "rk_writer", Scopes: []trace.Scope{trace.Write}}
		if _, _, err := s.app.Names(t.Context(), writer, 10); err == nil {
			t.Error("a key that only writes got names")
		}
	})
}

// Named returns the cards of the harvests that the key reaches and that have a live record; an
// empty list of names does not mean all.
func TestNamed(t *testing.T) {
	onBoth(t, harvests.Limits{}, func(t *testing.T, s *site) {
		for _, name := range []string{"S-1", "S-2", "S-3"} {
			s.create(kind.Planting, name, `{"dataPlantio":"2024-10-05"}`)
		}
		limited := &trace.Key{AccessKey: "rk_limited", Scopes: []trace.Scope{trace.Read}, Harvests: []string{"S-2"}}
		for _, c := range []struct {
			by    *trace.Key
			names []string
			want  string
		}{{&s.root.Key, []string{"S-3", "S-1", "NADA"}, "S-1 S-3"}, {limited, []string{"S-1", "S-2"}, "S-2"}, {limited, []string{"S-1"}, ""}, {&s.root.Key, nil, ""}} {
			cards, err := s.app.Named(t.Context(), c.by, c.names, 0, newMemory())
			if got := namesOf(cards); err != nil || got != c.want {
				t.Errorf("%v for %s: %q, %v; want %q", c.names, c.by.AccessKey, got, err, c.want)
			}
		}
		if _, err := s.app.Named(t.Context(), &s.root.Key, make([]string, harvests.MaxNamed+1), 0, newMemory()); err == nil {
			t.Error("too many names are taken")
		}
	})
}

func TestCard(t *testing.T) {
	onBoth(t, harvests.Limits{}, func(t *testing.T, s *site) {
		s.create(kind.Planting, "S-1", `{"dataPlantio":"2024-10-05"}`)
		s.create(kind.Harvesting, "S-1", `{"dataColheita":"2025-02-20","quantidadeColhida":"60 t"}`)
		env := trace.Envelope{HarvestID: "S-1", Payload: []byte(`{"nome":"Talhão de cima","cultura":"soja","produtor":"Ana","uf":"MT"}`)}
		if _, err := s.app.PutProfile(t.Context(), &s.root.Key, env, trace.AnyVersion, nil); err != nil {
			t.Fatal(err)
		}
		card := s.card("S-1", newMemory())
		if card.Name != "Talhão de cima" || card.Crop != "SOJA" || card.Producer != "Ana" || card.UF != "MT" || card.Season != "2024/25" {
			t.Errorf("%+v", card)
		}
		if card.Total != 2 || len(card.Kinds) != 2 || card.Kinds[0].Kind.Prefix != kind.Planting || card.Kinds[1].Kind.Prefix != kind.Harvesting {
			t.Errorf("it counts %d records, %+v; the profile is none of them", card.Total, card.Kinds)
		}
		if from, to := card.From.Format("2006-01-02"), card.To.Format("2006-01-02"); from != "2024-10-05" || to != "2025-02-20" {
			t.Errorf("its period is %s to %s", from, to)
		}
		if card.Reason(lang.PT) != "" {
			t.Errorf("it was reviewed, and says %q", card.Reason(lang.PT))
		}
		if _, err := s.app.HarvestCard(t.Context(), &s.root.Key, "NADA", "", newMemory()); !trace.Is(err, trace.CodeRecordNotFound) {
			t.Errorf("an unknown harvest: %v", err)
		}
		other := &trace.Key{AccessKey: "rk_other", Scopes: []trace.Scope{trace.Read}, Harvests: []string{"S-2"}}
		if _, err := s.app.HarvestCard(t.Context(), other, "S-1", "", newMemory()); !trace.Is(err, trace.CodeForbiddenHarvest) {
			t.Errorf("a harvest out of reach: %v", err)
		}
	})
}

// A card is remembered until its harvest changes, or others make a lot that it names.
func TestRememberedCards(t *testing.T) {
	onBoth(t, harvests.Limits{}, func(t *testing.T, s *site) {
		kept := newMemory()
		s.create(kind.PostHarvest, "S-1", `{"loteEntrada":"A-1","loteSaida":"B-1"}`)
		for _, c := range []struct {
			what  string
			write func()
			made  int
		}{
			{"at first", func() {}, 1},
			{"again", func() {}, 1},
			{"after another harvest wrote of other lots", func() { s.create(kind.PostHarvest, "S-2", `{"loteSaida":"Z-1"}`) }, 1},
			{"after another harvest made its lot", func() { s.create(kind.PostHarvest, "S-2", `{"loteSaida":"A-1"}`) }, 2},
			{"after its own write", func() { s.create(kind.Planting, "S-1", `{"dataPlantio":"2024-10-05"}`) }, 3},
		} {
			c.write()
			if s.card("S-1", kept); kept.made != c.made {
				t.Errorf("%s: %d cards were made, want %d", c.what, kept.made, c.made)
			}
		}
	})
}

// A harvest's facts affect only the cards that ask about their lots.
func TestLotsAndLand(t *testing.T) {
	onBoth(t, harvests.Limits{}, func(t *testing.T, s *site) {
		s.create(kind.PostHarvest, "S-ASKS", `{"loteEntrada":"A-1","loteSaida":"B-1"}`)
		s.create(kind.PostHarvest, "S-MAKES", `{"loteSaida":"a-1"}`)
		s.create(kind.Planting, "S-OTHER", `{"dataPlantio":"2024-10-05"}`)
		asks, makes, other := s.card("S-ASKS", newMemory()), s.card("S-MAKES", newMemory()), s.card("S-OTHER", newMemory())
		var told harvests.LotsAndLand
		told.Add(nil)
		told.Add(other)
		if !told.Empty() || told.Concerns(asks) {
			t.Error("a harvest without lots and land tells something")
		}
		told.Add(makes)
		if told.Empty() || !told.Concerns(asks) || told.Concerns(other) {
			t.Errorf("nothing %t, concerns who asks %t and the other %t", told.Empty(), told.Concerns(asks), told.Concerns(other))
		}
	})
}

// Pages follow one another by their cursors, and name what they do not review.
func TestPagesAndLimits(t *testing.T) {
	onBoth(t, harvests.Limits{Versions: 2, Request: 3}, func(t *testing.T, s *site) {
		for name, records := range map[string]int{"S-1": 2, "S-2": 3, "S-3": 1, "S-4": 1, "T-1": 1} {
			for range records {
				s.create(kind.Planting, name, `{"dataPlantio":"2024-10-05"}`)
			}
		}
		kept := newMemory()
		page, err := s.app.Harvests(t.Context(), &s.root.Key, harvests.Query{Prefix: "S"}, trace.Paging{Size: 10}, kept)
		if got := namesOf(page.Cards); err != nil || page.Next != "" || got != "S-1 S-2:SAFRA_GRANDE S-3 S-4:ADIADA" {
			t.Errorf("%s, %q, %v", got, page.Next, err)
		}
		page, err = s.app.Harvests(t.Context(), &s.root.Key, harvests.Query{Prefix: "S"}, trace.Paging{Size: 10}, kept)
		if got := namesOf(page.Cards); err != nil || got != "S-1 S-2:SAFRA_GRANDE S-3 S-4" {
			t.Errorf("asked again: %s, %v", got, err)
		}
		var all []string
		for cursor := ""; ; {
			page, err := s.app.Harvests(t.Context(), &s.root.Key, harvests.Query{Desc: true}, trace.Paging{Size: 2, Cursor: cursor}, kept)
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, namesOf(page.Cards))
			if cursor = page.Next; cursor == "" {
				break
			}
		}
		if got := strings.Join(all, "|"); got != "T-1 S-4|S-3 S-2:SAFRA_GRANDE|S-1" {
			t.Errorf("backwards: %s", got)
		}
	})
}

// The series of a harvest sums what its records say, and leaves out what cannot be read.
func TestSeries(t *testing.T) {
	onBoth(t, harvests.Limits{}, func(t *testing.T, s *site) {
		for _, said := range []string{"60 t", "30.000 kg", "bastante"} {
			s.create(kind.Harvesting, "S-1", `{"dataColheita":"2025-02-20","umidade":"14%","quantidadeColhida":"`+said+`"}`)
		}
		series, err := s.app.HarvestSeries(t.Context(), &s.root.Key, "S-1")
		if err != nil || series.Records != 3 || series.Drawn != 3 || len(series.Points) != 5 || len(series.Masses) != 1 {
			t.Fatalf("%+v, %v", series, err)
		}
		if kg, ok := series.Masses[0].Of(harvests.KgOut); !ok || kg != 90_000 || series.Masses[0].Records != 2 {
			t.Errorf("%g kg, %t, of %d records; want 90000 of 2", kg, ok, series.Masses[0].Records)
		}
		if _, ok := series.Masses[0].Of(harvests.KgLost); ok {
			t.Error("a loss is summed that no record gives")
		}
	})
}
