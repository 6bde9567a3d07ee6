package storetest

import (
	"context"
	"fmt"
	"testing"
	"time"

	"rastro/internal/app"
	"rastro/internal/ledger"
	"rastro/internal/proof"
	"rastro/internal/testkit"
	"rastro/internal/trace"
)

// origin names the suite's logs.
const origin = "suite.example/log"

// patience limits how long the suite waits for what must happen soon. On PostgreSQL any older
// transaction of the server, even one of the vacuum, delays the newest versions for a moment.
const patience = testkit.Patience

// emptyLog returns the first state of a log whose checkpoints nobody signs: the port
// keeps them and does not read them.
func emptyLog() trace.LogState {
	return trace.LogState{Secret: "secret", Verifier: "verifier", Tree: ledger.Empty, Checkpoint: []byte("size 0\n"), SignedAt: start}
}

func startLog(tb testing.TB, s trace.Store) {
	tb.Helper()
	update(tb, s, func(w trace.Writer) error { return w.StartLog(context.Background(), emptyLog()) })
}

// extend gives commitments the places after a state's.
func extend(ctx context.Context, w trace.Writer, state trace.LogState, added []trace.Commitment, keep bool) error {
	entries := make([][]byte, len(added))
	for i := range added {
		entries[i] = added[i].Hash[:]
	}
	tree, tiles, err := ledger.Extend(state.Tree, tilesOf(ctx, w), entries)
	if err != nil {
		return err
	}
	next := trace.LogState{Tree: tree, Checkpoint: fmt.Appendf(nil, "size %d\n", tree.Size), SignedAt: state.SignedAt.Add(time.Second)}
	return w.PutLog(ctx, next, tiles, state.Tree.Size, added, keep)
}

func tilesOf(ctx context.Context, r trace.LogReader) ledger.ReadTile {
	return func(t ledger.Tile) ([]byte, error) { return r.Tile(ctx, t) }
}

// integrate places waiting commitments, at most limit at a time, until the log has size entries.
func integrate(tb testing.TB, s trace.Store, limit int, size int64, keep bool) {
	tb.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	for ctx.Err() == nil {
		var state trace.LogState
		update(tb, s, func(w trace.Writer) (err error) {
			if state, err = w.LockLog(ctx); err != nil || state.Tree.Size >= size {
				return err
			}
			added, err := w.Unlogged(ctx, limit)
			if err != nil || len(added) == 0 {
				return err
			}
			return extend(ctx, w, state, added, keep)
		})
		if state.Tree.Size >= size {
			return
		}
	}
	tb.Fatalf("the log did not reach %d entries", size)
}

// drain has a service integrate until the log has size entries.
func drain(tb testing.TB, s trace.Store, svc *app.App, size int64) {
	tb.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	for {
		if _, err := svc.Integrate(ctx); err != nil {
			tb.Fatal(err)
		}
		state, err := s.Log(ctx)
		if err != nil {
			tb.Fatal(err)
		}
		if state.Tree.Size >= size {
			return
		}
	}
}

// logged reads the whole log in pages.
func logged(tb testing.TB, s trace.Store) []trace.Record {
	tb.Helper()
	const page = 50
	var all []trace.Record
	for {
		found, err := s.Logged(context.Background(), int64(len(all)), page)
		if err != nil {
			tb.Fatal(err)
		}
		all = append(all, found...)
		if len(found) < page {
			return all
		}
	}
}

// entriesOf reads the log's entries out of its tiles.
func entriesOf(tb testing.TB, s trace.Store, size int64) [][]byte {
	tb.Helper()
	var all [][]byte
	for int64(len(all)) < size {
		width := min(ledger.TileWidth, int(size)-len(all))
		bundle, err := s.Tile(context.Background(), ledger.Tile{Level: ledger.EntryLevel, Index: int64(len(all) / ledger.TileWidth), Width: width})
		if err != nil {
			tb.Fatal(err)
		}
		entries, err := ledger.Entries(bundle)
		if err != nil {
			tb.Fatal(err)
		}
		all = append(all, entries...)
	}
	return all
}

func commitment(r *trace.Record) trace.Commitment {
	return trace.Commitment{ID: r.ID, Version: r.Version, Hash: r.Hash}
}

