package parallel_test

import (
	"strings"
	"sync/atomic"
	"testing"

	"rastro/internal/parallel"
)

func TestEach(t *testing.T) {
	for _, n := range []int{0, 1, 2, 7, 100} {
		for _, lanes := range []int{1, 2, 8} {
			seen := make([]atomic.Int32, n)
			parallel.Each(n, lanes, func(i int) { seen[i].Add(1) })
			for i := range seen {
				if got := seen[i].Load(); got != 1 {
					t.Errorf("%d of %d in %d lanes: called %d times", i, n, lanes, got)
				}
			}
		}
	}
}

// A panic reaches the caller after the other goroutines are done, and says where it was.
func TestEachPanics(t *testing.T) {
	var others atomic.Int32
	defer func() {
		text, _ := recover().(string)
		if !strings.HasPrefix(text, "boom\n") || !strings.Contains(text, "parallel_test.go") {
			t.Errorf("recovered %q", text)
		}
		if others.Load() != 5 {
			t.Errorf("%d calls of the other lane", others.Load())
		}
	}()
	parallel.Each(10, 2, func(i int) {
		if i%2 == 0 {
			panic("boom")
		}
		others.Add(1)
	})
}
