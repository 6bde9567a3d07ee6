package postgres

import (
	"context"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"

	"rastro/internal/store/postgres/pgtest"
	"rastro/internal/trace"
)

func TestFirstOpenAtOnce(t *testing.T) {
	ctx := context.Background()
	dsn := pgtest.DSN(t)
	const stores = 6
	begin := make(chan struct{})
	var wg sync.WaitGroup
	for i := range stores {
		wg.Go(func() {
			<-begin
			s, err := Open(ctx, dsn)
			if err != nil {
				t.Errorf("store %d: %v", i, err)
				return
			}
			defer s.Close()
			if err := s.Update(ctx, func(w trace.Writer) error { return w.LockKeys(ctx) }); err != nil {
				t.Errorf("store %d writes: %v", i, err)
			}
		})
	}
	close(begin)
	wg.Wait()
	s, err := Open(ctx, dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if revision, err := s.KeyRevision(ctx); revision != stores || err != nil {
		t.Errorf("revision %d, %v; want %d", revision, err, stores)
	}
}

func TestPoolSize(t *testing.T) {
	dsn := pgtest.DSN(t)
	for address, want := range map[string]int32{dsn: poolSize, dsn + "&pool_max_conns=3": 3, dsn + "&pool_max_conns=40": 40} {
		s, err := Open(context.Background(), address)
		if err != nil {
			t.Fatal(err)
		}
		if got := s.pool.Config().MaxConns; got != want {
			t.Errorf("%s: %d connections, want %d", address, got, want)
		}
		if err := s.Update(context.Background(), func(w trace.Writer) error { return w.LockKeys(context.Background()) }); err != nil {
			t.Errorf("%s: %v", address, err)
		}
		s.Close()
	}
}

// TestRefused: the message says what to do, and never contains the password.
func TestRefused(t *testing.T) {
	ctx := context.Background()
	dsn := pgtest.DSN(t)
	newer := pgtest.DSN(t)
	s, err := Open(ctx, newer)
	if err != nil {
		t.Fatal(err)
	}
	s.Close()
	conn, err := pgx.Connect(ctx, newer)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(ctx)
	if _, err := conn.Exec(ctx, "INSERT INTO schema_version (version_id, is_applied) VALUES (99999, true)"); err != nil {
		t.Fatal(err)
	}
	const password = "hunter2-secret"
	withPassword := func(dsn string) string { return strings.Replace(dsn, "postgres@", "postgres:"+password+"@", 1) }
	host := dsn[strings.Index(dsn, "@")+1 : strings.LastIndex(dsn, "/")]

	for _, c := range []struct{ name, address, want string }{
		{"unreadable", "postgres://postgres:" + password + "@127.0.0.1:notaport/x", "cannot read the database address"},
		{"out of reach", "postgres://postgres:" + password + "@127.0.0.1:1/x", "cannot reach the database at 127.0.0.1:1: check that it runs"},
		{"no such database", withPassword("postgres://postgres@" + host + "/none?sslmode=disable"), "the database refused: database \"none\" does not exist (3D000)"},
		{"a user who may not", strings.Replace(dsn, "postgres@", "nobody:"+password+"@", 1), "the database refused: role \"nobody"},
		{"a newer Rastro's", withPassword(newer), "written by a newer Rastro: install that version"},
	} {
		s, err := Open(ctx, c.address)
		if err == nil {
			s.Close()
			t.Errorf("%s: it was opened", c.name)
			continue
		}
		if !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), password) {
			t.Errorf("%s: got %q, want it to say %q, without the password", c.name, err, c.want)
		}
	}
}
