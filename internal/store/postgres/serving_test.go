package postgres

import (
	"context"
	"errors"
	"testing"

	"rastro/internal/store/postgres/pgtest"
)

// Servers share a database; whoever adopts its log has it exclusively. A server whose connection
// was ended takes its lock again.
func TestServingIsNoticedInTheDatabase(t *testing.T) {
	ctx := context.Background()
	dsn := pgtest.DSN(t)
	open := func() *Store {
		s, err := Open(ctx, dsn)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = s.Close() })
		return s
	}
	one, other, adopting := open(), open(), open()
	alone := func(when string, want bool) func() {
		t.Helper()
		release, ok, err := adopting.Alone(ctx)
		if err != nil || ok != want {
			t.Fatalf("%s: Alone = %t, %v; want %t", when, ok, err, want)
		}
		return release
	}
	stopOne, err := one.Serve(ctx)
	if err != nil {
		t.Fatal(err)
	}
	stopOther, err := other.Serve(ctx)
	if err != nil {
		t.Fatal(err)
	}
	alone("two servers run", false)
	stopOne()
	alone("one server runs", false)
	stopOther()
	release := alone("no server runs", true)
	if _, err := one.Serve(ctx); !errors.Is(err, errAdopting) {
		t.Errorf("Serve while a log is adopted: %v", err)
	}
	release()

	conn, ok, err := one.lockServing(ctx, lockShared)
	if err != nil || !ok {
		t.Fatalf("lockServing = %t, %v", ok, err)
	}
	if _, err := one.pool.Exec(ctx, `SELECT pg_terminate_backend($1, 10000)`, int(conn.PgConn().PID())); err != nil {
		t.Fatal(err)
	}
	again := one.lockAgain(ctx, conn)
	if again == nil || again == conn {
		t.Fatalf("the connection is %v after it was ended", again)
	}
	alone("the lock was taken again", false)
	if same := one.lockAgain(ctx, again); same != again {
		t.Error("a sound connection was replaced")
	}
	unlock(again)
	alone("at last", true)()
}

// A running server does not prevent deferring erasures, as a recall does: its lock is a different
// one.
func TestServingDoesNotDeferErasures(t *testing.T) {
	ctx := context.Background()
	s, err := Open(ctx, pgtest.DSN(t))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	stop, err := s.Serve(ctx)
	if err != nil {
		t.Fatal(err)
	}
	defer stop()
	release, err := s.DeferErasures(ctx)
	if err != nil {
		t.Fatalf("DeferErasures beside a server: %v", err)
	}
	release()
}
