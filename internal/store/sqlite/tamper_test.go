package sqlite

import (
	"bytes"
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"rastro/internal/app"
	"rastro/internal/kind"
	"rastro/internal/proof"
	"rastro/internal/store/storetest"
	"rastro/internal/testkit"
	"rastro/internal/trace"
)

// openEngine opens a new store and a second door to its file.
func openEngine(tb testing.TB, path string) storetest.Engine {
	tb.Helper()
	s, err := Open(context.Background(), path)
	if err != nil {
		tb.Fatal(err)
	}
	db, err := sql.Open("sqlite", address(path, ""))
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		for _, closer := range []interface{ Close() error }{db, s} {
			if err := closer.Close(); err != nil {
				tb.Error(err)
			}
		}
	})
	return storetest.Engine{
		Store: s,
		Exec: func(tb testing.TB, query string, args ...any) {
			tb.Helper()
			if _, err := db.Exec(query, args...); err != nil {
				tb.Fatalf("%s: %v", query, err)
			}
		},
		Value: func(tb testing.TB, query string, args ...any) (value any) {
			tb.Helper()
			if err := db.QueryRow(query, args...).Scan(&value); err != nil {
				tb.Fatalf("%s: %v", query, err)
			}
			return value
		},
		ID:     func(id trace.ID) any { return id[:] },
		Move:   `UPDATE journal SET harvest = (SELECT num FROM harvest WHERE safra_id = $1) WHERE id = $2 AND version = $3`,
		Next:   `seq = (SELECT max(seq) + 1 FROM journal)`,
		Hidden: `seq = -7`,
	}
}

func TestTamper(t *testing.T) {
	storetest.Tamper(t, openEngine(t, fresh(t)))
}

// An older copy of the file is consistent in itself. Only a newer checkpoint reveals that it is
// old.
func TestRolledBack(t *testing.T) {
	ctx := context.Background()
	path := filepath.Join(t.TempDir(), "rastro.db")
	key := &trace.Key{AccessKey: "rk", Scopes: []trace.Scope{trace.Read, trace.Write}}
	// Each step opens the store, works on it and closes it, which leaves one file.
	step := func(work func(*Store, *app.App) error) {
		t.Helper()
		s, err := Open(ctx, path)
		if err != nil {
			t.Fatal(err)
		}
		svc, err := app.New(ctx, s, app.Options{Now: time.Now, Random: rand.Reader, Log: slog.New(slog.DiscardHandler)})
		if err == nil {
			err = svc.StartLog(ctx, "")
		}
		if err == nil {
			err = work(s, svc)
		}
		if err := errors.Join(err, s.Close()); err != nil {
			t.Fatal(err)
		}
	}
	var served []byte
	write := func(_ *Store, svc *app.App) error {
		env := trace.Envelope{HarvestID: "S", Payload: []byte(`{}`)}
		if _, err := svc.Create(ctx, key, kind.ByPrefix("/producaoAgricola/plantioManejo"), env, nil); err != nil {
			return err
		}
		if _, err := svc.Integrate(ctx); err != nil {
			return err
		}
		var err error
		served, err = svc.Checkpoint(ctx)
		return err
	}
	step(write)
	copied, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	older := served
	step(write)
	check := func(what string, checkpoint []byte, want string) {
		t.Helper()
		step(func(s *Store, _ *app.App) error {
			result, err := proof.VerifyStore(ctx, s, checkpoint)
			if got := strings.Join(result.Damages, "\n"); (want == "") != (got == "") || !strings.Contains(got, want) {
				t.Errorf("%s: damages %q, want %q", what, got, want)
			}
			return err
		})
	}
	check("whole, against its own checkpoint", served, "")
	check("whole, against an older one", older, "")
	if err := os.WriteFile(path, copied, 0o600); err != nil {
		t.Fatal(err)
	}
	check("rolled back, by itself", nil, "")
	check("rolled back, against the checkpoint of then", older, "")
	check("rolled back, against the newer one", served, "the given checkpoint: it has 2 entries, the store's log 1: the store was rolled back")
	newer := served
	step(write) // as many entries as before, but a different one
	check("written on after it, against the checkpoint of then", newer, "the given checkpoint: the log does not extend it")
}

