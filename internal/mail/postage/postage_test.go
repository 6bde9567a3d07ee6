package postage

import (
	"fmt"
	"testing"
	"time"
)

// Each limit holds by itself, and what waits for one of them costs nothing of the others.
func TestLimits(t *testing.T) {
	other := func(n int) Letter {
		one := fmt.Sprint(n)
		return Letter{one, one, one, one}
	}
	for what, c := range map[string]struct {
		burst int
		next  time.Duration
		same  func(l, first *Letter)
	}{
		"address":      {5, time.Hour, func(l, first *Letter) { l.To = first.To }},
		"sender":       {100, 5 * time.Minute, func(l, first *Letter) { l.Sender = first.Sender }},
		"organisation": {200, time.Minute, func(l, first *Letter) { l.Organization = first.Organization }},
		"network":      {200, time.Minute, func(l, first *Letter) { l.Network = first.Network }},
	} {
		now := time.Unix(1_800_000_000, 0)
		m, err := New(func() time.Time { return now })
		if err != nil {
			t.Fatal(err)
		}
		first := other(0)
		for n := range c.burst {
			l := other(n)
			c.same(&l, &first)
			if wait := m.Take(l); wait > 0 {
				t.Fatalf("%s: letter %d has to wait %s", what, n, wait)
			}
		}
		l := other(c.burst)
		c.same(&l, &first)
		if wait := m.Take(l); wait <= 0 || wait > c.next {
			t.Errorf("%s: after %d letters: wait %s, want up to %s", what, c.burst, wait, c.next)
		}
		if wait := m.Take(other(c.burst)); wait > 0 {
			t.Errorf("%s: another one has to wait %s", what, wait)
		}
		now = now.Add(c.next)
		if wait := m.Take(l); wait > 0 {
			t.Errorf("%s: after %s it has to wait %s", what, c.next, wait)
		}
	}
}
