package cli

import "testing"

// Descriptors bound connections, also where there are very few.
func TestConnectionsLeaveDescriptors(t *testing.T) {
	for _, c := range []struct {
		memory      int64
		files, want int
	}{{128 << 20, 0, 2048}, {1 << 20, 0, 256}, {128 << 20, 256, 128}, {128 << 20, 1024, 512}, {1 << 40, 1 << 20, 50_000}} {
		if got := connectionsWithin(c.memory, c.files); got != c.want {
			t.Errorf("%d bytes, %d descriptors: %d connections, want %d", c.memory, c.files, got, c.want)
		}
	}
}
