package board_test

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"reflect"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"rastro/internal/access"
	"rastro/internal/app"
	"rastro/internal/board"
	"rastro/internal/catalogue"
	"rastro/internal/check/harvest"
	"rastro/internal/harvests"
	"rastro/internal/intake"
	"rastro/internal/kind"
	"rastro/internal/store/postgres/pgtest"
	"rastro/internal/testkit"
	"rastro/internal/testkit/stores"
	"rastro/internal/trace"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) }

// counting counts the harvests that are reviewed.
type counting struct {
	*harvests.Lister
	reviewed atomic.Int64
}

type countingMemory struct {
	harvests.Memory
	of *counting
}

func (m countingMemory) Put(s harvests.State, card *harvests.Card) {
	m.of.reviewed.Add(1)
	m.Memory.Put(s, card)
}

func (c *counting) Named(ctx context.Context, by *trace.Key, names []string, budget int64, memory harvests.Memory) ([]*harvests.Card, error) {
	return c.Lister.Named(ctx, by, names, budget, countingMemory{memory, c})
}

// took returns how many harvests were reviewed since the last call.
func (c *counting) took() int64 { return c.reviewed.Swap(0) }

// site is a board over a store.
type site struct {
	testing.TB
	*board.Board
	app    *app.App
	root   *access.NewKey
	lister *counting
}

func newSite(tb testing.TB, store trace.Store, limits board.Limits) *site {
	tb.Helper()
	s := &site{TB: tb}
	s.app, s.root = stores.Rooted(tb, store, testkit.Ticking().Now)
	s.lister = &counting{Lister: s.app.Lister}
	s.Board = board.New(s.lister, store, s.app.Now, testkit.Silent(), limits)
	return s
}

// page returns the board of a key, by default the root's.
func (s *site) page(q board.Query, by ...*trace.Key) board.Page {
	s.Helper()
	if q.Target == "" {
		q.Target = harvest.EUDR
	}
	if q.Size == 0 {
		q.Size = 100
	}
	page, err := s.BoardPage(s.Context(), append(by, &s.root.Key)[0], q)
	if err != nil {
		s.Fatal(err)
	}
	return page
}

// names returns the harvests on a page.
func names(page board.Page) string {
	var all []string
	for _, row := range page.Rows {
		all = append(all, row.Card.HarvestID)
	}
	return strings.Join(all, " ")
}

func (s *site) create(prefix, harvestID, payload string) trace.ID {
	s.Helper()
	made, err := s.app.Create(s.Context(), &s.root.Key, kind.ByPrefix(prefix), trace.Envelope{HarvestID: harvestID, HarvestCode: "2024/25", Payload: []byte(payload)}, nil)
	if err != nil {
		s.Fatal(err)
	}
	return made.Record.ID
}

func (s *site) putProfile(harvestID, season, payload string) {
	s.Helper()
	if _, err := s.app.PutProfile(s.Context(), &s.root.Key, trace.Envelope{HarvestID: harvestID, HarvestCode: season, Payload: []byte(payload)}, trace.AnyVersion, nil); err != nil {
		s.Fatal(err)
	}
}

// keyOf makes a key that reads some harvests.
func (s *site) keyOf(harvests ...string) *trace.Key {
	s.Helper()
	made, err := s.app.CreateKey(s.Context(), &s.root.Key, access.Request{Name: "Algumas safras", Scopes: []trace.Scope{trace.Read}, Harvests: harvests}, nil)
	if err != nil {
		s.Fatal(err)
	}
	return &made.Key.Key
}

// fresh returns the cards of all harvests, made now.
func (s *site) fresh(by *trace.Key) map[string]*harvests.Card {
	s.Helper()
	all, _, err := s.app.Names(s.Context(), by, 1000)
	if err != nil {
		s.Fatal(err)
	}
	cards, err := s.app.Named(s.Context(), by, all, 0, harvests.NoMemory{})
	if err != nil {
		s.Fatal(err)
	}
	out := map[string]*harvests.Card{}
	for _, card := range cards {
		out[card.HarvestID] = card
	}
	return out
}

