package retry_test

import (
	"testing"
	"time"

	"rastro/internal/webhook/retry"
)

func TestNext(t *testing.T) {
	t.Parallel()
	total := time.Duration(0)
	for n := 1; n < retry.Attempts; n++ {
		early, ok := retry.Next(n, 0, 0)
		usual, _ := retry.Next(n, 0.5, 0)
		late, _ := retry.Next(n, 1, 0)
		if !ok || early != usual*8/10 || late != usual*12/10 {
			t.Errorf("attempt %d: %s, %s, %s", n, early, usual, late)
		}
		total += usual
	}
	if retry.Attempts != 10 || total < 74*time.Hour || total > 77*time.Hour {
		t.Errorf("%d attempts over %s", retry.Attempts, total)
	}
	for _, n := range []int{-1, 0, retry.Attempts, 1000} {
		if _, ok := retry.Next(n, 0, 0); ok {
			t.Errorf("another attempt after %d", n)
		}
	}
	if wait, _ := retry.Next(1, 0.5, time.Hour); wait != time.Hour {
		t.Errorf("the receiver asked for an hour and gets %s", wait)
	}
	if wait, _ := retry.Next(9, 0.5, time.Hour); wait != 24*time.Hour {
		t.Errorf("a receiver shortened the wait to %s", wait)
	}
	if wait, _ := retry.Next(1, 0.5, 1000*time.Hour); wait != 24*time.Hour {
		t.Errorf("a receiver put it off by %s", wait)
	}
}

func TestAfter(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 18, 12, 0, 0, 0, time.UTC)
	for header, want := range map[string]time.Duration{
		"": 0, "120": 2 * time.Minute, " 5 ": 5 * time.Second, "-5": 0, "soon": 0, "1e9": 0, "99999999999999999999": 0, "2000000000": 24 * time.Hour,
		"Wed, 18 Nov 2026 12:10:00 GMT": 10 * time.Minute, "Wed, 18 Nov 2026 11:00:00 GMT": 0, "Thu, 18 Nov 2027 12:00:00 GMT": 24 * time.Hour,
	} {
		if got := retry.After(header, now); got != want {
			t.Errorf("%q: %s, want %s", header, got, want)
		}
	}
}
