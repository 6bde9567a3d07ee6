package cli

import (
	"path/filepath"
	"runtime"
	"testing"

	"go.uber.org/goleak"

	"rastro/internal/store/postgres/pgtest"
	"rastro/internal/testkit"
)

// TestNoGoroutineLeft does not run in parallel: it checks all goroutines of the process.
func TestNoGoroutineLeft(t *testing.T) {
	for name, db := range map[string]string{
		"sqlite": "sqlite:" + filepath.Join(t.TempDir(), "rastro.db"), "postgres": pgtest.DSN(t),
	} {
		t.Run(name, func(t *testing.T) {
			before := goleak.IgnoreCurrent()
			s := serve(t, db, "--rate-limit", "1000")
			id := s.create("S")
			s.call("GET", planting+"/"+id, "")
			s.call("GET", planting, "")
			s.as(keyPair{"rk_unknown", "x"}).call("GET", planting, "") // begins to count failures
			s.stop()
			var left error
			defer func() {
				if left != nil {
					t.Log(left)
				}
			}()
			testkit.Eventually(t, "the server's goroutines end", func() bool {
				runtime.GC() // a cache's goroutine ends once the cache is gone
				left = goleak.Find(before)
				return left == nil
			})
		})
	}
}
