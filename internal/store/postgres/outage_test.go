package postgres

import (
	"context"
	"crypto/rand"
	"log/slog"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"rastro/internal/app"
	"rastro/internal/kind"
	"rastro/internal/logkey"
	"rastro/internal/store/postgres/pgtest"
	"rastro/internal/trace"
)

// TestOutageIsNoFork: a connection lost while the log's tiles are read proves nothing about the
// log. The server continues when the database is back.
func TestOutageIsNoFork(t *testing.T) {
	ctx := context.Background()
	dsn := pgtest.DSN(t)
	s, err := Open(ctx, dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	svc, err := app.New(ctx, s, app.Options{Now: time.Now, Random: rand.Reader, Log: slog.New(slog.DiscardHandler), Vault: logkey.In(t.TempDir(), "rastro", "")})
	if err != nil {
		t.Fatal(err)
	}
	if err := svc.StartLog(ctx, ""); err != nil {
		t.Fatal(err)
	}
	key := &trace.Key{AccessKey: "rk_test", Scopes: []trace.Scope{trace.Write}}
	write := func() {
		t.Helper()
		if _, err := svc.Create(ctx, key, kind.ByPrefix("/producaoAgricola/plantioManejo"), trace.Envelope{HarvestID: "S", Payload: []byte(`{}`)}, nil); err != nil {
			t.Fatal(err)
		}
	}
	write()
	if _, err := svc.Integrate(ctx); err != nil { // the next step has a tile to read
		t.Fatal(err)
	}
	write()

	other, err := pgx.Connect(ctx, dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close(ctx)
	held, err := other.Begin(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := held.Exec(ctx, `LOCK TABLE log_tile IN ACCESS EXCLUSIVE MODE`); err != nil {
		t.Fatal(err)
	}
	step := make(chan error, 1)
	go func() {
		_, err := svc.Integrate(ctx)
		step <- err
	}()
	for cut := false; !cut; { // until it waits for the tiles
		select {
		case err := <-step:
			t.Fatalf("the step ended before its connection was cut: %v", err)
		default:
		}
		err := held.QueryRow(ctx, `SELECT coalesce(bool_or(pg_terminate_backend(pid)), false) FROM pg_stat_activity
			WHERE datname = current_database() AND wait_event_type = 'Lock'`).Scan(&cut)
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := <-step; !trace.Is(err, trace.CodeUnavailable) {
		t.Errorf("a step whose connection was cut: %v, want unavailable", err)
	}
	if err := held.Rollback(ctx); err != nil {
		t.Fatal(err)
	}
	write() // the server was not stopped
	if _, err := svc.Integrate(ctx); err != nil {
		t.Errorf("the step after it: %v", err)
	}
}
