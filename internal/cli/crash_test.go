package cli_test

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"testing"
	"time"

	"rastro/internal/ledger"
	"rastro/internal/testkit"
)

// acknowledged is a version whose write was answered with success.
type acknowledged struct {
	id      string
	version int64
	hash    string
}

// witness remembers the servers' promises: what they acknowledged, and every checkpoint they
// showed.
type witness struct {
	mu          sync.Mutex
	acks        []acknowledged
	checkpoints map[string]bool
}

func (w *witness) acknowledge(body []byte) error {
	var answer struct {
		Data struct {
			ID, Hash string
			Versao   int64
		}
	}
	if err := json.Unmarshal(body, &answer); err != nil {
		return err
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.acks = append(w.acks, acknowledged{answer.Data.ID, answer.Data.Versao, answer.Data.Hash})
	return nil
}

func (w *witness) saw(checkpoint []byte) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.checkpoints[string(checkpoint)] = true
}

func (w *witness) count() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return len(w.acks)
}

// load writes to a server, and reads its checkpoints, until the server is gone. Enough is closed
// after a number of acknowledged writes.
func (w *witness) load(t *testing.T, c client, n int) (enough <-chan struct{}, over func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	reached, once := make(chan struct{}), sync.Once{}
	wrote := make(chan struct{}, 1) // signals that something was acknowledged
	want := w.count() + n
	var group sync.WaitGroup
	send := func(method, path, body string) ([]byte, bool) {
		status, answer, _, err := c.do(ctx, method, path, body)
		if err != nil {
			return nil, false // killed
		}
		if status != http.StatusOK && status != http.StatusCreated {
			t.Errorf("%s %s: %d %s", method, path, status, answer)
			return nil, false
		}
		return answer, true
	}
	for lane := range 8 {
		group.Go(func() {
			for i := 0; ; i++ {
				envelope := fmt.Sprintf(`"safraId":"S-%d","dados":{"quantidadeSemente":%d}`, lane, i)
				answer, ok := send(http.MethodPost, planting, "{"+envelope+"}")
				if !ok {
					return
				}
				if err := w.acknowledge(answer); err != nil {
					t.Errorf("%v in %s", err, answer)
					return
				}
				if i%3 == 0 {
					var r made
					if err := json.Unmarshal(answer, &r); err != nil {
						t.Error(err)
						return
					}
					if answer, ok = send(http.MethodPut, planting, `{"id":"`+r.Data.ID+`",`+envelope+"}"); !ok {
						return
					}
					if err := w.acknowledge(answer); err != nil {
						t.Errorf("%v in %s", err, answer)
						return
					}
				}
				if w.count() >= want {
					once.Do(func() { close(reached) })
				}
				select {
				case wrote <- struct{}{}:
				default:
				}
			}
		})
	}
	group.Go(func() {
		for {
			checkpoint, ok := send(http.MethodGet, "/log/checkpoint", "")
			if !ok {
				return
			}
			w.saw(checkpoint)
			select {
			case <-wrote: // before that the log has nothing new
			case <-ctx.Done():
				return
			}
		}
	})
	return reached, func() {
		cancel()
		group.Wait()
		once.Do(func() { close(reached) })
	}
}

// tiles reads a server's log over HTTP.
func (c client) tiles(ctx context.Context) ledger.ReadTile {
	return func(tile ledger.Tile) ([]byte, error) {
		status, data, _, err := c.do(ctx, http.MethodGet, "/log/"+tile.Path(), "")
		if err == nil && status != http.StatusOK {
			err = fmt.Errorf("%s: %d %s", tile.Path(), status, data)
		}
		return data, err
	}
}

// entries reads all entries of a log of a given size.
func (c client) entries(t *testing.T, size int64) map[string]int64 {
	t.Helper()
	places := map[string]int64{}
	for first := int64(0); first < size; first += ledger.TileWidth {
		width := min(ledger.TileWidth, int(size-first))
		bundle, err := c.tiles(t.Context())(ledger.Tile{Level: ledger.EntryLevel, Index: first / ledger.TileWidth, Width: width})
		if err != nil {
			t.Fatal(err)
		}
		entries, err := ledger.Entries(bundle)
		if err != nil {
			t.Fatal(err)
		}
		for i, entry := range entries {
			places[hex.EncodeToString(entry)] = first + int64(i)
		}
	}
	return places
}

// keptWord checks that a server keeps its own promises and those of earlier ones on the same store:
// the log extends every checkpoint ever shown, and contains every acknowledged write. It returns
// how long the last of them took to appear.
func (w *witness) keptWord(t *testing.T, c client, key string) time.Duration {
	t.Helper()
	began := time.Now()
	var took time.Duration
	until(t, func(bool) bool {
		tree, signed := checkpointOf(t, c, key)
		w.saw(signed)
		places := c.entries(t, tree.Size)
		took = time.Since(began)
		missing := 0
		for _, ack := range w.acks {
			if _, ok := places[ack.hash]; !ok {
				missing++
			}
		}
		if missing > 0 && took > testkit.Patience {
			t.Fatalf("%d of %d acknowledged writes are not in the log after %v", missing, len(w.acks), took)
		}
		return missing == 0
	})
	verifier, err := ledger.NewVerifier(key)
	if err != nil {
		t.Fatal(err)
	}
	tree, _ := checkpointOf(t, c, key)
	for checkpoint := range w.checkpoints {
		older, err := verifier.Open([]byte(checkpoint))
		if err != nil {
			t.Errorf("a checkpoint that was shown: %v\n%s", err, checkpoint)
			continue
		}
		if older.Size > tree.Size {
			t.Errorf("a checkpoint of %d entries was shown, the log has %d", older.Size, tree.Size)
			continue
		}
		proof, err := ledger.Consistency(tree, c.tiles(t.Context()), older.Size)
		if err == nil {
			err = ledger.CheckConsistency(proof, tree, older)
		}
		if err != nil {
			t.Errorf("the log of %d entries does not extend the %d that were shown: %v", tree.Size, older.Size, err)
		}
	}
	return took
}

