package pgtest

import (
	"os"
	"path/filepath"
	"testing"
)

// A server on a copy of the first data folder works like one on a folder of its own.
func TestInitialIsCopied(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	b, err := find()
	require(t, err)
	kept, err := b.keptInitial()
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{"made", "copied"} {
		if _, err := os.Stat(kept); (err == nil) != (i > 0) {
			t.Fatalf("%s: before, the kept folder is there: %v", want, err)
		}
		c, err := create(os.TempDir(), binaries.initial, unsynced...)
		if err != nil {
			t.Fatalf("%s: %v", want, err)
		}
		run(t, c.DSN(t), "CREATE TABLE t (n int)")
		if err := c.remove(); err != nil {
			t.Error(err)
		}
	}
	if left, err := os.ReadDir(filepath.Dir(kept)); err != nil || len(left) != 1 {
		t.Errorf("%d entries are kept, %v; want one", len(left), err)
	}
}
