package quota

import (
	"testing"
	"time"
)

func TestBuckets(t *testing.T) {
	now := time.Date(2026, 11, 15, 2, 0, 0, 0, time.UTC)
	b, err := New[string](Rate{PerSecond: 0.5, Burst: 3}, func() time.Time { return now })
	if err != nil {
		t.Fatal(err)
	}
	for i := range 3 {
		if left, wait := b.Take("a"); left != 2-i || wait != 0 {
			t.Errorf("take %d: %d left, wait %s", i, left, wait)
		}
	}
	if left, wait := b.Take("a"); left != 0 || wait != 2*time.Second {
		t.Errorf("empty: %d left, wait %s; want 2s", left, wait)
	}
	if wait := b.Wait("a"); wait != 2*time.Second {
		t.Errorf("looking takes nothing: %s", wait)
	}
	if left, wait := b.Take("b"); left != 2 || wait != 0 {
		t.Errorf("another caller: %d left, wait %s", left, wait)
	}
	if wait := b.Wait("c"); wait != 0 {
		t.Errorf("a caller that took nothing waits %s", wait)
	}
	now = now.Add(2 * time.Second)
	if wait := b.Wait("a"); wait != 0 {
		t.Errorf("after the wait: %s", wait)
	}
	if left, wait := b.Take("a"); left != 0 || wait != 0 {
		t.Errorf("after the wait: %d left, wait %s", left, wait)
	}
	now = now.Add(-time.Hour) // a clock that is set back neither fills nor freezes a bucket
	if _, wait := b.Take("a"); wait != 2*time.Second {
		t.Errorf("after the clock went back: wait %s", wait)
	}
	now = now.Add(2 * time.Second)
	if _, wait := b.Take("a"); wait != 0 {
		t.Errorf("2 seconds later: wait %s", wait)
	}
}

func TestSpend(t *testing.T) {
	now := time.Date(2026, 11, 15, 2, 0, 0, 0, time.UTC)
	b, err := New[string](Rate{PerSecond: 1, Burst: 3}, func() time.Time { return now })
	if err != nil {
		t.Fatal(err)
	}
	b.Take("a")
	b.Spend("a", -5) // more than was taken
	if left, _ := b.Take("a"); left != 2 {
		t.Errorf("after giving back: %d left, want 2", left)
	}
	b.Spend("a", 6)
	if wait := b.Wait("a"); wait != 5*time.Second {
		t.Errorf("in debt: wait %s, want 5s", wait)
	}
	if _, wait := b.Take("a"); wait != 5*time.Second {
		t.Errorf("in debt: wait %s, want 5s", wait)
	}
}

func TestNoLimit(t *testing.T) {
	b, err := New[string](Rate{}, time.Now)
	if err != nil || b != nil {
		t.Fatalf("%v, %v", b, err)
	}
	if _, wait := b.Take("a"); wait != 0 || b.Wait("a") != 0 {
		t.Error("somebody waits where there is no limit")
	}
}

// The memory for callers is bounded, however many there are.
func TestBucketsAreBounded(t *testing.T) {
	b, err := New[int](Rate{PerSecond: 1, Burst: 1}, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	for caller := range 2 * maxCounted {
		b.Take(caller)
	}
	b.each.CleanUp()
	if n := b.each.EstimatedSize(); n > maxCounted {
		t.Errorf("%d callers are counted, more than %d", n, maxCounted)
	}
}
