package cli_test

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"debug/buildinfo"
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"rastro/internal/ledger"
	"rastro/internal/store/citus"
	"rastro/internal/store/sqlite"
	"rastro/internal/testkit"
	"rastro/internal/trace"
)

// fsckModule is the independent checker: Tessera's.
const fsckModule = "github.com/transparency-dev/tessera/cmd/fsck"

// findFsck finds the checker that scripts/install-test-deps installs. Without it a test is skipped,
// except in CI. The name alone proves nothing: PATH often has a file system checker with the same
// name.
func findFsck(t *testing.T) string {
	t.Helper()
	candidates := []string{filepath.Join("..", "..", "bin", "fsck")}
	if found, err := exec.LookPath("fsck"); err == nil {
		candidates = append(candidates, found)
	}
	for _, path := range candidates {
		path, err := filepath.Abs(path)
		if err != nil {
			t.Fatal(err)
		}
		if info, err := buildinfo.ReadFile(path); err == nil && info.Path == fsckModule {
			return path
		}
	}
	if os.Getenv("CI") == "true" {
		t.Fatal("no fsck: run scripts/install-test-deps")
	}
	t.Skip("no fsck: run scripts/install-test-deps")
	return ""
}

// fsck runs the checker on a server's log. It exits with 0 whatever it finds,
// and says on standard error what that is.
func fsck(t *testing.T, path, url, key string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "log.pub")
	if err := os.WriteFile(file, []byte(key), 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), testkit.Patience)
	defer cancel()
	said, err := exec.CommandContext(ctx, path, "-ui=false", "-public_key", file, "-storage_url", url+"/log/").CombinedOutput()
	if err != nil {
		t.Fatalf("fsck: %v\n%s", err, said)
	}
	return string(said)
}

// fsckPassesNow checks the present log of a server, again if the server signs another checkpoint
// meanwhile.
func fsckPassesNow(t *testing.T, path string, c client, key string) {
	t.Helper()
	for {
		tree, _ := checkpointOf(t, c, key)
		said := fsck(t, path, c.url, key)
		if now, _ := checkpointOf(t, c, key); now == tree {
			fsckSays(t, said, tree.Size, tree)
			return
		}
	}
}

// fsckPasses checks the log of a server whose size is known.
func fsckPasses(t *testing.T, path string, c client, key string, size int64) {
	t.Helper()
	said := fsck(t, path, c.url, key)
	tree, _ := checkpointOf(t, c, key)
	fsckSays(t, said, size, tree)
}

func fsckSays(t *testing.T, said string, size int64, tree ledger.Tree) {
	t.Helper()
	want := fmt.Sprintf("Successfully fsck'd log with size %d and root %s", size, base64.StdEncoding.EncodeToString(tree.Root[:]))
	if !strings.Contains(said, want) || strings.Contains(said, "fsck failed") {
		t.Errorf("fsck at %d entries says:\n%s\nwant %q", size, said, want)
	}
}

// logKey prints a store's verifier key with the corresponding command.
func logKey(t *testing.T, db string) string {
	t.Helper()
	code, out, errs := run(t, "log", "key", "--db", db)
	if code != 0 || errs != "" {
		t.Fatalf("log key: exit %d, %s", code, errs)
	}
	lines := strings.Split(strings.TrimSuffix(out, "\n"), "\n")
	return lines[len(lines)-1]
}

// checkpointOf fetches a server's checkpoint and opens it.
func checkpointOf(t *testing.T, c client, key string) (ledger.Tree, []byte) {
	t.Helper()
	verifier, err := ledger.NewVerifier(key)
	if err != nil {
		t.Fatal(err)
	}
	status, signed, _, err := c.do(t.Context(), http.MethodGet, "/log/checkpoint", "")
	if err != nil || status != http.StatusOK {
		t.Fatalf("checkpoint: %d, %v", status, err)
	}
	tree, err := verifier.Open(signed)
	if err != nil {
		t.Fatalf("checkpoint: %v\n%s", err, signed)
	}
	return tree, signed
}

// waitFor polls the checkpoint until the log has a size.
func waitFor(t *testing.T, c client, key string, size int64) {
	t.Helper()
	until(t, func(late bool) bool {
		tree, _ := checkpointOf(t, c, key)
		if tree.Size > size || late {
			t.Fatalf("the log has %d entries, want %d", tree.Size, size)
		}
		return tree.Size == size
	})
}

const planting = "/producaoAgricola/plantioManejo"

// post creates n records, many at a time.
func post(t *testing.T, c client, n int) {
	t.Helper()
	var left atomic.Int64
	left.Store(int64(n))
	var group sync.WaitGroup
	for lane := range 24 {
		group.Go(func() {
			for left.Add(-1) >= 0 {
				status, body, _, err := c.do(t.Context(), http.MethodPost, planting, fmt.Sprintf(`{"safraId":"S-%d","dados":{"quantidadeSemente":1}}`, lane%7))
				if err != nil || status != http.StatusCreated {
					t.Errorf("create: %d %s, %v", status, body, err)
					return
				}
			}
		})
	}
	group.Wait()
}

// withKey puts only the root key into a new store, as an early build did: the server notes it when
// it starts, so that the log begins with one entry.
func withKey(t *testing.T, db string) {
	t.Helper()
	var store trace.Store
	var err error
	if path, ok := strings.CutPrefix(db, "sqlite:"); ok {
		store, err = sqlite.Open(t.Context(), path)
	} else {
		store, err = citus.Open(t.Context(), db)
	}
	if err != nil {
		t.Fatal(err)
	}
	err = store.Update(t.Context(), func(w trace.Writer) error {
		if err := w.LockKeys(t.Context()); err != nil {
			return err
		}
		return w.PutKey(t.Context(), trace.Key{
			AccessKey: rootAccess, SecretHash: sha256.Sum256([]byte(rootSecret)), CreatedAt: time.Now(),
			Scopes: []trace.Scope{trace.Read, trace.Write, trace.Admin},
		})
	})
	if err := errors.Join(err, store.Close()); err != nil {
		t.Fatal(err)
	}
}

// An independent tool reads and checks the whole log of a running server, at
// the sizes where tiles begin and end.
func TestFsck(t *testing.T) {
	checker := findFsck(t)
	for _, engine := range engines {
		t.Run(engine.name, func(t *testing.T) {
			db := engine.db(t)
			withKey(t, db)
			c, _ := serve(t, db, "--log-origin", "fsck.example/log")
			key := logKey(t, db)
			if !strings.HasPrefix(key, "fsck.example/log+") {
				t.Errorf("the key is %s", key)
			}
			size := int64(1)
			for _, next := range []int64{1, 2, 255, 256, 257, 1500} {
				post(t, c, int(next-size))
				size = next
				waitFor(t, c, key, size)
				fsckPasses(t, checker, c, key, size)
			}
			_, other, err := ledger.NewKey(rand.Reader, "fsck.example/log")
			if err != nil {
				t.Fatal(err)
			}
			if said := fsck(t, checker, c.url, other); !strings.Contains(said, "fsck failed") || strings.Contains(said, "Successfully") {
				t.Errorf("with another log's key fsck says:\n%s", said)
			}
		})
	}
}
