package storetest

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"log/slog"
	"os"
	"strings"
	"testing"

	"rastro/internal/app"
	"rastro/internal/ledger"
	"rastro/internal/logkey"
	"rastro/internal/publiclog"
	"rastro/internal/trace"
)

// missingCheckpoint removes the last checkpoint from next to its key. Then nobody can tell whether
// the store is an older copy.
func missingCheckpoint(t *testing.T, s trace.Store) {
	ctx := context.Background()
	used := logkey.In(t.TempDir(), "suite", "")
	secret, _, err := ledger.NewKey(rand.Reader, origin)
	if err == nil {
		err = used.PutKey(secret)
	}
	if err != nil {
		t.Fatal(err)
	}
	if err := serverOn(t, s, used).StartLog(ctx, ""); !errors.Is(err, publiclog.ErrNoCheckpoint) || !strings.Contains(err.Error(), "the store is empty") {
		t.Errorf("StartLog of an empty store under a key that was used = %v", err)
	}

	files := logkey.In(t.TempDir(), "suite", "")
	svc := startServer(t, s, files)
	createSome(t, svc, 3)
	drain(t, s, svc, 3)
	kept, err := files.Checkpoint()
	if err == nil {
		err = os.Remove(files.CheckpointPlace())
	}
	if err != nil {
		t.Fatal(err)
	}
	err = serverOn(t, s, files).StartLog(ctx, "")
	if !errors.Is(err, publiclog.ErrNoCheckpoint) || !strings.Contains(err.Error(), files.CheckpointPlace()) || !strings.Contains(err.Error(), "rastro log adopt") {
		t.Errorf("StartLog = %v; want that the checkpoint is missing, and what to do", err)
	}
	if again, err := files.Checkpoint(); again != nil || err != nil {
		t.Errorf("a refused start wrote the checkpoint %q, %v", again, err)
	}
	if _, err := files.Swap(nil, kept); err != nil {
		t.Fatal(err)
	}
	startServer(t, s, files)
	if err := os.Remove(files.CheckpointPlace()); err != nil {
		t.Fatal(err)
	}
	adopted, err := serverOn(t, s, files).AdoptLog(ctx, "second.example/log", false)
	if err != nil || adopted.Predecessor.Size != 3 || adopted.Waiting != 0 {
		t.Fatalf("AdoptLog = %+v, %v", adopted, err)
	}
	again := startServer(t, s, files)
	drain(t, s, again, 4)
	sound(t, s, files)
}

// countedLoss adopts a log whose last checkpoint is two entries ahead of the store, with two
// waiting writes that either are those entries or are not.
func countedLoss(t *testing.T, s trace.Store) {
	ctx := context.Background()
	files := logkey.In(t.TempDir(), "suite", "")
	svc := startServer(t, s, files)
	createSome(t, svc, 2)
	drain(t, s, svc, 2)
	createSome(t, svc, 2)
	var waiting []trace.Commitment
	within(t, func() (_ bool, err error) { // until the store shows both
		waiting, err = s.Waiting(ctx, 10)
		return len(waiting) == 2, err
	})
	if n, err := s.CountWaiting(ctx); n != 2 || err != nil {
		t.Errorf("CountWaiting = %d, %v, want 2", n, err)
	}
	for _, c := range []struct {
		origin string
		change byte // the byte changed in the last entry
		lost   int64
	}{{"second.example/log", 1, 2}, {"third.example/log", 0, 0}} {
		state, err := s.Log(ctx)
		if err != nil {
			t.Fatal(err)
		}
		first, second := waiting[0].Hash, waiting[1].Hash
		second[0] ^= c.change
		tree, _, err := ledger.Extend(state.Tree, tilesOf(ctx, s), [][]byte{first[:], second[:]})
		if err != nil {
			t.Fatal(err)
		}
		key, err := files.Key()
		if err != nil {
			t.Fatal(err)
		}
		signer, err := ledger.NewSigner(key)
		if err != nil {
			t.Fatal(err)
		}
		ahead, err := signer.Sign(tree)
		if err != nil {
			t.Fatal(err)
		}
		kept, err := files.Checkpoint()
		if err != nil {
			t.Fatal(err)
		}
		if moved, err := files.Swap(kept, ahead); moved || err != nil {
			t.Fatal(moved, err)
		}
		if err := os.Remove(files.KeyPlace()); err != nil { // a lost key: the writes cannot be taken into the old log
			t.Fatal(err)
		}
		adopted, err := serverOn(t, s, files).AdoptLog(ctx, c.origin, false)
		if err != nil || adopted.Lost != c.lost || adopted.Predecessor.SeenSize != 4 || adopted.Waiting < 2 {
			t.Errorf("AdoptLog as %s = %+v, %v; want %d lost", c.origin, adopted, err, c.lost)
		}
	}
}

