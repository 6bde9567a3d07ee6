package postgres

import (
	"context"
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"rastro/internal/replica"
	"rastro/internal/store/postgres/pgtest"
	"rastro/internal/testkit"
	"rastro/internal/trace"
)

// duo is the stores of two servers on one database. The second reads from replicas.
type duo struct {
	t             *testing.T
	writes, reads *Store
	keys          int
}

func newDuo(t *testing.T, dsn string, replicas ...string) *duo {
	t.Helper()
	ctx := context.Background()
	d := &duo{t: t}
	for _, s := range []**Store{&d.writes, &d.reads} {
		var err error
		if *s, err = Open(ctx, dsn); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { (*s).Close() })
	}
	if err := d.reads.ReadFrom(ctx, replicas); err != nil {
		t.Fatal(err)
	}
	return d
}

// write writes a key with one store.
func (d *duo) write() {
	d.t.Helper()
	d.keys++
	err := d.writes.Update(context.Background(), func(w trace.Writer) error {
		return w.PutKey(context.Background(), trace.Key{AccessKey: fmt.Sprintf("rk_%d", d.keys), Name: "k"})
	})
	if err != nil {
		d.t.Fatal(err)
	}
}

// see reads with the other, both ways, and reports how many of the reads a replica answered.
// All that was written has to be there.
func (d *duo) see() (answered int64) {
	d.t.Helper()
	before := d.reads.FromReplicas()
	ctx := replica.May(context.Background())
	keys, err := d.reads.Keys(ctx)
	if err != nil || len(keys) != d.keys {
		d.t.Fatalf("a read has %d keys, %v; want %d", len(keys), err, d.keys)
	}
	err = d.reads.View(ctx, func(r trace.Reader) error {
		keys, err = r.Keys(ctx)
		return err
	})
	if err != nil || len(keys) != d.keys {
		d.t.Fatalf("a view has %d keys, %v; want %d", len(keys), err, d.keys)
	}
	return d.reads.FromReplicas() - before
}

// Replicas answer, and never without what another server has just written: if they do not
// have it yet, or are stopped, the leader answers.
func TestReplicasAreNeverBehind(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	leader := pgtest.New(t)
	dsn, follower := leader.DSN(t), leader.Replica(t)
	d := newDuo(t, dsn, follower.At(t, dsn))
	d.write()
	testkit.Eventually(t, "the replica answers", func() bool { return d.see() == 2 })
	for range 50 {
		d.write()
		d.see()
	}

	admin, err := pgx.Connect(ctx, follower.At(t, dsn))
	if err != nil {
		t.Fatal(err)
	}
	defer admin.Close(ctx)
	if _, err := admin.Exec(ctx, `SELECT pg_wal_replay_pause()`); err != nil {
		t.Fatal(err)
	}
	testkit.Eventually(t, "nothing is replayed", func() bool {
		var state string
		if err := admin.QueryRow(ctx, `SELECT pg_get_wal_replay_pause_state()`).Scan(&state); err != nil {
			t.Fatal(err)
		}
		return state == "paused"
	})
	d.write()
	if n := d.see(); n != 0 {
		t.Errorf("a replica that replays nothing answered %d reads", n)
	}
	if _, err := admin.Exec(ctx, `SELECT pg_wal_replay_resume()`); err != nil {
		t.Fatal(err)
	}
	testkit.Eventually(t, "the replica answers again", func() bool { return d.see() == 2 })

	follower.Kill(t)
	d.write()
	if n := d.see(); n != 0 {
		t.Errorf("a replica that is gone answered %d reads", n)
	}
	follower.Start(t)
	testkit.Eventually(t, "the replica answers after its end", func() bool { return d.see() == 2 })

	before := d.reads.FromReplicas()
	if _, err := d.reads.Keys(ctx); err != nil || d.reads.FromReplicas() != before {
		t.Errorf("a replica answered a read that did not allow it, %v", err)
	}
	read := replica.May(ctx)
	if err := d.reads.Update(read, func(w trace.Writer) error { _, err := w.KeyRevision(read); return err }); err != nil {
		t.Fatal(err)
	}
	if _, err := d.reads.Keys(read); err != nil || d.reads.FromReplicas() != before {
		t.Errorf("a replica answered a request that had written, %v", err)
	}
}

// A replica that goes away in the middle is noticed: the request is then made again.
func TestReplicaGoesAway(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	leader := pgtest.New(t)
	dsn, follower := leader.DSN(t), leader.Replica(t)
	d := newDuo(t, dsn, follower.At(t, dsn))
	d.write()
	testkit.Eventually(t, "the replica answers", func() bool { return d.see() == 2 })
	read := replica.May(ctx)
	err := d.reads.View(read, func(r trace.Reader) error {
		if _, err := r.Keys(read); err != nil {
			t.Errorf("before: %v", err)
		}
		follower.Kill(t)
		_, err := r.Keys(read)
		return err
	})
	if !trace.Is(err, trace.CodeUnavailable) || !replica.Failed(read) {
		t.Errorf("a view of a replica that goes away: %v, noticed: %t", err, replica.Failed(read))
	}
	if keys, err := d.reads.Keys(replica.Never(read)); err != nil || len(keys) != d.keys {
		t.Errorf("the leader has %d keys, %v", len(keys), err)
	}
}

