//go:build spread

package citus

import (
	"context"
	"crypto/rand"
	"fmt"
	"log/slog"
	mathrand "math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"rastro/internal/app"
	"rastro/internal/kind"
	"rastro/internal/store/citus/citustest"
	"rastro/internal/store/postgres/pgtest"
	"rastro/internal/trace"
)

// What make bench-spread measures, with one Rastro on each worker. Every node has the same small
// share of a processor, so that the share is the limit, also on a machine that has other things to do.
const (
	warming = 5 * time.Second
	writers = 48 // of each server: what waits is committed together
	readers = 6  // per server: each has a connection, which takes a while to warm up
)

// share returns the percentage of a processor that a node has.
func share() int { return number("SPREAD_SHARE", 10) }

func seconds() time.Duration { return time.Duration(number("SPREAD_SECONDS", 12)) * time.Second }

func number(name string, fallback int) int {
	if n, err := strconv.Atoi(os.Getenv(name)); err == nil {
		return n
	}
	return fallback
}

// node is a server with its share of a processor, and how long it was held back.
type node struct{ folder string }

const control = "/sys/fs/cgroup/cpu"

func limited(tb testing.TB, server *pgtest.Cluster, percent int) *node {
	tb.Helper()
	pid, err := server.Pid()
	if err != nil {
		tb.Fatal(err)
	}
	n := &node{filepath.Join(control, fmt.Sprintf("rastro-spread-%d", pid))}
	put := func(file, text string) {
		if err := os.WriteFile(filepath.Join(n.folder, file), []byte(text), 0o644); err != nil {
			tb.Fatalf("%v: make bench-spread needs the processor controller of cgroups at %s", err, control)
		}
	}
	if err := os.MkdirAll(n.folder, 0o755); err != nil {
		tb.Fatal(err)
	}
	put("cpu.cfs_period_us", "50000")
	put("cpu.cfs_quota_us", strconv.Itoa(500*percent))
	children, err := os.ReadFile(fmt.Sprintf("/proc/%d/task/%d/children", pid, pid))
	if err != nil {
		tb.Fatal(err)
	}
	put("cgroup.procs", strconv.Itoa(pid))
	for _, child := range strings.Fields(string(children)) {
		_ = os.WriteFile(filepath.Join(n.folder, "cgroup.procs"), []byte(child), 0o644) // one that has ended needs no limit
	}
	tb.Cleanup(func() { // a folder with processes cannot be removed
		left, _ := os.ReadFile(filepath.Join(n.folder, "cgroup.procs"))
		for _, one := range strings.Fields(string(left)) {
			_ = os.WriteFile(filepath.Join(control, "cgroup.procs"), []byte(one), 0o644)
		}
		_ = os.Remove(n.folder)
	})
	return n
}

// throttled returns in how many of its periods the node was short of processor time.
func (n *node) throttled() (held, periods float64) {
	text, _ := os.ReadFile(filepath.Join(n.folder, "cpu.stat"))
	for line := range strings.Lines(string(text)) {
		fmt.Sscanf(line, "nr_periods %f", &periods)
		fmt.Sscanf(line, "nr_throttled %f", &held)
	}
	return held, periods
}

// spread is a database on some workers, with a server on each of them.
type spread struct {
	stores   []trace.Store
	services []*app.App
	admin    *pgx.Conn
	nodes    []*node
}

func newSpread(b *testing.B, c *citustest.Cluster, dsn []string, percent int) *spread {
	b.Helper()
	w := &spread{}
	for _, address := range dsn[1:] {
		s := openAt(b, address+"&pool_max_conns=24")
		service, err := app.New(b.Context(), s, app.Options{Now: time.Now, Random: rand.Reader, Log: slog.New(slog.DiscardHandler)})
		if err == nil && len(w.services) == 0 {
			err = service.StartLog(b.Context(), "")
		}
		if err != nil {
			b.Fatal(err)
		}
		w.stores, w.services = append(w.stores, s), append(w.services, service)
	}
	var err error
	if w.admin, err = pgx.Connect(b.Context(), dsn[0]); err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = w.admin.Close(context.Background()) })
	if percent > 0 {
		for _, server := range c.Nodes {
			w.nodes = append(w.nodes, limited(b, server, percent))
		}
	}
	return w
}

