package publiclog_test

import (
	"crypto/rand"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"time"

	"rastro/internal/app"
	"rastro/internal/ledger"
	"rastro/internal/proof"
	"rastro/internal/publiclog"
	"rastro/internal/testkit/world"
	"rastro/internal/trace"
)

func TestStartLog(t *testing.T) {
	w := world.New(t)
	key := w.App.VerifierKey()
	if !strings.HasPrefix(key, "trace.example/log+") {
		t.Errorf("the verifier key is %s", key)
	}
	for _, origin := range []string{"", "trace.example/log"} {
		again := w.NewApp()
		if err := again.StartLog(t.Context(), origin); err != nil || again.VerifierKey() != key {
			t.Errorf("StartLog(%q) again: %v, key %s", origin, err, again.VerifierKey())
		}
	}
	err := w.NewApp().StartLog(t.Context(), "another.example/log")
	if err == nil || errors.Is(err, publiclog.ErrLog) || !strings.Contains(err.Error(), "permanently named trace.example/log, not another.example/log") {
		t.Errorf("StartLog under another name: %v", err)
	}
	if stored, err := w.App.LogVerifier(t.Context()); stored != key || err != nil {
		t.Errorf("LogVerifier = %s, %v; want %s", stored, err, key)
	}
}

func TestStartLogRefusesOddNames(t *testing.T) {
	w := world.New(t)
	w.Tamper(`DELETE FROM log_state`)
	_, err := w.App.LogVerifier(t.Context())
	world.WantCode(t, "LogVerifier without a log", err, trace.CodeRecordNotFound)
	for _, origin := range []string{"a b", "a+b", "ção", "a\n", strings.Repeat("x", 300)} {
		if err := w.NewApp().StartLog(t.Context(), origin); err == nil || !strings.Contains(err.Error(), "cannot name a log") {
			t.Errorf("StartLog(%.20q) = %v", origin, err)
		}
	}
	svc := w.NewApp()
	if err := svc.StartLog(t.Context(), ""); err != nil || !strings.HasPrefix(svc.VerifierKey(), "rastro/") {
		t.Errorf("its own name: %s, %v", svc.VerifierKey(), err)
	}
}

