package storetest

import (
	"context"
	"testing"
	"time"

	"rastro/internal/trace"
)

func key(access string) trace.Key {
	return trace.Key{
		AccessKey: access, SecretHash: [32]byte{1, 2, 3}, Name: "Balança", Organization: "Cooperativa",
		Scopes: []trace.Scope{trace.Read, trace.Write}, Phases: []string{"06"}, Harvests: []string{"S/1", "Ç"},
		CreatedAt: start, ExpiresAt: start.Add(time.Hour),
	}
}

func putKey(tb testing.TB, s trace.Store, k trace.Key) {
	tb.Helper()
	ctx := context.Background()
	update(tb, s, func(w trace.Writer) error {
		if err := w.LockKeys(ctx); err != nil {
			return err
		}
		return w.PutKey(ctx, k)
	})
}

var keyCases = []namedCase{
	{"a key comes back, and changes", func(t *testing.T, s trace.Store) {
		ctx := context.Background()
		want := key("rk_a")
		putKey(t, s, want)
		first, err := s.KeyRevision(ctx)
		if err != nil {
			t.Fatal(err)
		}
		want.DeactivatedAt = start.Add(time.Minute)
		putKey(t, s, want)
		putKey(t, s, trace.Key{AccessKey: "rk_b", CreatedAt: start.Add(time.Second)})
		got, err := s.Keys(ctx)
		if err != nil {
			t.Fatal(err)
		}
		if d := diff([]trace.Key{want, {AccessKey: "rk_b", CreatedAt: start.Add(time.Second)}}, got); d != "" {
			t.Errorf("-want +got:\n%s", d)
		}
		if second, err := s.KeyRevision(ctx); second == first || err != nil {
			t.Errorf("KeyRevision = %d, %v; want another than %d", second, err, first)
		}
	}},
	{"the last use moves forward only", func(t *testing.T, s trace.Store) {
		ctx := context.Background()
		putKey(t, s, key("rk_a"))
		for _, at := range []time.Time{start.Add(time.Hour), start} {
			update(t, s, func(w trace.Writer) error { return w.TouchKeys(ctx, map[string]time.Time{"rk_a": at, "rk_gone": at}) })
		}
		got, err := s.Keys(ctx)
		if err != nil || len(got) != 1 || !got[0].LastUse.Equal(start.Add(time.Hour)) {
			t.Errorf("Keys = %+v, %v", got, err)
		}
	}},
	{"changes of keys wait for each other", func(t *testing.T, s trace.Store) {
		ctx := context.Background()
		const writers = 16
		errs := make(chan error, writers)
		for range writers {
			go func() {
				// Each adds a key only if there is none, so one succeeds.
				errs <- s.Update(ctx, func(w trace.Writer) error {
					if err := w.LockKeys(ctx); err != nil {
						return err
					}
					if keys, err := w.Keys(ctx); err != nil || len(keys) > 0 {
						return err
					}
					return w.PutKey(ctx, key("rk_"+record(t, planting, "S", 1).ID.String()))
				})
			}()
		}
		for range writers {
			if err := <-errs; err != nil {
				t.Error(err)
			}
		}
		if keys, err := s.Keys(ctx); len(keys) != 1 || err != nil {
			t.Errorf("%d keys, %v; want 1", len(keys), err)
		}
	}},
}

func phase(t *testing.T, crop trace.Crop, stage, name string) trace.CropPhase {
	return trace.CropPhase{
		ID: record(t, planting, string(crop), 1).ID, Crop: crop, Stage: stage, StageName: "Produção", Name: name, Description: "d",
		Order: 3, KindName: "plantioManejo", KindNumber: "02", Required: true, Active: true, Version: 1, CreatedAt: start, UpdatedAt: start,
	}
}

var phaseCases = []namedCase{
	{"an entry comes back, changes and goes", func(t *testing.T, s trace.Store) {
		ctx := context.Background()
		p := phase(t, trace.Soy, "02", "Plantio")
		put := func(p trace.CropPhase) error {
			return s.Update(ctx, func(w trace.Writer) error { return w.PutPhase(ctx, p) })
		}
		if err := put(p); err != nil {
			t.Fatal(err)
		}
		p.Version, p.Name, p.Required = 2, "Plantío", false
		if err := put(p); err != nil {
			t.Fatal(err)
		}
		got, err := s.Phases(ctx, "")
		if err != nil {
			t.Fatal(err)
		}
		if d := diff([]trace.CropPhase{p}, got); d != "" {
			t.Errorf("-want +got:\n%s", d)
		}
		wantCode(t, "same name in other letters", put(phase(t, trace.Soy, "02", "PLANTIO")), trace.CodePhaseExists)
		if err := put(phase(t, trace.Coffee, "02", "plantio")); err != nil {
			t.Errorf("same name in another crop: %v", err)
		}
		if got, err := s.Phases(ctx, trace.Coffee); err != nil || len(got) != 1 || got[0].Crop != trace.Coffee {
			t.Errorf("Phases of coffee = %+v, %v; want its one alone", got, err)
		}
		p.Version, p.Deleted = 3, true
		if err := put(p); err != nil {
			t.Fatal(err)
		}
		if err := put(phase(t, trace.Soy, "02", "plantio")); err != nil {
			t.Errorf("same name after delete: %v", err)
		}
	}},
}

var replyCases = []namedCase{
	{"an answer comes back until it is dropped", func(t *testing.T, s trace.Store) {
		ctx := context.Background()
		_, err := s.Reply(ctx, "rk", "k")
		wantCode(t, "Reply before", err, trace.CodeRecordNotFound)
		want := trace.Reply{AccessKey: "rk", Name: "k", Request: [32]byte{9}, Location: "/x/1", Data: []byte(`{"a":1}`), ExpiresAt: start.Add(trace.ReplyLifetime)}
		update(t, s, func(w trace.Writer) error { return w.PutReply(ctx, want) })
		got, err := s.Reply(ctx, "rk", "k")
		if err != nil {
			t.Fatal(err)
		}
		if d := diff(want, got); d != "" {
			t.Errorf("-want +got:\n%s", d)
		}
		_, err = s.Reply(ctx, "other", "k")
		wantCode(t, "another key's", err, trace.CodeRecordNotFound)
		// An expired one is not in the way of a new one.
		want.ExpiresAt = want.ExpiresAt.Add(trace.ReplyLifetime)
		update(t, s, func(w trace.Writer) error { return w.PutReply(ctx, want) })
		update(t, s, func(w trace.Writer) error { return w.DropReplies(ctx, want.ExpiresAt.Add(time.Second)) })
		_, err = s.Reply(ctx, "rk", "k")
		wantCode(t, "Reply after the drop", err, trace.CodeRecordNotFound)
	}},
}
