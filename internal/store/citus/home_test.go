package citus

import (
	"context"
	"fmt"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"

	"rastro/internal/home"
	"rastro/internal/store/citus/citustest"
	"rastro/internal/testkit"
	"rastro/internal/trace"
)

// proxied returns a cluster whose workers are reached through proxies, by other nodes and by servers.
func proxied(t *testing.T, workers int) (dsn []string, proxies []*proxy) {
	t.Helper()
	cluster := citustest.New(t, workers)
	for i, worker := range cluster.Workers() {
		p := startProxy(t, worker.Port())
		proxies, cluster.Ports[i+1] = append(proxies, p), p.port
	}
	return cluster.DSN(t), proxies
}

// prepares returns how many transactions the workers were told to prepare.
func prepares(proxies []*proxy) (n int64) {
	for _, p := range proxies {
		n += p.prepares.Load()
	}
	return n
}

// writeEach writes each record in a transaction of its own, all at once, so that they share groups.
func writeEach(t *testing.T, s trace.Store, records []trace.Record) {
	t.Helper()
	var all sync.WaitGroup
	for i := range records {
		all.Go(func() {
			err := s.Update(home.OfRecord(context.Background(), &records[i]), func(w trace.Writer) error {
				return w.Append(context.Background(), records[i])
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
}

// someRecords are n records of n harvests.
func someRecords(t *testing.T, name string, n int) (records []trace.Record) {
	t.Helper()
	taken := map[uint16]bool{}
	for i := 0; len(records) < n; i++ {
		records = append(records, manyRecords(t, fmt.Sprint(name, "-", i), taken)...)
	}
	return records[:n]
}

// What belongs to the harvests of one worker is committed in groups of that worker, which are not
// prepared: by servers on the coordinator and on workers. A transaction on several workers is.
func TestHomeGroupsAreCommittedAtOnce(t *testing.T) {
	dsn, proxies := proxied(t, 2)
	want := int64(0)
	var stores []trace.Store
	for node, address := range dsn {
		s := openAt(t, address)
		stores = append(stores, s)
		round := 0
		write := func() (prepared int64) {
			round++
			before := prepares(proxies)
			records := someRecords(t, fmt.Sprint("home-", node, "-", round), 48)
			writeEach(t, s, records)
			want += int64(len(records))
			return prepares(proxies) - before
		}
		testkit.Eventually(t, "groups are committed at once", func() bool { return write() == 0 })
		before := s.(*Store).Work()
		for range 3 {
			if n := write(); n != 0 {
				t.Errorf("node %d: workers were told to prepare %d transactions of one worker each", node, n)
			}
		}
		after := s.(*Store).Work()
		if groups, writes := after.Groups-before.Groups, after.Writes-before.Writes; groups >= writes {
			t.Errorf("node %d: %d transactions for %d writes, want groups", node, groups, writes)
		}
		mixed := someRecords(t, fmt.Sprint("mixed-", node), 12)
		before2 := prepares(proxies)
		if err := writeAll(s, mixed); err != nil {
			t.Fatal(err)
		}
		want += int64(len(mixed))
		if prepares(proxies) == before2 {
			t.Errorf("node %d: no worker was told to prepare a transaction of all: nothing is counted", node)
		}
	}
	service := startLog(t, stores[0])
	integrateTo(t, stores[0], service, want)
	checkStore(t, stores[0], want)
}

// moveShards moves a worker's shards of the journal, with those colocated with them, to the other
// worker.
func moveShards(ctx context.Context, admin *pgx.Conn) error {
	rows, err := admin.Query(ctx, `SELECT shardid, nodename, nodeport, (SELECT n.nodeport FROM pg_dist_node n WHERE n.shouldhaveshards AND n.nodeport <> s.nodeport)
		FROM citus_shards s WHERE table_name = 'journal'::regclass AND nodeport = (SELECT min(nodeport) FROM pg_dist_node WHERE shouldhaveshards)`)
	if err != nil {
		return err
	}
	type move struct {
		shard    int64
		host     string
		from, to int32
	}
	moves, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (m move, err error) {
		return m, row.Scan(&m.shard, &m.host, &m.from, &m.to)
	})
	for _, m := range moves {
		if err == nil {
			_, err = admin.Exec(ctx, `SELECT citus_move_shard_placement($1, $2, $3, $2, $4, shard_transfer_mode := 'force_logical')`, m.shard, m.host, m.from, m.to)
		}
	}
	if err == nil && len(moves) == 0 {
		err = fmt.Errorf("there is nothing to move")
	}
	return err
}

// While shards move, servers that still know their old location write correctly, and find the new
// one by themselves.
func TestHomeMoves(t *testing.T) {
	dsn, proxies := proxied(t, 2)
	s := openAt(t, dsn[0])
	admin, err := pgx.Connect(t.Context(), dsn[0])
	if err != nil {
		t.Fatal(err)
	}
	defer admin.Close(context.Background())
	var all []trace.Record
	round := 0
	write := func() (prepared int64) {
		round++
		before := prepares(proxies)
		records := someRecords(t, fmt.Sprint("round-", round), 24)
		writeEach(t, s, records)
		all = append(all, records...)
		return prepares(proxies) - before
	}
	testkit.Eventually(t, "groups are committed at once", func() bool { return write() == 0 })
	moved := make(chan error, 1)
	go func() { moved <- moveShards(context.Background(), admin) }()
	for moving := true; moving; {
		select {
		case err := <-moved:
			if err != nil {
				t.Fatal(err)
			}
			moving = false
		default:
			write()
		}
	}
	testkit.Eventually(t, "groups are committed at once again", func() bool { return write() == 0 })
	for _, r := range all {
		if got, err := s.Record(t.Context(), r.ID); err != nil || got.Hash != r.Hash {
			t.Errorf("record %s: %v", r.ID, err)
		}
	}
	service := startLog(t, s)
	want := int64(len(all))
	integrateTo(t, s, service, want)
	checkStore(t, s, want)
}
