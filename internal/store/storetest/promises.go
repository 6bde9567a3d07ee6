package storetest

import (
	"context"
	"crypto/rand"
	"errors"
	"log/slog"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"rastro/internal/app"
	"rastro/internal/ledger"
	"rastro/internal/logkey"
	"rastro/internal/proof"
	"rastro/internal/publiclog"
	"rastro/internal/trace"
)

// errKilled ends a step that a test interrupts.
var errKilled = errors.New("killed by the test")

// brittleVault is a vault whose next swap is interrupted, before or after it takes effect.
type brittleVault struct {
	*logkey.Files
	before, after bool
}

func (v *brittleVault) Swap(old, next []byte) (bool, error) {
	if v.before {
		return false, errKilled
	}
	moved, err := v.Files.Swap(old, next)
	if v.after {
		return false, errKilled
	}
	return moved, err
}

// brittleStore is a store whose next transaction is interrupted, before or after its commit.
type brittleStore struct {
	trace.Store
	before, after bool
}

func (s *brittleStore) Update(ctx context.Context, fn func(trace.Writer) error) error {
	if !s.before && !s.after {
		return s.Store.Update(ctx, fn)
	}
	err := s.Store.Update(ctx, func(w trace.Writer) error {
		if err := fn(w); err != nil || !s.before {
			return err
		}
		return errKilled
	})
	if err == nil {
		err = errKilled
	}
	return err
}

// serverOn returns a server's service over a store, with the key and the checkpoint in
// a vault.
func serverOn(tb testing.TB, s trace.Store, v app.Vault) *app.App {
	tb.Helper()
	svc, err := app.New(context.Background(), s, app.Options{
		Now: func() time.Time { return start }, Random: rand.Reader, Log: slog.New(slog.DiscardHandler), Vault: v,
	})
	if err != nil {
		tb.Fatal(err)
	}
	return svc
}

func startServer(tb testing.TB, s trace.Store, v app.Vault) *app.App {
	tb.Helper()
	svc := serverOn(tb, s, v)
	if err := svc.StartLog(context.Background(), ""); err != nil {
		tb.Fatalf("StartLog: %v", err)
	}
	return svc
}

func createSome(tb testing.TB, svc *app.App, n int) {
	tb.Helper()
	for range n {
		if _, err := svc.Create(context.Background(), everybody, planting, envelope(`{}`), nil); err != nil {
			tb.Fatal(err)
		}
	}
}

// sound checks that a store verifies, and that its vault has its checkpoint.
func sound(tb testing.TB, s trace.Store, v app.Vault) {
	tb.Helper()
	result, err := proof.VerifyStore(context.Background(), s, nil)
	if err != nil || len(result.Damages) > 0 {
		tb.Errorf("VerifyStore: %q, %v", result.Damages, err)
	}
	state, err := s.Log(context.Background())
	if err != nil || state.Secret != "" {
		tb.Errorf("the store has a signing key, or no log: %v", err)
	}
	if kept, err := v.Checkpoint(); string(kept) != string(state.Checkpoint) || err != nil {
		tb.Errorf("the vault has %q, %v; the store %q", kept, err, state.Checkpoint)
	}
}

