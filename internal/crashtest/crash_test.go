// Package crashtest kills the program, and the database under it, at random
// moments while it writes. It then checks that every acknowledged write is
// complete, every other write is complete or absent, and nothing is there twice.
package crashtest

import (
	"database/sql"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib"
	_ "modernc.org/sqlite"

	"rastro/internal/store/postgres/pgtest"
	"rastro/internal/testkit"
)

const (
	writers = 8
	// seed makes the choices of the load repeat; the moments of the crashes
	// depend on the machine as well.
	seed = 20261115
	// leastAcked is how much is written before a crash, mostSpared how much may be
	// written beyond that.
	leastAcked = 24
	mostSpared = 150
)

// crash is one way to end a round.
type crash func(t *testing.T, p *process) (survivor *process)

// theServer kills the server and leaves the store.
func theServer(_ *testing.T, p *process) *process {
	p.kill()
	return nil
}

// scene is a store and how to look into it.
type scene struct {
	db       string // as the server is told
	open     func() (*sql.DB, error)
	id, from string // of readJournal
}

func TestSQLite(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "rastro.db")
	s := scene{
		db:   "sqlite:" + path,
		open: func() (*sql.DB, error) { return sql.Open("sqlite", "file:"+path+"?_pragma=busy_timeout(5000)") },
		id:   "hex(id)", from: "journal JOIN harvest ON harvest.num = journal.harvest",
	}
	crashes := make([]crash, 15)
	for i := range crashes {
		crashes[i] = theServer
	}
	s.play(t, crashes)
}

func TestPostgres(t *testing.T) {
	t.Parallel()
	cluster := pgtest.New(t)
	dsn := cluster.DSN(t)
	s := scene{
		db:   dsn + "&pool_max_conns=6", // few lanes, so that writers share commits
		open: func() (*sql.DB, error) { return sql.Open("pgx", dsn) },
		id:   "replace(id::text, '-', '')", from: "journal",
	}
	theDatabase := func(t *testing.T, p *process) *process {
		cluster.Kill(t)
		cluster.Start(t)
		return p
	}
	both := func(t *testing.T, p *process) *process {
		var wg sync.WaitGroup
		wg.Go(p.kill)
		cluster.Kill(t)
		wg.Wait()
		cluster.Start(t)
		return nil
	}
	s.play(t, []crash{theServer, theDatabase, theServer, both, theServer, theDatabase, theServer, both, theDatabase})
}

// play lets writers write through one crash after another.
func (s scene) play(t *testing.T, crashes []crash) {
	random := rand.New(rand.NewPCG(seed, 0))
	clients := make([]*writer, writers)
	for i := range clients {
		clients[i] = &writer{name: fmt.Sprintf("w%d", i), random: rand.New(rand.NewPCG(seed, uint64(i+1)))}
	}
	p := startProcess(t, s.db)
	var total int64
	var open, happened int
	for round, crash := range crashes {
		acked := &acknowledged{enough: leastAcked + random.Int64N(mostSpared), reached: make(chan struct{})}
		var over atomic.Bool
		var load sync.WaitGroup
		for _, w := range clients {
			load.Go(func() { w.run(t, p, acked, &over) })
		}
		idle := make(chan struct{}) // closed when no writer continues: some write failed
		go func() {
			load.Wait()
			close(idle)
		}()
		select {
		case <-acked.reached: // the crash comes in the middle of the others' writes
		case <-idle:
		case <-time.After(testkit.Patience):
			t.Fatalf("round %d: %d writes within %s", round, acked.Load(), testkit.Patience)
		}
		survivor := crash(t, p)
		over.Store(true)
		load.Wait()
		if total += acked.Load(); t.Failed() {
			t.Fatalf("round %d failed under load; the server said:\n%s", round, p.output)
		}
		if p = survivor; p == nil {
			p = startProcess(t, s.db)
		}
		for _, w := range clients {
			if w.pending != nil {
				open++
			}
		}
		happened += s.verify(t, p, clients)
		if t.Failed() {
			t.Fatalf("round %d (seed %d) failed after %d acknowledged writes; the server said:\n%s", round, seed, total, p.output)
		}
	}
	t.Logf("%d crashes, %d writes acknowledged, %d left open, of which %d had happened", len(crashes), total, open, happened)
}

// verify settles what was left open, tells how much of it had happened, and
// looks at everything.
func (s scene) verify(t *testing.T, p *process, clients []*writer) (happened int) {
	t.Helper()
	testkit.Eventually(t, "the server is ready", func() bool {
		a, err := p.do("GET", "/readyz", "", "")
		return err == nil && a.status == 200
	})
	db, err := s.open()
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	before := readJournal(t, db, s.id, s.from)
	for _, w := range clients {
		if w.settle(t, p, before) {
			happened++
		}
	}
	readJournal(t, db, s.id, s.from).verify(t, db, clients)
	var checks sync.WaitGroup
	for _, w := range clients {
		checks.Go(func() { w.check(t, p) })
	}
	checks.Wait()
	for _, prefix := range prefixes {
		live := 0
		for _, w := range clients {
			for _, r := range w.records {
				if r.prefix == prefix && !r.deleted {
					live++
				}
			}
		}
		a, err := p.do("GET", prefix+"?size=1", "", "")
		if want := fmt.Sprintf(`"totalElements":%d,`, live); err != nil || !strings.Contains(string(a.body), want) {
			t.Errorf("%s: %s, %v; want %s", prefix, a.body, err, want)
		}
	}
	return happened
}