// during runs callers of all servers for a while, after a moment to get going, and returns how
// often a second they were done, and how often they failed.
func (w *spread) during(callers int, each func(ctx context.Context, server int) error) (rate float64, failed int64) {
	ctx, cancel := context.WithCancel(context.Background())
	var done, errs atomic.Int64
	var wg sync.WaitGroup
	for server := range w.stores {
		for range callers {
			wg.Go(func() {
				for ctx.Err() == nil {
					if err := each(ctx, server); err != nil {
						errs.Add(1)
					} else {
						done.Add(1)
					}
				}
			})
		}
	}
	time.Sleep(warming)
	before, began := done.Load(), time.Now()
	time.Sleep(seconds())
	rate = float64(done.Load()-before) / time.Since(began).Seconds()
	failed = errs.Load()
	cancel()
	wg.Wait()
	return rate, failed
}

var writerKey = &trace.Key{AccessKey: "rk_spread", Scopes: []trace.Scope{trace.Read, trace.Write}}

func (w *spread) create(server int, prefix, payload string, written func(trace.Record)) error {
	made, err := w.services[server].Create(context.Background(), writerKey, kind.ByPrefix(prefix),
		trace.Envelope{HarvestID: fmt.Sprint("S-", mathrand.N(2000)), HarvestCode: "2025/26", Payload: []byte(payload)}, nil)
	if err == nil && written != nil {
		written(made.Record)
	}
	return err
}

func (w *spread) update(server int, r trace.Record, payload string) error {
	_, err := w.services[server].Update(context.Background(), writerKey, r.Kind,
		trace.Envelope{ID: r.ID.String(), HarvestID: r.HarvestID, HarvestCode: r.HarvestCode, Payload: []byte(payload)}, nil)
	return err
}

// made are records that callers have written.
type made struct {
	mu  sync.Mutex
	all []trace.Record
}

func (m *made) add(r trace.Record) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.all = append(m.all, r)
}

func (m *made) any() trace.Record {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.all[mathrand.N(len(m.all))]
}

const (
	plain = `{"variedade":"BRS 284","dataPlantio":"2025-10-03","observacoes":"talhão 14, linha dupla"}`
	named = `{"loteOrigem":"L-%d","volume":"10 t","observacoes":"talhão 14, linha dupla, balança 2"}`
)

func BenchmarkSpread(b *testing.B) {
	for _, n := range []int{1, 2, 4} {
		b.Run(fmt.Sprintf("workers %d", n), func(b *testing.B) {
			c := citustest.NewInMemory(b, n, "citus.shard_count = 8")
			w := newSpread(b, c, c.DSN(b), share())
			var plantings, receipts made
			creates, failedCreates := w.during(writers, func(_ context.Context, server int) error {
				return w.create(server, kind.Planting, plain, plantings.add)
			})
			lots, failedLots := w.during(writers, func(_ context.Context, server int) error {
				return w.create(server, kind.Receiving, fmt.Sprintf(named, mathrand.N(1_000_000)), receipts.add)
			})
			updates, failedUpdates := w.during(writers, func(_ context.Context, server int) error {
				return w.update(server, plantings.any(), plain)
			})
			lotUpdates, failedLotUpdates := w.during(writers, func(_ context.Context, server int) error {
				return w.update(server, receipts.any(), fmt.Sprintf(named, mathrand.N(1_000_000)))
			})
			reads, failedReads := w.during(readers, func(_ context.Context, server int) error {
				_, err := w.stores[server].Record(context.Background(), plantings.any().ID)
				return err
			})
			b.ReportMetric(creates, "creates/s")
			b.ReportMetric(lots, "lot-creates/s")
			b.ReportMetric(updates, "updates/s")
			b.ReportMetric(lotUpdates, "lot-updates/s")
			b.ReportMetric(reads, "reads/s")
			b.ReportMetric(float64(failedCreates+failedLots+failedUpdates+failedLotUpdates+failedReads), "failed")
			for i, node := range w.nodes {
				held, periods := node.throttled()
				b.ReportMetric(100*held/periods, fmt.Sprintf("%%held-node%d", i))
			}
			b.ReportMetric(0, "ns/op")
		})
	}
}

