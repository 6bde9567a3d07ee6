package clock

import (
	"testing"
	"time"
)

func TestLook(t *testing.T) {
	var w Watch
	noon := time.Date(2026, 11, 15, 12, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		name        string
		wall, since time.Duration // from the first look
		want        time.Duration
	}{
		{"first look", 0, 0, 0},
		{"a second later", time.Second, time.Second, 0},
		{"after a long wait", time.Hour, time.Hour, 0},
		{"slewed by a time service", time.Hour + 1500*time.Millisecond, time.Hour + time.Second, 0},
		{"a day forward", 25*time.Hour + 2500*time.Millisecond, time.Hour + 2*time.Second, 24 * time.Hour},
		{"steady after it", 25*time.Hour + 3500*time.Millisecond, time.Hour + 3*time.Second, 0},
		{"back", 500 * time.Millisecond, time.Hour + 4*time.Second, -25*time.Hour - 4*time.Second},
		{"at the bound", 3500 * time.Millisecond, time.Hour + 5*time.Second, 0},
	} {
		if got := w.Look(noon.Add(c.wall), c.since); got != c.want {
			t.Errorf("%s: a jump of %s, want %s", c.name, got, c.want)
		}
	}
	if w.Jumps() != 2 {
		t.Errorf("%d jumps, want 2", w.Jumps())
	}
}