// Random writes: whatever is written, through whichever page, the board equals the current reviews,
// and finds what they would.
func TestBoardSaysWhatReviewsSay(t *testing.T) {
	stores.Each(t, func(t *testing.T, d *stores.Database) {
		seed := rand.Uint64()
		if given, err := strconv.ParseUint(os.Getenv("RASTRO_SEED"), 10, 64); err == nil {
			seed = given
		}
		t.Logf("seed %d", seed)
		random := rand.New(rand.NewPCG(seed, 2))
		s := newSite(t, d.Store(t), board.Limits{Rows: 100, PerRequest: 10_000})
		key := s.keyOf("S-1", "S-2", "S-3")
		written := map[string][]trace.ID{}
		for step := range 60 {
			name := fmt.Sprintf("S-%d", random.IntN(8))
			s.write(random, name, written)
			if step%3 != 0 {
				continue
			}
			for _, by := range []*trace.Key{&s.root.Key, key} {
				s.compare(random, by)
			}
		}
	})
}

// write writes something into a harvest that may affect its own review or those of others: lots,
// which others name, and land, which others claim.
func (s *site) write(random *rand.Rand, name string, written map[string][]trace.ID) {
	s.Helper()
	lotCode := fmt.Sprintf("L-%03d", random.IntN(6))
	square := fmt.Sprintf(`{"type":"Polygon","coordinates":[[[-55.%[1]d,-12],[-55.%[1]d,-12.005],[-55.%[2]d,-12.005],[-55.%[2]d,-12],[-55.%[1]d,-12]]]}`, 20+random.IntN(3), 30+random.IntN(3))
	switch random.IntN(7) {
	case 0:
		s.create(kind.Plan, name, `{"soja":"convencional","poligono":`+square+`}`)
	case 1:
		written[name] = append(written[name], s.create(kind.LotIdentification, name, `{"codigoLote":"`+lotCode+`"}`))
	case 2:
		s.create(kind.Receiving, name, `{"loteOrigem":"`+lotCode+`"}`)
	case 3:
		s.create(kind.Planting, name, `{"dataPlantio":"31/02/2025"}`)
	case 4:
		k := kind.All[random.IntN(len(kind.All))]
		if !k.IsValidation() {
			s.create(k.Prefix, name, k.Example)
		}
	case 5:
		s.create(kind.Validation, name, `{"status":"APROVADO","cultura":"SOJA"}`)
	case 6:
		if ids := written[name]; len(ids) > 0 {
			written[name] = ids[1:]
			if _, err := s.app.Delete(s.Context(), &s.root.Key, kind.ByPrefix(kind.LotIdentification), ids[0].String(), trace.AnyVersion); err != nil {
				s.Fatal(err)
			}
		}
	}
}

// compare requests the board and makes the reviews.
func (s *site) compare(random *rand.Rand, by *trace.Key) {
	s.Helper()
	now := s.app.Now()
	want := s.fresh(by)
	target := harvest.Targets[random.IntN(len(harvest.Targets))]
	// First the counts, before a page checks each of its rows again.
	for _, state := range board.States {
		found := 0
		for _, card := range want {
			of, _ := card.Found.For(string(target))
			switch state {
			case board.Ready, board.Pending:
				if of.Ready() == (state == board.Ready) {
					found++
				}
			case board.Unvalidated:
				if card.Validation == nil {
					found++
				}
			default:
				if card.Validation != nil && string(card.Validation.At(now)) == string(state) {
					found++
				}
			}
		}
		if got := s.page(board.Query{Target: target, State: state, Size: 1}, by).Found; got != found {
			s.Fatalf("the board finds %d harvests that are %s, reviews %d", got, state, found)
		}
	}
	page := s.page(board.Query{Target: target}, by)
	if page.Found != len(want) || len(page.Rows) != len(want) || page.Waiting != 0 {
		s.Fatalf("the board has %d rows and finds %d, %d wait; there are %d harvests", len(page.Rows), page.Found, page.Waiting, len(want))
	}
	for _, row := range page.Rows {
		card := want[row.Card.HarvestID]
		if !reflect.DeepEqual(row.Card.Verdict(now), card.Verdict(now)) || !reflect.DeepEqual(row.Card.Worst, card.Worst) {
			s.Fatalf("%s: the board says %+v, a review %+v", card.HarvestID, row.Card.Verdict(now), card.Verdict(now))
		}
		if of, ok := card.Found.For(string(target)); !ok || !reflect.DeepEqual(row.Readiness, of) {
			s.Fatalf("%s: the board says %+v, a review %+v", card.HarvestID, row.Readiness, of)
		}
	}
}