// A server that is not a replica of the leader does not answer, even at the same position: the
// leader itself, another database server, and a replica of an earlier leader.
func TestOthersAreNoReplicas(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	earlier := pgtest.New(t)
	database := earlier.DSN(t)
	follower, leader := earlier.Replica(t), earlier.Replica(t)
	dsn := leader.At(t, database)
	promote(t, dsn)
	d := newDuo(t, dsn, dsn, pgtest.NewOther(t).DSN(t), follower.At(t, database))
	// The former leader continues: its follower is far ahead of the leader, on another timeline.
	conn, err := pgx.Connect(ctx, database)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(ctx)
	for range 20 {
		if _, err := conn.Exec(ctx, `SELECT pg_logical_emit_message(true, 'x', repeat('x', 1000000))`); err != nil {
			t.Fatal(err)
		}
	}
	var ahead string
	if err := d.writes.pool.QueryRow(ctx, `SELECT (pg_current_wal_flush_lsn() + 10000000)::text`).Scan(&ahead); err != nil {
		t.Fatal(err)
	}
	stray, err := pgx.Connect(ctx, follower.At(t, database))
	if err != nil {
		t.Fatal(err)
	}
	defer stray.Close(ctx)
	testkit.Eventually(t, "the follower is ahead", func() bool {
		var is bool
		if err := stray.QueryRow(ctx, `SELECT pg_last_wal_replay_lsn() > $1::text::pg_lsn`, ahead).Scan(&is); err != nil {
			t.Fatal(err)
		}
		return is
	})
	for range 5 {
		d.write()
		if n := d.see(); n != 0 {
			t.Errorf("%d reads were answered by what is no replica of the leader", n)
		}
	}
}

func promote(t *testing.T, dsn string) {
	t.Helper()
	ctx := context.Background()
	conn, err := pgx.Connect(ctx, dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(ctx)
	var done bool
	if err := conn.QueryRow(ctx, `SELECT pg_promote()`).Scan(&done); err != nil || !done {
		t.Fatalf("promoted: %t, %v", done, err)
	}
}

// Of several hosts the store uses the one that leads, also when that changes.
func TestLeaderAmongHosts(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	first := pgtest.New(t)
	dsn := first.DSN(t)
	second := first.Replica(t)
	address, err := url.Parse(dsn)
	if err != nil {
		t.Fatal(err)
	}
	other, err := url.Parse(second.At(t, dsn))
	if err != nil {
		t.Fatal(err)
	}
	address.Host = other.Host + "," + address.Host
	s, err := Open(ctx, address.String())
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	put := func(name string) error {
		return s.Update(ctx, func(w trace.Writer) error { return w.PutKey(ctx, trace.Key{AccessKey: name, Name: name}) })
	}
	if err := put("rk_1"); err != nil {
		t.Fatal(err)
	}
	keys := func(dsn string) (n int) {
		conn, err := pgx.Connect(ctx, dsn)
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close(ctx)
		if err := conn.QueryRow(ctx, `SELECT count(*) FROM api_key`).Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	testkit.Eventually(t, "the standby has it", func() bool { return keys(second.At(t, dsn)) == 1 })
	first.Kill(t)
	if err := put("rk_2"); !outOfReach(err) {
		t.Errorf("without a leader: %v, want unavailable", err)
	}
	promote(t, second.At(t, dsn))
	testkit.Eventually(t, "the store writes to the new leader", func() bool { return put("rk_3") == nil })
	if found, err := s.Keys(ctx); err != nil || len(found) != 2 {
		t.Errorf("%d keys, %v; want 2", len(found), err)
	}
}

// A replica replays a commit that the leader does not acknowledge, because it waits for another
// one. Nobody sees it until it is acknowledged.
func TestReplicasShowWhatIsAcknowledged(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	u := newUnanswered(t)
	dsn, follower := u.dsn, u.leader.Replica(t)
	d := newDuo(t, dsn, follower.At(t, dsn))
	d.write()
	testkit.Eventually(t, "the replica answers", func() bool { return d.see() == 2 })
	direct, err := pgx.Connect(ctx, follower.At(t, dsn))
	if err != nil {
		t.Fatal(err)
	}
	defer direct.Close(ctx)

	u.wait("nobody")
	written := make(chan error, 1)
	go func() {
		written <- d.writes.Update(ctx, func(w trace.Writer) error {
			return w.PutKey(ctx, trace.Key{AccessKey: "rk_unacknowledged", Name: "k"})
		})
	}()
	testkit.Eventually(t, "the replica has replayed it", func() bool {
		var n int
		if err := direct.QueryRow(ctx, `SELECT count(*) FROM api_key`).Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n == d.keys+1
	})
	for range 5 {
		d.see() // fails if it shows one too many
	}
	u.wait("")
	if err := <-written; err != nil {
		t.Fatal(err)
	}
	d.keys++
	testkit.Eventually(t, "the replica answers with it", func() bool { return d.see() == 2 })
}

// An operator who configures a standby as the database is told so.
func TestOpenStandby(t *testing.T) {
	t.Parallel()
	leader := pgtest.New(t)
	dsn, follower := leader.DSN(t), leader.Replica(t)
	_, err := Open(context.Background(), follower.At(t, dsn))
	if err == nil || !strings.Contains(err.Error(), "is a standby") || !strings.Contains(err.Error(), "--db-replicas") {
		t.Errorf("Open of a standby: %v", err)
	}
}
