//go:build linux

package chaos

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"rastro/internal/store/postgres/pgtest"
	"rastro/internal/testkit"
	"rastro/internal/testkit/drive"
)

// effect is what a fault does to writes.
type effect int

const (
	bears effect = iota // writes continue
	stops               // they fail
	hangs               // they wait
)

// fault is something that goes wrong.
type fault struct {
	name   string
	engine string
	effect effect
	where  func(*testing.T) *site                             // nil: a site that it shares with others
	lacks  func() error                                       // why it cannot be injected here; nil: it always can
	inject func(t *testing.T, s *site, r *drive.Round) func() // returns a function that ends it
	during func(t *testing.T, s *site)                        // what else must be true meanwhile
	after  func(t *testing.T, s *site)                        // and afterwards
}

// site is a server with its database.
type site struct {
	folder  string
	store   *drive.Store
	cluster *pgtest.Cluster
	server  *drive.Server
	load    *drive.Load
	cable   *cable // to the server's network, if that is its own
}

func newSite(t *testing.T, folder string, cluster *pgtest.Cluster, how drive.How) *site {
	t.Helper()
	s := &site{folder: folder, cluster: cluster, load: drive.NewLoad(seed)}
	if cluster == nil {
		s.store = drive.SQLite(filepath.Join(folder, "rastro.db"))
		how.Env = append(how.Env, "TMPDIR="+folder)
	} else {
		s.store = drive.Postgres(cluster.DSN(t))
	}
	s.server = drive.Start(t, s.store, how)
	return s
}

func onFile(t *testing.T) *site { return newSite(t, t.TempDir(), nil, drive.How{}) }

// fewConnections is how many connections the database server of the tests takes: few, so
// that they are soon used up.
const fewConnections = 20

func onServer(t *testing.T) *site {
	return newSite(t, t.TempDir(), pgtest.New(t, fmt.Sprintf("max_connections = %d", fewConnections)), drive.How{})
}

func TestFaultsSQLite(t *testing.T) {
	t.Parallel()
	inTurn(t, onSQLite, onFile)
}

func TestFaultsPostgres(t *testing.T) {
	t.Parallel()
	inTurn(t, onPostgres, onServer)
}

// inTurn injects the faults of an engine one after another, most of them on one site.
func inTurn(t *testing.T, engine string, shared func(*testing.T) *site) {
	times := number("TIMES", 1)
	if times == 0 {
		return
	}
	common := shared(t)
	for _, f := range faults {
		if f.engine != engine {
			continue
		}
		t.Run(strings.NewReplacer(" ", "_", ",", "").Replace(f.name), func(t *testing.T) {
			if f.lacks != nil {
				if err := f.lacks(); err != nil {
					note(result{fault: f.name, engine: f.engine, ready: err.Error()})
					t.Skipf("cannot be injected here: %v", err)
				}
			}
			s := common
			if f.where != nil {
				s = f.where(t)
			}
			f.play(t, s, times)
		})
		if t.Failed() {
			return // its leftovers would fail the next fault
		}
	}
	sound(t, common.store, common.server)
}

// play injects a fault several times and records the results.
func (f *fault) play(t *testing.T, s *site, times int) {
	row := result{fault: f.name, engine: f.engine, times: times, ready: "yes"}
	acked := s.load.Acked
	for range times {
		row.down = append(row.down, f.round(t, s))
	}
	row.acked = s.load.Acked - acked
	if f.where != nil || times > 1 { // in a short run, a site that faults share is checked when all faults are over
		row.log = sound(t, s.store, s.server)
	}
	note(row)
}

// round injects a fault in the middle of a load, checks, removes the fault and checks again.
func (f *fault) round(t *testing.T, s *site) (down time.Duration) {
	t.Helper()
	s.load.Keep(t, s.server)
	var begin time.Time
	s.load.Round(t, s.server, func(r *drive.Round) {
		undo := f.inject(t, s, r)
		over := false
		undone := func() {
			if !over {
				over = true
				undo()
			}
		}
		defer undone()
		switch f.effect {
		case bears:
			r.More(40)
			if !r.Going() {
				t.Fatalf("%s: a write failed; the server said:\n%s", f.name, s.server.Complaints())
			}
		case stops:
			r.Stopped()
		}
		f.told(t, s)
		if f.during != nil {
			f.during(t, s)
		}
		begin = time.Now()
		undone()
		if f.effect == hangs {
			s.store.Settled(t, false)
		}
	})
	select {
	case <-s.server.Ended:
		t.Fatalf("%s ended the server, which said:\n%s", f.name, s.server.Complaints())
	default:
	}
	if !s.load.Recovered(t, s.server) {
		t.Errorf("%s: the server said that it was ready, and refused the next write; it said:\n%s", f.name, s.server.Complaints())
	}
	down = time.Since(begin)
	testkit.Eventually(t, f.name+": readiness says that writes work again", func() bool {
		ready, said := s.server.Ready()
		return ready && !strings.Contains(said, "escritaFalhando")
	})
	s.load.Check(t, s.store, s.server)
	if f.after != nil {
		f.after(t, s)
	}
	return down
}

// told waits until readiness tells the truth during a fault: 200 if the server accepts reads and
// writes, 503 if it cannot answer from its store. If it can only read, both are allowed, but it
// must say that it does not write.
func (f *fault) told(t *testing.T, s *site) {
	t.Helper()
	if f.effect == bears {
		for range 5 {
			if ready, said := s.server.Ready(); !ready {
				t.Errorf("%s: readiness says %s", f.name, said)
			}
		}
		return
	}
	testkit.Eventually(t, f.name+": readiness tells the truth", func() bool {
		ready, said := s.server.Ready()
		return !ready || strings.Contains(said, `"escritaFalhando":true`) && s.load.Reads(s.server)
	})
}