var promiseCases = []namedCase{
	{"a step that is killed anywhere is made again", func(t *testing.T, s trace.Store) {
		ctx, files := context.Background(), logkey.In(t.TempDir(), "suite", "")
		size := int64(0)
		for _, c := range []struct {
			name  string
			store brittleStore
			vault brittleVault
		}{
			{"before the vault has the checkpoint", brittleStore{}, brittleVault{before: true}},
			{"after the vault has it", brittleStore{}, brittleVault{after: true}},
			{"before the store commits", brittleStore{before: true}, brittleVault{}},
			{"after the store commits", brittleStore{after: true}, brittleVault{}},
		} {
			store, vault := &brittleStore{Store: s}, &brittleVault{Files: files}
			svc := startServer(t, store, vault)
			createSome(t, svc, 2)
			size += 2
			within(t, func() (bool, error) { // until the store shows both
				waiting, err := s.Waiting(ctx, 10)
				return len(waiting) == 2, err
			})
			store.before, store.after, vault.before, vault.after = c.store.before, c.store.after, c.vault.before, c.vault.after
			if _, err := svc.Integrate(ctx); !errors.Is(err, errKilled) {
				t.Fatalf("%s: Integrate = %v", c.name, err)
			}
			promised, err := files.Checkpoint()
			if err != nil {
				t.Fatal(err)
			}
			again := startServer(t, s, files) // after the crash
			createSome(t, again, 1)
			size++
			drain(t, s, again, size)
			verifier, err := ledger.NewVerifier(again.VerifierKey())
			if err != nil {
				t.Fatal(err)
			}
			state, err := s.Log(ctx)
			if err != nil {
				t.Fatal(err)
			}
			older, err := verifier.Open(promised)
			if err != nil {
				t.Fatal(err)
			}
			proven, err := ledger.Consistency(state.Tree, tilesOf(ctx, s), older.Size)
			if err == nil {
				err = ledger.CheckConsistency(proven, state.Tree, older)
			}
			if err != nil {
				t.Errorf("%s: what was promised is not kept: %v", c.name, err)
			}
			sound(t, s, files)
		}
	}},
	{"a running server continues after a failed commit", func(t *testing.T, s trace.Store) {
		ctx, files := context.Background(), logkey.In(t.TempDir(), "suite", "")
		store := &brittleStore{Store: s}
		svc := startServer(t, store, files)
		createSome(t, svc, 1)
		store.before = true
		within(t, func() (bool, error) {
			_, err := svc.Integrate(ctx)
			return errors.Is(err, errKilled), nil
		})
		store.before = false
		createSome(t, svc, 1)
		drain(t, s, svc, 2)
		sound(t, s, files)
	}},
	{"a store that lacks what was signed is refused", func(t *testing.T, s trace.Store) {
		ctx, files := context.Background(), logkey.In(t.TempDir(), "suite", "")
		svc := startServer(t, s, files)
		createSome(t, svc, 3)
		drain(t, s, svc, 3)
		key, err := files.Key()
		if err != nil {
			t.Fatal(err)
		}
		signer, err := ledger.NewSigner(key)
		if err != nil {
			t.Fatal(err)
		}
		kept, err := files.Checkpoint()
		if err != nil {
			t.Fatal(err)
		}
		for _, tree := range []ledger.Tree{{Size: 3, Root: ledger.Hash{1}}, {Size: 2, Root: ledger.Hash{1}}, {Size: 9, Root: ledger.Hash{1}}} {
			other, err := signer.Sign(tree)
			if err != nil {
				t.Fatal(err)
			}
			if moved, err := files.Swap(kept, other); moved || err != nil {
				t.Fatal(moved, err)
			}
			kept = other
			err = serverOn(t, s, files).StartLog(ctx, "")
			if !errors.Is(err, publiclog.ErrForked) || !strings.Contains(err.Error(), "rastro log adopt") {
				t.Errorf("StartLog against a checkpoint of %d entries = %v, want ErrForked and what to do", tree.Size, err)
			}
		}
	}},
	{"a log whose last checkpoint is missing is refused", missingCheckpoint},
	{"an adoption counts what is lost", countedLoss},
	{"a server follows an adoption with the new key alone", followedAdoption},
	{"an adopted log names its predecessor", adoptedLog},
	{"a key that an older build left in the store moves to the vault", func(t *testing.T, s trace.Store) {
		ctx, folder := context.Background(), t.TempDir()
		old := service(t, s)
		if err := old.StartLog(ctx, origin); err != nil {
			t.Fatal(err)
		}
		createSome(t, old, 2)
		drain(t, s, old, 2)
		before, err := s.Log(ctx)
		if err != nil || before.Secret == "" {
			t.Fatalf("an old store has no key: %v", err)
		}
		files := logkey.In(folder, "suite", "")
		if moved, err := files.Swap(nil, before.Checkpoint); moved || err != nil { // a crash right after the first step
			t.Fatal(moved, err)
		}
		for range 2 { // once more: nothing changes
			svc := startServer(t, s, files)
			if svc.VerifierKey() != before.Verifier {
				t.Errorf("the log is now %s", svc.VerifierKey())
			}
			if key, err := files.Key(); key != before.Secret || err != nil {
				t.Errorf("the vault has another key: %v", err)
			}
			sound(t, s, files)
		}
	}},
	{"a server without the key never makes another", func(t *testing.T, s trace.Store) {
		ctx, folder := context.Background(), t.TempDir()
		svc := startServer(t, s, logkey.In(folder, "suite", ""))
		createSome(t, svc, 1)
		drain(t, s, svc, 1)
		elsewhere := logkey.In(t.TempDir(), "suite", "")
		err := serverOn(t, s, elsewhere).StartLog(ctx, "")
		if !errors.Is(err, publiclog.ErrNoKey) || !strings.Contains(err.Error(), "copy it from the server that made it") {
			t.Errorf("StartLog without the key = %v", err)
		}
		if elsewhere.Present() {
			t.Error("it left files behind")
		}
		key, err := logkey.In(folder, "suite", "").Key()
		if err == nil {
			err = elsewhere.PutKey(key)
		}
		if err != nil {
			t.Fatal(err)
		}
		copied := func(v *logkey.Files) { // as 'curl -o FILE SERVER/log/checkpoint' does
			t.Helper()
			if err := serverOn(t, s, v).StartLog(ctx, ""); !errors.Is(err, publiclog.ErrNoCheckpoint) {
				t.Errorf("StartLog with the key alone = %v, want ErrNoCheckpoint", err)
			}
			checkpoint, err := svc.Checkpoint(ctx)
			if err == nil {
				_, err = v.Swap(nil, checkpoint)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		copied(elsewhere)
		second := startServer(t, s, elsewhere) // the copied files do
		createSome(t, second, 1)
		drain(t, s, second, 2)
		createSome(t, svc, 1) // and the first follows the second
		drain(t, s, svc, 3)
		if _, err := second.Checkpoint(ctx); err != nil {
			t.Error(err)
		}
		sound(t, s, elsewhere)
		option := logkey.In(t.TempDir(), "suite", key) // as does the key itself
		copied(option)
		given := startServer(t, s, option)
		if given.VerifierKey() != svc.VerifierKey() {
			t.Errorf("with the key as an option the log is %s", given.VerifierKey())
		}
	}},
	{"servers of one machine share a vault", func(t *testing.T, s trace.Store) {
		ctx, folder := context.Background(), t.TempDir()
		var servers []*app.App
		for range 3 {
			servers = append(servers, startServer(t, s, logkey.In(folder, "suite", "")))
		}
		var group sync.WaitGroup
		for _, svc := range servers {
			group.Go(func() {
				for range 10 {
					if _, err := svc.Create(ctx, everybody, planting, envelope(`{}`), nil); err != nil {
						t.Error(err)
					}
					if _, err := svc.Integrate(ctx); err != nil {
						t.Error(err)
					}
					if _, err := svc.Checkpoint(ctx); err != nil {
						t.Error(err)
					}
				}
			})
		}
		group.Wait()
		drain(t, s, servers[0], 30)
		for _, svc := range servers {
			if _, err := svc.Checkpoint(ctx); err != nil {
				t.Error(err)
			}
		}
		sound(t, s, logkey.In(folder, "suite", ""))
	}},
	{"a key file that others can read is refused", func(t *testing.T, s trace.Store) {
		files := logkey.In(t.TempDir(), "suite", "")
		startServer(t, s, files)
		for _, mode := range []os.FileMode{0o644, 0o640, 0o604} {
			if err := os.Chmod(files.KeyPlace(), mode); err != nil {
				t.Fatal(err)
			}
			if err := serverOn(t, s, files).StartLog(context.Background(), ""); err == nil || !strings.Contains(err.Error(), "chmod 600 "+files.KeyPlace()) {
				t.Errorf("mode %04o: %v, want the chmod", mode, err)
			}
		}
		if err := os.Chmod(files.KeyPlace(), 0o600); err != nil {
			t.Fatal(err)
		}
		startServer(t, s, files)
	}},
}

// within waits for what must happen soon.
func within(tb testing.TB, holds func() (bool, error)) {
	tb.Helper()
	for deadline := time.Now().Add(patience); ; {
		ok, err := holds()
		if err != nil {
			tb.Fatal(err)
		}
		if ok {
			return
		}
		if time.Now().After(deadline) {
			tb.Fatal("it did not come to pass")
		}
	}
}
