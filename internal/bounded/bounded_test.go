package bounded

import (
	"sync"
	"testing"
	"time"
)

func TestByWeight(t *testing.T) {
	c, err := ByWeight(100, func(int, string) uint32 { return 10 })
	if err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	for i := range 4 {
		all.Go(func() {
			for n := range 50 {
				c.Set(i*50+n, "value")
			}
		})
	}
	all.Wait()
	if c.CleanUp(); c.EstimatedSize() > 10 || c.EstimatedSize() == 0 {
		t.Errorf("%d values of weight 10 are kept in 100", c.EstimatedSize())
	}
	c.InvalidateAll()
	if c.CleanUp(); c.EstimatedSize() != 0 {
		t.Errorf("%d values are left", c.EstimatedSize())
	}
}

func TestByCount(t *testing.T) {
	c, err := ByCount[int, string](20, time.Hour)
	if err != nil {
		t.Fatal(err)
	}
	c.Set(1, "first")
	if got, ok := c.ComputeIfAbsent(1, func() (string, bool) { return "second", false }); !ok || got != "first" {
		t.Errorf("%q, %t: a value that is there was replaced", got, ok)
	}
	if got, ok := c.GetIfPresent(1); !ok || got != "first" {
		t.Errorf("%q, %t", got, ok)
	}
	c.Invalidate(1)
	if got, ok := c.GetIfPresent(1); ok {
		t.Errorf("%q is still there", got)
	}
	for n := range 100 {
		c.Set(n, "value")
	}
	if c.CleanUp(); c.EstimatedSize() > 20 {
		t.Errorf("%d values are kept of 20", c.EstimatedSize())
	}
}

func TestWrongBounds(t *testing.T) {
	if c, err := ByCount[int, string](-1, time.Hour); err == nil || c != nil {
		t.Errorf("%v, %v", c, err)
	}
}
