package postgres

import (
	"context"
	"crypto/rand"
	"fmt"
	"log/slog"
	"sync"
	"testing"
	"time"

	"rastro/internal/app"
	"rastro/internal/kind"
	"rastro/internal/store/postgres/pgtest"
	"rastro/internal/testkit"
	"rastro/internal/trace"
)

// TestLostCommitAnswer: a record whose commit may have happened is not written twice, and is
// reported as written only if it was.
func TestLostCommitAnswer(t *testing.T) {
	ctx := context.Background()
	p := &proxy{}
	s, err := Open(ctx, p.start(t, pgtest.DSN(t)))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	svc, err := app.New(ctx, s, app.Options{Now: time.Now, Random: rand.Reader, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	p.every.Store(5)
	planting := kind.ByPrefix("/producaoAgricola/plantioManejo")
	key := &trace.Key{AccessKey: "rk_test", Scopes: []trace.Scope{trace.Write}}
	const writers, each = 64, 10
	var told, failed sync.Map // by payload
	var wg sync.WaitGroup
	for i := range writers {
		wg.Go(func() {
			for n := range each {
				payload := fmt.Sprintf(`{"observacoes":"%d/%d"}`, i, n)
				_, err := svc.Create(ctx, key, planting, trace.Envelope{HarvestID: "S", Payload: []byte(payload)}, nil)
				switch {
				case err == nil:
					told.Store(payload, true)
				case outOfReach(err):
					failed.Store(payload, true)
				default:
					t.Errorf("%s: %v", payload, err)
				}
			}
		})
	}
	wg.Wait()
	if p.lost.Load() == 0 {
		t.Fatal("no answer was lost")
	}
	found, err := s.Records(ctx, trace.Query{Kind: planting, Order: trace.OldestFirst, Limit: 2 * writers * each})
	for outOfReach(err) { // a connection that was cut
		found, err = s.Records(ctx, trace.Query{Kind: planting, Order: trace.OldestFirst, Limit: 2 * writers * each})
	}
	if err != nil {
		t.Fatal(err)
	}
	there := map[string]int{}
	for _, r := range found {
		if there[string(r.Payload)]++; there[string(r.Payload)] == 2 {
			t.Errorf("%s is there twice", r.Payload)
		}
	}
	told.Range(func(payload, _ any) bool {
		if there[payload.(string)] != 1 {
			t.Errorf("%s is there %d times, and was said to be written", payload, there[payload.(string)])
		}
		return true
	})
	uncertain := 0
	failed.Range(func(any, any) bool { uncertain++; return true })
	if uncertain == 0 {
		t.Error("nobody learned that their write may be lost")
	}
}

// outOfReach reports whether the database was unreachable from the start, or before the end.
func outOfReach(err error) bool {
	return trace.Is(err, trace.CodeUnavailable) || trace.Is(err, trace.CodeUncertain)
}

// TestFrozenServer: a server that does not answer is unreachable, and not
// waited for until the caller gives up.
func TestFrozenServer(t *testing.T) {
	ctx := context.Background()
	p := &proxy{}
	opened, err := Open(ctx, p.start(t, pgtest.DSN(t)))
	if err != nil {
		t.Fatal(err)
	}
	defer opened.Close()
	s := newStore(opened.pool, 200*time.Millisecond, oneServer)
	reads := map[string]func() error{
		"a read": func() error {
			_, err := s.Keys(ctx)
			return err
		},
		"a view": func() error {
			return s.View(ctx, func(r trace.Reader) error {
				_, err := r.Keys(ctx)
				return err
			})
		},
	}
	for name, read := range reads {
		if err := read(); err != nil {
			t.Fatalf("%s before: %v", name, err)
		}
		p.frozen.Lock()
		begin := time.Now()
		if err := read(); !trace.Is(err, trace.CodeUnavailable) {
			t.Errorf("%s: %v, want unavailable", name, err)
		}
		if took := time.Since(begin); took > testkit.Patience {
			t.Errorf("%s took %s", name, took)
		}
		p.frozen.Unlock()
		for deadline := time.Now().Add(testkit.Patience); ; {
			if err = read(); err == nil {
				break
			}
			if time.Now().After(deadline) {
				t.Fatalf("%s once it answers again: %v", name, err)
			}
		}
	}
}