// proved checks proofs of the newest acknowledged writes, as a stranger would.
func (w *witness) proved(t *testing.T, c client, key string, newest int) {
	t.Helper()
	verifier, err := ledger.NewVerifier(key)
	if err != nil {
		t.Fatal(err)
	}
	for _, ack := range w.acks[max(0, len(w.acks)-newest):] {
		status, body, _, err := c.do(t.Context(), http.MethodGet, planting+"/"+ack.id+"/prova?versao="+strconv.FormatInt(ack.version, 10), "")
		if err != nil || status != http.StatusOK {
			t.Errorf("the proof of %s version %d: %d %s, %v", ack.id, ack.version, status, body, err)
			continue
		}
		proof, err := ledger.ReadProof(body)
		if err == nil {
			_, err = proof.Check(verifier)
		}
		if err != nil || proof.Hash != ack.hash {
			t.Errorf("the proof of %s version %d: %v, of %s", ack.id, ack.version, err, proof.Hash)
		}
	}
}

// Killed at any moment, a server loses nothing that it acknowledged and retracts nothing that it
// showed.
func TestLogSurvivesKill(t *testing.T) {
	checker := findFsck(t)
	rounds := map[string]int{"sqlite": 10, "postgres": 6}
	for _, engine := range engines {
		t.Run(engine.name, func(t *testing.T) {
			db := engine.db(t)
			w := &witness{checkpoints: map[string]bool{}}
			server := spawn(t, db)
			key := logKey(t, db)
			var waits []time.Duration
			for range rounds[engine.name] {
				enough, over := w.load(t, server.client, 1+rand.IntN(200))
				<-enough
				server.kill()
				over()
				if t.Failed() {
					t.Fatalf("the server said:\n%s", server.err)
				}
				server = spawn(t, db)
				waits = append(waits, w.keptWord(t, server.client, key))
				w.proved(t, server.client, key, 20)
			}
			said(t, "verify while the server is running", []string{"verify", "--db", db}, 0, "0 waiting for it\n", "")
			tree, _ := checkpointOf(t, server.client, key)
			fsckPasses(t, checker, server.client, key, tree.Size)
			slices.Sort(waits)
			median, worst := waits[len(waits)/2], waits[len(waits)-1]
			t.Logf("%d writes acknowledged, %d checkpoints shown, %d entries; after a restart all were in the log within %v, at worst %v",
				len(w.acks), len(w.checkpoints), tree.Size, median, worst)
		})
	}
}

// Of servers that share a database one integrates; when it is killed another
// does.
func TestAnotherServerTakesOver(t *testing.T) {
	checker := findFsck(t)
	db := engines[1].db(t)
	w := &witness{checkpoints: map[string]bool{}}
	first := spawn(t, db)
	key := logKey(t, db)
	second := spawn(t, db)
	for round, servers := range [][2]*process{{first, second}, {second, nil}} {
		dying, living := servers[0], servers[1]
		if living == nil {
			living = spawn(t, db)
		}
		enough, over := w.load(t, dying.client, 100)
		alsoEnough, alsoOver := w.load(t, living.client, 100)
		<-enough
		<-alsoEnough
		dying.kill()
		over()
		create(t, living.client, `{}`)
		alsoOver()
		r := create(t, living.client, `{}`) // after nobody else writes any more
		w.acks = append(w.acks, acknowledged{r.Data.ID, 1, r.Data.Hash})
		t.Logf("round %d: it took %v until another server took over", round, w.keptWord(t, living.client, key))
		w.proved(t, living.client, key, 20)
		if round == 1 {
			tree, _ := checkpointOf(t, living.client, key)
			fsckPasses(t, checker, living.client, key, tree.Size)
		}
	}
	said(t, "verify while the server is running", []string{"verify", "--db", db}, 0, "0 waiting for it\n", "")
}

// A write is in a signed checkpoint at most a second after it was answered. One try
// that shows it is enough: the others may have waited for the machine.
func TestWriteIsLoggedWithinASecond(t *testing.T) {
	for _, engine := range engines {
		t.Run(engine.name, func(t *testing.T) {
			db := engine.db(t)
			c, _ := serve(t, db)
			key := logKey(t, db)
			waitFor(t, c, key, 2)
			size := int64(2)
			testkit.Eventually(t, "a write is in the log within a second", func() bool {
				create(t, c, `{}`)
				answered := time.Now()
				size++
				waitFor(t, c, key, size)
				return time.Since(answered) <= time.Second
			})
		})
	}
}
