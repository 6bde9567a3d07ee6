package find

import "testing"

// The index leaves the machine to writers until too many versions wait, and after a few looks takes
// up whatever there is.
func TestEnough(t *testing.T) {
	for _, c := range []struct {
		look       int
		last, size int64
		want       int64
	}{
		{0, 0, 1_000_000, 1}, // a start: whatever was left
		{1, 500, 500, followBatch},
		{1, 500, 500 + busyVersions - 1, followBatch},
		{1, 500, 500 + busyVersions, maxWaiting},
		{followEvery, 500, 501, 1},
		{followEvery, 500, 500 + busyVersions, maxWaiting},
	} {
		if got := enough(c.look, c.last, c.size); got != c.want {
			t.Errorf("enough(%d, %d, %d) = %d, want %d", c.look, c.last, c.size, got, c.want)
		}
	}
	if maxTail <= maxWaiting {
		t.Errorf("a search reads %d versions, and %d may wait", maxTail, maxWaiting)
	}
}
