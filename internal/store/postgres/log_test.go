package postgres

import (
	"bytes"
	"context"
	"crypto/rand"
	"log/slog"
	"slices"
	"testing"
	"time"

	"rastro/internal/app"
	"rastro/internal/kind"
	"rastro/internal/ledger"
	"rastro/internal/proof"
	"rastro/internal/testkit"
	"rastro/internal/trace"
)

var planting = kind.ByPrefix("/producaoAgricola/plantioManejo")

// startLog makes a service over a store, with a log.
func startLog(t *testing.T, s trace.Store) *app.App {
	t.Helper()
	svc, err := app.New(t.Context(), s, app.Options{Now: time.Now, Random: rand.Reader, Log: slog.New(slog.DiscardHandler)})
	if err == nil {
		err = svc.StartLog(t.Context(), "")
	}
	if err != nil {
		t.Fatal(err)
	}
	return svc
}

func create(t *testing.T, svc *app.App) trace.Record {
	t.Helper()
	key := &trace.Key{AccessKey: "rk", Scopes: []trace.Scope{trace.Write}}
	made, err := svc.Create(t.Context(), key, planting, trace.Envelope{HarvestID: "S", Payload: []byte(`{}`)}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return made.Record
}

// integrateTo integrates until the log has a size: other sessions of the server may
// hold the newest versions back for a moment.
func integrateTo(t *testing.T, s trace.Store, svc *app.App, size int64) {
	t.Helper()
	deadline := time.Now().Add(testkit.Patience)
	for {
		if _, err := svc.Integrate(t.Context()); err != nil {
			t.Fatal(err)
		}
		state, err := s.Log(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if state.Tree.Size == size {
			return
		}
		if state.Tree.Size > size || time.Now().After(deadline) {
			t.Fatalf("the log has %d entries, want %d", state.Tree.Size, size)
		}
	}
}

func verified(t *testing.T, s trace.Store) {
	t.Helper()
	if result, err := proof.VerifyStore(t.Context(), s, nil); err != nil || len(result.Damages) > 0 {
		t.Errorf("VerifyStore = %+v, %v", result, err)
	}
}

// A caller who finds the log locked is told at once, and does not wait for the holder.
func TestLogIsHeld(t *testing.T) {
	ctx := context.Background()
	s := open(t)
	startLog(t, s)
	err := s.Update(ctx, func(w trace.Writer) error {
		if _, err := w.LockLog(ctx); err != nil {
			return err
		}
		err := s.Update(ctx, func(other trace.Writer) error {
			_, err := other.LockLog(ctx)
			return err
		})
		if !trace.Is(err, trace.CodeContended) {
			t.Errorf("LockLog while it is held = %v, want %s", err, trace.CodeContended)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Update(ctx, func(w trace.Writer) error { _, err := w.LockLog(ctx); return err }); err != nil {
		t.Errorf("LockLog after it was let go: %v", err)
	}
}

// A version whose transaction began before others and ends after they have
// their places gets its own when it is there.
func TestLateTransaction(t *testing.T) {
	s := open(t)
	svc := startLog(t, s)
	ctx := context.Background()
	id, err := trace.NewID(time.Now(), "S", rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	late := trace.Record{ID: id, Kind: planting, HarvestID: "S", Payload: []byte(`{}`), Version: 1, Operation: trace.Created, UpdatedAt: id.Time()}
	document, err := late.Document()
	if err != nil {
		t.Fatal(err)
	}
	late.Hash = ledger.Commit(late.Salt[:], document)
	err = s.Update(ctx, func(w trace.Writer) error {
		if err := w.Append(ctx, late); err != nil {
			return err
		}
		if _, err := w.Record(ctx, id); err != nil { // sends it: the transaction has its number now
			return err
		}
		for range 3 {
			create(t, svc)
		}
		if _, err := svc.Integrate(ctx); err != nil {
			return err
		}
		state, err := s.Log(ctx)
		if err == nil && state.Tree.Size > 3 {
			t.Errorf("%d entries while the first transaction is open", state.Tree.Size)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	integrateTo(t, s, svc, 4)
	if _, err := s.LogIndex(ctx, id, 1); err != nil {
		t.Errorf("LogIndex of the late one: %v", err)
	}
	verified(t, s)
}

// A dump contains the transaction numbers of its server. Restored on a server with lower numbers,
// the log must continue, both with versions that were waiting and with new ones.
func TestLogGoesOnAfterRestore(t *testing.T) {
	for _, waiting := range []bool{true, false} {
		e := openEngine(t)
		svc := startLog(t, e.Store)
		size := int64(3)
		for range size {
			create(t, svc)
		}
		integrateTo(t, e.Store, svc, size)
		if waiting {
			create(t, svc)
			size++
		}
		// As the restored rows would be.
		e.Exec(t, `UPDATE journal SET xid = (xid::text::bigint + 4000000000)::text::xid8`)
		e.Exec(t, `UPDATE log_state SET mark = (mark::bigint + 4000000000)::text`)
		svc = startLog(t, e.Store)
		if behind, err := e.Store.LogBehind(t.Context()); !behind || err != nil {
			t.Errorf("waiting %t: LogBehind = %t, %v; want a look at what was restored", waiting, behind, err)
		}
		integrateTo(t, e.Store, svc, size)
		for range 3 {
			create(t, svc)
			size++
			integrateTo(t, e.Store, svc, size)
		}
		verified(t, e.Store)
		settled(t, e.Store)
	}
}

// step places at most limit versions, as the service does.
func step(ctx context.Context, s trace.Store, limit int) (n int, err error) {
	err = s.Update(ctx, func(w trace.Writer) error {
		state, err := w.LockLog(ctx)
		if err != nil {
			return err
		}
		added, err := w.Unlogged(ctx, limit)
		if n = len(added); err != nil || n == 0 {
			return err
		}
		var entries [][]byte
		for i := range added {
			entries = append(entries, added[i].Hash[:])
		}
		tree, tiles, err := ledger.Extend(state.Tree, func(t ledger.Tile) ([]byte, error) { return w.Tile(ctx, t) }, entries)
		if err != nil {
			return err
		}
		return w.PutLog(ctx, trace.LogState{Tree: tree, Checkpoint: []byte("-"), SignedAt: time.Now()}, tiles, state.Tree.Size, added, false)
	})
	return n, err
}

// Transactions are taken in numerical order, also when the numbers gain a digit, and none is
// skipped when there are more than one step takes.
func TestOrderOfTransactions(t *testing.T) {
	for _, limit := range []int{1, 2, 3, 7, 100} {
		e := openEngine(t)
		svc := startLog(t, e.Store)
		var want []trace.ID
		for _, xid := range []string{"8", "9", "9", "10", "11", "99", "100", "101"} {
			r := create(t, svc)
			want = append(want, r.ID)
			e.Exec(t, `UPDATE journal SET xid = '`+xid+`' WHERE id = $1`, e.ID(r.ID))
		}
		// Versions of one transaction are taken by id; the ids of two versions of one millisecond
		// have any order.
		slices.SortFunc(want[1:3], func(a, b trace.ID) int { return bytes.Compare(a[:], b[:]) })
		for {
			n, err := step(t.Context(), e.Store, limit)
			if err != nil {
				t.Fatal(err)
			}
			if n == 0 {
				break
			}
		}
		for i, id := range want {
			if place, err := e.Store.LogIndex(t.Context(), id, 1); place != int64(i) || err != nil {
				t.Errorf("%d at a time: number %d has place %d, %v", limit, i, place, err)
			}
		}
	}
}

// settled waits until the store reports that nothing waits for the log.
func settled(t *testing.T, s trace.Store) {
	t.Helper()
	deadline := time.Now().Add(testkit.Patience)
	for {
		behind, err := s.LogBehind(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if !behind {
			return
		}
		if time.Now().After(deadline) {
			t.Fatal("LogBehind never ends")
		}
	}
}
