// Package citustest gives tests a database distributed over several PostgreSQL servers by the Citus
// extension: a coordinator and its workers, all on loopback.
//
// Tests run if the extension is installed. Otherwise they are skipped, which the run reports in one
// line. A package whose tests use it must stop the servers before it exits:
//
//	func TestMain(m *testing.M) { os.Exit(citustest.Main(m, func() {})) }
package citustest

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"rastro/internal/store/postgres/pgtest"
)

// patience bounds preparing a database, which takes seconds on an idle machine.
const patience = 15 * time.Minute

// nodeSettings are the settings of every node. Few shards make tests short; each connection of a
// server needs room for one more.
var nodeSettings = []string{
	"shared_preload_libraries = 'citus'", "max_connections = 500", "max_prepared_transactions = 500", "max_worker_processes = 64", "wal_level = logical",
	"citus.shard_count = 4", "citus.node_conninfo = 'sslmode=disable'", "citus.recover_2pc_interval = '1s'", "deadlock_timeout = '200ms'",
}

// NodeSettings returns the lines of postgresql.conf that a node needs.
func NodeSettings() []string { return slices.Clone(nodeSettings) }

// Cluster is a coordinator, which is the first node, and its workers.
type Cluster struct {
	Nodes []*pgtest.Cluster
	// Ports are where the nodes reach each other: a test may put a proxy in between.
	Ports []int
}

// Coordinator returns the first node.
func (c *Cluster) Coordinator() *pgtest.Cluster { return c.Nodes[0] }

// Workers returns the other nodes.
func (c *Cluster) Workers() []*pgtest.Cluster { return c.Nodes[1:] }

var shared struct {
	once    sync.Once
	cluster *Cluster
	err     error

	mu      sync.Mutex
	skipped int
}

// workers is how many the shared cluster has.
const workers = 3

// Shared returns a coordinator with three workers, one cluster for each test process.
func Shared(tb testing.TB) *Cluster {
	tb.Helper()
	require(tb)
	shared.once.Do(func() { shared.cluster, shared.err = launch(workers, pgtest.Launch) })
	if shared.err != nil {
		tb.Fatal(shared.err)
	}
	return shared.cluster
}

// New starts a cluster for one test, whose nodes it may pause, kill and restart: they sync.
func New(tb testing.TB, workers int, settings ...string) *Cluster {
	tb.Helper()
	require(tb)
	c, err := launch(workers, func(own ...string) (*pgtest.Cluster, error) { return pgtest.New(tb, append(own, settings...)...), nil })
	if err != nil {
		tb.Fatal(err)
	}
	return c
}

// NewInMemory is New without files that last, for measurements.
func NewInMemory(tb testing.TB, workers int, settings ...string) *Cluster {
	tb.Helper()
	require(tb)
	c, err := launch(workers, func(own ...string) (*pgtest.Cluster, error) { return pgtest.Launch(append(own, settings...)...) })
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		for _, node := range c.Nodes {
			if err := node.Remove(); err != nil {
				tb.Error(err)
			}
		}
	})
	return c
}

// require skips a test where the extension is not installed.
func require(tb testing.TB) {
	tb.Helper()
	there, err := pgtest.HasExtension("citus")
	if err == nil && there {
		return
	}
	shared.mu.Lock()
	shared.skipped++
	shared.mu.Unlock()
	tb.Skip("citustest: the extension citus is not installed here: docs/scale.md says how to install it")
}

// Main runs the tests, calls done, which closes what they share, stops the servers, and returns the
// exit code.
func Main(m *testing.M, done func()) int {
	code := m.Run()
	done()
	if shared.skipped > 0 {
		fmt.Fprintf(os.Stderr, "citustest: NOT TESTED: %d tests need the extension citus, which is not installed here\n", shared.skipped)
	}
	if shared.cluster == nil {
		return code
	}
	var errs []error
	for _, node := range shared.cluster.Nodes {
		errs = append(errs, node.Remove())
	}
	if err := errors.Join(errs...); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return max(code, 1)
	}
	return code
}

func launch(workers int, start func(...string) (*pgtest.Cluster, error)) (*Cluster, error) {
	c := &Cluster{}
	for range workers + 1 {
		node, err := start(nodeSettings...)
		if err != nil {
			for _, other := range c.Nodes {
				err = errors.Join(err, other.Remove())
			}
			return nil, err
		}
		c.Nodes, c.Ports = append(c.Nodes, node), append(c.Ports, node.Port())
	}
	return c, nil
}

// DSN returns the addresses of a new, empty database on every node, the coordinator's first. Its
// workers are known to the coordinator. It is dropped when the test ends.
func (c *Cluster) DSN(tb testing.TB) []string {
	tb.Helper()
	name := newName()
	err := c.create(name, "template0")
	if err == nil {
		err = c.join(name)
	}
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { c.drop(tb, name) })
	return c.urls(name)
}

// Apart returns the DSN of a database whose nodes do not know each other until join is called.
func (c *Cluster) Apart(tb testing.TB) (dsn []string, join func() error) {
	tb.Helper()
	name := newName()
	if err := c.create(name, "template0"); err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { c.drop(tb, name) })
	return c.urls(name), func() error { return c.join(name) }
}

func newName() string { return "rastro_" + strings.ToLower(rand.Text()) }

func (c *Cluster) urls(name string) []string {
	var urls []string
	for _, node := range c.Nodes {
		urls = append(urls, node.URL(name))
	}
	return urls
}

// each runs a statement on every node at once.
func (c *Cluster) each(statement string) error {
	errs := make([]error, len(c.Nodes))
	var wg sync.WaitGroup
	for i, node := range c.Nodes {
		wg.Go(func() { errs[i] = node.Exec(statement) })
	}
	wg.Wait()
	return errors.Join(errs...)
}

func (c *Cluster) create(name, template string) error {
	return c.each("CREATE DATABASE " + name + " TEMPLATE " + template)
}

func (c *Cluster) drop(tb testing.TB, name string) {
	tb.Helper()
	// A node's own daemon would come back.
	err := c.each("ALTER DATABASE " + name + " ALLOW_CONNECTIONS false")
	for range 5 {
		if err != nil {
			break
		}
		if err = c.each("DROP DATABASE IF EXISTS " + name + " WITH (FORCE)"); err == nil {
			return
		}
		err = nil
	}
	tb.Log("not dropped: ", name, err) // for example a database on a node that the test removed
}

// join creates the extension on every node, and registers the others with the coordinator.
func (c *Cluster) join(name string) error {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	for i := len(c.Nodes) - 1; i >= 0; i-- { // the coordinator last
		conn, err := pgx.Connect(ctx, c.Nodes[i].URL(name))
		if err != nil {
			return err
		}
		_, err = conn.Exec(ctx, `CREATE EXTENSION citus`)
		if err == nil && i == 0 {
			_, err = conn.Exec(ctx, `SELECT citus_set_coordinator_host('127.0.0.1', $1)`, c.Ports[0])
			for _, port := range c.Ports[1:] {
				if err == nil {
					_, err = conn.Exec(ctx, `SELECT citus_add_node('127.0.0.1', $1)`, port)
				}
			}
		}
		if err = errors.Join(err, conn.Close(ctx)); err != nil {
			return fmt.Errorf("citustest: %w", err)
		}
	}
	return nil
}