// followedAdoption adopts a log on one machine. A server on another machine still has the old log's
// checkpoint and needs only the new key. Until it has the key, it reports a single problem, once.
func followedAdoption(t *testing.T, s trace.Store) {
	ctx := context.Background()
	here, there := logkey.In(t.TempDir(), "suite", ""), logkey.In(t.TempDir(), "suite", "")
	svc := startServer(t, s, here)
	createSome(t, svc, 2)
	drain(t, s, svc, 2)
	for _, name := range []string{"logkey", "checkpoint"} {
		content, err := os.ReadFile(strings.TrimSuffix(here.KeyPlace(), "logkey") + name)
		if err == nil {
			err = os.WriteFile(strings.TrimSuffix(there.KeyPlace(), "logkey")+name, content, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	var told bytes.Buffer
	other, err := app.New(ctx, s, app.Options{Now: svc.Now, Random: rand.Reader, Log: slog.New(slog.NewTextHandler(&told, nil)), Vault: there})
	if err == nil {
		err = other.StartLog(ctx, "")
	}
	if err != nil {
		t.Fatal(err)
	}
	createSome(t, svc, 2)
	within(t, func() (bool, error) { // until the store shows both
		waiting, err := s.Waiting(ctx, 10)
		return len(waiting) == 2, err
	})
	adopted, err := serverOn(t, s, here).AdoptLog(ctx, "second.example/log", true)
	if err != nil || adopted.Waiting != 2 || adopted.Predecessor.Size != 2 {
		t.Fatalf("AdoptLog = %+v, %v; want 2 entries and 2 writes that wait", adopted, err)
	}
	for range 3 {
		if _, err := other.Integrate(ctx); !trace.Is(err, trace.CodeLogForked) {
			t.Errorf("a server with the old key signs: %v", err)
		}
		if _, err := other.Checkpoint(ctx); !trace.Is(err, trace.CodeLogForked) {
			t.Errorf("a server with the old key serves: %v", err)
		}
	}
	if said := told.String(); strings.Count(said, "level=ERROR") != 1 || !strings.Contains(said, "restart this server") || strings.Contains(said, "restore") {
		t.Errorf("it says %s; want one line that says to restart it with the new key", said)
	}
	if err := serverOn(t, s, there).StartLog(ctx, ""); err == nil || !strings.Contains(err.Error(), "rastro log adopt") || errors.Is(err, publiclog.ErrForked) {
		t.Errorf("StartLog with the old key = %v", err)
	}
	key, err := here.Key()
	if err == nil {
		err = os.WriteFile(there.KeyPlace(), []byte(key), 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	startServer(t, s, there)
	last := startServer(t, s, there)
	drain(t, s, last, 5) // four records and a note
	sound(t, s, there)
	report, err := last.LogReport(ctx, 10)
	if err != nil || len(report.Predecessors) != 1 || report.Predecessors[0].Key != adopted.Predecessor.Key || len(report.Kept) == 0 {
		t.Fatalf("LogReport = %+v, %v", report, err)
	}
	for _, kept := range report.Kept { // checkpoints of the previous log open too
		if tree, err := report.Open(kept); err != nil || tree.Size != kept.Size {
			t.Errorf("the checkpoint of %d entries: %v", kept.Size, err)
		}
	}
}