// A log that starts on a store with records takes them all.
func TestIntegrate(t *testing.T) {
	w := world.New(t)
	verifier, err := ledger.NewVerifier(w.App.VerifierKey())
	if err != nil {
		t.Fatal(err)
	}
	checkpoint := func() (ledger.Tree, string) {
		signed, err := w.App.Checkpoint(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		tree, err := verifier.Open(signed)
		if err != nil {
			t.Fatal(err)
		}
		return tree, string(signed)
	}
	empty, first := checkpoint()
	if empty != ledger.Empty {
		t.Errorf("a new log is %+v", empty)
	}
	if more, err := w.App.Integrate(t.Context()); more || err != nil {
		t.Errorf("Integrate with nothing to do = %t, %v", more, err)
	}
	if _, again := checkpoint(); again != first {
		t.Errorf("an idle log was signed again:\n%s", again)
	}
	sample := w.Create(world.Planting, "S", `{}`)
	err = w.Store.Update(t.Context(), func(writer trace.Writer) error {
		for range 1199 {
			id, err := trace.NewID(w.Clock, "S", rand.Reader)
			if err != nil {
				return err
			}
			sample.ID = id
			if err := writer.Append(t.Context(), sample); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []struct {
		size int64
		more bool
	}{{512, true}, {1024, true}, {1200, false}} {
		more, err := w.App.Integrate(t.Context())
		if tree, _ := checkpoint(); tree.Size != want.size || more != want.more || err != nil {
			t.Errorf("Integrate: %d entries, more %t, %v; want %d, %t", tree.Size, more, err, want.size, want.more)
		}
	}
	for _, tc := range []struct {
		tile ledger.Tile
		ok   bool
	}{
		{ledger.Tile{Level: 0, Index: 4, Width: 176}, true},
		{ledger.Tile{Level: 0, Index: 4, Width: 100}, true},
		{ledger.Tile{Level: 0, Index: 4, Width: 177}, false},
		{ledger.Tile{Level: 1, Index: 0, Width: 4}, true},
		{ledger.Tile{Level: 1, Index: 0, Width: 5}, false},
		{ledger.Tile{Level: ledger.EntryLevel, Index: 4, Width: 176}, true},
		{ledger.Tile{Level: ledger.EntryLevel, Index: 5, Width: 1}, false},
		{ledger.Tile{Level: 0, Index: 1 << 50, Width: 256}, false},
	} {
		if _, err := w.App.Tile(t.Context(), tc.tile); tc.ok != (err == nil) || err != nil && !trace.Is(err, trace.CodeTileNotFound) {
			t.Errorf("Tile(%s) = %v; want it: %t", tc.tile.Path(), err, tc.ok)
		}
	}
}

// Of the checkpoints of a minute one is kept.
func TestCheckpointsAreKept(t *testing.T) {
	w := world.New(t)
	for range 6 {
		w.Create(world.Planting, "S", `{}`)
		w.Integrate()
		w.Later(25 * time.Second)
	}
	kept, err := w.Store.NewestCheckpoints(t.Context(), 10)
	if err != nil || len(kept) != 3 { // at 0 s, 75 s and 125 s
		t.Errorf("%d kept of 6 in 125 s, %v; want 3: %v", len(kept), err, kept)
	}
	w.Sound()
}

// A log that was tampered with does not grow.
func TestIntegrateRefusesDamage(t *testing.T) {
	w := world.New(t)
	w.Create(world.Planting, "S", `{}`)
	w.Integrate()
	w.Tamper(`UPDATE log_tile SET data = zeroblob(32) WHERE level = 0`)
	w.Create(world.Planting, "S", `{}`)
	if _, err := w.App.Integrate(t.Context()); !errors.Is(err, publiclog.ErrLog) {
		t.Errorf("Integrate on a changed tile = %v, want ErrLog", err)
	}
	if _, err := w.App.Prove(t.Context(), world.Everybody, world.Planting, "x", 0); !trace.Is(err, trace.CodeIDMalformed) {
		t.Errorf("the service: %v", err)
	}
	w.Create(world.Planting, "S", `{}`) // writing continues
}

// VerifyStore of a store without a log, and against checkpoints of other logs.
func TestVerifyStore(t *testing.T) {
	w, other := world.New(t), world.New(t)
	w.Create(world.Planting, "S", `{}`)
	w.Integrate()
	w.Create(world.Planting, "S", `{}`)
	other.Create(world.Planting, "S", `{}`)
	other.Integrate()
	foreign, err := other.App.Checkpoint(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	own, err := w.App.Checkpoint(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		name  string
		given []byte
		want  string // of the damages, "" for none
	}{
		{"nothing given", nil, ""},
		{"its own", own, ""},
		{"of another log of the same name", foreign, "the given checkpoint: "},
		{"no checkpoint", []byte("hello\n"), "the given checkpoint: not a checkpoint"},
		{"an empty file", []byte{}, "the given checkpoint: not a checkpoint"},
		{"cut short", own[:len(own)-20], "the given checkpoint: "},
	} {
		result, err := proof.VerifyStore(t.Context(), w.Store, tc.given)
		if got := strings.Join(result.Damages, "; "); err != nil || (tc.want == "") != (got == "") || !strings.Contains(got, tc.want) {
			t.Errorf("%s: %q, %v; want %q", tc.name, got, err, tc.want)
		}
		if result.Versions != 2 || result.Entries != 1 || result.Pending != 1 {
			t.Errorf("%s: %+v; want 2 versions, 1 entry, 1 waiting", tc.name, result)
		}
	}
	w.Tamper(`DELETE FROM log_state`)
	if result, err := proof.VerifyStore(t.Context(), w.Store, nil); err != nil || len(result.Damages) != 1 || result.Damages[0] != "log: missing" {
		t.Errorf("without a log: %+v, %v", result, err)
	}
}

// A server whose clock lags behind the store reports it at its start.
func TestStartLogTellsAClockThatIsBehind(t *testing.T) {
	w := world.New(t)
	for _, c := range []struct {
		moved time.Duration
		want  bool
	}{{0, false}, {-time.Second, false}, {-time.Hour, true}, {time.Hour, false}} {
		var said strings.Builder
		now := w.Clock.Add(c.moved)
		svc, err := app.New(t.Context(), w.Store, app.Options{Now: func() time.Time { return now }, Random: rand.Reader, Log: slog.New(slog.NewTextHandler(&said, nil))})
		if err == nil {
			err = svc.StartLog(t.Context(), "")
		}
		if err != nil || strings.Contains(said.String(), "clock is behind what is stored") != c.want {
			t.Errorf("moved by %s: %q, %v", c.moved, &said, err)
		}
	}
}

// A proof leads to the first cosigned state that covers it, and to the given state if there is none.
func TestCosignedStates(t *testing.T) {
	w := world.New(t)
	state := func(size int64) trace.LogState {
		tree := ledger.Tree{Size: size, Root: ledger.Hash{byte(size)}}
		checkpoint, err := w.App.Signer().Sign(tree)
		if err != nil {
			t.Fatal(err)
		}
		return trace.LogState{Tree: tree, Checkpoint: checkpoint, Verifier: w.App.VerifierKey()}
	}
	if err := w.App.SetCosigned(state(3).Checkpoint, state(5).Checkpoint); err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct{ newest, index, want int64 }{{7, 2, 3}, {7, 3, 5}, {7, 4, 5}, {7, 5, 7}, {4, 3, 4}, {2, 1, 2}, {3, 0, 3}} {
		if got := w.App.Cosigned(state(tc.newest), tc.index); got.Tree != state(tc.want).Tree {
			t.Errorf("entry %d of %d: the state of %d", tc.index, tc.newest, got.Tree.Size)
		}
	}
	if err := w.App.SetCosigned([]byte("rubbish")); err == nil {
		t.Error("rubbish is taken")
	}
}
