package chaos

import (
	"fmt"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"rastro/internal/store/citus/citustest"
	"rastro/internal/store/postgres/pgtest"
	"rastro/internal/testkit/drive"
)

// killsPerStore limits the growth of a store: after each kill all of it is read.
const killsPerStore = 100

// crash is a way to end a round.
type crash func(t *testing.T, s *drive.Server) (survivor *drive.Server)

// theServer kills the server and leaves the store.
func theServer(_ *testing.T, s *drive.Server) *drive.Server {
	s.Kill()
	return nil
}

func TestKillSQLite(t *testing.T) {
	t.Parallel()
	killed(t, onSQLite, number("KILLS_SQLITE", 4), func(t *testing.T) (*drive.Store, []crash) {
		return drive.SQLite(filepath.Join(t.TempDir(), "rastro.db")), []crash{theServer}
	})
}

func TestKillPostgres(t *testing.T) {
	t.Parallel()
	cluster := pgtest.New(t)
	theDatabase := func(t *testing.T, s *drive.Server) *drive.Server {
		cluster.Kill(t)
		cluster.Start(t)
		return s
	}
	both := func(t *testing.T, s *drive.Server) *drive.Server {
		var wg sync.WaitGroup
		wg.Go(s.Kill)
		cluster.Kill(t)
		wg.Wait()
		cluster.Start(t)
		return nil
	}
	killed(t, onPostgres, number("KILLS_POSTGRES", 3), func(t *testing.T) (*drive.Store, []crash) {
		return drive.Postgres(cluster.DSN(t)), []crash{theServer, theDatabase, both} // a short run has each crash once
	})
}

// The nodes of a distributed database are killed in turn.
func TestKillSpread(t *testing.T) {
	t.Parallel()
	cluster := citustest.New(t, 3)
	node := func(n int) crash {
		return func(t *testing.T, s *drive.Server) *drive.Server {
			cluster.Nodes[n].Kill(t)
			cluster.Nodes[n].Start(t)
			return s
		}
	}
	killed(t, onCitus, number("KILLS_CITUS", 6), func(t *testing.T) (*drive.Store, []crash) {
		return drive.Postgres(cluster.DSN(t)[0]), []crash{node(1), theServer, node(0), node(2), theServer, node(3)}
	})
}

// killed kills that many times, on one fresh store after another.
func killed(t *testing.T, engine string, kills int, fresh func(*testing.T) (*drive.Store, []crash)) {
	row := result{fault: "kill -9 under mixed load", engine: engine, ready: "yes"}
	drive.Program(t) // takes a while to build
	late := deadline()
	for done := 0; done < kills && !late(); done += killsPerStore {
		t.Run(fmt.Sprintf("from %d", done), func(t *testing.T) {
			store, crashes := fresh(t)
			load := drive.NewLoad(seed + uint64(done))
			down, checked := play(t, store, load, crashes, min(killsPerStore, kills-done), late)
			row.acked += load.Acked
			row.down, row.log = append(row.down, down...), checked
			t.Logf("%d writes acknowledged, %d left open, of which %d had happened", load.Acked, load.Open, load.Happened)
		})
		if t.Failed() {
			return
		}
	}
	if row.times = len(row.down); row.times > 0 {
		note(row)
	}
}

// deadline bounds a run that is told how long it may take; others end with their last kill.
func deadline() (late func() bool) {
	minutes := number("MINUTES", 0)
	end := time.Now().Add(time.Duration(minutes) * time.Minute)
	return func() bool { return minutes > 0 && time.Now().After(end) }
}

// play lets writers write through one crash after another. A server is ready when it says so, and
// must then accept writes.
func play(t *testing.T, store *drive.Store, load *drive.Load, crashes []crash, rounds int, late func() bool) (down []time.Duration, checked string) {
	t.Helper()
	s := drive.Start(t, store, drive.How{})
	for round := range rounds {
		if late() {
			break
		}
		var begin time.Time
		var survivor *drive.Server
		load.Keep(t, s)
		load.Round(t, s, func(*drive.Round) {
			begin = time.Now()
			survivor = crashes[round%len(crashes)](t, s)
		})
		if survivor == nil {
			store.Settled(t, true)
			survivor = drive.Start(t, store, drive.How{})
		}
		s = survivor
		if !load.Recovered(t, s) {
			t.Errorf("the server said that it was ready, and refused the next write; it said:\n%s", s.Complaints())
		}
		down = append(down, time.Since(begin))
		load.Check(t, store, s)
	}
	return down, sound(t, store, s)
}
