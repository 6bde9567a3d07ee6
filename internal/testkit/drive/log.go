package drive

import (
	"context"
	"debug/buildinfo"
	"encoding/base64"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"rastro/internal/ledger"
	"rastro/internal/testkit"
)

// checkpoint is a state of the log that a server has signed.
type checkpoint struct {
	tree   ledger.Tree
	origin string
}

// checkpointOf fetches the state of the log that a server signs now.
func checkpointOf(s *Server) (checkpoint, error) {
	a, err := s.Do("GET", "/log/checkpoint", "")
	if err != nil || a.Status != http.StatusOK {
		return checkpoint{}, fmt.Errorf("/log/checkpoint: %d %s, %v", a.Status, a.Body, err)
	}
	tree, origin, err := ledger.ReadCheckpoint(a.Body)
	return checkpoint{tree, origin}, err
}

// Keep stores the server's current checkpoint: from then on the log must extend it.
func (l *Load) Keep(tb testing.TB, s *Server) {
	tb.Helper()
	c, err := checkpointOf(s)
	if err != nil {
		tb.Fatal(err)
	}
	l.kept = append(l.kept, c)
}

// Follow stores every checkpoint that some servers sign, as far as they answer, until the
// returned function is called.
func (l *Load) Follow(servers ...*Server) (stop func()) {
	over := make(chan struct{})
	seen := make([][]checkpoint, len(servers))
	var following sync.WaitGroup
	for i, s := range servers {
		following.Go(func() {
			tick := time.NewTicker(followEvery)
			defer tick.Stop()
			for {
				if c, err := checkpointOf(s); err == nil && (len(seen[i]) == 0 || seen[i][len(seen[i])-1] != c) {
					seen[i] = append(seen[i], c)
				}
				select {
				case <-over:
					return
				case <-tick.C:
				}
			}
		})
	}
	return func() {
		close(over)
		following.Wait()
		for _, one := range seen {
			l.kept = append(l.kept, one...)
		}
	}
}

// followEvery is how often Follow polls: as often as the log grows.
const followEvery = 250 * time.Millisecond

// maxKept bounds how many checkpoints are compared each time.
const maxKept = 8

// checkLog proves, from the tiles that the server serves, that its log extends every
// checkpoint that was kept. It then keeps the first and the last ones.
func (l *Load) checkLog(tb testing.TB, s *Server) {
	tb.Helper()
	now, err := checkpointOf(s)
	if err != nil {
		tb.Error(err)
		return
	}
	read := func(t ledger.Tile) ([]byte, error) {
		a, err := s.Do("GET", "/log/"+t.Path(), "")
		if err != nil || a.Status != http.StatusOK {
			return nil, fmt.Errorf("%s: %d %s, %v", t.Path(), a.Status, a.Body, err)
		}
		return a.Body, nil
	}
	for _, old := range l.kept {
		if old.origin != now.origin || old.tree.Size > now.tree.Size {
			tb.Errorf("the log %s had %d entries, and %s has %d", old.origin, old.tree.Size, now.origin, now.tree.Size)
			continue
		}
		proof, err := ledger.Consistency(now.tree, read, old.tree.Size)
		if err == nil {
			err = ledger.CheckConsistency(proof, now.tree, old.tree)
		}
		if err != nil {
			tb.Errorf("the log of %d entries does not extend that of %d: %v", now.tree.Size, old.tree.Size, err)
		}
	}
	l.kept = append(l.kept, now)
	if spare := len(l.kept) - maxKept; spare > 0 {
		l.kept = append(l.kept[:1], l.kept[1+spare:]...)
	}
}

// fsckModule is the independent checker of logs: Tessera's.
const fsckModule = "github.com/transparency-dev/tessera/cmd/fsck"

// fsckProgram finds the checker where scripts/install-test-deps puts it, from the folder of
// a package two levels down.
func fsckProgram() string {
	path, err := filepath.Abs(filepath.Join("..", "..", "bin", "fsck"))
	if err != nil {
		return ""
	}
	if info, err := buildinfo.ReadFile(path); err != nil || info.Path != fsckModule {
		return ""
	}
	return path
}

// Fsck lets an independent program check the whole log that a server serves. It reports whether
// that program is installed; in CI it must be.
func Fsck(tb testing.TB, s *Server, key string) bool {
	tb.Helper()
	program := fsckProgram()
	if program == "" {
		if os.Getenv("CI") == "true" {
			tb.Error("no fsck: run scripts/install-test-deps")
		}
		return false
	}
	file := filepath.Join(tb.TempDir(), "log.pub")
	if err := os.WriteFile(file, []byte(key), 0o600); err != nil {
		tb.Fatal(err)
	}
	testkit.Eventually(tb, "the log stays the same while it is checked", func() bool {
		before, err := checkpointOf(s)
		if err != nil {
			tb.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(context.Background(), testkit.Patience)
		defer cancel()
		said, err := exec.CommandContext(ctx, program, "-ui=false", "-public_key", file, "-storage_url", s.URL+"/log/").CombinedOutput()
		if err != nil {
			tb.Fatalf("fsck: %v\n%s", err, said)
		}
		if after, err := checkpointOf(s); err != nil || after != before {
			return false
		}
		want := fmt.Sprintf("Successfully fsck'd log with size %d and root %s", before.tree.Size, base64.StdEncoding.EncodeToString(before.tree.Root[:]))
		if !strings.Contains(string(said), want) || strings.Contains(string(said), "fsck failed") {
			tb.Errorf("fsck says:\n%s\nwant %q", said, want)
		}
		return true
	})
	return true
}
