package chaos

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"

	"rastro/internal/testkit/drive"
)

// verdict keeps how a test would have failed.
type verdict struct {
	testing.TB
	mu   sync.Mutex
	said []string
}

func (v *verdict) Helper() {}

func (v *verdict) Errorf(format string, args ...any) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.said = append(v.said, fmt.Sprintf(format, args...))
}

func (v *verdict) Error(args ...any) { v.Errorf("%s", fmt.Sprintln(args...)) }

func (v *verdict) Fail() { v.Errorf("failed") }

func (v *verdict) FailNow() { v.Fatalf("failed") }

func (v *verdict) Failed() bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	return len(v.said) > 0
}

// Fatal and Fatalf end the check, not the test: a server that misses published entries
// refuses its checkpoint, and that is one more way to notice.
func (v *verdict) Fatal(args ...any) {
	v.Error(args...)
	runtime.Goexit()
}

func (v *verdict) Fatalf(format string, args ...any) {
	v.Errorf(format, args...)
	runtime.Goexit()
}

// TestLossIsNoticed removes an acknowledged write behind the server's back, and falsifies another:
// a check that passed then would prove nothing.
func TestLossIsNoticed(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "rastro.db")
	store := drive.SQLite(path)
	s := drive.Start(t, store, drive.How{})
	load := drive.NewLoad(seed)
	load.Round(t, s, func(*drive.Round) {})
	load.Check(t, store, s)
	for _, c := range []struct{ name, statement, want string }{
		{"changed", `UPDATE journal SET dados = CAST(replace(CAST(dados AS TEXT), 'observacao', 'observacaO') AS BLOB) WHERE seq = (SELECT max(seq) FROM journal WHERE kind < 200 AND operation = 1)`, "its content gives"},
		{"lost", `DELETE FROM journal WHERE seq = (SELECT max(seq) FROM journal WHERE kind < 200)`, "that were acknowledged"},
	} {
		// The server may be writing its log at that moment: the program waits for it.
		if said, err := exec.Command("sqlite3", "-cmd", ".timeout 60000", path, c.statement).CombinedOutput(); err != nil {
			t.Fatalf("%s: %v: %s", c.statement, err, said)
		}
		v := &verdict{TB: t}
		done := make(chan struct{})
		go func() {
			defer close(done)
			load.Check(v, store, s)
		}()
		<-done
		if said := strings.Join(v.said, "\n"); !strings.Contains(said, c.want) {
			t.Errorf("a version that was %s is told as %q, want %q", c.name, said, c.want)
		}
	}
}
