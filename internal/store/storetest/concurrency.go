package storetest

import (
	"context"
	"crypto/rand"
	"log/slog"
	"sync"
	"testing"
	"time"

	"rastro/internal/access"
	"rastro/internal/app"
	"rastro/internal/records"
	"rastro/internal/trace"
)

// everybody may do everything.
var everybody = &trace.Key{AccessKey: "rk_suite", Name: "suite", Scopes: []trace.Scope{trace.Read, trace.Write, trace.Admin}}

func service(t *testing.T, s trace.Store) *app.App {
	t.Helper()
	svc, err := newService(s)
	if err != nil {
		t.Fatal(err)
	}
	return svc
}

func newService(s trace.Store) (*app.App, error) {
	return app.New(context.Background(), s, app.Options{Now: time.Now, Random: rand.Reader, Log: slog.New(slog.DiscardHandler)})
}

func envelope(payload string) trace.Envelope {
	return trace.Envelope{HarvestID: "S", HarvestCode: "2025", Payload: []byte(payload)}
}

// together runs fn n times at once and returns the errors.
func together(n int, fn func(i int) error) []error {
	errs := make([]error, n)
	begin := make(chan struct{})
	var wg sync.WaitGroup
	for i := range n {
		wg.Go(func() {
			<-begin
			errs[i] = fn(i)
		})
	}
	close(begin)
	wg.Wait()
	return errs
}

// outcomes counts successes and errors by code.
func outcomes(errs []error) map[trace.Code]int {
	counts := map[trace.Code]int{}
	for _, err := range errs {
		if err == nil {
			counts["ok"]++
		} else {
			counts[trace.AsError(err).Code]++
		}
	}
	return counts
}