// What did not change is not reviewed again: not for another page, target, filter or key, and
// after a write only its harvest and those that it concerns.
func TestNothingIsReviewedTwice(t *testing.T) {
	stores.Each(t, func(t *testing.T, d *stores.Database) {
		s := newSite(t, d.Store(t), board.Limits{Rows: 100, PerRequest: 100_000})
		for i := range 30 {
			s.create(kind.Planting, fmt.Sprintf("S-%d", i), `{"dataPlantio":"05/10/2024"}`)
		}
		s.create(kind.Receiving, "S-7", `{"loteOrigem":"L-700"}`)
		s.page(board.Query{})
		if got := s.lister.took(); got != 30 {
			t.Fatalf("the first page took %d reviews of 30 harvests", got)
		}
		for _, q := range []board.Query{{}, {Target: harvest.Domestic}, {State: board.Pending}, {Text: "s-1"}, {Size: 5, Offset: 5}} {
			s.page(q)
		}
		if got := s.lister.took(); got != 0 {
			t.Errorf("pages of what did not change took %d reviews", got)
		}
		s.create(kind.Planting, "S-3", `{"dataPlantio":"06/10/2024"}`)
		s.page(board.Query{})
		if got := s.lister.took(); got != 1 {
			t.Errorf("after a write in one harvest %d were reviewed", got)
		}
		s.create(kind.LotIdentification, "S-9", `{"codigoLote":"L-700"}`)
		s.page(board.Query{Size: 1}) // neither of the two is on it
		if got := s.lister.took(); got != 2 {
			t.Errorf("a lot that another harvest names was identified, and %d harvests were reviewed, not both", got)
		}
	})
}

// Names are sorted as people read them, and searched anywhere, without regard to accents and
// capitals.
func TestFindAndSort(t *testing.T) {
	s := newSite(t, stores.SQLite(t).Store(t), board.Limits{})
	for _, name := range []string{"Talhão 10", "Talhão 2", "talhão 1", "Quadra 3"} {
		s.create(kind.Planting, name, `{"dataPlantio":"05/10/2024"}`)
	}
	s.putProfile("Quadra 3", "SAFRA 23/24", `{"cultura":"CAFE","produtor":"José Antônio"}`)
	for _, c := range []struct {
		q    board.Query
		want string
	}{
		{board.Query{}, "Quadra 3 talhão 1 Talhão 2 Talhão 10"},
		{board.Query{Desc: true}, "Talhão 10 Talhão 2 talhão 1 Quadra 3"},
		{board.Query{Text: "TALHAO"}, "talhão 1 Talhão 2 Talhão 10"},
		{board.Query{Text: "antonio"}, "Quadra 3"},
		{board.Query{Crop: "CAFE"}, "Quadra 3"},
		{board.Query{Season: "2023/24"}, "Quadra 3"}, {board.Query{Season: "2023-2024"}, "Quadra 3"},
		{board.Query{Offset: 1, Size: 2}, "talhão 1 Talhão 2"},
		{board.Query{Offset: 99}, ""},
		{board.Query{Sort: board.ByCrop}, "talhão 1 Talhão 2 Talhão 10 Quadra 3"},
		{board.Query{Text: "nada disso"}, ""},
	} {
		if got := names(s.page(c.q)); got != c.want {
			t.Errorf("%+v: %s, not %s", c.q, got, c.want)
		}
	}
	page := s.page(board.Query{Text: "nada disso"})
	if !slices.Equal(page.Crops, []string{"CAFE"}) || !slices.Equal(page.Seasons, []string{"2023/24", "2024/25"}) {
		t.Errorf("to choose from: crops %q, seasons %q", page.Crops, page.Seasons)
	}
}