// checkLog compares the whole log with the commitments it must have, each once.
func checkLog(t *testing.T, s trace.Store, want []trace.Commitment) {
	t.Helper()
	ctx := context.Background()
	state, err := s.Log(ctx)
	if err != nil {
		t.Fatal(err)
	}
	all := logged(t, s)
	if len(all) != len(want) || state.Tree.Size != int64(len(want)) {
		t.Fatalf("%d versions in the log, size %d; want %d", len(all), state.Tree.Size, len(want))
	}
	left := map[trace.Commitment]bool{}
	for _, c := range want {
		left[c] = true
	}
	entries := entriesOf(t, s, state.Tree.Size)
	for i := range all {
		r := &all[i]
		if c := commitment(r); !left[c] {
			t.Errorf("place %d: %s version %d was never committed, or stands twice", i, r.ID, r.Version)
		} else {
			delete(left, c)
		}
		if string(entries[i]) != string(r.Hash[:]) {
			t.Errorf("entry %d is %x, the version at that place has %x", i, entries[i], r.Hash)
		}
		if place, err := s.LogIndex(ctx, r.ID, r.Version); place != int64(i) || err != nil {
			t.Errorf("LogIndex of %s version %d = %d, %v; want %d", r.ID, r.Version, place, err, i)
		}
	}
}

// integrateTwice lets two transactions integrate at once. Whatever their order, each sees what the
// other did, or finds the log locked.
func integrateTwice(t *testing.T, ctx context.Context, s trace.Store) {
	t.Helper()
	errs := together(2, func(int) error {
		return s.Update(ctx, func(w trace.Writer) error {
			state, err := w.LockLog(ctx)
			if trace.Is(err, trace.CodeContended) {
				return nil
			}
			if err != nil {
				return err
			}
			added, err := w.Unlogged(ctx, 10)
			if err != nil || len(added) == 0 {
				return err
			}
			return extend(ctx, w, state, added, false)
		})
	})
	for _, err := range errs {
		if err != nil {
			t.Errorf("integrating: %v", err)
		}
	}
}

// writeSome creates, updates and deletes records, and notes every version.
func writeSome(ctx context.Context, svc *app.App, lane int, wrote *[]trace.Commitment) error {
	for i := range 4 {
		env := envelope(`{"quantidadeSemente":1}`)
		env.HarvestID = fmt.Sprintf("S-%d", lane%5)
		made, err := svc.Create(ctx, everybody, planting, env, nil)
		if err != nil {
			return err
		}
		*wrote = append(*wrote, commitment(&made.Record))
		env.ID = made.Record.ID.String()
		if i%2 == 0 {
			r, err := svc.Update(ctx, everybody, planting, env, trace.AnyVersion)
			if err != nil {
				return err
			}
			*wrote = append(*wrote, commitment(&r))
		}
		if i%3 == 0 {
			r, err := svc.Delete(ctx, everybody, planting, env.ID, trace.AnyVersion)
			if err != nil {
				return err
			}
			*wrote = append(*wrote, commitment(&r))
		}
	}
	return nil
}

// checkHistory proves that the log is an extension of every checkpoint that was
// served, and that the store verifies whole.
func checkHistory(t *testing.T, s trace.Store, svc *app.App, served [][]byte) {
	t.Helper()
	ctx := context.Background()
	verifier, err := ledger.NewVerifier(svc.VerifierKey())
	if err != nil {
		t.Fatal(err)
	}
	state, err := s.Log(ctx)
	if err != nil {
		t.Fatal(err)
	}
	for _, checkpoint := range served {
		older, err := verifier.Open(checkpoint)
		if err != nil {
			t.Errorf("a served checkpoint: %v\n%s", err, checkpoint)
			continue
		}
		proven, err := ledger.Consistency(state.Tree, tilesOf(ctx, s), older.Size)
		if err == nil {
			err = ledger.CheckConsistency(proven, state.Tree, older)
		}
		if err != nil {
			t.Errorf("the log of %d is not an extension of the served %d: %v", state.Tree.Size, older.Size, err)
		}
	}
	result, err := proof.VerifyStore(ctx, s, nil)
	if err != nil || len(result.Damages) > 0 || result.Entries != state.Tree.Size {
		t.Errorf("VerifyStore = %+v, %v; want %d entries without damage", result, err, state.Tree.Size)
	}
}