var concurrencyCases = []namedCase{
	{"64 writers on one harvest", func(t *testing.T, s trace.Store) {
		ctx, svc := context.Background(), service(t, s)
		const writers, each = 64, 5
		errs := together(writers, func(int) error {
			for range each {
				if _, err := svc.Create(ctx, everybody, planting, envelope(`{}`), nil); err != nil {
					return err
				}
			}
			return nil
		})
		if got := outcomes(errs); got["ok"] != writers {
			t.Errorf("outcomes %v", got)
		}
		for _, harvests := range [][]string{nil, {"S"}} {
			if n, err := s.Count(ctx, trace.Query{Kind: planting, Reach: trace.Only(harvests...)}); n != writers*each || err != nil {
				t.Errorf("Count in %q = %d, %v; want %d", harvests, n, err, writers*each)
			}
		}
	}},
	{"update against update with If-Match: exactly one wins", func(t *testing.T, s trace.Store) {
		ctx, svc := context.Background(), service(t, s)
		for range 5 {
			made, err := svc.Create(ctx, everybody, planting, envelope(`{}`), nil)
			if err != nil {
				t.Fatal(err)
			}
			env := envelope(`{"quantidadeSemente":1}`)
			env.ID = made.Record.ID.String()
			got := outcomes(together(16, func(int) error {
				_, err := svc.Update(ctx, everybody, planting, env, trace.IfMatch{1})
				return err
			}))
			if got["ok"] != 1 || got[trace.CodeStale] != 15 {
				t.Errorf("outcomes %v, want 1 ok and 15 stale", got)
			}
			if r, err := svc.Get(ctx, everybody, planting, env.ID); err != nil || r.Version != 2 {
				t.Errorf("version %d, %v; want 2", r.Version, err)
			}
		}
	}},
	{"update against update: all happen, one after another", func(t *testing.T, s trace.Store) {
		ctx, svc := context.Background(), service(t, s)
		made, err := svc.Create(ctx, everybody, planting, envelope(`{}`), nil)
		if err != nil {
			t.Fatal(err)
		}
		env := envelope(`{}`)
		env.ID = made.Record.ID.String()
		const writers = 32
		got := outcomes(together(writers, func(int) error {
			_, err := svc.Update(ctx, everybody, planting, env, trace.AnyVersion)
			return err
		}))
		if got["ok"] != writers {
			t.Errorf("outcomes %v", got)
		}
		if r, err := svc.Get(ctx, everybody, planting, env.ID); err != nil || r.Version != writers+1 {
			t.Errorf("version %d, %v; want %d", r.Version, err, writers+1)
		}
	}},
	{"delete against update and delete", func(t *testing.T, s trace.Store) {
		ctx, svc := context.Background(), service(t, s)
		for range 5 {
			made, err := svc.Create(ctx, everybody, planting, envelope(`{}`), nil)
			if err != nil {
				t.Fatal(err)
			}
			env := envelope(`{}`)
			env.ID = made.Record.ID.String()
			errs := together(12, func(i int) error {
				var err error
				if i%2 == 0 {
					_, err = svc.Delete(ctx, everybody, planting, env.ID, trace.AnyVersion)
				} else {
					_, err = svc.Update(ctx, everybody, planting, env, trace.AnyVersion)
				}
				return err
			})
			var deletes []error
			for i := 0; i < len(errs); i += 2 {
				deletes = append(deletes, errs[i])
			}
			if got := outcomes(deletes); got["ok"] != 1 || got[trace.CodeRecordNotFound] != 5 {
				t.Errorf("deletes: %v, want exactly one", got)
			}
			if all := outcomes(errs); all["ok"]+all[trace.CodeRecordNotFound] != 12 {
				t.Errorf("outcomes %v, want ok or not found alone", all)
			}
			_, err = svc.Get(ctx, everybody, planting, env.ID)
			wantCode(t, "Get after", err, trace.CodeRecordNotFound)
		}
		if n, err := s.Count(ctx, trace.Query{Kind: planting}); n != 0 || err != nil {
			t.Errorf("Count = %d, %v; want 0", n, err)
		}
	}},
	{"idempotent replays in parallel make one record", func(t *testing.T, s trace.Store) {
		ctx, svc := context.Background(), service(t, s)
		const callers = 32
		once := &trace.Idempotency{Name: "pedido-1", Request: [32]byte{7}}
		written := make([]records.Written, callers)
		got := outcomes(together(callers, func(i int) (err error) {
			written[i], err = svc.Create(ctx, everybody, planting, envelope(`{}`), once)
			return err
		}))
		if got["ok"] != callers {
			t.Errorf("outcomes %v", got)
		}
		firsts := 0
		for _, w := range written {
			if w.Replay == nil {
				firsts++
			}
		}
		if firsts != 1 {
			t.Errorf("%d callers were told they were first, want 1", firsts)
		}
		if n, err := s.Count(ctx, trace.Query{Kind: planting}); n != 1 || err != nil {
			t.Errorf("Count = %d, %v; want 1", n, err)
		}
		_, err := svc.Create(ctx, everybody, planting, envelope(`{"a":1}`), &trace.Idempotency{Name: "pedido-1", Request: [32]byte{8}})
		wantCode(t, "another body", err, trace.CodeReplayMismatch)
	}},
	{"one code is given once, to one of several callers", func(t *testing.T, s trace.Store) {
		ctx, svc := context.Background(), service(t, s)
		validation := validationKind()
		got := outcomes(together(16, func(int) error {
			_, err := svc.Create(ctx, everybody, validation, envelope(`{"codigo":"LOTE-1"}`), nil)
			return err
		}))
		if got["ok"] != 1 || got[trace.CodeCodeTaken] != 15 {
			t.Errorf("outcomes %v, want 1 ok and 15 taken", got)
		}
	}},
	{"several servers start on one empty store: one first key", func(t *testing.T, s trace.Store) {
		ctx := context.Background()
		keys := make([]*access.NewKey, 6)
		got := outcomes(together(len(keys), func(i int) (err error) {
			keys[i], err = service(t, s).Bootstrap(ctx, "", "")
			return err
		}))
		made := 0
		for _, k := range keys {
			if k != nil {
				made++
			}
		}
		if got["ok"] != len(keys) || made != 1 {
			t.Errorf("outcomes %v, %d keys made; want 1", got, made)
		}
		phases, err := s.Phases(ctx, "")
		if want := 19 * len(trace.Crops); len(phases) != want || err != nil {
			t.Errorf("%d phases, %v; want %d", len(phases), err, want)
		}
	}},
	{"two admins cannot deactivate each other", func(t *testing.T, s trace.Store) {
		ctx, svc := context.Background(), service(t, s)
		first, err := svc.Bootstrap(ctx, "", "")
		if err != nil {
			t.Fatal(err)
		}
		second, err := svc.CreateKey(ctx, nil, access.Request{Scopes: []trace.Scope{trace.Admin}}, nil)
		if err != nil {
			t.Fatal(err)
		}
		accessKey := []string{first.AccessKey, second.Key.AccessKey}
		got := outcomes(together(2, func(i int) error {
			_, err := svc.DeactivateKey(ctx, nil, accessKey[i])
			return err
		}))
		if got["ok"] != 1 || got[trace.CodeLastAdmin] != 1 {
			t.Errorf("outcomes %v, want one ok and one last admin", got)
		}
	}},
}