// A board shows nothing of a harvest that its key may not read.
func TestAttackBoardOfLimitedKey(t *testing.T) {
	s := newSite(t, stores.SQLite(t).Store(t), board.Limits{})
	for _, name := range []string{"A-1", "A-2", "B-1"} {
		s.create(kind.Planting, name, `{"dataPlantio":"05/10/2024"}`)
	}
	s.putProfile("B-1", "2001/02", `{"cultura":"CAFE"}`)
	key := s.keyOf("A-1", "A-2", "A-3")
	s.page(board.Query{}) // as the root sees it
	page := s.page(board.Query{}, key)
	if names(page) != "A-1 A-2" || page.Found != 2 || page.More || len(page.Crops) != 0 || !slices.Equal(page.Seasons, []string{"2024/25"}) {
		t.Errorf("the key of A sees %s; %+v", names(page), page)
	}
	s.create(kind.Planting, "A-3", `{"dataPlantio":"05/10/2024"}`)
	s.create(kind.Planting, "B-2", `{"dataPlantio":"05/10/2024"}`)
	if got := names(s.page(board.Query{}, key)); got != "A-1 A-2 A-3" {
		t.Errorf("after writes the key of A sees %s", got)
	}
	if got := s.page(board.Query{Text: "B-"}, key); got.Found != 0 {
		t.Errorf("the key of A finds %s", names(got))
	}
}

// A write in a harvest that a key may not read does not show in the counts of its board.
func TestAttackBoardCountsOthersWrites(t *testing.T) {
	s := newSite(t, stores.SQLite(t).Store(t), board.Limits{Rows: 1000, PerRequest: 1})
	var mine []string
	for i := range 60 { // more than a page and two batches
		mine = append(mine, "A-"+strconv.Itoa(i))
		s.create(kind.Planting, mine[i], `{"dataPlantio":"05/10/2024"}`)
	}
	key := s.keyOf(mine...)
	if _, err := s.WholeBoard(t.Context(), key, board.Query{Target: harvest.EUDR}); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		if page := s.page(board.Query{Size: 1}, key); page.Waiting != 0 || page.Unreviewed != 0 {
			t.Fatalf("before: %+v", page)
		}
		s.create(kind.Planting, "B-1", `{"dataPlantio":"05/10/2024"}`)
		if page := s.page(board.Query{Size: 1}, key); page.Waiting != 0 || page.Unreviewed != 0 {
			t.Errorf("after someone wrote elsewhere: %d wait, %d unreviewed", page.Waiting, page.Unreviewed)
		}
	}
}