// BenchmarkRebalance adds a worker and moves shards to it while servers write.
func BenchmarkRebalance(b *testing.B) {
	c := citustest.NewInMemory(b, 2, "citus.shard_count = 8")
	third, err := pgtest.Launch(append(citustest.NodeSettings(), "citus.shard_count = 8")...)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = third.Remove() })
	dsn := c.DSN(b)
	w := newSpread(b, c, dsn, 0)
	database := dsn[0][strings.LastIndex(dsn[0], "/")+1:]
	database, _, _ = strings.Cut(database, "?")
	if err := third.Exec("CREATE DATABASE " + database + " TEMPLATE template0"); err != nil {
		b.Fatal(err)
	}
	conn, err := pgx.Connect(b.Context(), third.URL(database))
	if err == nil {
		_, err = conn.Exec(b.Context(), `CREATE EXTENSION citus`)
		_ = conn.Close(b.Context())
	}
	if err == nil {
		_, err = w.admin.Exec(b.Context(), `SELECT citus_add_node('127.0.0.1', $1)`, third.Port())
	}
	if err != nil {
		b.Fatal(err)
	}
	var plantings made
	before, _ := w.during(writers, func(_ context.Context, server int) error {
		return w.create(server, kind.Planting, plain, plantings.add)
	})
	var took time.Duration
	moved := make(chan error, 1)
	began := time.Now()
	go func() {
		_, err := w.admin.Exec(b.Context(), `SELECT citus_rebalance_start(shard_transfer_mode := 'force_logical')`)
		if err == nil {
			_, err = w.admin.Exec(b.Context(), `SELECT citus_rebalance_wait()`)
		}
		took = time.Since(began)
		moved <- err
	}()
	var done, failed atomic.Int64
	ctx, cancel := context.WithCancel(b.Context())
	var wg sync.WaitGroup
	for server := range w.stores {
		for range writers {
			wg.Go(func() {
				for ctx.Err() == nil {
					if w.create(server, kind.Planting, plain, plantings.add) != nil {
						failed.Add(1)
					} else {
						done.Add(1)
					}
				}
			})
		}
	}
	if err := <-moved; err != nil {
		b.Error(err)
	}
	cancel()
	wg.Wait()
	lost := 0
	for i, r := range plantings.all {
		if i%10 == 0 {
			if _, err := w.stores[0].Record(b.Context(), r.ID); err != nil {
				lost++
			}
		}
	}
	var shards int64
	if err := w.admin.QueryRow(b.Context(), `SELECT count(*) FROM citus_shards WHERE nodeport = $1 AND citus_table_type = 'distributed'`, third.Port()).Scan(&shards); err != nil {
		b.Error(err)
	}
	b.ReportMetric(before, "creates/s-before")
	b.ReportMetric(float64(done.Load())/took.Seconds(), "creates/s-meanwhile")
	b.ReportMetric(float64(failed.Load()), "failed")
	b.ReportMetric(float64(lost), "lost-of-a-tenth")
	b.ReportMetric(took.Seconds(), "s-moving")
	b.ReportMetric(float64(shards), "shards-moved")
	b.ReportMetric(0, "ns/op")
}

// BenchmarkLostWorker kills one of three workers, and starts it again.
func BenchmarkLostWorker(b *testing.B) {
	c := citustest.New(b, 3)
	w := newSpread(b, c, c.DSN(b), 0)
	w.stores, w.services = w.stores[:1], w.services[:1] // keep the server of a worker that stays
	var ids []trace.ID
	for range 300 {
		if err := w.create(0, kind.Planting, plain, func(r trace.Record) { ids = append(ids, r.ID) }); err != nil {
			b.Fatal(err)
		}
	}
	ask := func() (written, read float64) {
		for range 100 {
			if w.create(0, kind.Planting, plain, nil) == nil {
				written++
			}
			if _, err := w.stores[0].Record(b.Context(), ids[mathrand.N(len(ids))]); err == nil {
				read++
			}
		}
		return written, read
	}
	c.Nodes[2].Kill(b)
	written, read := ask()
	began := time.Now()
	c.Nodes[2].Start(b)
	for all := 0; all < 20; {
		if w.create(0, kind.Planting, plain, nil) == nil {
			all++
		} else {
			all = 0
		}
	}
	b.ReportMetric(written, "%written-meanwhile")
	b.ReportMetric(read, "%read-meanwhile")
	b.ReportMetric(time.Since(began).Seconds(), "s-until-all-written")
	b.ReportMetric(0, "ns/op")
}
