package storetest

import (
	"context"
	"crypto/rand"
	"errors"
	"log/slog"
	"slices"
	"sync"
	"testing"
	"time"

	"rastro/internal/app"
	"rastro/internal/ledger"
	"rastro/internal/proof"
	"rastro/internal/publiclog"
	"rastro/internal/trace"
)

var logCases = []namedCase{
	{"starts once", func(t *testing.T, s trace.Store) {
		ctx := context.Background()
		_, err := s.Log(ctx)
		wantCode(t, "Log before", err, trace.CodeRecordNotFound)
		startLog(t, s)
		got, err := s.Log(ctx)
		if err != nil {
			t.Fatal(err)
		}
		if d := diff(emptyLog(), got); d != "" {
			t.Errorf("-want +got:\n%s", d)
		}
		other := emptyLog()
		other.Secret = "another"
		err = s.Update(ctx, func(w trace.Writer) error { return w.StartLog(ctx, other) })
		wantCode(t, "a second StartLog", err, trace.CodeContended)
		if got, err = s.Log(ctx); err != nil || got.Secret != "secret" {
			t.Errorf("after a second StartLog the secret is %q, %v", got.Secret, err)
		}
	}},
	{"gives places in a stable order", func(t *testing.T, s trace.Store) {
		ctx := context.Background()
		startLog(t, s)
		var want []trace.Commitment
		for i := range 30 {
			r := record(t, planting, "S", 100-i) // ids run against the order of writing
			write(t, s, r)
			want = append(want, commitment(&r))
		}
		_, err := s.LogIndex(ctx, want[0].ID, 1)
		wantCode(t, "LogIndex before", err, trace.CodeNotLogged)
		waiting := func(limit int) (found []trace.Commitment) {
			deadline := time.Now().Add(patience)
			for len(found) < limit && time.Now().Before(deadline) {
				update(t, s, func(w trace.Writer) (err error) {
					if _, err = w.LockLog(ctx); err != nil {
						return err
					}
					found, err = w.Unlogged(ctx, limit)
					return err
				})
			}
			return found
		}
		if d := diff(want, waiting(30)); d != "" {
			t.Errorf("waiting, in the order of writing: -want +got:\n%s", d)
		}
		if d := diff(want[:7], waiting(7)); d != "" {
			t.Errorf("the first 7: -want +got:\n%s", d)
		}
		integrate(t, s, 7, 7, true)
		if d := diff(want[7:], waiting(23)); d != "" {
			t.Errorf("after the first 7 have a place: -want +got:\n%s", d)
		}
		_, err = s.LogIndex(ctx, want[7].ID, 1)
		wantCode(t, "LogIndex of the eighth", err, trace.CodeNotLogged)
		integrate(t, s, 7, 30, false)
		checkLog(t, s, want)
		for i, c := range want {
			if place, err := s.LogIndex(ctx, c.ID, 1); place != int64(i) || err != nil {
				t.Errorf("LogIndex of number %d written = %d, %v", i, place, err)
			}
		}
		for _, unknown := range []trace.Commitment{{ID: want[0].ID, Version: 2}, {ID: record(t, planting, "S", 1).ID, Version: 1}} {
			_, err = s.LogIndex(ctx, unknown.ID, unknown.Version)
			wantCode(t, "LogIndex of what is not there", err, trace.CodeNotLogged)
		}
		kept, err := s.NewestCheckpoints(ctx, 10)
		if err != nil || len(kept) != 1 || string(kept[0].Body) != "size 7\n" {
			t.Errorf("kept checkpoints %v, %v; want the one of size 7", kept, err)
		}
	}},
	{"gives the newest checkpoints alone, and versions one at a time", func(t *testing.T, s trace.Store) {
		startLog(t, s)
		var want []trace.ID
		for i := range 6 {
			r := record(t, planting, "S", i)
			want = append(want, r.ID)
			write(t, s, r)
			integrate(t, s, 10, int64(i)+1, true)
		}
		newest, err := s.NewestCheckpoints(context.Background(), 2)
		if err != nil || len(newest) != 2 || newest[0].Size != 6 || newest[1].Size != 5 || string(newest[1].Body) != "size 5\n" || newest[0].SignedAt.IsZero() {
			t.Errorf("the newest two of six: %v, %v", newest, err)
		}
		var got []trace.ID
		err = s.EachLogged(context.Background(), 2, 3, func(r *trace.Record) error {
			got = append(got, r.ID)
			return nil
		})
		if d := diff(want[2:5], got); d != "" || err != nil {
			t.Errorf("three from the third on, %v: -want +got:\n%s", err, d)
		}
		stop := errors.New("enough")
		if err := s.EachLogged(context.Background(), 0, 3, func(*trace.Record) error { return stop }); !errors.Is(err, stop) {
			t.Errorf("stopped: %v", err)
		}
	}},
	{"reports whether anything waits", func(t *testing.T, s trace.Store) {
		startLog(t, s)
		waits := func(when string, want bool) {
			t.Helper()
			deadline := time.Now().Add(patience)
			for {
				behind, err := s.LogBehind(context.Background())
				if err != nil {
					t.Fatal(err)
				}
				if behind == want {
					return
				}
				if time.Now().After(deadline) {
					t.Fatalf("LogBehind %s = %t", when, behind)
				}
			}
		}
		waits("of an empty store", false)
		write(t, s, record(t, planting, "S", 1))
		waits("after a write", true)
		integrate(t, s, 10, 1, false)
		waits("after its place", false)
	}},
	{"hands out tiles of any width they have had", func(t *testing.T, s trace.Store) {
		ctx := context.Background()
		startLog(t, s)
		const size = ledger.TileWidth + 44
		var records []trace.Record
		for i := range size {
			records = append(records, record(t, planting, "S", i))
		}
		write(t, s, records...)
		integrate(t, s, 100, size, false) // tiles grow in several steps
		all := logged(t, s)
		var hashes, bundle []byte
		for i := range all {
			leaf := ledger.LeafHash(all[i].Hash[:])
			hashes = append(hashes, leaf[:]...)
			bundle, _ = ledger.AppendEntry(bundle, all[i].Hash[:])
		}
		const hash, entry = 32, 34
		for _, tc := range []struct {
			tile ledger.Tile
			want []byte // nil: not there
		}{
			{ledger.Tile{Level: 0, Index: 0, Width: 256}, hashes[:256*hash]},
			{ledger.Tile{Level: 0, Index: 0, Width: 1}, hashes[:hash]},
			{ledger.Tile{Level: 0, Index: 0, Width: 255}, hashes[:255*hash]},
			{ledger.Tile{Level: 0, Index: 1, Width: 44}, hashes[256*hash:]},
			{ledger.Tile{Level: 0, Index: 1, Width: 1}, hashes[256*hash : 257*hash]},
			{ledger.Tile{Level: 0, Index: 1, Width: 45}, nil},
			{ledger.Tile{Level: 0, Index: 1, Width: 256}, nil},
			{ledger.Tile{Level: 0, Index: 2, Width: 1}, nil},
			{ledger.Tile{Level: ledger.EntryLevel, Index: 0, Width: 256}, bundle[:256*entry]},
			{ledger.Tile{Level: ledger.EntryLevel, Index: 0, Width: 3}, bundle[:3*entry]},
			{ledger.Tile{Level: ledger.EntryLevel, Index: 1, Width: 44}, bundle[256*entry:]},
			{ledger.Tile{Level: ledger.EntryLevel, Index: 1, Width: 45}, nil},
			{ledger.Tile{Level: ledger.EntryLevel, Index: 2, Width: 1}, nil},
			{ledger.Tile{Level: 1, Index: 0, Width: 2}, nil},
			{ledger.Tile{Level: 2, Index: 0, Width: 1}, nil},
			{ledger.Tile{Level: 0, Index: -1, Width: 1}, nil},
		} {
			got, err := s.Tile(ctx, tc.tile)
			if tc.want == nil {
				wantCode(t, tc.tile.Path(), err, trace.CodeTileNotFound)
			} else if err != nil || string(got) != string(tc.want) {
				t.Errorf("%s: %d bytes, %v; want %d others", tc.tile.Path(), len(got), err, len(tc.want))
			}
		}
		if got, err := s.Tile(ctx, ledger.Tile{Level: 1, Index: 0, Width: 1}); len(got) != hash || err != nil {
			t.Errorf("tile/1/000.p/1: %d bytes, %v", len(got), err)
		}
	}},
	{"does not take a state made of an older one", func(t *testing.T, s trace.Store) {
		ctx := context.Background()
		startLog(t, s)
		first, second := record(t, planting, "S", 1), record(t, planting, "S", 2)
		write(t, s, first)
		integrate(t, s, 10, 1, false)
		before, err := s.Log(ctx)
		if err != nil {
			t.Fatal(err)
		}
		write(t, s, second)
		err = s.Update(ctx, func(w trace.Writer) error {
			if _, err := w.LockLog(ctx); err != nil {
				return err
			}
			return extend(ctx, w, emptyLog(), []trace.Commitment{commitment(&second)}, true) // as if nothing were logged
		})
		wantCode(t, "PutLog from size 0", err, trace.CodeContended)
		after, err := s.Log(ctx)
		if d := diff(before, after); d != "" || err != nil {
			t.Errorf("state after, %v: -want +got:\n%s", err, d)
		}
		if kept, err := s.NewestCheckpoints(ctx, 10); len(kept) != 0 || err != nil {
			t.Errorf("kept %v, %v; want none", kept, err)
		}
		integrate(t, s, 10, 2, false)
		checkLog(t, s, []trace.Commitment{commitment(&first), commitment(&second)})
	}},
	{"is held by one transaction at a time", func(t *testing.T, s trace.Store) {
		ctx := context.Background()
		startLog(t, s)
		var want []trace.Commitment
		for i := range 10 {
			r := record(t, planting, "S", i)
			write(t, s, r)
			want = append(want, commitment(&r))
			integrateTwice(t, ctx, s)
		}
		integrate(t, s, 10, 10, false)
		checkLog(t, s, want)
	}},
	{"32 writers next to two integrators: every version gets one place", func(t *testing.T, s trace.Store) {
		ctx, svc := context.Background(), service(t, s)
		if err := svc.StartLog(ctx, origin); err != nil {
			t.Fatal(err)
		}
		const writers = 32
		wrote := make([][]trace.Commitment, writers)
		over := make(chan struct{})
		var integrators sync.WaitGroup
		seen := make([][][]byte, 2) // the checkpoints each integrator saw served
		for i := range seen {
			integrators.Go(func() {
				for {
					select {
					case <-over:
						return
					default:
					}
					if _, err := svc.Integrate(ctx); err != nil {
						t.Errorf("integrator %d: %v", i, err)
						return
					}
					checkpoint, err := svc.Checkpoint(ctx)
					if err != nil {
						t.Errorf("integrator %d: %v", i, err)
						return
					}
					if n := len(seen[i]); n == 0 || string(seen[i][n-1]) != string(checkpoint) {
						seen[i] = append(seen[i], checkpoint)
					}
				}
			})
		}
		got := outcomes(together(writers, func(i int) error { return writeSome(ctx, svc, i, &wrote[i]) }))
		close(over)
		integrators.Wait()
		if got["ok"] != writers {
			t.Fatalf("writers: %v", got)
		}
		want := slices.Concat(wrote...)
		drain(t, s, svc, int64(len(want)))
		checkLog(t, s, want)
		checkHistory(t, s, svc, slices.Concat(seen...))
	}},
	{"a log that starts late catches up on what was written before it", func(t *testing.T, s trace.Store) {
		ctx, now := context.Background(), start
		open := func() *app.App {
			svc, err := app.New(ctx, s, app.Options{Now: func() time.Time { return now }, Random: rand.Reader, Log: slog.New(slog.DiscardHandler)})
			if err != nil {
				t.Fatal(err)
			}
			return svc
		}
		first := open()
		createSome(t, first, publiclog.Batch) // more than one step has to place
		if _, err := first.Bootstrap(ctx, "", ""); err != nil {
			t.Fatal(err)
		}
		now = now.Add(time.Hour) // killed, and started again
		second := open()
		if err := second.StartLog(ctx, origin); err != nil {
			t.Fatalf("a key that was made before the log: %v", err)
		}
		for placed := int64(0); placed < publiclog.Batch; { // the key's note waits for the next step
			if _, err := second.Integrate(ctx); err != nil {
				t.Fatal(err)
			}
			state, err := s.Log(ctx)
			if err != nil {
				t.Fatal(err)
			}
			placed = state.Tree.Size
			if err := open().StartLog(ctx, origin); err != nil {
				t.Fatalf("a server that starts while another catches up: %v", err)
			}
			if v, err := proof.VerifyStore(ctx, s, nil); err != nil || len(v.Damages) > 0 {
				t.Fatalf("verify while a server catches up: %q, %v", v.Damages, err)
			}
		}
	}},
	{"several servers start on one empty store: one log", func(t *testing.T, s trace.Store) {
		ctx := context.Background()
		keys := make([]string, 6)
		got := outcomes(together(len(keys), func(i int) error {
			svc, err := newService(s)
			if err == nil {
				err = svc.StartLog(ctx, "")
			}
			if err == nil {
				keys[i] = svc.VerifierKey()
			}
			return err
		}))
		if got["ok"] != len(keys) || len(slices.Compact(slices.Sorted(slices.Values(keys)))) != 1 {
			t.Errorf("outcomes %v, keys %q; want one key", got, keys)
		}
	}},
}