// A board keeps no more rows than its limit, over all its readers, and says what it leaves out.
func TestBoardIsBounded(t *testing.T) {
	s := newSite(t, stores.SQLite(t).Store(t), board.Limits{Rows: 3, PerRequest: 1000})
	for i := range 5 {
		s.create(kind.Planting, "S-"+strconv.Itoa(i), `{"dataPlantio":"05/10/2024"}`)
	}
	if page := s.page(board.Query{}); !page.More || names(page) != "S-0 S-1 S-2" {
		t.Errorf("%s, more: %v", names(page), page.More)
	}
	s.create(kind.Planting, "S-9", `{"dataPlantio":"05/10/2024"}`)
	if page := s.page(board.Query{}); !page.More || names(page) != "S-0 S-1 S-2" {
		t.Errorf("after a write: %s, more: %v", names(page), page.More)
	}
	key := s.keyOf("S-3", "S-4")
	other := s.keyOf("S-0", "S-1", "S-2")
	s.page(board.Query{}, key)
	s.page(board.Query{}, other) // which replaces the first key's rows, but not the root's
	s.lister.took()
	s.page(board.Query{})
	if got := s.lister.took(); got != 0 {
		t.Errorf("%d harvests of the root's were reviewed again", got)
	}
	s.page(board.Query{}, key)
	if got := s.lister.took(); got != 2 {
		t.Errorf("%d harvests were reviewed again, not the 2 that made room", got)
	}
}

// While some write in harvests, others request the board, and the rest is reviewed in the
// background. In the end the board equals the reviews, including its counts.
func TestBoardWhileOthersWrite(t *testing.T) {
	stores.Each(t, func(t *testing.T, d *stores.Database) {
		seed := rand.Uint64()
		t.Logf("seed %d", seed)
		s := newSite(t, d.Store(t), board.Limits{Rows: 100, PerRequest: 30})
		ctx, stop := context.WithCancel(t.Context())
		var all sync.WaitGroup
		all.Go(func() { s.Run(ctx) })
		var writers sync.WaitGroup
		for w := range 2 {
			writers.Go(func() {
				random, written := rand.New(rand.NewPCG(seed, uint64(w))), map[string][]trace.ID{}
				for range 25 {
					s.write(random, fmt.Sprintf("S-%d-%d", w, random.IntN(6)), written)
				}
			})
		}
		all.Go(func() {
			for ctx.Err() == nil {
				if _, err := s.BoardPage(ctx, &s.root.Key, board.Query{Target: harvest.EUDR, Size: 2}); err != nil && ctx.Err() == nil {
					t.Error(err)
				}
			}
		})
		writers.Wait()
		testkit.Eventually(t, "nothing waits", func() bool { return s.page(board.Query{Size: 1}).Waiting == 0 })
		s.compare(rand.New(rand.NewPCG(seed, 9)), &s.root.Key)
		stop()
		all.Wait()
	})
}

