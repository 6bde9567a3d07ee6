package drive

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"rastro/internal/testkit"
)

const (
	writers = 8
	// leastAcked is how much is written before a disturbance, mostSpared how much more may be
	// written.
	leastAcked = 24
	mostSpared = 150
)

// Load is a number of writers, and what they know about a store.
type Load struct {
	Acked    int64 // writes that were acknowledged
	Open     int   // writes without an answer
	Happened int   // how many of those had happened

	random  *rand.Rand
	writers []*writer
	prober  *writer // the last of them, which writes between rounds
	kept    []checkpoint
}

// NewLoad returns a load, whose choices repeat with the seed, including the write at which a
// disturbance strikes; the moment within that write depends on the machine as well.
func NewLoad(seed uint64) *Load {
	l := &Load{random: rand.New(rand.NewPCG(seed, 0)), writers: make([]*writer, writers+1)}
	for i := range l.writers {
		l.writers[i] = &writer{name: fmt.Sprintf("w%d", i), random: rand.New(rand.NewPCG(seed, uint64(i+1)))}
	}
	l.prober = l.writers[writers]
	l.prober.onlyCreates = true
	return l
}

// Round is a load while it runs.
type Round struct {
	tb    testing.TB
	acked counter
	idle  chan struct{} // closed when no writer continues
}

// counter counts writes, and signals when there are enough.
type counter struct {
	mu      sync.Mutex
	n       int64
	enough  int64
	reached chan struct{}
}

func (c *counter) add() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.n++; c.n == c.enough {
		close(c.reached)
	}
}

// more returns a channel that is closed after n more.
func (c *counter) more(n int64) <-chan struct{} {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.enough, c.reached = c.n+n, make(chan struct{})
	return c.reached
}

// More waits until n more writes are acknowledged, or no writer continues.
func (r *Round) More(n int64) {
	r.tb.Helper()
	select {
	case <-r.acked.more(n):
	case <-r.idle:
	case <-time.After(testkit.Patience):
		r.tb.Fatalf("not %d more writes within %s", n, testkit.Patience)
	}
}

// Stopped waits until no writer continues, because each had a write without success.
func (r *Round) Stopped() {
	r.tb.Helper()
	select {
	case <-r.idle:
	case <-time.After(testkit.Patience):
		r.tb.Fatalf("writes are still acknowledged after %s", testkit.Patience)
	}
}

// Going reports whether a writer continues.
func (r *Round) Going() bool {
	select {
	case <-r.idle:
		return false
	default:
		return true
	}
}

// Round lets all writers write, and calls disturb in the middle of that. A writer ends with its
// first write that is not acknowledged; the others end when disturb has returned.
func (l *Load) Round(tb testing.TB, s *Server, disturb func(*Round)) {
	tb.Helper()
	l.RoundOn(tb, []*Server{s}, disturb)
}

// RoundOn is Round with the writers spread over several servers of one store.
func (l *Load) RoundOn(tb testing.TB, servers []*Server, disturb func(*Round)) {
	tb.Helper()
	r := &Round{tb: tb, idle: make(chan struct{})}
	reached := r.acked.more(leastAcked + l.random.Int64N(mostSpared))
	var over atomic.Bool
	var running sync.WaitGroup
	for i, w := range l.writers[:writers] {
		running.Go(func() { w.run(tb, servers[i%len(servers)], &r.acked, &over) })
	}
	go func() {
		running.Wait()
		close(r.idle)
	}()
	defer func() { // also when disturb ends the test
		over.Store(true)
		running.Wait()
	}()
	select {
	case <-reached: // disturb the server in the middle of the others' writes
	case <-r.idle:
	case <-time.After(testkit.Patience):
		tb.Fatalf("%d writes within %s", r.acked.n, testkit.Patience)
	}
	disturb(r)
	over.Store(true)
	running.Wait()
	if l.Acked += r.acked.n; tb.Failed() {
		for _, s := range servers {
			tb.Logf("a server said:\n%s", s.Complaints())
		}
		tb.Fatalf("failed under load after %d acknowledged writes", l.Acked)
	}
}

// Writes reports whether the server accepts a write now.
func (l *Load) Writes(tb testing.TB, s *Server) bool {
	var acked counter
	l.prober.step(tb, s, &acked)
	l.Acked += acked.n
	return acked.n > 0
}

// Reads reports whether the server answers a read from the store now.
func (l *Load) Reads(s *Server) bool {
	a, err := s.Do("GET", prefixes[0]+"?size=1", "")
	return err == nil && a.Status == http.StatusOK
}

// Recovered waits until the server is ready and accepts writes. It reports whether the first
// write after the server reported ready was accepted; a server that also reports failing writes
// promised nothing.
func (l *Load) Recovered(tb testing.TB, s *Server) (honest bool) {
	tb.Helper()
	warned := false
	testkit.Eventually(tb, "the server is ready", func() bool {
		ready, said := s.Ready()
		warned = strings.Contains(said, `"escritaFalhando":true`)
		return ready
	})
	honest = l.Writes(tb, s) || warned
	if !honest || warned {
		testkit.Eventually(tb, "the server takes writes", func() bool { return l.Writes(tb, s) })
	}
	return honest
}

// Check settles open writes and checks everything: the journal, its commitments and counts, the
// server's answers, and that the log extends all kept checkpoints.
func (l *Load) Check(tb testing.TB, store *Store, s *Server) {
	tb.Helper()
	db, err := store.open()
	if err != nil {
		tb.Fatal(err)
	}
	defer db.Close()
	before := store.readJournal(tb, db)
	for _, w := range l.writers {
		l.Open += len(w.pending)
		l.Happened += w.settle(tb, s, before)
	}
	store.readJournal(tb, db).verify(tb, db, l.writers)
	var checks sync.WaitGroup
	for _, w := range l.writers {
		checks.Go(func() { w.check(tb, s) })
	}
	checks.Wait()
	for _, prefix := range prefixes {
		live := 0
		for _, w := range l.writers {
			for _, r := range w.records {
				if r.prefix == prefix && !r.deleted {
					live++
				}
			}
		}
		a, err := s.Do("GET", prefix+"?size=1", "")
		if want := fmt.Sprintf(`"totalElements":%d,`, live); err != nil || !strings.Contains(string(a.Body), want) {
			tb.Errorf("%s: %s, %v; want %s", prefix, a.Body, err, want)
		}
	}
	l.checkLog(tb, s)
	if tb.Failed() {
		tb.Fatalf("failed after %d acknowledged writes; the server said:\n%s", l.Acked, s.Complaints())
	}
}
