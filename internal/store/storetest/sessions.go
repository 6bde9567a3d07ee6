package storetest

import (
	"context"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"rastro/internal/trace"
)

var sessionCases = []namedCase{
	{"a session is kept until it ends or is forgotten", func(t *testing.T, s trace.Store) {
		ctx := context.Background()
		day := trace.Session{Digest: [32]byte{1}, AccessKey: "rk_a", ExpiresAt: start.Add(12 * time.Hour)}
		hour := trace.Session{Digest: [32]byte{2}, AccessKey: "rk_b", Once: true, ExpiresAt: start.Add(time.Hour)}
		find := func(when string, want trace.Session, there bool) {
			t.Helper()
			got, err := s.Session(ctx, want.Digest)
			if there && (err != nil || got != want) {
				t.Errorf("%s: %+v, %v; want %+v", when, got, err, want)
			}
			if !there && !trace.Is(err, trace.CodeUnauthenticated) {
				t.Errorf("%s: %+v, %v; want %s", when, got, err, trace.CodeUnauthenticated)
			}
		}
		find("before", day, false)
		update(t, s, func(w trace.Writer) error {
			if err := w.PutSession(ctx, day); err != nil {
				return err
			}
			return w.PutSession(ctx, hour)
		})
		find("after", day, true)
		find("an invitation", hour, true)
		update(t, s, func(w trace.Writer) error { return w.DropSessions(ctx, start.Add(2*time.Hour)) })
		find("of the expired", hour, false)
		find("of the others", day, true)
		update(t, s, func(w trace.Writer) error { return w.TakeSession(ctx, day.Digest) })
		find("after its end", day, false)
		err := s.Update(ctx, func(w trace.Writer) error { return w.TakeSession(ctx, day.Digest) })
		if !trace.Is(err, trace.CodeUnauthenticated) {
			t.Errorf("ending it again: %v", err)
		}
	}},
	{"of many who end one session at once, one does", func(t *testing.T, s trace.Store) {
		ctx := context.Background()
		session := trace.Session{Digest: [32]byte{1}, AccessKey: "rk_a", Once: true, ExpiresAt: start}
		update(t, s, func(w trace.Writer) error { return w.PutSession(ctx, session) })
		var took atomic.Int64
		var all sync.WaitGroup
		for range 8 {
			all.Go(func() {
				switch err := s.Update(ctx, func(w trace.Writer) error { return w.TakeSession(ctx, session.Digest) }); {
				case err == nil:
					took.Add(1)
				case !trace.Is(err, trace.CodeUnauthenticated):
					t.Errorf("TakeSession: %v", err)
				}
			})
		}
		all.Wait()
		if took.Load() != 1 {
			t.Errorf("%d ended it", took.Load())
		}
	}},
}