// A change of the catalogue changes what harvests lack.
func TestBoardFollowsTheCatalogue(t *testing.T) {
	s := newSite(t, stores.SQLite(t).Store(t), board.Limits{})
	s.create(kind.Planting, "S-1", `{"dataPlantio":"05/10/2024"}`)
	s.putProfile("S-1", "2024/25", `{"cultura":"SOJA"}`)
	total := func() int {
		row := s.page(board.Query{Target: harvest.Domestic}).Rows[0]
		return row.Readiness.Total
	}
	before := total()
	phases, err := s.app.Phases(t.Context(), &s.root.Key, catalogue.Filter{Crop: "SOJA"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	at := slices.IndexFunc(phases, func(p trace.CropPhase) bool {
		return p.Required && p.Kind() != nil && p.Kind().Prefix == kind.Harvesting
	})
	if at < 0 {
		t.Fatal("the catalogue does not require a harvesting")
	}
	if _, err := s.app.DeletePhase(t.Context(), &s.root.Key, phases[at].ID.String(), trace.AnyVersion); err != nil {
		t.Fatal(err)
	}
	if after := total(); after != before-1 {
		t.Errorf("%d steps are asked, then %d", before, after)
	}
}

// What a request leaves over is reviewed in the background, and a file waits for it.
func TestRestIsReviewedInBackground(t *testing.T) {
	s := newSite(t, stores.SQLite(t).Store(t), board.Limits{Rows: 1000, PerRequest: 1})
	for i := range 230 { // more than one query covers
		s.create(kind.Planting, "S-"+strconv.Itoa(i), `{"dataPlantio":"05/10/2024"}`)
	}
	page := s.page(board.Query{Size: 1})
	if page.Waiting == 0 || page.Found != 230 || page.Unreviewed == 0 {
		t.Fatalf("%+v", page)
	}
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() {
		defer close(done)
		s.Run(ctx)
	}()
	testkit.Eventually(t, "all harvests are reviewed", func() bool { return s.page(board.Query{Size: 1}).Waiting == 0 })
	stop()
	<-done
	s.create(kind.Planting, "S-7", `{"dataPlantio":"06/10/2024"}`)
	whole, err := s.WholeBoard(t.Context(), &s.root.Key, board.Query{Target: harvest.EUDR})
	if err != nil || len(whole.Rows) != 230 || whole.Waiting != 0 || whole.Unreviewed != 0 {
		t.Errorf("%d rows, %d wait, %v", len(whole.Rows), whole.Waiting, err)
	}
}

// BenchmarkBoard opens the board of RASTRO_BENCH_HARVESTS harvests (default 200), each with a
// record of every kind: with no change, after a write in one harvest, and with filters. It reports
// the bytes per row.
func BenchmarkBoard(b *testing.B) {
	n, err := strconv.Atoi(cmp.Or(os.Getenv("RASTRO_BENCH_HARVESTS"), "200"))
	if err != nil {
		b.Fatal(err)
	}
	s := newSite(b, stores.SQLite(b).Store(b), board.Limits{Rows: n, PerRequest: 1000})
	result, _, err := s.app.Import(b.Context(), &s.root.Key, &rows{n: n}, intake.Options{Mode: intake.ImportValid}, func(*intake.Result) error { return nil })
	if err != nil || result.Created == 0 {
		b.Fatalf("%+v %v", result, err)
	}
	before := heap()
	began := testkit.CPU()
	if _, err := s.WholeBoard(b.Context(), &s.root.Key, board.Query{Target: harvest.EUDR}); err != nil {
		b.Fatal(err)
	}
	b.Logf("%d harvests, %d records: %v of CPU for the first reviews, %d bytes a row", n, result.Created, testkit.CPU()-began, (heap()-before)/int64(n))
	for _, c := range []struct {
		name  string
		q     board.Query
		write bool
	}{{"unchanged", board.Query{}, false}, {"filtered", board.Query{State: board.Pending, Text: "s-1", Sort: board.ByShut}, false}, {"one written", board.Query{}, true}} {
		b.Run(c.name, func(b *testing.B) {
			c.q.Size, c.q.Target = 50, harvest.EUDR
			for b.Loop() {
				if c.write {
					b.StopTimer()
					s.create(kind.Planting, "S-7", `{"dataPlantio":"05/10/2024"}`)
					b.StartTimer()
				}
				s.page(c.q)
			}
		})
	}
}

// rows generates a record of every kind but validations for each of n harvests.
type rows struct{ next, n int }

func (r *rows) Next() (intake.Row, error) {
	at, of := r.next/len(kind.All), kind.All[r.next%len(kind.All)]
	if r.next++; at == r.n {
		return intake.Row{}, io.EOF
	}
	if of.IsValidation() {
		return r.Next()
	}
	payload := strings.ReplaceAll(of.Example, "MT25-S-001", fmt.Sprintf("MT25-S-%05d", at))
	if of.Prefix == kind.Plan {
		x := float64(at%100) / 50
		y := float64(at/100) / 50
		payload = fmt.Sprintf(`{"soja":"convencional","poligono":[%.6f,%.6f,%.6f,%.6f]}`, -55.720183+x, -12.550241-y, -55.710367+x, -12.540128-y)
	}
	return intake.Row{Line: int64(r.next), Kind: of, Envelope: trace.Envelope{HarvestID: "S-" + strconv.Itoa(at), HarvestCode: "2024/25", Payload: []byte(payload)}}, nil
}

func heap() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}
