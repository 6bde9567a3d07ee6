package postgres

import (
	"context"
	"crypto/rand"
	"strconv"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"rastro/internal/app"
	"rastro/internal/kind"
	"rastro/internal/logkey"
	"rastro/internal/store/postgres/pgtest"
	"rastro/internal/testkit"
	"rastro/internal/trace"
)

// unanswered is a server whose commits wait for a replica that never connects.
type unanswered struct {
	t      *testing.T
	leader *pgtest.Cluster
	dsn    string
	admin  *pgx.Conn
	store  *Store
}

func newUnanswered(t *testing.T) *unanswered {
	t.Helper()
	ctx := context.Background()
	leader := pgtest.New(t)
	dsn := leader.DSN(t)
	s, err := Open(ctx, dsn)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	admin, err := pgx.Connect(ctx, dsn)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { admin.Close(ctx) })
	u := &unanswered{t, leader, dsn, admin, s}
	t.Cleanup(func() { u.wait("") }) // what removes the database would wait as well
	return u
}

// wait makes commits wait for a replica, or not.
func (u *unanswered) wait(names string) {
	u.t.Helper()
	for _, statement := range []string{`SET synchronous_commit = local`, `ALTER SYSTEM SET synchronous_standby_names = '` + names + `'`, `SELECT pg_reload_conf()`} {
		if _, err := u.admin.Exec(context.Background(), statement); err != nil {
			u.t.Fatal(err)
		}
	}
	testkit.Eventually(u.t, "the setting holds", func() bool {
		var now string
		if err := u.store.pool.QueryRow(context.Background(), `SHOW synchronous_standby_names`).Scan(&now); err != nil {
			u.t.Fatal(err)
		}
		return now == names
	})
	if names != "" {
		testkit.Eventually(u.t, "commits wait", u.waits)
	}
}

// waits reports whether a commit waits for a replica. Each process of the server reads a setting
// in its own time, and commits wait only once the checkpointer has read it.
func (u *unanswered) waits() (waited bool) {
	u.t.Helper()
	config, err := pgx.ParseConfig(u.dsn)
	if err != nil {
		u.t.Fatal(err)
	}
	config.OnNotice = func(_ *pgconn.PgConn, notice *pgconn.Notice) {
		waited = waited || notice.Routine == "SyncRepWaitForLSN"
	}
	conn, err := pgx.ConnectConfig(context.Background(), config)
	if err != nil {
		u.t.Fatal(err)
	}
	defer conn.Close(context.Background())
	err = u.cancelled(func() error {
		_, err := conn.Exec(context.Background(), `SELECT pg_logical_emit_message(true, 'test', '')`)
		return err
	})
	if err != nil {
		u.t.Fatal(err)
	}
	return waited
}

// cancelled runs something whose commit waits, as an operator cancels that wait.
func (u *unanswered) cancelled(run func() error) error {
	u.t.Helper()
	done := make(chan error, 1)
	go func() { done <- run() }()
	var err error
	testkit.Eventually(u.t, "the wait is cancelled", func() bool {
		if _, err := u.admin.Exec(context.Background(), `SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'`); err != nil {
			u.t.Fatal(err)
		}
		select {
		case err = <-done:
			return true
		default:
			return false
		}
	})
	return err
}

// A commit that stopped waiting for its replicas is not acknowledged, although the server reports
// success and shows its writes. A repeated request is not acknowledged either until a replica has
// them; then it gets the first answer.
func TestUnreplicatedCommit(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	u := newUnanswered(t)
	svc, err := app.New(ctx, u.store, app.Options{Now: time.Now, Random: rand.Reader, Log: testkit.Silent()})
	if err != nil {
		t.Fatal(err)
	}
	planting := kind.ByPrefix("/producaoAgricola/plantioManejo")
	key := &trace.Key{AccessKey: "rk_test", Scopes: []trace.Scope{trace.Write}}
	create := func() error {
		_, err := svc.Create(ctx, key, planting, trace.Envelope{HarvestID: "S", Payload: []byte(`{}`)}, &trace.Idempotency{Name: "one"})
		return err
	}
	u.wait("nobody")
	if err := u.cancelled(create); !trace.Is(err, trace.CodeUncertain) {
		t.Errorf("a create that no replica has: %v, want uncertain", err)
	}
	found, err := u.store.Records(ctx, trace.Query{Kind: planting, Order: trace.OldestFirst, Limit: 10})
	if err != nil || len(found) != 1 {
		t.Fatalf("%d records, %v; want the one that was written here", len(found), err)
	}
	if err := u.cancelled(create); !trace.Is(err, trace.CodeUncertain) {
		t.Errorf("the same again: %v, want uncertain", err)
	}
	u.wait("")
	if err := create(); err != nil {
		t.Errorf("when it is safe: %v", err)
	}
	if found, err = u.store.Records(ctx, trace.Query{Kind: planting, Order: trace.OldestFirst, Limit: 10}); err != nil || len(found) != 1 {
		t.Errorf("%d records, %v; want 1", len(found), err)
	}
}

// The log signs nothing that a failover could still lose, because a signature cannot be withdrawn.
func TestUnreplicatedIsNotSigned(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	u := newUnanswered(t)
	vault := logkey.In(t.TempDir(), "rastro", "")
	svc, err := app.New(ctx, u.store, app.Options{Now: time.Now, Random: rand.Reader, Log: testkit.Silent(), Vault: vault})
	if err != nil {
		t.Fatal(err)
	}
	if err := svc.StartLog(ctx, ""); err != nil {
		t.Fatal(err)
	}
	if _, err := svc.Integrate(ctx); err != nil {
		t.Fatal(err)
	}
	before, err := vault.Checkpoint()
	if err != nil {
		t.Fatal(err)
	}
	u.wait("nobody")
	key := &trace.Key{AccessKey: "rk_test", Scopes: []trace.Scope{trace.Write}}
	_ = u.cancelled(func() error {
		_, err := svc.Create(ctx, key, kind.ByPrefix("/producaoAgricola/plantioManejo"), trace.Envelope{HarvestID: "S", Payload: []byte(`{}`)}, nil)
		return err
	})
	err = u.cancelled(func() error {
		_, err := svc.Integrate(ctx)
		return err
	})
	if !trace.Is(err, trace.CodeUncertain) {
		t.Errorf("a step over what no replica has: %v, want uncertain", err)
	}
	if after, err := vault.Checkpoint(); err != nil || string(after) != string(before) {
		t.Errorf("a checkpoint over what no replica has was promised: %s, %v", after, err)
	}
	u.wait("")
	if _, err := svc.Integrate(ctx); err != nil {
		t.Errorf("when it is safe: %v", err)
	}
	if after, err := vault.Checkpoint(); err != nil || string(after) == string(before) {
		t.Errorf("when it is safe, nothing is promised: %v", err)
	}
}

// A server that nobody writes to notices that no write would be acknowledged, and that they are
// again.
func TestUnconfirmedIsNoticed(t *testing.T) {
	t.Parallel()
	u := newUnanswered(t)
	stop, err := u.store.Serve(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer stop()
	for _, names := range []string{"nobody", "", "nobody"} {
		u.wait(names)
		testkit.Eventually(t, "the health says whether writes fail, waiting for "+strconv.Quote(names), func() bool {
			return u.store.Health().WritesFail == (names != "")
		})
	}
	u.wait("")
}