// Erased data must not remain in the file, or in SQLite's files next to it.
func TestErasureLeavesNoBytes(t *testing.T) {
	ctx := context.Background()
	path := filepath.Join(t.TempDir(), "rastro.db")
	e := openEngine(t, path)
	svc, err := app.New(ctx, e.Store, app.Options{Now: time.Now, Random: rand.Reader, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	key := &trace.Key{AccessKey: "rk", Scopes: []trace.Scope{trace.Read, trace.Write, trace.Admin}}
	planting := kind.ByPrefix("/producaoAgricola/plantioManejo")
	const marked = "Joaquina-da-Silva"
	payload := func(n int) []byte {
		return fmt.Appendf(nil, `{"responsavel":"%s %d","observacao":"%s"}`, marked, n, strings.Repeat(marked+" ", 500)) // over several pages
	}
	env := trace.Envelope{HarvestID: "S", Payload: payload(1)}
	made, err := svc.Create(ctx, key, planting, env, &trace.Idempotency{Name: "once", Request: [32]byte{1}})
	if err != nil {
		t.Fatal(err)
	}
	env.ID, env.Payload = made.Record.ID.String(), payload(2)
	if _, err := svc.Update(ctx, key, planting, env, trace.AnyVersion); err != nil {
		t.Fatal(err)
	}
	found := func() int { return countBytes(t, path, marked) }
	if found() == 0 {
		t.Fatal("the payload is nowhere to be found before its erasure")
	}
	// An open snapshot from before the erasure keeps the old data in the log. The next commit after
	// it ends removes the data.
	err = e.Store.View(ctx, func(r trace.Reader) error {
		if _, err := r.Record(ctx, made.Record.ID); err != nil {
			return err
		}
		_, err := svc.Erase(ctx, key, planting, env.ID, "pedido do titular")
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := svc.Create(ctx, key, planting, trace.Envelope{HarvestID: "S", Payload: []byte(`{}`)}, nil); err != nil {
		t.Fatal(err)
	}
	for deadline := time.Now().Add(testkit.Patience); found() > 0; { // the housekeeping may be doing it just now
		if time.Now().After(deadline) {
			t.Fatalf("the payload is still there %d times", found())
		}
	}
}

// countBytes counts the occurrences of a text in the file and in SQLite's files next to it.
func countBytes(t *testing.T, path, text string) (n int) {
	t.Helper()
	for _, name := range []string{path, path + "-wal"} {
		content, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		n += bytes.Count(content, []byte(text))
	}
	return n
}

// Readers keep snapshots open between reads. Erased data must still go, even if nobody writes any
// more.
func TestErasureUnderReads(t *testing.T) {
	ctx := context.Background()
	path := filepath.Join(t.TempDir(), "rastro.db")
	s := openAt(t, path)
	svc, err := app.New(ctx, s, app.Options{Now: time.Now, Random: rand.Reader, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	key := &trace.Key{AccessKey: "rk", Scopes: []trace.Scope{trace.Read, trace.Write, trace.Admin}}
	const marked = "Joaquina-da-Silva"
	made, err := svc.Create(ctx, key, planting, trace.Envelope{HarvestID: "S", Payload: []byte(`{"responsavel":"` + marked + `"}`)}, nil)
	if err != nil {
		t.Fatal(err)
	}
	other, err := put(s, "S", `{}`)
	if err != nil {
		t.Fatal(err)
	}
	read := func() {
		for range 2 * points() {
			if _, err := s.point(ctx, other); err != nil {
				t.Fatal(err)
			}
		}
	}
	read()
	if _, err := svc.Erase(ctx, key, planting, made.Record.ID.String(), "pedido do titular"); err != nil {
		t.Fatal(err)
	}
	for deadline := time.Now().Add(testkit.Patience); countBytes(t, path, marked) > 0; {
		if time.Now().After(deadline) {
			t.Fatal("the payload is still there")
		}
		read()
	}
}
