//go:build linux

// Package failover takes down the leader of a PostgreSQL cluster under two busy servers, in the
// ways in which machines fail. Afterwards no acknowledged write is lost, the public log extends
// every checkpoint that either server served, `rastro verify` and fsck pass, and both servers work
// again without a restart.
//
// make test does so twice; make failover takes the number from its variable and prints a table.
package failover

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"rastro/internal/testkit"
	"rastro/internal/testkit/drive"
)

// seed makes the choices of the load repeatable.
const seed = 20261118

func TestMain(m *testing.M) { os.Exit(drive.Main(m)) }

// takedown is a way in which a leader is lost.
type takedown struct {
	name string
	down func(t *testing.T, s *site, m *machine)
	up   func(t *testing.T, s *site, m *machine)
}

var takedowns = []takedown{
	{"PostgreSQL killed", killPostgres, func(*testing.T, *site, *machine) {}}, // Patroni starts it again
	{"network cut", cut, func(t *testing.T, _ *site, m *machine) { command(t, "ip", "link", "set", m.cable, "up") }},
	{"machine paused", pause, func(t *testing.T, _ *site, m *machine) { m.signal(t, syscall.SIGCONT) }},
	{"machine killed", kill, func(t *testing.T, s *site, m *machine) { s.startNode(t, m) }},
}

func killPostgres(t *testing.T, _ *site, m *machine) {
	file, err := os.ReadFile(filepath.Join(m.folder, "data", "postmaster.pid"))
	if err != nil {
		t.Fatal(err)
	}
	first, _, _ := strings.Cut(string(file), "\n")
	pid, err := strconv.Atoi(first)
	if err == nil {
		err = syscall.Kill(pid, syscall.SIGKILL)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func cut(t *testing.T, _ *site, m *machine) { command(t, "ip", "link", "set", m.cable, "down") }

func pause(t *testing.T, _ *site, m *machine) { m.signal(t, syscall.SIGSTOP) }

func kill(t *testing.T, _ *site, m *machine) {
	testkit.Eventually(t, "the machine is dead", func() bool {
		m.signal(t, syscall.SIGKILL)
		return len(m.pids(t)) == 0
	})
}

// times returns how many leaders are taken down.
func times() int {
	n, err := strconv.Atoi(os.Getenv("FAILOVER_TIMES"))
	if err != nil {
		return 2
	}
	return n
}

// result is a row of the table.
type result struct {
	takedown string
	acked    int64
	open     int
	down     time.Duration
	log      string
}

func TestFailover(t *testing.T) {
	s := newSite(t)
	const who = "rastro:test"
	admin, err := pgx.Connect(t.Context(), s.url(5000, "postgres:CHANGE-ME-1", "postgres"))
	if err != nil {
		t.Fatal(err)
	}
	for _, statement := range []string{"CREATE USER rastro PASSWORD 'test'", "CREATE DATABASE rastro OWNER rastro TEMPLATE template0"} {
		if _, err := admin.Exec(t.Context(), statement); err != nil {
			t.Fatalf("%s: %v", statement, err)
		}
	}
	_ = admin.Close(context.Background())
	store := drive.Postgres(s.url(5000, who, "rastro"))
	servers := []*drive.Server{drive.Start(t, store, drive.How{})}
	servers = append(servers, drive.Start(t, store, drive.How{}))
	load := drive.NewLoad(seed)
	var rows []result
	for i := range times() {
		row := takedowns[i%len(takedowns)].play(t, s, store, load, servers)
		t.Logf("%s: %.1f s until both servers write; %d acknowledged", row.takedown, row.down.Seconds(), row.acked)
		rows = append(rows, row)
	}
	if file := os.Getenv("FAILOVER_TABLE"); file != "" {
		if err := os.WriteFile(file, []byte(table(rows)), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// table writes the results as a Markdown table.
func table(rows []result) string {
	var b strings.Builder
	b.WriteString("| Leader | Acknowledged | Without an answer | Lost | Seconds until both servers wrote again | verify, fsck |\n|---|---|---|---|---|---|\n")
	for _, r := range rows {
		fmt.Fprintf(&b, "| %s | %d | %d | 0 | %.1f | %s |\n", r.takedown, r.acked, r.open, r.down.Seconds(), r.log)
	}
	return b.String()
}

// play takes the leader down in the middle of a load, waits until both servers write again,
// brings it back and looks at everything.
func (d takedown) play(t *testing.T, s *site, store *drive.Store, load *drive.Load, servers []*drive.Server) result {
	t.Helper()
	row := result{takedown: d.name, acked: load.Acked, open: load.Open}
	leader := s.leader()
	var begin time.Time
	followed := load.Follow(servers...)
	load.RoundOn(t, servers, func(*drive.Round) {
		begin = time.Now()
		d.down(t, s, leader)
		for _, server := range servers {
			told(t, d.name, load, server)
		}
		for _, server := range servers {
			eventually(t, d.name+": the server writes again", func() bool { return load.Writes(t, server) })
		}
		row.down = time.Since(begin)
	})
	d.up(t, s, leader)
	s.whole(t)
	followed()
	store.Settled(t, false)
	for _, server := range servers {
		load.Recovered(t, server)
		load.Check(t, store, server)
	}
	row.acked, row.open, row.log = load.Acked-row.acked, load.Open-row.open, sound(t, store, servers[0])
	return row
}

// told waits until a server's readiness tells the truth, without a leader or with one again.
func told(t *testing.T, what string, load *drive.Load, server *drive.Server) {
	t.Helper()
	eventually(t, what+": readiness tells the truth", func() bool {
		ready, said := server.Ready()
		return !ready || strings.Contains(said, `"escritaFalhando":true`) || load.Writes(t, server)
	})
}

// sound checks all promises of the store, with our own command and with an independent program, and
// returns which of them passed.
func sound(t *testing.T, store *drive.Store, server *drive.Server) string {
	t.Helper()
	store.Verify(t)
	checked := "pass, pass"
	if !drive.Fsck(t, server, store.LogKey(t)) {
		checked = "pass, not installed"
	}
	if t.Failed() {
		t.Fatalf("the server said:\n%s", server.Complaints())
	}
	return checked
}

// The documents show the configuration that is tested here.
func TestDocumentedConfiguration(t *testing.T) {
	document, err := os.ReadFile(filepath.Join("..", "..", "docs", "operations.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"patroni.yml", "haproxy.cfg"} {
		text, err := os.ReadFile(filepath.Join("testdata", name))
		if err != nil {
			t.Fatal(err)
		}
		if shown := "```\n" + string(text) + "```\n"; !strings.Contains(string(document), shown) {
			t.Errorf("docs/operations.md does not show %s as it is:\n%s", name, shown)
		}
	}
}
